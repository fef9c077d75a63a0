import { plainChoice, toggled, type ListingChoice } from './listing-query.ts'
import type { FacetView } from './listing-views.ts'

/** Which views of a list are pages of their own for search engines (docs/decisions/0013-facet-pages.md). */

/** Fewer products than this are no page that anybody looks for. */
export const fewestOnFacetPage = 3

type List = {
  readonly total: number
  /** Null for what is no category: a brand, a search, all products. */
  readonly categoryUri: string | null
  /** The facets that matter most in the category. */
  readonly promoted: readonly string[]
}

/**
 * 'plain' is the list as it is, on any of its pages; a facet and its value is the list narrowed by that alone, on its first page and in
 * the usual order. Null is everything else: followed, not indexed, and leading to the plain list.
 */
export type OwnPage = 'plain' | { readonly facet: string; readonly value: string } | null

export function ownPageOf(choice: ListingChoice, { total, categoryUri, promoted }: List): OwnPage {
  const isDefault = choice.sort === 'relevance' && choice.delivery === null && choice.services === null
  if (!isDefault || Object.keys(choice.ranges).length > 0 || total === 0) return null
  const [narrowed, ...others] = Object.entries(choice.filters)
  if (narrowed === undefined) return 'plain'
  const [facet, [value, ...otherValues]] = narrowed
  const isOne = others.length === 0 && value !== undefined && otherValues.length === 0
  const matters = categoryUri !== null && (facet === 'brand' || promoted.includes(facet))
  return isOne && matters && choice.page === 1 && total >= fewestOnFacetPage ? { facet, value } : null
}

/** What every facet page of a category asks for, from the facets of its plain list. */
export function facetPages(facets: readonly FacetView[], list: Omit<List, 'total'>): ListingChoice[] {
  return facets.flatMap((facet) =>
    facet.kind === 'range'
      ? []
      : facet.options.flatMap(({ value, count }) => {
          const choice = toggled(plainChoice, facet.code, value)
          const own = ownPageOf(choice, { ...list, total: count })
          return own === null ? [] : [choice]
        }),
  )
}

/** 'Miele Fridges', 'Fridges with ice maker', 'Fridges, energy rating 4 stars'. */
export function facetPageTitle(categoryTitle: string, facets: readonly FacetView[], own: OwnPage): string {
  if (own === null || own === 'plain') return categoryTitle
  const facet = facets.find(({ code }) => code === own.facet)
  const option = facet?.kind === 'list' ? facet.options.find(({ value }) => value === own.value) : undefined
  if (facet === undefined || option === undefined) return categoryTitle
  const label = option.label ?? option.value
  if (facet.code === 'brand') return `${label} ${categoryTitle}`
  const name = facet.title.toLowerCase()
  if (label === 'Yes') return `${categoryTitle} with ${name}`
  return label === 'No' ? `${categoryTitle} without ${name}` : `${categoryTitle}, ${name} ${label}`
}
