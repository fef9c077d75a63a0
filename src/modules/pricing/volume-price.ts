import type { Brand } from '../../brands/brands.ts'
import type { Cents } from '../../platform/money.ts'
import { formatPrice, isValidPrice, type Offer } from './pricing.ts'

/** Prices for many units of one product, in the shops of businesses (decision 0067). */

/** What one unit costs from so many units on. */
export type VolumePrice = { readonly from: number; readonly price: Cents }

export const maxVolumePrices = 5

/** A line of a cart has at most this many units, so a price from more on could never hold. */
const maxFrom = 99

/** Shops whose customers are businesses. */
export const hasVolumePrices = ({ asksForAbn }: Pick<Brand, 'asksForAbn'>): boolean => asksForAbn

/** The price that holds for so many units: the one from the largest number that is reached; null while none is. */
export function volumePriceFor(prices: readonly VolumePrice[] = [], quantity: number): VolumePrice | null {
  return prices.reduce<VolumePrice | null>(
    (best, one) => (one.from <= quantity && one.from > (best?.from ?? 0) ? one : best),
    null,
  )
}

export type VolumeProblem =
  | { readonly code: 'too_many' | 'price_unknown' | 'price_of_maker' }
  | { readonly code: 'from_out_of_range' | 'from_not_rising' | 'price_not_falling'; readonly at: number }
  | { readonly code: 'below_floor'; readonly at: number; readonly floor: Cents }

/**
 * Why prices for many units cannot stand beside a price; null when they can. Each begins at more units than the one before and is lower, the
 * first lower than what one unit costs, and none is below the floor. A price that its maker fixed is the same for any number (decision
 * cart-14).
 */
export function volumeProblem(
  prices: readonly VolumePrice[],
  offer: Pick<Offer, 'price' | 'priceType'> & { readonly floor: Cents | null },
): VolumeProblem | null {
  if (prices.length === 0) return null
  if (prices.length > maxVolumePrices) return { code: 'too_many' }
  if (!isValidPrice(offer.price)) return { code: 'price_unknown' }
  if (offer.priceType === 'manufacturer') return { code: 'price_of_maker' }
  let before: VolumePrice = { from: 1, price: offer.price }
  for (const [at, one] of prices.entries()) {
    if (one.from < 2 || one.from > maxFrom) return { code: 'from_out_of_range', at }
    if (one.from <= before.from) return { code: 'from_not_rising', at }
    if (one.price >= before.price) return { code: 'price_not_falling', at }
    if (offer.floor !== null && one.price < offer.floor) return { code: 'below_floor', at, floor: offer.floor }
    before = one
  }
  return null
}

/** Prices for many units that are lower than one unit costs by now; the others sleep until that goes up. */
export const shownVolumePrices = (offer: Pick<Offer, 'price'> & { readonly volumePrices?: readonly VolumePrice[] }) =>
  (offer.volumePrices ?? []).filter(({ price }) => isValidPrice(offer.price) && price < offer.price)

/** '10 at $45 each, volume price'. */
export const volumeNote = (quantity: number, price: Cents): string =>
  `${quantity} at ${formatPrice(price)} each, volume price`
