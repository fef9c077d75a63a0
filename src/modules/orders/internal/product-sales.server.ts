import { sql } from 'kysely'
import type { AppCode } from '../../../brands/apps.ts'
import type { Reader } from '../../../platform/database/database.server.ts'
import { plannedForValues } from '../../../platform/database/partitions/planned-for-values.ts'
import { orderIdsFrom } from '../order-keys.server.ts'

/** What orders say of a product. */

/** How many units of a product an app has sold since then, in how many orders. */
export async function soldSince(
  db: Reader,
  productId: number,
  app: AppCode,
  since: Date,
): Promise<{ readonly units: number; readonly orders: number }> {
  const { rows } = await sql<{ units: number; orders: number }>`
    select coalesce(sum(l.quantity), 0)::integer as units, count(distinct o.id)::integer as orders
    from order_line l join customer_order o on o.id = l.order_id
    where l.product_id = ${productId} and o.app = ${app} and o.placed_at >= ${since}
      and o.id >= ${orderIdsFrom(since)} and l.order_id >= ${orderIdsFrom(since)} ${plannedForValues}`.execute(db)
  return rows[0] ?? { units: 0, orders: 0 }
}

/**
 * Products of an app's orders that contain another one, those of the most customers first. What only one customer has bought with it says
 * nothing of the products, and something of the customer.
 */
export async function boughtWith(db: Reader, productId: number, app: AppCode, since: Date): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select other.product_id as id
    from order_line own
      join customer_order o on o.id = own.order_id and o.app = ${app} and o.stage <> 'cancelled' and o.placed_at >= ${since}
      join order_line other on other.order_id = own.order_id and other.product_id <> own.product_id
    where own.product_id = ${productId} and own.order_id >= ${orderIdsFrom(since)} and o.id >= ${orderIdsFrom(since)}
      and other.order_id >= ${orderIdsFrom(since)}
    group by 1 having count(distinct lower(o.email)) >= 2
    order by count(distinct lower(o.email)) desc, count(*) desc, 1 limit 20 ${plannedForValues}`.execute(db)
  return rows.map(({ id }) => id)
}
