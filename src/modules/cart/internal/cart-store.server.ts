import { sql } from 'kysely'
import type { AppCode } from '../../../brands/apps.ts'
import type { Reader, Writer } from '../../../platform/database/database.server.ts'
import type { Cents, Currency } from '../../../platform/money.ts'
import type { Coupon } from '../cart.ts'
import type { GiftCard } from '../gift-cards.ts'
import type { Seen } from '../last-visit.ts'
import type { StoredLine } from '../merging.ts'

/** The SQL of carts; no other code reads these tables. */

export type CartRow = {
  readonly id: string
  readonly app: AppCode
  readonly currency: Currency
  readonly state: 'open' | 'placing' | 'ordered'
  readonly version: number
  readonly email: string | null
  /** The owner of the cart; null for a guest's. */
  readonly accountId: string | null
  /** The member of staff who works in it; left out or null without one. */
  readonly assistedBy?: string | null
  /** The customer it is worked on for; left out or null without one. */
  readonly customerEmail?: string | null
  /** The coupon's. */
  readonly code: string | null
  /** Codes of gift cards in the order in which they pay. */
  readonly giftCards: readonly string[]
  /** SKUs of services; left out or null until chosen. */
  readonly services?: readonly string[] | null
  readonly lines: readonly CartLineRow[]
}

export type CartLineRow = StoredLine & {
  readonly position: number
  /** The state the shopper saw last; null when it was never viewed. */
  readonly seen: Seen | null
  /** The price that staff agreed with the customer; left out or null without one. */
  readonly agreed?: Agreement | null
}

/** A price of one unit, for so many units at most and until an instant, ISO 8601. */
export type Agreement = { readonly cents: Cents; readonly upTo: number; readonly until: string }

async function readCart(db: Reader | Writer, where: ReturnType<typeof sql>): Promise<CartRow | null> {
  const { rows } = await sql<CartRow>`
    select c.id, c.app, c.currency, c.state, c.version, c.email, c.account_id as "accountId", c.code,
      c.gift_cards as "giftCards",
      c.attended_by as "assistedBy", c.customer_email as "customerEmail", c.services,
      coalesce((select jsonb_agg(jsonb_build_object('productCode', l.product_code, 'productId', l.product_id,
          'quantity', l.quantity, 'position', l.position, 'warrantyId', l.warranty_id, 'installId', l.install_id, 
          'agreed', case when l.agreed_cents is not null then jsonb_build_object('cents', l.agreed_cents,
            'upTo', l.agreed_quantity, 'until', l.agreed_until) end,
          'seen', case when l.seen_buyable is not null
            then jsonb_build_object('price', l.seen_cents, 'isBuyable', l.seen_buyable) end)
          order by l.position)
        from cart_line l where l.cart_id = c.id), '[]') as lines
    from cart c where ${where}`.execute(db)
  return rows[0] ?? null
}

export const cartBySecret = (db: Reader | Writer, secretHash: string, app: AppCode): Promise<CartRow | null> =>
  readCart(db, sql`c.id = (select cart_id from cart_secret where secret_hash = ${secretHash}) and c.app = ${app}`)

/** Whether a secret names the cart that an account has in an app, or the one that a member of staff works in. */
export async function namesOwnCart(
  db: Reader,
  secretHash: string,
  { accountId, app }: { readonly accountId: string; readonly app: AppCode },
): Promise<boolean> {
  const { rows } = await sql`select 1 from cart_secret s join cart c on c.id = s.cart_id
    where s.secret_hash = ${secretHash} and c.app = ${app} and c.state <> 'ordered'
      and (s.staff_id = ${accountId} or (s.staff_id is null and c.account_id = ${accountId}))`.execute(db)
  return rows.length > 0
}

/** How many browsers can hold one cart; beyond that the oldest has to ask for it again with its sign-in. */
const maxSecrets = 20

/** Another browser can reach the cart from now on, and those that could already still can. */
export async function addSecret(
  tx: Writer,
  cartId: string,
  { secretHash, staffId, now }: { readonly secretHash: string; readonly staffId: string | null; readonly now: Date },
): Promise<void> {
  await tx
    .insertInto('cart_secret')
    .values({ secret_hash: secretHash, cart_id: cartId, staff_id: staffId, created_at: now })
    .execute()
  await sql`delete from cart_secret where secret_hash in (
    select secret_hash from cart_secret where cart_id = ${cartId} and staff_id is not distinct from ${staffId}::uuid
    order by created_at desc, secret_hash = ${secretHash} desc offset ${maxSecrets})`.execute(tx)
}

/** No browser of a customer reaches the cart any more. */
export async function deleteCustomerSecrets(tx: Writer, cartId: string): Promise<void> {
  await tx.deleteFrom('cart_secret').where('cart_id', '=', cartId).where('staff_id', 'is', null).execute()
}

/** One browser does not reach its cart any more. */
export async function deleteSecret(db: Reader, secretHash: string): Promise<void> {
  await db.deleteFrom('cart_secret').where('secret_hash', '=', secretHash).execute()
}

export const cartById = (db: Reader | Writer, id: string): Promise<CartRow | null> => readCart(db, sql`c.id = ${id}`)

/** The cart's row, locked until the transaction ends: two changes of one cart take turns. */
export async function lockCart(tx: Writer, id: string): Promise<CartRow | null> {
  await sql`select 1 from cart where id = ${id} for update`.execute(tx)
  return cartById(tx, id)
}

export type NewCart = {
  readonly id: string
  readonly secretHash: string
  readonly app: AppCode
  readonly currency: Currency
  readonly now: Date
}

export async function insertCart(tx: Writer, cart: NewCart): Promise<void> {
  await sql`with ${madeCart(cart)} select 1`.execute(tx)
}

/** The cart and the secret of the browser it was begun in. */
const madeCart = ({ id, secretHash, app, currency, now }: NewCart) => sql`
  made as (
    insert into cart (id, app, currency, created_at, updated_at)
    values (${id}, ${app}, ${currency}, ${now}, ${now}) returning id
  ), named as (
    insert into cart_secret (secret_hash, cart_id, created_at) select ${secretHash}, id, ${now}::timestamptz from made
  )`

/** Writes a line of each cart that `carts` selects, at the end when it is new. The last seen state is unchanged when none is given. */
const writtenLine = (carts: ReturnType<typeof sql>, line: StoredLine, seen: Seen | null) => sql<{ position: number }>`
  insert into cart_line
    (cart_id, product_code, product_id, quantity, warranty_id, install_id, seen_cents, seen_buyable, position)
  select c.id, ${line.productCode}, ${line.productId}::integer, ${line.quantity}::integer, ${line.warrantyId}::integer,
    ${line.installId}::integer, ${seen?.price ?? null}::integer, ${seen?.isBuyable ?? null}::boolean,
    (select coalesce(max(position), 0) + 1 from cart_line where cart_id = c.id)
  from ${carts} c
  on conflict (cart_id, product_code) do update
    set quantity = excluded.quantity, warranty_id = excluded.warranty_id, install_id = excluded.install_id,
      seen_cents = case when excluded.seen_buyable is null then cart_line.seen_cents else excluded.seen_cents end,
      seen_buyable = coalesce(excluded.seen_buyable, cart_line.seen_buyable)
  returning position`

export async function putLine(tx: Writer, cartId: string, line: StoredLine, seen: Seen | null): Promise<void> {
  await writtenLine(sql`(select ${cartId}::uuid as id)`, line, seen).execute(tx)
}

/**
 * The same as a change of an open cart of this version, in one statement; answers the line's position, and null when the cart has been
 * changed since: then nothing is written.
 */
export async function changeLine(
  db: Reader | Writer,
  { id, version }: Pick<CartRow, 'id' | 'version'>,
  line: StoredLine,
  seen: Seen,
  now: Date,
): Promise<number | null> {
  const { rows } = await sql<{ position: number }>`
    with changed as (
      update cart set version = version + 1, updated_at = ${now}
      where id = ${id} and version = ${version} and state = 'open' returning id
    ) ${writtenLine(sql`changed`, line, seen)}`.execute(db)
  return rows[0]?.position ?? null
}

/** A new cart with its first line, in one statement. */
export async function insertCartWith(db: Reader | Writer, cart: NewCart, line: StoredLine, seen: Seen): Promise<void> {
  await sql`with ${madeCart(cart)} ${writtenLine(sql`made`, line, seen)}`.execute(db)
}

/** Records the state of a line that the shopper sees now. Not a change of the cart: its version stays. */
export async function setSeen(tx: Writer, cartId: string, productCode: string, seen: Seen): Promise<void> {
  await tx
    .updateTable('cart_line')
    .set({ seen_cents: seen.price, seen_buyable: seen.isBuyable })
    .where('cart_id', '=', cartId)
    .where('product_code', '=', productCode)
    .execute()
}

/** The cart of an account in an app that is no order yet. */
export const cartOfAccount = (db: Reader | Writer, accountId: string, app: AppCode): Promise<CartRow | null> =>
  readCart(db, sql`c.account_id = ${accountId} and c.app = ${app} and c.state <> 'ordered'`)

/** The cart that a member of staff works in; there is one at a time in an app. */
export const cartAssistedBy = (db: Reader | Writer, accountId: string, app: AppCode): Promise<CartRow | null> =>
  readCart(db, sql`c.attended_by = ${accountId} and c.app = ${app} and c.state <> 'ordered'`)

/** Open carts of a customer that are not empty: their account's, and those with their email address. */
export async function openCarts(
  db: Reader,
  app: AppCode,
  { accountId, email }: { readonly accountId: string | null; readonly email: string },
): Promise<readonly (CartRow & { readonly updatedAt: Date })[]> {
  const { rows } = await sql<{ id: string; updatedAt: Date }>`select id, updated_at as "updatedAt" from cart c
    where app = ${app} and state = 'open' and exists (select 1 from cart_line l where l.cart_id = c.id)
      and (account_id = ${accountId}::uuid or (account_id is null and ${email} in (lower(email), customer_email)))
    order by updated_at desc limit 5`.execute(db)
  const found = await Promise.all(
    rows.map(async ({ id, updatedAt }) => {
      const row = await cartById(db, id)
      return row === null ? [] : [{ ...row, updatedAt }]
    }),
  )
  return found.flat()
}

/** From now on a member of staff works in no cart of an app: their secrets name nothing. */
export async function leaveAssisted(tx: Writer, accountId: string, app: AppCode): Promise<void> {
  await sql`delete from cart_secret s using cart c
    where c.id = s.cart_id and s.staff_id = ${accountId} and c.app = ${app}`.execute(tx)
  await tx
    .updateTable('cart')
    .set({ attended_by: null })
    .where('attended_by', '=', accountId)
    .where('app', '=', app)
    .execute()
}

/** A member of staff works in the cart; its customer keeps access. */
export async function setAssisted(
  tx: Writer,
  cartId: string,
  { accountId, customerEmail }: { accountId: string; customerEmail?: string | null },
): Promise<void> {
  await tx
    .updateTable('cart')
    .set({ attended_by: accountId, ...(customerEmail === undefined ? {} : { customer_email: customerEmail }) })
    .where('id', '=', cartId)
    .execute()
}

/** The agreed price of a line, and who agreed it where that is known; null removes it. */
export async function setAgreed(
  tx: Writer,
  cartId: string,
  productCode: string,
  agreed: (Agreement & { readonly by: string | null }) | null,
): Promise<void> {
  await tx
    .updateTable('cart_line')
    .set({
      agreed_cents: agreed?.cents ?? null,
      agreed_quantity: agreed?.upTo ?? null,
      agreed_until: agreed === null ? null : new Date(agreed.until),
      agreed_by: agreed?.by ?? null,
    })
    .where('cart_id', '=', cartId)
    .where('product_code', '=', productCode)
    .execute()
}

/** Two sign-ins of one account take turns until their transactions end. */
export async function lockAccount(tx: Writer, accountId: string): Promise<void> {
  await sql`select 1 from account where id = ${accountId} for update`.execute(tx)
}

/** The cart is the account's from now on. */
export async function setOwner(tx: Writer, cartId: string, accountId: string): Promise<void> {
  await tx.updateTable('cart').set({ account_id: accountId }).where('id', '=', cartId).execute()
}

export async function deleteLine(tx: Writer, cartId: string, productCode: string): Promise<boolean> {
  const done = await tx
    .deleteFrom('cart_line')
    .where('cart_id', '=', cartId)
    .where('product_code', '=', productCode)
    .executeTakeFirst()
  return done.numDeletedRows > 0n
}

/** Sets the owner of a cart. Its contents do not change: its version stays, and an order in progress still belongs to this cart. */
export async function setCartEmail(tx: Writer, cartId: string, email: string, now: Date): Promise<void> {
  await tx.updateTable('cart').set({ email, updated_at: now }).where('id', '=', cartId).execute()
}

/** Every change increments the version. */
export async function touchCart(
  tx: Writer,
  cartId: string,
  now: Date,
  changes: { code?: string | null; gift_cards?: string[]; email?: string | null; services?: string[] } = {},
): Promise<void> {
  await tx
    .updateTable('cart')
    .set((eb) => ({ version: eb('version', '+', 1), updated_at: now, ...changes }))
    .where('id', '=', cartId)
    .execute()
}

/** A reopened cart is a new version: a submit of the old one no longer applies. */
export async function setCartState(tx: Writer, cartId: string, state: CartRow['state'], now: Date): Promise<void> {
  await tx
    .updateTable('cart')
    .set((eb) => ({ state, updated_at: now, ...(state === 'open' ? { version: eb('version', '+', 1) } : {}) }))
    .where('id', '=', cartId)
    .execute()
}

export async function deleteLines(tx: Writer, cartId: string): Promise<void> {
  await tx.deleteFrom('cart_line').where('cart_id', '=', cartId).execute()
}

export async function couponByCode(db: Reader | Writer, code: string): Promise<Coupon | null> {
  const row = await db.selectFrom('coupon').selectAll().where('code', '=', code.trim().toUpperCase()).executeTakeFirst()
  if (row === undefined) return null
  return {
    code: row.code,
    kind: row.kind as Coupon['kind'],
    value: row.value,
    apps: row.apps,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    minimumSpend: row.minimum_spend_cents,
    usesPerEmail: row.uses_per_email,
    excludedBrands: row.excluded_brands,
  }
}

/** How many orders of an e-mail address a coupon has been used for. */
export async function couponUses(db: Reader | Writer, code: string, email: string): Promise<number> {
  const { uses } = await db
    .selectFrom('coupon_use')
    .select((eb) => eb.fn.countAll<string>().as('uses'))
    .where('code', '=', code)
    .where('email', '=', email.trim().toLowerCase())
    .executeTakeFirstOrThrow()
  return Number(uses)
}

export async function giftCardByCode(db: Reader | Writer, code: string): Promise<GiftCard | null> {
  const row = await db
    .selectFrom('gift_card')
    .selectAll()
    .where('code', '=', code.trim().toUpperCase())
    .executeTakeFirst()
  if (row === undefined) return null
  return { code: row.code, currency: row.currency as Currency, balance: row.balance_cents, expiresOn: row.expires_on }
}

/** Takes an amount off a gift card; false when its balance is too low by now. */
export async function chargeGiftCard(tx: Writer, code: string, cents: number): Promise<boolean> {
  const done = await tx
    .updateTable('gift_card')
    .set((eb) => ({ balance_cents: eb('balance_cents', '-', cents) }))
    .where('code', '=', code)
    .where('balance_cents', '>=', cents)
    .executeTakeFirst()
  return done.numUpdatedRows === 1n
}

export class GiftCardGoneError extends Error {
  override name = 'GiftCardGoneError'
  constructor(code: string) {
    // A card's code is money, so only its end is displayed.
    super(`the gift card that ends in ${code.slice(-4)} does not exist any more: nothing can be put back on it`)
  }
}

/**
 * Puts an amount back on a gift card, whose expiry is then `goodUntil` at least. Throws a GiftCardGoneError when the card has been removed,
 * so that the refund is not recorded as paid and staff see it.
 */
export async function creditGiftCard(tx: Writer, code: string, cents: number, goodUntil: string | null): Promise<void> {
  const { numAffectedRows } = await sql`update gift_card set balance_cents = balance_cents + ${cents},
    expires_on = greatest(expires_on, ${goodUntil}::date) where code = ${code}`.execute(tx)
  if (numAffectedRows !== 1n) throw new GiftCardGoneError(code)
}
