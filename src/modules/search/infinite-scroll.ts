import type { ListingChoice } from './listing-query.ts'
import type { ListingView } from './listing-views.ts'

/** A list that shows several of its pages one below the other. */

export type InfiniteScrollList = {
  readonly path: string
  readonly listing: ListingView
  readonly choice: ListingChoice
  /** The first of the pages that are shown; left out when there is one. */
  readonly firstPage?: number
}

/** More pages than this are not put below each other: a page of a thousand cards is slow on a phone. */
export const maxPagesTogether = 10

/** Whether another page goes below those that are shown. */
export function canCarryOn({
  choice,
  firstPage = choice.page,
}: Pick<InfiniteScrollList, 'choice' | 'firstPage'>): boolean {
  return choice.page - firstPage + 1 < maxPagesTogether
}

/**
 * The next page of a list with what was shown before above it. What has moved down since stands once. Any other list than the next
 * page of this one is answered as it is.
 */
export function scrolledOn<List extends InfiniteScrollList>(shown: List, next: List): List {
  if (shown.path !== next.path || next.choice.page !== shown.choice.page + 1) return next
  const known = new Set(shown.listing.cards.map((card) => card.sku))
  const added = next.listing.cards.filter((card) => !known.has(card.sku))
  return {
    ...next,
    firstPage: shown.firstPage ?? shown.choice.page,
    listing: { ...next.listing, cards: [...shown.listing.cards, ...added] },
  }
}
