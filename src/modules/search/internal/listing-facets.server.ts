import type { Brand } from '../../../brands/brands.ts'
import type { Catalogue } from '../../catalogue/catalogue.server.ts'
import { attributeText, conditionLabels } from '../../catalogue/catalogue.ts'
import type { ListingChoice } from '../listing-query.ts'
import type { FacetView } from '../listing-views.ts'
import type { FacetRequest, ListingAnswer, ListingScope } from '../search.ts'
import { countText } from '../../../platform/text/count-text.ts'

/** The filters of a list: which are asked for, and what they are called. */
export type ListingFacets = {
  requestsFor(brand: Brand, scope: ListingScope, list: FacetedList): FacetRequest[]
  viewsOf(answer: ListingAnswer): FacetView[]
  /** Whether a facet is a range, for reading an address. */
  isRange(facet: string): boolean
}

export type FacetedList = {
  readonly categoryUri: string | null
  /** The leaf categories of the best results of a search, each as often as it is among them. */
  readonly resultCategories: readonly string[]
  /** What is chosen stays among the filters, so that it can be taken away. */
  readonly choice: Pick<ListingChoice, 'filters' | 'ranges'>
}

const maxOptions = 40
/** A search offers a filter when the categories of so many of its results have it. */
const minFacetShare = 0.4

export function createListingFacets(catalogue: Catalogue): ListingFacets {
  const kindOf = (code: string) => catalogue.attribute(code)?.facet ?? null

  /** The filters that the categories of most results share, those of most results first. */
  function sharedFacets(uris: readonly string[]): string[] {
    const counts = new Map<string, number>()
    for (const code of uris.flatMap((uri) => catalogue.category(uri)?.facets ?? []))
      counts.set(code, (counts.get(code) ?? 0) + 1)
    return [...counts]
      .filter(([, count]) => count >= uris.length * minFacetShare)
      .toSorted(([, a], [, b]) => b - a)
      .map(([code]) => code)
  }

  function requestsFor(
    brand: Brand,
    scope: ListingScope,
    { categoryUri, resultCategories, choice }: FacetedList,
  ): FacetRequest[] {
    const own = categoryUri === null ? null : catalogue.category(categoryUri)
    const hasChildren = own === null ? !('brandUri' in scope) : own.children.length > 0
    const chosen = [...Object.keys(choice.filters), ...Object.keys(choice.ranges)]
    const attributes = new Set([...(own?.facets ?? sharedFacets(resultCategories)), ...chosen])
    return [
      ...(hasChildren ? [{ code: 'category', kind: 'list' as const }] : []),
      ...(brand.hidesPricesWhenAnonymous ? [] : [{ code: 'price', kind: 'range' as const }]),
      { code: 'brand', kind: 'list' as const },
      ...Array.from(attributes).flatMap((code) => {
        const kind = kindOf(code)
        return kind === null ? [] : [{ code, kind }]
      }),
      { code: 'rating', kind: 'list' as const },
      // A shop that sells one condition only never sees it: a filter with one answer is left out.
      { code: 'condition', kind: 'list' as const },
      { code: 'availability', kind: 'list' as const },
    ]
  }

  const titleOf = (code: string) => fixedTitles[code] ?? catalogue.attribute(code)?.title ?? code

  function viewsOf(answer: ListingAnswer): FacetView[] {
    return answer.facets.flatMap((facet): FacetView[] => {
      const title = titleOf(facet.code)
      if (facet.kind === 'list') {
        const options = facet.options.slice(0, maxOptions).map(({ value, count, selected }) => {
          const label = labelOf(catalogue, facet.code, value)
          return { value, count, ...(label === value ? {} : { label }), ...(selected ? { selected } : {}) }
        })
        // A filter with one answer narrows nothing, unless it is the one that is on.
        return options.length > 1 || options.some((one) => one.selected)
          ? [{ code: facet.code, title, kind: 'list', options }]
          : []
      }
      const { min, max, selectedMin, selectedMax } = facet
      const isUseless = min === null || max === null || (min === max && selectedMin === null && selectedMax === null)
      if (isUseless) return []
      return [
        {
          code: facet.code,
          title,
          kind: 'range',
          unit: facet.code === 'price' ? '$' : (catalogue.attribute(facet.code)?.unit ?? null),
          min,
          max,
          selectedMin,
          selectedMax,
        },
      ]
    })
  }

  return { requestsFor, viewsOf, isRange: (facet) => facet === 'price' || kindOf(facet) === 'range' }
}

function labelOf(catalogue: Catalogue, code: string, value: string): string {
  if (code === 'brand') return catalogue.brandByUri(value)?.title ?? value
  if (code === 'category') return catalogue.category(value)?.title ?? value
  if (code === 'rating') return `${countText(Number(value), 'star')} and up`
  if (code === 'availability') return value === 'available' ? 'Available' : 'Sold out'
  if (code === 'condition') return value in conditionLabels ? conditionLabels[value as Condition].text : value
  const definition = catalogue.attribute(code)
  if (definition === null) return value
  if (definition.valueType === 'boolean') return value === 'true' ? 'Yes' : 'No'
  const isNumber = definition.valueType === 'number' || definition.valueType === 'stars'
  return attributeText(definition, isNumber ? Number(value) : value)
}

type Condition = keyof typeof conditionLabels

const fixedTitles: Readonly<Record<string, string>> = {
  category: 'Category',
  price: 'Price',
  brand: 'Brand',
  rating: 'Customer rating',
  condition: 'Condition',
  availability: 'Availability',
}
