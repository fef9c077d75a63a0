import type { Cents } from '../../platform/money.ts'
import { unitPrice } from './agreed-price.ts'
import { effectivePrice, isValidPrice, lineTotal, type Offer } from './pricing.ts'
import { volumePriceFor, type VolumePrice } from './volume-price.ts'

/** What a line is charged at, of all the prices that may hold for it (decision 0041). */

/** An offer with what members of the Deals Club pay for one unit, and what it costs from so many units on; left out where there is none. */
export type MemberOffer = Offer & { readonly memberPrice?: Cents; readonly volumePrices?: readonly VolumePrice[] }

/** Of one unit, and off the whole line; and whether it is so low because a member pays it, or from how many units on it is. */
export type ChargedPrice = Pick<Offer, 'price'> & {
  readonly lineDiscount: Cents
  readonly isMembers: boolean
  readonly volumeFrom: number | null
}

/**
 * The price of one unit and what goes off the line, for so many units: the cheapest of the shop's price with its line discount, what was
 * agreed on, the price from so many units on (decision 0067), and for a member the member's price. Never less than a maker asks (decision
 * cart-14).
 */
export function chargedPrice(
  offer: MemberOffer,
  requested: { readonly agreed: Cents | null; readonly isMember: boolean; readonly quantity: number },
): ChargedPrice {
  const { agreed, isMember, quantity } = requested
  const price = unitPrice(offer, agreed)
  const none = { lineDiscount: 0, isMembers: false, volumeFrom: null }
  // What was agreed on takes the place of what the shop takes off a line, and so does what a member pays.
  const fallback = { ...none, price, lineDiscount: price === offer.price ? (offer.lineDiscount ?? 0) : 0 }
  if (offer.priceType === 'manufacturer' || !isValidPrice(price)) return fallback
  const { memberPrice } = offer
  const volume = volumePriceFor(offer.volumePrices, quantity)
  const others: ChargedPrice[] = [
    ...(isMember && memberPrice !== undefined ? [{ ...none, price: memberPrice, isMembers: true }] : []),
    ...(volume === null ? [] : [{ ...none, price: volume.price, volumeFrom: volume.from }]),
  ]
  const total = (one: ChargedPrice) => lineTotal({ ...one, quantity })
  return others.reduce<ChargedPrice>((best, one) => (total(one) < total(best) ? one : best), fallback)
}

/** What a member pays for one unit, to be told to everybody; null where that is no less. */
export function memberPriceOf(offer: MemberOffer): Cents | null {
  const one = { agreed: null, quantity: 1 }
  const own = chargedPrice(offer, { ...one, isMember: true })
  return effectivePrice(own) < effectivePrice(chargedPrice(offer, { ...one, isMember: false })) ? own.price : null
}
