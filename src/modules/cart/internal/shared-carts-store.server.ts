import { sql } from 'kysely'
import type { AppCode } from '../../../brands/apps.ts'
import type { Reader, Writer } from '../../../platform/database/database.server.ts'
import type { Cents } from '../../../platform/money.ts'
import type { StoredLine } from '../merging.ts'

/** The SQL of carts that were mailed. */

/** With the agreed unit price; null is today's price. */
export type SharedLineRow = StoredLine & {
  readonly agreed: Cents | null
  /** ISO 8601; null or left out is as long as the link. */
  readonly agreedUntil?: string | null
}

/** The details of a shopper's quote besides its lines. */
export type QuoteTerms = {
  readonly localityId: string
  /** Skus of the ticked services. */
  readonly services: readonly string[]
  /** The first day that can be had, and not the first of the cheapest ones. */
  readonly isSoonest: boolean
  /** Its total when it was created. */
  readonly total: Cents
}

/** False when its number is another's already: then nothing is written. */
export async function insertSentCart(
  tx: Writer,
  sent: {
    tokenHash: string
    app: AppCode
    now: Date
    expiresAt: Date
    lines: readonly SharedLineRow[]
    /** The member of staff who quoted it; null for a shopper's. */
    quotedBy: string | null
    /** Of a quote; null for a cart that was mailed. */
    number: string | null
    terms: QuoteTerms | null
  },
): Promise<boolean> {
  const { tokenHash, app, now, expiresAt, lines, quotedBy, number, terms } = sent
  const done = await tx
    .insertInto('sent_cart')
    .values({
      token_hash: tokenHash,
      app,
      created_at: now,
      expires_at: expiresAt,
      quoted_by: quotedBy,
      number,
      locality_id: terms?.localityId ?? null,
      services: terms === null ? null : [...terms.services],
      is_soonest: terms?.isSoonest ?? null,
      total_cents: terms?.total ?? null,
    })
    .onConflict((conflict) => conflict.column('number').doNothing())
    .executeTakeFirst()
  if (done.numInsertedOrUpdatedRows !== 1n) return false
  await tx
    .insertInto('sent_cart_line')
    .values(
      lines.map((line, at) => ({
        token_hash: tokenHash,
        product_code: line.productCode,
        product_id: line.productId,
        quantity: line.quantity,
        position: at + 1,
        warranty_id: line.warrantyId,
        install_id: line.installId,
        agreed_cents: line.agreed,
        agreed_until: line.agreedUntil == null ? null : new Date(line.agreedUntil),
      })),
    )
    .execute()
  return true
}

export type StoredSharedCart = {
  readonly madeAt: Date
  readonly expiresAt: Date
  /** It was created by staff. */
  readonly isQuote: boolean
  readonly number: string | null
  readonly terms: QuoteTerms | null
  readonly lines: readonly (SharedLineRow & { readonly position: number })[]
}

/** The digest of the link's token, or the number given by phone. */
export type SharedCartKey = { readonly tokenHash: string } | { readonly number: string }

export async function storedSharedCart(
  db: Reader,
  key: SharedCartKey,
  app: AppCode,
  now: Date,
): Promise<StoredSharedCart | null> {
  const isIt = 'number' in key ? sql`s.number = ${key.number}` : sql`s.token_hash = ${key.tokenHash}`
  const { rows } = await sql<StoredSharedCart>`
    select s.created_at as "madeAt", s.expires_at as "expiresAt", s.quoted_by is not null as "isQuote", s.number,
      case when s.total_cents is not null then jsonb_build_object('localityId', s.locality_id, 'services', s.services,
        'isSoonest', s.is_soonest, 'total', s.total_cents) end as terms,
      (select jsonb_agg(jsonb_build_object('productCode', l.product_code, 'productId', l.product_id,
          'quantity', l.quantity, 'position', l.position, 'warrantyId', l.warranty_id, 'installId', l.install_id,
          'agreed', l.agreed_cents, 'agreedUntil', l.agreed_until) order by l.position)
        from sent_cart_line l where l.token_hash = s.token_hash) as lines
    from sent_cart s where ${isIt} and s.app = ${app} and s.expires_at > ${now}`.execute(db)
  return rows[0] ?? null
}

export async function deleteSharedCartsBefore(db: Reader, now: Date): Promise<void> {
  await db.deleteFrom('sent_cart').where('expires_at', '<=', now).execute()
}
