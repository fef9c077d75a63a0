import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.server.ts'

/** Leaves out the next `count` numbers of orders and refunds; returns the ones that come next. */
export async function skipNumbers(
  db: Reader,
  count: number,
): Promise<{ readonly order: number; readonly refund: number }> {
  const { rows } = await sql<{ order: number; refund: number }>`
    select setval('web_order_number', nextval('web_order_number') + ${count}, false) as "order",
      setval('refund_number', nextval('refund_number') + ${count}, false) as refund`.execute(db)
  return rows[0] ?? { order: 0, refund: 0 }
}
