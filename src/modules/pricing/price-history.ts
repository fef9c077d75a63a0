import { addDays, type Day } from '../../platform/calendar.ts'
import type { Cents } from '../../platform/money.ts'
import { isValidPrice } from './pricing.ts'

/** What a product has cost before: rules over the records of its price changes (CAT-20, decision pricing-14). */

/** One record: what an app asked from this moment on. `day` is the calendar day in the app's country. */
export type PriceChange = {
  readonly day: Day
  /** Null from when the price had to be asked for. */
  readonly price: Cents | null
  readonly rrp: Cents | null
  readonly lineDiscount: Cents
}

export type PriceHistory = {
  /** One entry for each change of the price in the last 12 months, oldest first. */
  readonly entries: readonly { readonly day: Day; readonly price: Cents }[]
  /** The price in force when these months began; null where none was. */
  readonly before: Cents | null
  readonly lowest: Cents
  readonly highest: Cents
  readonly current: Cents
  /** The lowest price of the last 30 days, what was in force when they began included. */
  readonly lowestIn30Days: Cents
}

/** The day twelve months before; 29 February counts back to 28. */
export function yearBefore(today: Day): Day {
  const [year = 0, rest = ''] = [Number(today.slice(0, 4)), today.slice(5)]
  return `${year - 1}-${rest === '02-29' ? '02-28' : rest}`
}

/** The history of a price as of `today`; `changes` oldest first. Null when the product has no price now and had none. */
export function priceHistoryOf(changes: readonly PriceChange[], today: Day): PriceHistory | null {
  const prices = changes
    .flatMap(({ day, price }) => (isValidPrice(price) ? [{ day, price }] : []))
    // A record of another RRP at the same price is no change of the price.
    .filter(({ price }, at, all) => at === 0 || price !== all[at - 1]?.price)
  const current = prices.at(-1)?.price
  if (current === undefined) return null
  const inForce = (from: Day) => {
    const first = prices.findLastIndex(({ day }) => day < from)
    return prices.slice(Math.max(0, first)).map(({ price }) => price)
  }
  const year = inForce(yearBefore(today))
  return {
    entries: prices.filter(({ day }) => day >= yearBefore(today)),
    before: prices.findLast(({ day }) => day < yearBefore(today))?.price ?? null,
    lowest: Math.min(...year),
    highest: Math.max(...year),
    current,
    lowestIn30Days: Math.min(...inForce(addDays(today, -30))),
  }
}

/**
 * The record that a was-price rests on: the latest one that asked this much, else the latest that names it as the RRP. Null means that
 * nothing backs the words 'was $x'.
 */
export function recordBehind(was: Cents, changes: readonly PriceChange[]): PriceChange | null {
  return changes.findLast(({ price }) => price === was) ?? changes.findLast(({ rrp }) => rrp === was) ?? null
}
