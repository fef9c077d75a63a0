import { starValues, type StarValue } from './reviews.ts'

/** Which reviews of a product are shown, and in which order, as the address of their page says. No I/O. */

export const reviewOrders = {
  newest: 'Newest first',
  highest: 'Highest rating first',
  lowest: 'Lowest rating first',
} as const
export type ReviewOrder = keyof typeof reviewOrders

export type ReviewChoice = {
  readonly order: ReviewOrder
  /** Null for all. */
  readonly stars: StarValue | null
  readonly onlyVerified: boolean
  readonly onlyWithPhotos: boolean
  /** A pro or con that they name, in lower case; null for all. */
  readonly point: string | null
}

export const allReviews: ReviewChoice = {
  order: 'newest',
  stars: null,
  onlyVerified: false,
  onlyWithPhotos: false,
  point: null,
}

export const isFiltered = ({ order: _order, ...filters }: ReviewChoice): boolean =>
  filters.stars !== null || filters.onlyVerified || filters.onlyWithPhotos || filters.point !== null

/** The choice in an address; what it cannot mean counts as not chosen. */
export function readReviewChoice(query: URLSearchParams): ReviewChoice {
  const order = query.get('sort') ?? ''
  const point = query.get('point')?.trim().toLowerCase() ?? ''
  return {
    order: Object.hasOwn(reviewOrders, order) ? (order as ReviewOrder) : 'newest',
    stars: starValues.find((value) => String(value) === query.get('stars')) ?? null,
    onlyVerified: query.get('verified') === '1',
    onlyWithPhotos: query.get('photos') === '1',
    point: point === '' || point.length > 80 ? null : point,
  }
}

/** The fields of a form or address for a choice, without those that say the usual. */
export function reviewQuery(choice: ReviewChoice): Readonly<Record<string, string>> {
  return {
    ...(choice.order === 'newest' ? {} : { sort: choice.order }),
    ...(choice.stars === null ? {} : { stars: String(choice.stars) }),
    ...(choice.onlyVerified ? { verified: '1' } : {}),
    ...(choice.onlyWithPhotos ? { photos: '1' } : {}),
    ...(choice.point === null ? {} : { point: choice.point }),
  }
}

/** The address of these reviews, of the first page of them or a later one. */
export function reviewsAddress(path: string, choice: ReviewChoice, page = 1): string {
  const query = new URLSearchParams({
    ...reviewQuery(choice),
    ...(page === 1 ? {} : { page: String(page) }),
  }).toString()
  return query === '' ? path : `${path}?${query}`
}
