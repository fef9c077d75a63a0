import { sql } from 'kysely'
import type { Reader, Writer } from '../../../platform/database/database.server.ts'
import type { Cents, Currency } from '../../../platform/money.ts'

/** The SQL of what is known of a product inside the house. */

export type ProductNote = { readonly id: string; readonly text: string; readonly by: string; readonly at: Date }

export type CompetitorPrice = {
  readonly id: string
  readonly competitor: string
  readonly url: string
  readonly price: Cents
  readonly by: string
  readonly at: Date
}

const writer = sql`coalesce(a.first_name || ' ' || a.last_name, 'Somebody who has left')`
const maxShown = 50

export async function costOf(db: Reader | Writer, productId: number, currency: Currency): Promise<Cents | null> {
  const row = await db
    .selectFrom('staff_cost')
    .select('cost_cents')
    .where('product_id', '=', productId)
    .where('currency', '=', currency)
    .executeTakeFirst()
  return row?.cost_cents ?? null
}

/** Null takes the cost away. */
export async function setCost(
  tx: Writer,
  productId: number,
  currency: Currency,
  cost: Cents | null,
  now: Date,
): Promise<void> {
  if (cost === null) {
    await tx.deleteFrom('staff_cost').where('product_id', '=', productId).where('currency', '=', currency).execute()
    return
  }
  await tx
    .insertInto('staff_cost')
    .values({ product_id: productId, currency, cost_cents: cost, updated_at: now })
    .onConflict((on) => on.columns(['product_id', 'currency']).doUpdateSet({ cost_cents: cost, updated_at: now }))
    .execute()
}

/** The newest first. */
export async function notesOf(db: Reader, productId: number): Promise<readonly ProductNote[]> {
  const { rows } = await sql<ProductNote>`
    select n.id, n.text, ${writer} as by, n.created_at as at
    from staff_product_note n left join account a on a.id = n.account_id
    where n.product_id = ${productId} order by n.created_at desc, n.id limit ${maxShown}`.execute(db)
  return rows
}

export async function insertNote(
  tx: Writer,
  note: {
    readonly id: string
    readonly productId: number
    readonly accountId: string
    readonly text: string
    readonly now: Date
  },
): Promise<void> {
  await tx
    .insertInto('staff_product_note')
    .values({
      id: note.id,
      product_id: note.productId,
      account_id: note.accountId,
      text: note.text,
      created_at: note.now,
    })
    .execute()
}

export async function competitorPricesOf(
  db: Reader,
  productId: number,
  currency: Currency,
): Promise<readonly CompetitorPrice[]> {
  const { rows } = await sql<CompetitorPrice>`
    select c.id, c.competitor, c.url, c.price_cents as price, ${writer} as by, c.seen_at as at
    from staff_competitor_price c left join account a on a.id = c.account_id
    where c.product_id = ${productId} and c.currency = ${currency} order by c.seen_at desc, c.id limit ${maxShown}`.execute(
    db,
  )
  return rows
}

export async function insertCompetitorPrice(
  tx: Writer,
  seen: {
    readonly id: string
    readonly productId: number
    readonly currency: Currency
    readonly accountId: string
    readonly competitor: string
    readonly url: string
    readonly price: Cents
    readonly now: Date
  },
): Promise<void> {
  await tx
    .insertInto('staff_competitor_price')
    .values({
      id: seen.id,
      product_id: seen.productId,
      currency: seen.currency,
      competitor: seen.competitor,
      url: seen.url,
      price_cents: seen.price,
      account_id: seen.accountId,
      seen_at: seen.now,
    })
    .execute()
}
