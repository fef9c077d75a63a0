import type { Brand } from '../../brands/brands.ts'
import type { Cents } from '../../platform/money.ts'

/**
 * Rules about prices: no I/O, shared by card, page, cart, checkout, API and mail. Prices include GST (decision pricing-15). Amounts are
 * integer cents of the app's currency; a percentage is of 100.
 */

/** Who fixed a price: the shop itself, or the maker of the product; values as the calls carry them (ENUM-07). */
export const priceTypes = { winning: 0, manufacturer: 1 } as const
export type PriceType = keyof typeof priceTypes

/** What one app asks for a product (PRICE-02). Most products have a price and an RRP and nothing else, so the rest may be left out. */
export type Offer = {
  /** For one unit; null when the price has to be asked for (decision pricing-01). */
  readonly price: Cents | null
  readonly rrp: Cents | null
  /** Off the whole line, however many units it has (decision pricing-03). */
  readonly lineDiscount?: Cents
  /** Given by whoever set the price; computed from the RRP when left out (decision pricing-02). */
  readonly discountOffRrp?: Cents
  readonly percentageDiscountOffRrp?: number
  /** Plain text of at most 60 characters, shown under the price (decision pricing-05). */
  readonly altPriceMsg?: string
  /** 'winning' when left out. */
  readonly priceType?: PriceType
}

/** An offer as a line of a cart or an order has it: of so many units. */
export type PricedLine = Pick<Offer, 'price' | 'rrp' | 'lineDiscount'> & { readonly quantity: number }

/** Cents between which a method takes a price in parts, both included. */
export type InstalmentLimits = { readonly minimum: Cents; readonly maximum: Cents }

/** What a price block has to know of the app it is shown in; sent to the browser with every list. */
export type PriceRules = {
  readonly rrpAsWas: boolean
  readonly supportNumber: string
  /** Prices are kept from visitors who have not signed in. */
  readonly hidesPrices: boolean
  readonly instalments: InstalmentLimits | null
}

export function priceRulesOf(
  brand: Pick<Brand, 'labelsRrpAsWas' | 'supportNumber' | 'hidesPricesWhenAnonymous'>,
  instalments: InstalmentLimits | null,
): PriceRules {
  return {
    rrpAsWas: brand.labelsRrpAsWas,
    supportNumber: brand.supportNumber,
    hidesPrices: brand.hidesPricesWhenAnonymous,
    instalments,
  }
}

export const callForPriceText = 'Call for price'
export const logInForPriceText = 'LOG IN FOR PRICE'

/** Where a visitor logs in to see prices, and comes back from (PRICE-14, decision pricing-09). */
export function logInAddress(returnPath: string | null): string {
  return returnPath === null ? '/account/login' : `/account/login?returnUrl=${encodeURIComponent(returnPath)}`
}

/** A price or an RRP counts only when it is there and above zero (PRICE-03). */
export function isValidPrice(cents: Cents | null | undefined): cents is Cents {
  return cents !== null && cents !== undefined && cents > 0
}

/** 'Less than RRP' (PRICE-04). */
export function isLessThanRrp({ price, rrp }: Pick<Offer, 'price' | 'rrp'>): boolean {
  return isValidPrice(price) && isValidPrice(rrp) && price < rrp
}

/**
 * The offer as an app gives it: no line discount on the outlet (PRICE-08), nor on a price that the maker fixed (decision catalogue-05).
 * Everything that shows or charges a price starts here, so the two agree.
 */
export function offerIn<Kind extends Offer>(offer: Kind, app: { readonly ignoresLineDiscount: boolean }): Kind {
  if (offer.lineDiscount === undefined) return offer
  if (!app.ignoresLineDiscount && offer.priceType !== 'manufacturer' && offer.lineDiscount > 0) return offer
  const { lineDiscount: _notGiven, ...given } = offer
  return given as Kind
}

/** Percent off the RRP, not rounded: the given one when it is a number, 0 included, else computed (PRICE-06). */
export function percentOffRrp({ price, rrp, percentageDiscountOffRrp }: Offer): number {
  if (percentageDiscountOffRrp !== undefined) return percentageDiscountOffRrp
  return isValidPrice(price) && isValidPrice(rrp) ? (100 * (rrp - price)) / rrp : 0
}

/** Cents off the RRP: the given amount when it is a number, else computed (decision pricing-02). */
export function amountOffRrp({ price, rrp, discountOffRrp }: Offer): Cents {
  if (discountOffRrp !== undefined) return discountOffRrp
  return isValidPrice(price) && isValidPrice(rrp) ? rrp - price : 0
}

const meaningfulPercent = 5
const meaningfulCents: Cents = 200_00

/** Whether a discount is worth saying: at least 5 percent or $200 off the RRP, tested before anything is rounded (PRICE-05). */
export function isMeaningfulDiscount(offer: Offer): boolean {
  return percentOffRrp(offer) >= meaningfulPercent || amountOffRrp(offer) >= meaningfulCents
}

/** The percentage to show: whole, from half up, and only from 1 (PRICE-09). */
export function shownPercent(offer: Offer): number | null {
  const rounded = Math.floor(percentOffRrp(offer) + 0.5)
  return rounded >= 1 ? rounded : null
}

/** What a whole line costs: its units, `extras` on each of them, less the line discount, never below zero (decision cart-07). */
export function lineTotal({
  price,
  lineDiscount = 0,
  quantity,
  extras = 0,
}: Omit<PricedLine, 'rrp'> & { readonly extras?: Cents }): Cents {
  return Math.max(0, ((price ?? 0) + extras) * quantity - lineDiscount)
}

/** What one unit comes to, rounded to cents (PRICE-07); a missing, zero or negative quantity counts as 1 (decision pricing-03). */
export function effectivePrice({
  price,
  lineDiscount = 0,
  quantity = 1,
}: Pick<Offer, 'price' | 'lineDiscount'> & { readonly quantity?: number }): Cents {
  return Math.max(0, Math.round((price ?? 0) - lineDiscount / (quantity > 0 ? quantity : 1)))
}

/** The words before the higher price (PRICE-11, PRICE-12, decision pricing-04); null when there is none to show. */
export function comparisonLabel(
  offer: Pick<Offer, 'price' | 'rrp' | 'lineDiscount' | 'altPriceMsg'>,
  { rrpAsWas }: { readonly rrpAsWas: boolean },
): 'was' | 'RRP:' | null {
  if ((offer.lineDiscount ?? 0) > 0 || (offer.altPriceMsg ?? '') !== '') return 'was'
  if (!isLessThanRrp(offer)) return null
  return rrpAsWas ? 'was' : 'RRP:'
}

export type PriceView = {
  /** What one unit comes to. */
  readonly now: Cents
  /** The higher price and its words; null when nothing is higher. */
  readonly comparison: { readonly label: 'was' | 'RRP:'; readonly cents: Cents } | null
  /** 'Save $x', when that is worth saying; never more than the difference that is shown. */
  readonly saving: Cents | null
  /** Whole percent off the RRP, from 1. */
  readonly percent: number | null
  readonly message: string | null
}

/**
 * Everything a price block says of an offer for so many units; null when there is no valid price and the shopper has to call (decision
 * pricing-01). The offer must have gone through `offerIn`.
 */
export function priceView(
  offer: Offer,
  { rrpAsWas, quantity = 1 }: { readonly rrpAsWas: boolean; readonly quantity?: number },
): PriceView | null {
  if (!isValidPrice(offer.price)) return null
  const now = effectivePrice({ ...offer, quantity })
  const requested: Offer = { ...offer, price: now }
  const label = comparisonLabel(offer, { rrpAsWas })
  // The RRP where it is the higher one; else what the product costs without the line discount.
  const higher = isValidPrice(offer.rrp) && offer.rrp > now ? offer.rrp : offer.price
  const comparison = label !== null && higher > now ? { label, cents: higher } : null
  const saving =
    comparison === null || !isMeaningfulDiscount(requested)
      ? 0
      : Math.min(amountOffRrp(requested), comparison.cents - now)
  return {
    now,
    comparison,
    saving: saving > 0 ? saving : null,
    percent: comparison === null ? null : shownPercent(requested),
    message: offer.altPriceMsg ?? null,
  }
}

export type Saving = { readonly savingTotal: Cents; readonly totalRrp: Cents; readonly isValid: boolean }

/** Saving over whole lines; valid when above 0 and at least 5 percent of the RRPs (PRICE-10, decision pricing-07). */
export function savingOf(lines: readonly PricedLine[]): Saving {
  let savingTotal = 0
  let totalRrp = 0
  for (const line of lines) {
    const { price, rrp, quantity } = line
    if (isValidPrice(rrp)) totalRrp += rrp * quantity
    else totalRrp += (price ?? 0) * quantity
    // By the line's own total, so that price and saving add up to the RRP to the cent.
    if (isLessThanRrp(line) && isValidPrice(rrp)) savingTotal += rrp * quantity - lineTotal(line)
  }
  return { savingTotal, totalRrp, isValid: savingTotal > 0 && savingTotal * 20 >= totalRrp }
}

/** The GST inside a total, rounded to cents: an eleventh in Australia, 3 of 23 parts in New Zealand (decision pricing-15). */
export function gstIn(total: Cents, country: 'AU' | 'NZ'): Cents {
  return Math.round(country === 'NZ' ? (total * 3) / 23 : total / 11)
}

/** What 'RRP:' means, for the tooltip beside it (PRICE-13, decision pricing-08). */
export function rrpExplanation({ explainsLowPrices }: { readonly explainsLowPrices: boolean }): string {
  const meaning = 'RRP is the recommended retail price set by the manufacturer or supplier of this product.'
  if (!explainsLowPrices) return meaning
  return `${meaning} We may not have sold this product at the RRP. Because our prices are low every day, our usual selling price may be below it.`
}

/** The conditions of 'Free next-day delivery' and 'Free fast delivery' (decision pricing-13). */
export const deliveryConditions = { text: '*conditions apply', href: '/s/delivery-information' } as const

/** '$1,299', '$49.50', '-$12.50', 'FREE' for zero, 'N/A' for null; rounded to cents first (FMT-02 to FMT-05, decision pricing-10). */
export function formatPrice(
  cents: Cents | null | undefined,
  { zeroText = 'FREE' }: { zeroText?: string | null } = {},
): string {
  if (cents === null || cents === undefined) return 'N/A'
  const whole = wholeCents(cents)
  if (whole === 0) return zeroText ?? '$0'
  const { dollars, cents: rest } = priceParts(whole)
  return rest === null ? dollars : `${dollars}.${rest}`
}

/** Dollars and the cents to set above the line; cents is null for a whole amount (FMT-06). */
export function priceParts(cents: Cents): { dollars: string; cents: string | null } {
  const whole = wholeCents(cents)
  const sign = whole < 0 ? '-' : ''
  const size = Math.abs(whole)
  const rest = size % 100
  return {
    dollars: `${sign}$${grouped(Math.trunc(size / 100))}`,
    cents: rest === 0 ? null : String(rest).padStart(2, '0'),
  }
}

/** To whole cents, half away from zero. */
function wholeCents(cents: number): Cents {
  return Number.isInteger(cents) ? cents : Math.sign(cents) * Math.round(Math.abs(cents))
}

/** '1,299': a list shows a hundred prices, and a pattern or a formatter for each is what costs most of them. */
function grouped(whole: number): string {
  if (whole < 1_000) return String(whole)
  return `${grouped(Math.trunc(whole / 1_000))},${String(whole % 1_000).padStart(3, '0')}`
}
