import { describe, expect, test } from 'vitest'
import { facetPages, facetPageTitle, ownPageOf } from './indexing.ts'
import { listingAddress, plainChoice, type ListingChoice } from './listing-query.ts'
import type { FacetView } from './listing-views.ts'

const fridges = { total: 87, categoryUri: 'kitchen/fridges', promoted: ['energy_stars', 'ice_maker'] }
const by = (filters: ListingChoice['filters'], more: Partial<ListingChoice> = {}): ListingChoice => ({
  ...plainChoice,
  filters,
  ...more,
})
const miele = { facet: 'brand', value: 'miele' }

describe('a listing is indexed by search engines', () => {
  test('unfiltered, on each of its pages, unless it is empty', () => {
    expect(ownPageOf(plainChoice, fridges)).toBe('plain')
    expect(ownPageOf({ ...plainChoice, page: 3 }, fridges)).toBe('plain')
    expect(ownPageOf(plainChoice, { ...fridges, total: 0 })).toBeNull()
  })

  test('filtered by one brand, or one value of a facet that its category promotes', () => {
    expect(ownPageOf(by({ brand: ['miele'] }), fridges)).toEqual(miele)
    expect(ownPageOf(by({ energy_stars: ['4'] }), fridges)).toEqual({ facet: 'energy_stars', value: '4' })
    expect(ownPageOf(by({ colour: ['White'] }), fridges)).toBeNull()
    expect(ownPageOf(by({ category: ['kitchen/fridges/bar-fridges'] }), fridges)).toBeNull()
  })

  test('but not filtered by two values, or by two facets', () => {
    expect(ownPageOf(by({ brand: ['miele', 'aurvik'] }), fridges)).toBeNull()
    expect(ownPageOf(by({ brand: ['miele'], energy_stars: ['4'] }), fridges)).toBeNull()
  })

  test.each([
    ['on its second page', { page: 2 }],
    ['in another order', { sort: 'price-asc' as const }],
    ['within a range', { ranges: { price: { max: 500_00 } } }],
    ['at a place by a day', { delivery: { postcode: '2010', by: '2026-11-23' } }],
    ['with a service at a place', { services: { postcode: '2010', kinds: ['removal'] as const } }],
  ])('but not filtered %s', (_, more) => {
    expect(ownPageOf(by({ brand: ['miele'] }, more), fridges)).toBeNull()
    if (!('page' in more)) expect(ownPageOf({ ...plainChoice, ...more }, fridges)).toBeNull()
  })

  test('but not with fewer than three products', () => {
    expect(ownPageOf(by({ brand: ['miele'] }), { ...fridges, total: 3 })).toEqual(miele)
    expect(ownPageOf(by({ brand: ['miele'] }), { ...fridges, total: 2 })).toBeNull()
  })

  test('but not filtered where it is no category: a brand, a search, all products', () => {
    expect(ownPageOf(by({ brand: ['miele'] }), { ...fridges, categoryUri: null })).toBeNull()
  })
})

const facets: readonly FacetView[] = [
  {
    code: 'brand',
    title: 'Brand',
    kind: 'list',
    options: [
      { value: 'miele', label: 'Miele', count: 9 },
      { value: 'cellaric', label: 'Cellaric', count: 2 },
    ],
  },
  { code: 'energy_stars', title: 'Energy rating', kind: 'list', options: [{ value: '4', label: '4 stars', count: 7 }] },
  {
    code: 'ice_maker',
    title: 'Ice maker',
    kind: 'list',
    options: [
      { value: 'true', label: 'Yes', count: 5 },
      { value: 'false', label: 'No', count: 5 },
    ],
  },
  { code: 'colour', title: 'Colour', kind: 'list', options: [{ value: 'White', count: 20 }] },
  {
    code: 'price',
    title: 'Price',
    kind: 'range',
    unit: '$',
    min: 1,
    max: 9,
    selectedMin: null,
    selectedMax: null,
  },
]

test('a category’s facet pages are those that declare themselves as such', () => {
  expect(facetPages(facets, fridges).map((choice) => listingAddress('/c/kitchen/fridges', choice))).toEqual([
    '/c/kitchen/fridges?filter=brand%3Amiele',
    '/c/kitchen/fridges?filter=energy_stars%3A4',
    '/c/kitchen/fridges?filter=ice_maker%3Atrue',
    '/c/kitchen/fridges?filter=ice_maker%3Afalse',
  ])
})

test.each([
  ['brand', 'miele', 'Miele Fridges'],
  ['energy_stars', '4', 'Fridges, energy rating 4 stars'],
  ['ice_maker', 'true', 'Fridges with ice maker'],
  ['ice_maker', 'false', 'Fridges without ice maker'],
  ['colour', 'White', 'Fridges, colour White'],
  ['gone', 'x', 'Fridges'],
])('the page of %s %s is titled %s', (facet, value, title) => {
  expect(facetPageTitle('Fridges', facets, { facet, value })).toBe(title)
})
