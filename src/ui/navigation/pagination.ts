import { pageCount } from './page-count.ts'

/** A list split into pages (PAGE-04). Pages count from 1. */
export type Pagination = {
  /** Distinguishes several lists on one page. */
  readonly id: string
  readonly currentPage: number
  readonly totalItems: number
  readonly itemsPerPage: number
}

export const defaultPaginationId = 'default'

/**
 * A list's first state. Throws a RangeError that names what cannot be: fewer than 0 items in all (PAGE-06), fewer than 1 a page, a page
 * there is none of, parts of items (decision ui-08).
 */
export function pagination({
  id = defaultPaginationId,
  currentPage = 1,
  totalItems,
  itemsPerPage = 24,
}: Partial<Pagination> & Pick<Pagination, 'totalItems'>): Pagination {
  const min = { totalItems: 0, itemsPerPage: 1, currentPage: 1 }
  const given = { totalItems, itemsPerPage, currentPage }
  for (const name of ['totalItems', 'itemsPerPage', 'currentPage'] as const)
    if (!Number.isSafeInteger(given[name]) || given[name] < min[name])
      throw new RangeError(`${name} must be a whole number from ${min[name]}; it is ${given[name]}`)
  const made = { id, currentPage: 1, totalItems, itemsPerPage }
  if (currentPage > 1 && currentPage > pageCount(made))
    throw new RangeError(`currentPage must be at most ${pageCount(made)}; it is ${currentPage}`)
  return { ...made, currentPage }
}

/** The list at another page; the same as it was when there is no such page (PAGE-05). */
export function withPage(list: Pagination, page: number): Pagination {
  const isThere = Number.isInteger(page) && page >= 1 && page <= pageCount(list)
  return isThere ? { ...list, currentPage: page } : list
}
