import { sql } from 'kysely'
import type { AppCode } from '../../../brands/apps.ts'
import type { Reader, Writer } from '../../../platform/database/database.server.ts'
import type { Day } from '../../../platform/calendar.ts'
import type { Seen, StoredItem, StoredList } from '../wishlists.ts'

/** The SQL of wish lists; no other code reads these tables. */

/** The owner of lists in an app: a visitor, who belongs to one app anyway, or an account. */
export type ListOwner = { readonly visitorId: string } | { readonly accountId: string }

const isOf = (owner: ListOwner, app: AppCode) =>
  'visitorId' in owner
    ? sql`w.visitor_id = ${owner.visitorId} and w.app = ${app}`
    : sql`w.account_id = ${owner.accountId} and w.app = ${app}`

const columns = sql`w.id, w.kind, w.name, w.share_token as "shareToken", w.wants_mail as "wantsMail",
  coalesce((select jsonb_agg(jsonb_build_object('productId', i.product_id, 'quantity', i.quantity,
      'warrantyId', i.warranty_id, 'installId', i.install_id,
      'seen', jsonb_build_object('price', i.seen_cents, 'isBuyable', i.seen_buyable)) order by i.position)
    from wishlist_item i where i.wishlist_id = w.id), '[]') as items`

/** What was saved for later comes last, lists in the order in which they were created. */
export async function listsOf(db: Reader | Writer, owner: ListOwner, app: AppCode): Promise<readonly StoredList[]> {
  const { rows } = await sql<StoredList>`select ${columns} from wishlist w where ${isOf(owner, app)}
    order by w.kind = 'later', w.number`.execute(db)
  return rows
}

export async function listByToken(db: Reader, token: string, app: AppCode): Promise<StoredList | null> {
  const { rows } = await sql<StoredList>`select ${columns} from wishlist w
    where w.share_token = ${token} and w.app = ${app}`.execute(db)
  return rows[0] ?? null
}

/** Concurrent changes by one owner take turns until the transaction ends. */
export async function lockOwner(tx: Writer, owner: ListOwner): Promise<void> {
  await (
    'visitorId' in owner
      ? sql`select 1 from visitor where id = ${owner.visitorId} for update`
      : sql`select 1 from account where id = ${owner.accountId} for update`
  ).execute(tx)
}

export async function insertList(
  tx: Writer,
  owner: ListOwner,
  list: { readonly id: string; readonly app: AppCode; readonly kind: StoredList['kind']; readonly name: string },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('wishlist')
    .values({
      ...list,
      visitor_id: 'visitorId' in owner ? owner.visitorId : null,
      account_id: 'accountId' in owner ? owner.accountId : null,
      created_at: now,
    })
    .execute()
}

export async function updateList(
  tx: Writer,
  id: string,
  changes: { readonly name?: string; readonly share_token?: string | null; readonly wants_mail?: boolean },
): Promise<void> {
  await tx.updateTable('wishlist').set(changes).where('id', '=', id).execute()
}

export async function deleteList(tx: Writer, id: string): Promise<void> {
  await tx.deleteFrom('wishlist').where('id', '=', id).execute()
}

/** The list is the account's from now on. */
export async function setOwner(tx: Writer, id: string, accountId: string): Promise<void> {
  await tx.updateTable('wishlist').set({ account_id: accountId, visitor_id: null }).where('id', '=', id).execute()
}

/** Writes an item, at the end when it is new. */
export async function putItem(tx: Writer, listId: string, item: StoredItem, now: Date): Promise<void> {
  await sql`insert into wishlist_item
      (wishlist_id, product_id, quantity, warranty_id, install_id, position, added_at, seen_cents, seen_buyable)
    select ${listId}::uuid, ${item.productId}::integer, ${item.quantity}::integer, ${item.warrantyId}::integer,
      ${item.installId}::integer, coalesce(max(position), 0) + 1, ${now}::timestamptz, ${item.seen.price}::integer,
      ${item.seen.isBuyable}::boolean
    from wishlist_item where wishlist_id = ${listId}::uuid
    on conflict (wishlist_id, product_id) do update set quantity = excluded.quantity,
      warranty_id = excluded.warranty_id, install_id = excluded.install_id`.execute(tx)
}

export async function deleteItem(tx: Writer, listId: string, productId: number): Promise<boolean> {
  const done = await tx
    .deleteFrom('wishlist_item')
    .where('wishlist_id', '=', listId)
    .where('product_id', '=', productId)
    .executeTakeFirst()
  return done.numDeletedRows > 0n
}

/** Records what has been seen of a product on every list of an account that has mails. */
export async function setSeen(
  tx: Writer,
  { accountId, app, productId }: { accountId: string; app: AppCode; productId: number },
  seen: Seen,
): Promise<void> {
  await sql`update wishlist_item i set seen_cents = ${seen.price}::integer, seen_buyable = ${seen.isBuyable}
    from wishlist w where w.id = i.wishlist_id and w.account_id = ${accountId} and w.app = ${app} and w.wants_mail
      and i.product_id = ${productId}`.execute(tx)
}

export type WatchedItem = { readonly productId: number; readonly seen: Seen }
/** The products that an account is mailed about in an app. */
export type WatchedAccount = {
  readonly accountId: string
  readonly app: AppCode
  readonly items: readonly WatchedItem[]
}

/** Accounts with mails after a key, in its order: `accountId` and `app` of the last one seen. */
export async function watchedAccounts(
  db: Reader,
  after: Pick<WatchedAccount, 'accountId' | 'app'> | null,
  limit: number,
): Promise<readonly WatchedAccount[]> {
  const isNext = after === null ? sql`true` : sql`(w.account_id, w.app) > (${after.accountId}::uuid, ${after.app})`
  const { rows } = await sql<WatchedAccount>`
    select w.account_id as "accountId", w.app, jsonb_agg(jsonb_build_object('productId', i.product_id,
        'seen', jsonb_build_object('price', i.seen_cents, 'isBuyable', i.seen_buyable)) order by i.position) as items
    from wishlist w join wishlist_item i on i.wishlist_id = w.id
    where w.wants_mail and ${isNext} group by w.account_id, w.app order by w.account_id, w.app limit ${limit}`.execute(
    db,
  )
  return rows
}

/** False when the person has been sent one that day: then nothing is written. */
export async function claimMailDay(
  tx: Writer,
  { accountId, app, day }: { accountId: string; app: AppCode; day: Day },
): Promise<boolean> {
  const done = await tx
    .insertInto('wishlist_mail')
    .values({ account_id: accountId, app, sent_on: day })
    .onConflict((conflict) => conflict.columns(['account_id', 'sent_on']).doNothing())
    .executeTakeFirst()
  return done.numInsertedOrUpdatedRows === 1n
}

export async function stopMails(db: Writer | Reader, accountId: string): Promise<void> {
  await db.updateTable('wishlist').set({ wants_mail: false }).where('account_id', '=', accountId).execute()
}

/** Days before `day` are over for everyone. */
export async function forgetMailDays(db: Reader, day: Day): Promise<void> {
  await db.deleteFrom('wishlist_mail').where('sent_on', '<', day).execute()
}

/** Deletes the lists of visitors whose records are older. */
export async function forgetGuestLists(db: Reader, before: Date): Promise<void> {
  await sql`delete from wishlist w using visitor v where v.id = w.visitor_id and v.created_at < ${before}`.execute(db)
}
