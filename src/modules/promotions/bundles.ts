import type { AppCode } from '../../brands/apps.ts'
import type { Brand } from '../../brands/brands.ts'
import { sharesOf, type Cents } from '../../platform/money.ts'
import { isValidPrice, type Offer } from '../pricing/pricing.ts'

/** Products that one app sells together for one price (decision 0063): rules, no I/O. */

export type Bundle = {
  readonly id: number
  readonly app: AppCode
  /** 'Kitchen set'. */
  readonly title: string
  /** For one of each, in cents of the app's currency. */
  readonly price: Cents
  readonly skus: readonly string[]
}

export const minParts = 2
export const maxParts = 6

/** A product of a bundle as the app sells it now; `offer` as `offerIn` gives it, null where the app does not sell it. */
export type BundlePart = {
  readonly sku: string
  readonly title: string
  readonly offer: Pick<Offer, 'price' | 'lineDiscount' | 'priceType'> | null
  readonly isBuyable: boolean
}

export type BundleProblem =
  | { readonly code: 'number_of_parts' | 'part_twice' }
  | { readonly code: 'part_not_sold' | 'part_without_price' | 'part_discounted'; readonly sku: string }
  /** What the parts cost by themselves, which the price has to be below. */
  | { readonly code: 'not_cheaper'; readonly sum: Cents }
  /** The saving is more than can be taken off: what makers fix stays as it is. */
  | { readonly code: 'below_makers'; readonly min: Cents }

/** The outlet takes nothing off lines (PRICE-08), and a page that is the same for everyone can show no price in apps that hide them. */
export const hasBundles = (app: Pick<Brand, 'ignoresLineDiscount' | 'hidesPricesWhenAnonymous'>): boolean =>
  !app.ignoresLineDiscount && !app.hidesPricesWhenAnonymous

const isMakers = (offer: BundlePart['offer']): boolean => offer?.priceType === 'manufacturer'

/** What the parts cost by themselves, one of each. */
export const sumOfParts = (parts: readonly Pick<BundlePart, 'offer'>[]): Cents =>
  parts.reduce((sum, { offer }) => sum + (offer?.price ?? 0), 0)

/**
 * Why a bundle may not be sold at its price; null when it may. It has to be cheaper than its parts, which must all be sold and have a price
 * of their own without a discount off the line, and nothing is taken off a price that its maker fixed (decision cart-14).
 */
export function bundleProblem(price: Cents, parts: readonly BundlePart[]): BundleProblem | null {
  if (parts.length < minParts || parts.length > maxParts) return { code: 'number_of_parts' }
  if (new Set(parts.map(({ sku }) => sku)).size < parts.length) return { code: 'part_twice' }
  for (const { sku, offer } of parts) {
    if (offer === null) return { code: 'part_not_sold', sku }
    if (!isValidPrice(offer.price)) return { code: 'part_without_price', sku }
    if ((offer.lineDiscount ?? 0) > 0) return { code: 'part_discounted', sku }
  }
  const sum = sumOfParts(parts)
  if (price >= sum) return { code: 'not_cheaper', sum }
  const min = sumOfParts(parts.filter(({ offer }) => isMakers(offer)))
  return price < min ? { code: 'below_makers', min } : null
}

/** A bundle that can be bought now. */
export type BundleOffer = Bundle & {
  /** What its parts cost by themselves, and how much less the bundle is. */
  readonly sum: Cents
  readonly saving: Cents
}

/** The bundle with what it saves against the parts' prices of now; null when it is not sold, as one part cannot be bought or it saves nothing. */
export function bundleOffer(bundle: Bundle, parts: readonly BundlePart[]): BundleOffer | null {
  if (!parts.every(({ isBuyable }) => isBuyable) || bundleProblem(bundle.price, parts) !== null) return null
  const sum = sumOfParts(parts)
  return { ...bundle, sum, saving: sum - bundle.price }
}

/** A line of a cart that can be a part: of so many units, each at what it is charged before any bundle. */
export type BundleLine = {
  readonly sku: string
  readonly price: Cents
  readonly quantity: number
  /** Something is already off the whole line. */
  readonly lineDiscount: Cents
  readonly isMakers: boolean
  readonly isBuyable: boolean
}

/** A bundle that a cart has, so many times, and what all of them take off. */
export type AppliedBundle = {
  readonly id: number
  readonly title: string
  readonly skus: readonly string[]
  readonly sets: number
  readonly discount: Cents
}

/**
 * The bundles that the lines of a cart make up, and what they take off each line, by SKU: the one that saves most first, and each unit in one
 * bundle only. A set costs the bundle's price whatever its lines are charged, so that prices that were agreed on or are for members do not add
 * up with it; where they are lower already it takes nothing off. The discount is split over the lines that may be discounted in proportion to
 * their prices, to the cent.
 */
export function bundlesOf(
  lines: readonly BundleLine[],
  offers: readonly BundleOffer[],
): { readonly applied: readonly AppliedBundle[]; readonly discounts: ReadonlyMap<string, Cents> } {
  const free = new Map(
    lines.flatMap((line) => (line.isBuyable && line.lineDiscount === 0 ? [[line.sku, line.quantity]] : [])),
  )
  const bySku = new Map(lines.map((line) => [line.sku, line]))
  const discounts = new Map<string, Cents>()
  const applied: AppliedBundle[] = []
  for (const { id, title, price, skus } of offers.toSorted((a, b) => b.saving - a.saving || a.id - b.id)) {
    const sets = Math.min(...skus.map((sku) => free.get(sku) ?? 0))
    const parts = skus.flatMap((sku) => bySku.get(sku) ?? [])
    const saving = parts.reduce((sum, part) => sum + part.price, 0) - price
    const off = parts.filter((part) => !part.isMakers)
    if (sets === 0 || saving <= 0 || saving > off.reduce((sum, part) => sum + part.price, 0)) continue
    const shares = sharesOf(
      saving,
      off.map((part) => part.price),
    )
    for (const [at, { sku }] of off.entries()) discounts.set(sku, (discounts.get(sku) ?? 0) + (shares[at] ?? 0) * sets)
    for (const sku of skus) free.set(sku, (free.get(sku) ?? 0) - sets)
    applied.push({ id, title, skus, sets, discount: saving * sets })
  }
  return { applied, discounts }
}

/** Why a discount is gone, when a part of its bundle has left the cart. */
export const bundleGoneMessage = (title: string, part: string): string =>
  `The saving of the ${title} no longer applies, because ${part} is not in your cart any more.`
