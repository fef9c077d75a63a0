import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.server.ts'
import type { Partition } from '../../platform/database/partitions/month-partitions.server.ts'

/** What stands in the way of taking a month's orders or payments out, a sentence each: what is not over still changes. */
export async function openWork(
  db: Reader,
  { table, startsId, endsId }: Pick<Partition, 'table' | 'startsId' | 'endsId'>,
): Promise<readonly string[]> {
  const within = (id: ReturnType<typeof sql>) =>
    sql`(${startsId}::text is null or ${id} >= ${startsId}) and ${id} < ${endsId}`
  const looks =
    table === 'payment_event' ? looksAtPayments(within) : table === 'customer_order' ? looksAtOrders(within) : {}
  const found: string[] = []
  for (const [what, ids] of Object.entries(looks)) {
    const { rows } = await sql<{ count: number; some: string[] }>`
      select count(*)::integer as count, (array_agg(id order by id))[1:3] as some from (select distinct id from (${ids}) named) t`.execute(
      db,
    )
    const [{ count, some } = { count: 0, some: [] }] = rows
    if (count > 0) found.push(`${count} ${what}: ${some.join(', ')}${count > some.length ? ', …' : ''}`)
  }
  return found
}

type Within = (id: ReturnType<typeof sql>) => ReturnType<typeof sql>

const looksAtOrders = (within: Within): Readonly<Record<string, ReturnType<typeof sql>>> => ({
  'orders wait for their payment or balance': sql`select web_order_id as id from customer_order
    where ${within(sql`id`)} and stage <> 'cancelled' and (state = 'awaiting-payment' or balance_cents > 0)`,
  'orders are not delivered': sql`select web_order_id as id from customer_order
    where ${within(sql`id`)} and stage in ('placed', 'on-its-way')`,
  'orders have refunds that are not paid out': sql`select k.web_order_id as id from order_refund r
    join order_refund_part p on p.refund_id = r.id join order_key k on k.order_id = r.order_id
    where ${within(sql`r.order_id`)} and p.state <> 'done'`,
  'orders have payments that are not over': sql`select k.web_order_id as id from payment_attempt a
    join order_key k on k.order_id = a.order_id
    where ${within(sql`a.order_id`)} and (a.state in ('Pending', 'Unknown') or a.capture = 'due')`,
  'orders have payments that are not captured': sql`select k.web_order_id as id from order_payment p
    join payment_attempt a on a.id = p.attempt_id join order_key k on k.order_id = p.order_id
    where ${within(sql`p.order_id`)} and a.capture = 'due'`,
})

const looksAtPayments = (within: Within): Readonly<Record<string, ReturnType<typeof sql>>> => ({
  'payments are not over': sql`select id from payment_attempt
    where ${within(sql`id`)} and (state in ('Pending', 'Unknown') or capture = 'due')`,
  'payments hold stock or a delivery day': sql`
    select attempt_id as id from stock_hold where ${within(sql`attempt_id`)}
    union all select attempt_id from store_stock_hold where ${within(sql`attempt_id`)}
    union all select attempt_id from day_hold where ${within(sql`attempt_id`)}`,
  'payments have refunds that are not paid out': sql`select attempt_id as id from order_refund_part
    where ${within(sql`attempt_id`)} and state <> 'done'`,
  'payments have money that goes back': sql`select attempt_id as id from late_money
    where ${within(sql`attempt_id`)} and returned_at is null`,
})
