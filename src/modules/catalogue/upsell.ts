import type { Cents } from '../../platform/money.ts'

/** Warranties and installs that can be added to a product (CAT-14). */

export type UpsellOption = {
  readonly id: number
  readonly kind: 'warranty' | 'install'
  readonly name: string
  readonly blurb: string
  /** Months after the maker's own warranty; null for an install. */
  readonly termMonths: number | null
  readonly price: Cents
  /** Of the product's price: at least this, and below that when it is not null. */
  readonly from: Cents
  readonly below: Cents | null
  /** The category whose products it is for; null when it is for this product alone. */
  readonly categoryUri: string | null
}

/**
 * The options to offer for a product of this price, in their own order. Of each kind the nearest ones count alone: the product's own
 * before its category's, that before the category above it.
 */
export function optionsFor(
  options: readonly UpsellOption[],
  price: Cents,
): { readonly warranties: readonly UpsellOption[]; readonly installs: readonly UpsellOption[] } {
  const fitting = options.filter((one) => price >= one.from && (one.below === null || price < one.below))
  const nearest = (kind: UpsellOption['kind']) => {
    const ofKind = fitting.filter((one) => one.kind === kind)
    const depth = Math.max(...ofKind.map(depthOf))
    return ofKind.filter((one) => depthOf(one) === depth)
  }
  return { warranties: nearest('warranty'), installs: nearest('install') }
}

function depthOf({ categoryUri }: UpsellOption): number {
  return categoryUri === null ? Infinity : categoryUri.split('/').length
}
