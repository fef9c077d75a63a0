import type { ProductRecordInput } from '../../../src/modules/catalogue/product/product-record.ts'
import { pricePoint } from '../offers.ts'
import { randomFrom } from '../random.ts'

/** What a demo product was asked for before today: made up from a seed, and marked as demo like the product itself. */
export type PastPrice = {
  readonly sku: string
  readonly app: string
  /** Whole days before today, at least 1; the oldest comes first. */
  readonly daysAgo: number
  readonly price: number
  readonly rrp: number | null
}

const longestDays = 520

/**
 * The past prices of a product in every app that sells it. It starts where a ticket would: at the RRP where there is one above today's
 * price, so that every comparison that is shown was once asked. One to four short offers follow, and the last entry but today's is what
 * today's price came from.
 */
export function* demoPriceHistory(record: ProductRecordInput, today: string): Generator<PastPrice> {
  const age = record.releasedOn == null ? longestDays : daysBetween(record.releasedOn, today)
  const days = Math.min(longestDays, Math.max(30, age))
  for (const { app, price, rrp = null } of record.offers) {
    if (price === null) continue
    const draw = randomFrom(`price history ${record.sku} ${app}`)
    const start = rrp !== null && rrp > price ? rrp : price
    const entry = (daysAgo: number, requested: number): PastPrice => ({
      sku: record.sku,
      app,
      daysAgo,
      price: requested,
      rrp,
    })
    yield entry(days, start)

    const dips = days < 120 ? 0 : draw.int(0, 3)
    const stretch = Math.floor((days - 60) / (dips + 1))
    for (let dip = 1; dip <= dips; dip++) {
      const begins = days - stretch * dip + draw.int(0, Math.floor(stretch / 4))
      const low = pricePoint((start / 100) * (1 - 0.05 - draw.next() * 0.1))
      // A dip is an offer for a week to three; one below today's price would make today's look dear, which no shop would plan.
      if (low >= start || low < price) continue
      yield entry(begins, low)
      yield entry(begins - draw.int(7, 21), start)
    }
    if (start !== price) yield entry(draw.int(2, 29), price)
  }
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
}
