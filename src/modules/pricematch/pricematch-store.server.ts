import { sql } from 'kysely'
import type { AppCode } from '../../brands/apps.ts'
import type { Reader, Writer } from '../../platform/database/database.server.ts'
import type { PersonalRecords } from '../../platform/data-export.ts'
import type { PriceMatch, PriceMatchDraft } from './pricematch.ts'

/** The SQL of price match requests. */

/** False when the reference is another one's. */
export async function insertPriceMatch(
  tx: Writer,
  requested: PriceMatchDraft & { reference: string; app: AppCode; productId: number; ownPrice: number; now: Date },
): Promise<boolean> {
  const made = await tx
    .insertInto('price_match')
    .values({
      reference: requested.reference,
      app: requested.app,
      product_id: requested.productId,
      own_cents: requested.ownPrice,
      competitor: requested.competitor,
      competitor_url: requested.competitorUrl,
      competitor_cents: requested.competitorPrice,
      postcode: requested.postcode,
      name: requested.name,
      email: requested.email,
      phone: requested.phone,
      message: requested.message,
      asked_at: requested.now,
    })
    .onConflict((on) => on.column('reference').doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n
}

const selected = sql`m.reference, m.app, m.product_id as "productId", p.title as "productTitle", p.uri as "productUri",
  m.own_cents as "ownPrice", m.competitor, m.competitor_url as "competitorUrl", m.competitor_cents as "competitorPrice",
  m.postcode, m.name, m.email, m.phone, m.message, m.state, m.matched_cents as "matchedPrice", m.reason`

export async function priceMatchByReference(db: Reader, reference: string): Promise<PriceMatch | null> {
  const { rows } = await sql<PriceMatch>`select ${selected} from price_match m join product p on p.id = m.product_id
    where m.reference = ${reference}`.execute(db)
  return rows[0] ?? null
}

/** One that waits for an answer, locked; null when there is none, or it was answered. */
export async function lockWaiting(tx: Writer, id: number): Promise<(PriceMatch & { readonly sku: string }) | null> {
  const { rows } = await sql<PriceMatch & { sku: string }>`select ${selected}, p.sku from price_match m
    join product p on p.id = m.product_id where m.id = ${id} and m.state = 'waiting' for update of m`.execute(tx)
  return rows[0] ?? null
}

export async function saveAnswer(
  tx: Writer,
  id: number,
  answer: { readonly matched: number } | { readonly reason: string },
  now: Date,
): Promise<void> {
  const isMatched = 'matched' in answer
  await tx
    .updateTable('price_match')
    .set({
      state: isMatched ? 'accepted' : 'refused',
      matched_cents: isMatched ? answer.matched : null,
      reason: isMatched ? null : answer.reason,
      answered_at: now,
    })
    .where('id', '=', id)
    .execute()
}

/** What somebody has asked for. It goes with the account. */
export const personalPriceMatches: PersonalRecords = {
  name: 'price match requests',
  async held(db, { email, isEmailConfirmed }) {
    if (!isEmailConfirmed) return []
    return db
      .selectFrom('price_match')
      .select(['reference', 'app', 'competitor', 'competitor_url as competitorUrl', 'postcode', 'name', 'phone'])
      .select(['message', 'state', 'reason', 'asked_at as askedAt', 'answered_at as answeredAt'])
      .where('email', '=', email)
      .orderBy('asked_at')
      .execute()
  },
  async forget(tx, { email, isEmailConfirmed }) {
    if (isEmailConfirmed) await tx.deleteFrom('price_match').where('email', '=', email).execute()
  },
}
