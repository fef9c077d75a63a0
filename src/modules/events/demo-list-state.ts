import type { Day } from '../../platform/calendar.ts'
import { type DemoFilters, defaultFilters } from './events.ts'

/** Of the list on a page (DEMO-05). */
export type ListingStatus = 'initial' | 'loading' | 'success' | 'failure'

export type ListingState<List> = {
  readonly status: ListingStatus
  readonly filters: DemoFilters
  /** The last loaded list; a failure keeps it (decision platform-26). */
  readonly list: List | null
  /** How many lists could not be had since the page was opened. */
  readonly failures: number
}

export const initiated = <List>(filters: DemoFilters): ListingState<List> => ({
  status: 'initial',
  filters,
  list: null,
  failures: 0,
})

export const filtersSet = <List>(state: ListingState<List>, filters: DemoFilters): ListingState<List> => ({
  ...state,
  status: 'loading',
  filters,
})

export const arrived = <List>(state: ListingState<List>, list: List): ListingState<List> => ({
  ...state,
  status: 'success',
  list,
})

/** The first failure loads the default list; after the second one it stays failed (DEMO-10, DEMO-11, decision events-03). */
export function failed<List>(state: ListingState<List>, today: Day): ListingState<List> {
  const failures = state.failures + 1
  if (failures === 1) return { ...state, status: 'loading', filters: defaultFilters(today), failures }
  return { ...state, status: 'failure', failures }
}
