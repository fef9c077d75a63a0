import { sql } from 'kysely'
import type { AppCode } from '../../brands/apps.ts'
import type { Reader, Writer } from '../../platform/database.server.ts'
import type { Cents } from '../../platform/money.ts'
import type { KeptLine } from './merging.ts'

/** The SQL of carts that were mailed. */

/** With what was agreed for one unit; null is today's price. */
export type SentLineRow = KeptLine & { readonly agreed: Cents | null }

export async function insertSentCart(
  tx: Writer,
  sent: {
    tokenHash: string
    app: AppCode
    now: Date
    expiresAt: Date
    lines: readonly SentLineRow[]
    /** Who of ours has quoted it; null for a shopper's. */
    quotedBy: string | null
  },
): Promise<void> {
  const { tokenHash, app, now, expiresAt, lines, quotedBy } = sent
  await tx
    .insertInto('sent_cart')
    .values({ token_hash: tokenHash, app, created_at: now, expires_at: expiresAt, quoted_by: quotedBy })
    .execute()
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
      })),
    )
    .execute()
}

type KeptSentCart = {
  readonly expiresAt: Date
  readonly isQuote: boolean
  readonly lines: readonly (SentLineRow & { readonly position: number })[]
}

export async function sentLines(db: Reader, tokenHash: string, app: AppCode, now: Date): Promise<KeptSentCart | null> {
  const { rows } = await sql<KeptSentCart>`
    select s.expires_at as "expiresAt", s.quoted_by is not null as "isQuote",
      (select jsonb_agg(jsonb_build_object('productCode', l.product_code, 'productId', l.product_id,
          'quantity', l.quantity, 'position', l.position, 'warrantyId', l.warranty_id, 'installId', l.install_id,
          'agreed', l.agreed_cents) order by l.position)
        from sent_cart_line l where l.token_hash = s.token_hash) as lines
    from sent_cart s where s.token_hash = ${tokenHash} and s.app = ${app} and s.expires_at > ${now}`.execute(db)
  return rows[0] ?? null
}

export async function deleteSentCartsBefore(db: Reader, now: Date): Promise<void> {
  await db.deleteFrom('sent_cart').where('expires_at', '<=', now).execute()
}
