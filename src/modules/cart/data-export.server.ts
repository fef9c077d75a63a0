import { sql } from 'kysely'
import type { PersonalRecords } from '../../platform/data-export.ts'

/** Carts of an account that were not bought. */
export const personalCarts: PersonalRecords = {
  name: 'carts',
  async held(db, { accountId }) {
    const { rows } = await sql`select c.app, l.product_code as "productCode", l.quantity
      from cart c join cart_line l on l.cart_id = c.id
      where c.account_id = ${accountId} and not exists (select 1 from order_key o where o.cart_id = c.id)`.execute(db)
    return rows
  },
  async forget(tx, { accountId }) {
    await sql`delete from cart_line l using cart c where c.id = l.cart_id and c.account_id = ${accountId}
      and not exists (select 1 from order_key o where o.cart_id = c.id)
      and not exists (select 1 from payment_attempt a where a.cart_id = c.id)`.execute(tx)
    await sql`update cart set email = null where account_id = ${accountId}`.execute(tx)
  },
}
