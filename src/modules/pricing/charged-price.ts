import type { Cents } from '../../platform/money.ts'
import { unitPrice } from './agreed-price.ts'
import { isValidPrice, lineTotal, type Offer } from './pricing.ts'

/** What a line is charged at, of all the prices that may hold for it (decision 0040). */

/** An offer with what members of the Deals Club pay for one unit; left out where they pay what everybody pays. */
export type MemberOffer = Offer & { readonly memberPrice?: Cents }

export type ChargedPrice = Pick<Offer, 'price'> & {
  /** Off the whole line. */
  readonly lineDiscount: Cents
  /** How much less the whole line costs because its buyer is a member; 0 where the price is not the member's. */
  readonly memberSaving: Cents
}

/**
 * The price of one unit and what goes off the line, for so many units: the cheapest of the shop's price with its line discount, what was
 * agreed on, and for a member the member's price. Never less than a maker asks (decision cart-14).
 */
export function chargedPrice(
  offer: MemberOffer,
  {
    agreed,
    isMember,
    quantity,
  }: { readonly agreed: Cents | null; readonly isMember: boolean; readonly quantity: number },
): ChargedPrice {
  const price = unitPrice(offer, agreed)
  // What was agreed on takes the place of what the shop takes off a line, and so does what a member pays.
  const usual = { price, lineDiscount: price === offer.price ? (offer.lineDiscount ?? 0) : 0 }
  const own = isMember && offer.priceType !== 'manufacturer' && isValidPrice(price) ? (offer.memberPrice ?? null) : null
  const memberSaving =
    own === null ? 0 : lineTotal({ ...usual, quantity }) - lineTotal({ price: own, lineDiscount: 0, quantity })
  return memberSaving > 0 ? { price: own, lineDiscount: 0, memberSaving } : { ...usual, memberSaving: 0 }
}

/** What a member pays for one unit, to be told to everybody; null where that is no less. */
export function memberPriceOf(offer: MemberOffer): Cents | null {
  const { price, memberSaving } = chargedPrice(offer, { agreed: null, isMember: true, quantity: 1 })
  return memberSaving > 0 ? price : null
}
