import { readReviewChoice, reviewQuery } from '../../modules/reviews/review-choice.ts'
import { listingAddress, readListingChoice } from '../../modules/search/listing-query.ts'
import { inFixedOrder } from '../../platform/http/endpoint.ts'

/**
 * The cache key of a page: its path and the part of its query that it reads, in canonical form, so that one page has one key. The page is
 * rendered from this address, so other query parameters cannot reach it.
 */

/** What pages read of their query, by path; a page that is not here reads nothing. */
const parametersOf: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^\/p\/[^/]+$/, ['sent']],
  [/^\/p\/[^/]+\/(reviews|questions)$/, ['page', 'sent']],
  [/^\/(contact-us|ask-an-expert)$/, ['video']],
  [/^\/blog$/, ['page', 'topic']],
  [/^\/sitemap-products\.xml$/, ['page']],
  [/^\/compare$/, ['sku']],
  [/^\/promotions$/, ['brand', 'category']],
  [/^\/stores$/, ['filters']],
  [/^\/stores\/[^/]+$/, ['sent']],
]

const reviews = /^\/p\/[^/]+\/reviews$/
const listings = /^\/((c|promotion|search)\/.+|brands\/[^/]+|products|sale)$/

/** Longer values are no page's. */
const maxValueLength = 300

/** `target` is a request's path and query; `isRange` says which facets are ranges. */
export function pageAddress(target: string, isRange: (facet: string) => boolean): string {
  const at = target.indexOf('?')
  if (at === -1) return target
  const path = target.slice(0, at)
  const query = new URLSearchParams(target.slice(at + 1))
  const route = path.replace(/\.data$/, '').replace(/(?<=.)\/$/, '')
  const known: [string, string][] = []
  if (listings.test(route)) known.push(...new URLSearchParams(listingAddress('', readListingChoice(query, isRange))))
  if (reviews.test(route)) known.push(...Object.entries(reviewQuery(readReviewChoice(query))))
  const names = route === '/products' ? ['q'] : (parametersOf.find(([pattern]) => pattern.test(route))?.[1] ?? [])
  for (const name of path.endsWith('.data') ? [...names, '_routes'] : names) {
    const value = query.get(name)
    if (value !== null && value.length <= maxValueLength) known.push([name, value])
  }
  return known.length === 0 ? path : `${path}?${inFixedOrder(known)}`
}
