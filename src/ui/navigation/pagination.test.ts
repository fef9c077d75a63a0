import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageCount } from './page-count.ts'
import { pagination, withPage } from './pagination.ts'

test('pagination has id, page, items and items per page, with defaults for all but the items [PAGE-04]', () => {
  expect(pagination({ totalItems: 100 })).toEqual({ id: 'default', currentPage: 1, totalItems: 100, itemsPerPage: 24 })
  const own = { id: 'reviews', currentPage: 3, totalItems: 100, itemsPerPage: 10 }
  expect(pagination(own)).toEqual(own)
})

test('a page can be set only from 1 to the number of pages [PAGE-05]', () => {
  const list = pagination({ totalItems: 49, itemsPerPage: 24 })
  expect(pageCount(list)).toBe(3)
  expect(withPage(list, 3).currentPage).toBe(3)
  for (const page of [0, -1, 4, 1.5, Number.NaN, Infinity]) expect(withPage(list, page)).toBe(list)
  expect(pageCount(pagination({ totalItems: 48 }))).toBe(2)
})

test('without items no page can be set and the first stays [ui-08]', () => {
  const empty = pagination({ totalItems: 0 })
  expect(withPage(empty, 1)).toBe(empty)
  expect(empty.currentPage).toBe(1)
})

test('the number of items is whole and not negative [PAGE-06]', () => {
  expect(pagination({ totalItems: 0 }).totalItems).toBe(0)
  expect(() => pagination({ totalItems: -1 })).toThrow('totalItems must be a whole number from 0; it is -1')
  expect(() => pagination({ totalItems: 1.5 })).toThrow('totalItems')
})

test('a page holds at least one item, and the first page shown exists [ui-08]', () => {
  expect(() => pagination({ totalItems: 1, itemsPerPage: 0 })).toThrow('itemsPerPage must be a whole number from 1')
  expect(() => pagination({ totalItems: 1, currentPage: 0 })).toThrow('currentPage must be a whole number from 1')
  expect(() => pagination({ totalItems: 25, currentPage: 3 })).toThrow('currentPage must be at most 2; it is 3')
})

test('the pages together contain every item once', () => {
  fc.assert(
    fc.property(fc.nat(5_000), fc.integer({ min: 1, max: 100 }), (totalItems, itemsPerPage) => {
      const pages = pageCount({ totalItems, itemsPerPage })
      expect(pages * itemsPerPage).toBeGreaterThanOrEqual(totalItems)
      expect((pages - 1) * itemsPerPage).toBeLessThan(Math.max(1, totalItems))
    }),
  )
})
