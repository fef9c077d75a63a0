import { expect, test } from 'vitest'
import type { Card } from '../catalogue/product/card.ts'
import { canCarryOn, scrolledOn, type InfiniteScrollList } from './infinite-scroll.ts'
import { plainChoice } from './listing-query.ts'

const pageOf = (page: number, skus: readonly string[]): InfiniteScrollList => ({
  path: '/c/fridges',
  choice: { ...plainChoice, page },
  listing: {
    total: 9,
    cards: skus.map((sku) => ({ sku }) as Card),
    facets: [],
    correctedTerm: null,
    relaxed: false,
  },
})
const skusOf = (list: InfiniteScrollList) => list.listing.cards.map((card) => card.sku)

test('the next page is appended, as often as requested', () => {
  const two = scrolledOn(pageOf(1, ['a', 'b']), pageOf(2, ['c', 'd']))
  expect([skusOf(two), two.firstPage, two.choice.page]).toEqual([['a', 'b', 'c', 'd'], 1, 2])
  const three = scrolledOn(two, pageOf(3, ['e']))
  expect([skusOf(three), three.firstPage, three.choice.page]).toEqual([['a', 'b', 'c', 'd', 'e'], 1, 3])
})

test('a product that moved to the next page meanwhile appears once', () => {
  expect(skusOf(scrolledOn(pageOf(1, ['a', 'b']), pageOf(2, ['b', 'c'])))).toEqual(['a', 'b', 'c'])
})

test('another list, or another page of it, starts anew', () => {
  const elsewhere = { ...pageOf(2, ['c']), path: '/c/ovens' }
  expect(scrolledOn(pageOf(1, ['a']), elsewhere)).toBe(elsewhere)
  const far = pageOf(3, ['c'])
  expect(scrolledOn(pageOf(1, ['a']), far)).toBe(far)
})

test('at most ten pages are appended; then a link leads to the next page', () => {
  expect(canCarryOn({ choice: { ...plainChoice, page: 9 }, firstPage: 1 })).toBe(true)
  expect(canCarryOn({ choice: { ...plainChoice, page: 10 }, firstPage: 1 })).toBe(false)
  expect(canCarryOn({ choice: { ...plainChoice, page: 10 } })).toBe(true)
})
