import { sql } from 'kysely'
import type { PersonalRecords } from '../../platform/data-export.ts'
import { plannedForValues } from '../../platform/database/partitions/planned-for-values.ts'
import { orderIdsOfAccount } from './order-keys.server.ts'

/** Orders of a person. They stay when their buyer goes: tax and guarantees need them (docs/decisions/0025). */
export const personalOrders: PersonalRecords = {
  name: 'orders',
  async held(db, { accountId }) {
    const ids = await orderIdsOfAccount(db, { accountId })
    const { rows } =
      await sql`select web_order_id as "webOrderId", app, state, placed_at as "placedAt", snapshot as "order"
      from customer_order where id = any(${sql.val(ids)}::text[]) order by placed_at ${plannedForValues}`.execute(db)
    return rows
  },
  async forget(tx, { accountId }) {
    const ids = await orderIdsOfAccount(tx, { accountId })
    await sql`update customer_order set account_id = null
      where id = any(${sql.val(ids)}::text[]) and account_id = ${accountId} ${plannedForValues}`.execute(tx)
  },
}
