import { sql } from 'kysely'
import type { AppCode } from '../../brands/apps.ts'
import { days } from '../../platform/clock.ts'
import type { Reader, Writer } from '../../platform/database/database.server.ts'
import { firstSortableId } from '../../platform/ids.ts'

/**
 * Which orders are meant. Orders lie in partitions by month of their id; `order_key` has a row for each and is not divided (decision 0085). A
 * query of orders names ids, or a range of them, so that PostgreSQL plans and locks the partitions of those alone.
 */

/** Orders of an account in an app: those of its carts, and those a guest placed with its address before. */
export type AccountOrders = {
  readonly accountId: string
  readonly app: AppCode
  /** Only those with an approved payment. */
  readonly isInvoiced: boolean
}

/** An order's id and `placed_at` are of one moment. A clock that was set between them differs by less than this. */
const clockSlackMs = days(1)

/** Ids of orders that were placed from a moment on; use it beside a condition on `placed_at`. */
export const orderIdsFrom = (placedFrom: Date): string => firstSortableId(new Date(placedFrom.getTime() - clockSlackMs))

/** Ids of orders that were placed before a moment are less than this. */
export const orderIdsUntil = (placedUntil: Date): string =>
  firstSortableId(new Date(placedUntil.getTime() + clockSlackMs))

async function idsWhere(db: Reader | Writer, condition: ReturnType<typeof sql>): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`select order_id as id from order_key k where ${condition}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function orderIdByCart(db: Reader | Writer, cartId: string, app?: AppCode): Promise<string | null> {
  const ofApp = app === undefined ? sql`` : sql` and app = ${app}`
  return (await idsWhere(db, sql`cart_id = ${cartId}${ofApp}`))[0] ?? null
}

export async function orderIdByNumber(db: Reader, webOrderId: string, app: AppCode): Promise<string | null> {
  return (await idsWhere(db, sql`web_order_id = ${webOrderId} and app = ${app}`))[0] ?? null
}

/** In no order; in one app or in all. Two looks by index instead of an OR, which reads every key. */
export async function orderIdsOfAccount(
  db: Reader | Writer,
  { accountId, app }: { readonly accountId: string; readonly app?: AppCode },
): Promise<readonly string[]> {
  const ofApp = app === undefined ? sql`` : sql`and k.app = ${app}`
  const { rows } = await sql<{ id: string }>`
    select k.order_id as id from order_key k where k.account_id = ${accountId} ${ofApp}
    union select k.order_id from cart c join order_key k on k.cart_id = c.id where c.account_id = ${accountId} ${ofApp}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Orders that guests placed with an address, in lower case, and that belong to no account. */
export const guestOrderIds = (tx: Writer, email: string): Promise<readonly string[]> =>
  idsWhere(
    tx,
    sql`address_hash = address_hash(${email}) and account_id is null
      and not exists (select 1 from cart where cart.id = k.cart_id and cart.account_id is not null)`,
  )

/** At most 20, the newest first. */
export async function orderIdsOfCustomer(
  db: Reader,
  app: AppCode,
  { email, phone, webOrderId }: Readonly<Record<'email' | 'phone' | 'webOrderId', string | null>>,
): Promise<readonly string[]> {
  // No index has telephone numbers: every order of the app is read for one.
  const byPhone =
    phone === null
      ? sql``
      : sql`union select id, placed_at from customer_order where app = ${app} and snapshot->'contact'->>'phone' = ${phone}`
  const { rows } = await sql<{ id: string }>`select id from (
      select order_id as id, placed_at from order_key
      where app = ${app} and (address_hash = address_hash(${email}::text) or web_order_id = ${webOrderId}::text) ${byPhone}) named
    order by placed_at desc limit 20`.execute(db)
  return rows.map(({ id }) => id)
}
