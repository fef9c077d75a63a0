import { sql } from 'kysely'
import type { AppCode } from '../../brands/apps.ts'
import type { Reader, Writer } from '../../platform/database/database.server.ts'
import type { CardSummary } from './payments.ts'
import { storedExpiry, type SavedCard, type StoredCardToken } from './saved-cards.ts'

/** The SQL of saved cards. A card belongs to one account in one shop, and every statement here names both. */

export type CardOwner = { readonly accountId: string; readonly app: AppCode }

const columns = sql`c.id, c.brand, c.last_four as "lastFour", c.expiry_month as "expiryMonth", c.expiry_year as "expiryYear"`
const ofOwner = ({ accountId, app }: CardOwner) => sql`s.account_id = ${accountId}::uuid and s.app = ${app}`

/** The cards of an account in a shop, newest first. */
export async function savedCards(db: Reader, owner: CardOwner, merchantAccount: string): Promise<SavedCard[]> {
  const { rows } = await sql<SavedCard>`select ${columns} from saved_card c
    join card_shopper s on s.reference = c.shopper_reference
    where ${ofOwner(owner)} and c.merchant_account = ${merchantAccount} order by c.created_at desc, c.id`.execute(db)
  return rows
}

/** One of them, with the gateway's token; null when it is not this account's in this shop. */
export async function savedCardWithToken(
  db: Reader,
  owner: CardOwner,
  merchantAccount: string,
  id: string,
): Promise<(SavedCard & StoredCardToken) | null> {
  const { rows } = await sql<SavedCard & StoredCardToken>`
    select ${columns}, c.token, c.shopper_reference as "shopperReference" from saved_card c
    join card_shopper s on s.reference = c.shopper_reference
    where ${ofOwner(owner)} and c.merchant_account = ${merchantAccount} and c.id = ${id}::uuid`.execute(db)
  return rows[0] ?? null
}

/** The gateway's name for an account in a shop, made at its first use. */
export async function shopperReference(
  db: Reader,
  { accountId, app }: CardOwner,
  { fresh, now }: { readonly fresh: string; readonly now: Date },
): Promise<string> {
  const { rows } = await sql<{ reference: string }>`
    insert into card_shopper (reference, account_id, app, created_at) values (${fresh}, ${accountId}::uuid, ${app}, ${now})
    on conflict (account_id, app) do update set app = excluded.app returning reference`.execute(db)
  const [shopper] = rows
  if (shopper === undefined) throw new Error('a shopper was written and is not there')
  return shopper.reference
}

export async function deleteSavedCard(db: Reader, id: string): Promise<void> {
  await db.deleteFrom('saved_card').where('id', '=', id).execute()
}

/**
 * Saves the card of an authorised payment for the shopper it was to be saved for. Only the first report of the payment does: the request is
 * used up, so that a late notice does not bring back a card that was removed meanwhile. `shopper-gone`: the account has been closed.
 */
export async function saveCardOfAttempt(
  tx: Writer,
  saved: {
    readonly attemptId: string
    readonly merchantAccount: string
    readonly storedCard: StoredCardToken
    readonly card: CardSummary | null
    readonly id: string
    readonly now: Date
  },
): Promise<'saved' | 'not-requested' | 'shopper-gone'> {
  const { attemptId, merchantAccount, storedCard, card } = saved
  const { rows } = await sql`update payment_attempt set saves_card_for = null
    where id = ${attemptId} and saves_card_for = ${storedCard.shopperReference} returning id`.execute(tx)
  if (rows.length === 0) return 'not-requested'
  const expiry = storedExpiry(card?.expiry ?? '')
  // A card that cannot be shown cannot be chosen either: the gateway's answer was incomplete.
  if (expiry === null || !/^\d{4}$/.test(card?.lastFour ?? '')) return 'not-requested'
  const made = await sql`
    insert into saved_card (id, shopper_reference, merchant_account, token, brand, last_four, expiry_month, expiry_year, created_at)
    select ${saved.id}::uuid, s.reference, ${merchantAccount}, ${storedCard.token}, ${card?.brand ?? ''}, ${card?.lastFour ?? ''},
      ${expiry.month}, ${expiry.year}, ${saved.now} from card_shopper s where s.reference = ${storedCard.shopperReference}
    on conflict (merchant_account, token) do update
      set expiry_month = excluded.expiry_month, expiry_year = excluded.expiry_year
      where saved_card.shopper_reference = excluded.shopper_reference
    returning id`.execute(tx)
  return made.rows.length === 0 ? 'shopper-gone' : 'saved'
}

/** All shoppers that an account is at the gateway. */
export async function shoppersOf(tx: Writer, accountId: string): Promise<readonly string[]> {
  const rows = await tx.selectFrom('card_shopper').select('reference').where('account_id', '=', accountId).execute()
  return rows.map(({ reference }) => reference)
}

export async function deleteShoppers(tx: Writer, accountId: string): Promise<void> {
  await tx.deleteFrom('card_shopper').where('account_id', '=', accountId).execute()
}
