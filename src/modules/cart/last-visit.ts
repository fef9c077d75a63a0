import { formatPrice } from '../pricing/pricing.ts'
import type { Cents } from '../../platform/money.ts'

/** Changes of a cart's lines since the shopper's last visit. */

/** The last seen state of a line. */
export type Seen = {
  /** Of one; null when there was no price. */
  readonly price: Cents | null
  readonly isBuyable: boolean
}

export type LineChange = { readonly title: string } & (
  | { readonly kind: 'price'; readonly was: Cents; readonly now: Cents }
  | { readonly kind: 'gone' }
  | { readonly kind: 'back' }
)

/** The message about a line; null when nothing changed, or when it was never seen. */
export function changeSince(seen: Seen | null, now: Seen & { readonly title: string }): LineChange | null {
  if (seen === null) return null
  const { title } = now
  if (!now.isBuyable) return seen.isBuyable ? { title, kind: 'gone' } : null
  if (!seen.isBuyable) return { title, kind: 'back' }
  const isAsSeen = seen.price === null || now.price === null || seen.price === now.price
  return isAsSeen ? null : { title, kind: 'price', was: seen.price, now: now.price }
}

export function lineChangeText(change: LineChange): string {
  switch (change.kind) {
    case 'price':
      return `${change.title}: was ${formatPrice(change.was)}, now ${formatPrice(change.now)}.`
    case 'gone':
      return `${change.title} is no longer available.`
    case 'back':
      return `${change.title} is available again.`
  }
}
