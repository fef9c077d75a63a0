import { sortIds, type SortId } from './search.ts'

/** What the orders of a list are called, and which a list offers. Apart from the search field, which every page has. */

export const sortTitles: Readonly<Record<SortId, string>> = {
  relevance: 'Most popular',
  'price-asc': 'Price, low to high',
  'price-desc': 'Price, high to low',
  name: 'Name',
  newest: 'Newest',
  rating: 'Best rated',
  'running-cost': 'Running cost, low to high',
}

/** The orders that mean something for a list: prices where they are shown, running costs where energy is known. */
export function offeredSorts(list: {
  readonly hidesPrices: boolean
  readonly facets: readonly { readonly code: string }[]
  /** The one that is on, which stays offered. */
  readonly sort: SortId
}): SortId[] {
  const hasEnergy = list.sort === 'running-cost' || list.facets.some((facet) => facet.code === 'energy_kwh')
  return sortIds.filter(
    (sort) => !(list.hidesPrices && sort.startsWith('price')) && (sort !== 'running-cost' || hasEnergy),
  )
}
