import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AppCode, appCodes, type Country } from '../../../../../brands/apps.ts'
import { fitOf, spaceText, type Air } from '../../../../catalogue/product/fit.ts'
import { product } from '../../products-for-tests.ts'
import { type FacetRequest, type ListingQuery, type ListingScope, sortIds } from '../../../search.ts'
import { createListingIndex, type IndexedProduct, type ListingIndex } from '../listing-index.server.ts'
import { plainListing } from './plain-listing-for-tests.ts'

// The index against the same rules written as plainly as can be: filter, count, sort, for every query, after every change.

const categories = ['kitchen/fridges/french-door', 'kitchen/fridges/bar', 'kitchen/ovens', 'laundry/dryers', 'laundry']
const apps: readonly AppCode[] = ['wa', 'aol-nz']
const cents = fc.integer({ min: 1, max: 6 }).map((dollars) => dollars * 100)
/** Some have to be asked for their price. */
const price = fc.oneof({ weight: 5, arbitrary: cents }, fc.constant(0))
const offer = fc.record({ price, rrp: fc.option(cents) })

const indexedProduct = fc
  .record({
    productId: fc.integer({ min: 1, max: 25 }),
    title: fc.constantFrom('Fridge 9', 'Fridge 10', 'fridge 9', 'Oven', 'Äpfel'),
    brandUri: fc.constantFrom('acme', 'bolt', 'brand-10', 'brand-9'),
    categoryUri: fc.constantFrom(...categories),
    attributes: fc.record(
      {
        colour: fc.constantFrom('red', 'Blue', '10', '9'),
        features: fc.array(fc.constantFrom('steam', 'wi-fi', 'lock'), { maxLength: 3 }),
        capacity_l: fc.constantFrom(9, 10, 10.5, 100),
        energy_kwh: fc.constantFrom(0, 99.9, 100, 250),
        smart: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
    offers: fc.record({ wa: offer, 'aol-nz': offer }, { requiredKeys: [] }),
    available: fc.record({ AU: fc.boolean(), NZ: fc.boolean() }),
    supply: fc.record({ AU: fc.constantFrom('', '2000', '2000 3000', '2026-12-01'), NZ: fc.constantFrom('', '1010') }),
    condition: fc.constantFrom('NewCondition', 'BrandNewRunout', 'CosmeticImperfection'),
    ratingAverage: fc.option(fc.constantFrom(0, 0.5, 3.99, 4, 4.25, 5)),
    ratingCount: fc.nat(3),
    releasedOn: fc.option(fc.constantFrom('2024-02-29', '2025-01-01', '1999-12-31')),
    popularity: fc.nat(3),
    staffOnly: fc.boolean(),
  })
  .map((differs) => product(differs.productId, differs))

const change = fc.oneof(
  { weight: 3, arbitrary: fc.record({ upsert: fc.array(indexedProduct, { maxLength: 8 }) }) },
  fc.record({ remove: fc.array(fc.integer({ min: 1, max: 25 }), { maxLength: 3 }) }),
  fc.record({ offerOf: fc.integer({ min: 1, max: 25 }), app: fc.constantFrom(...apps), offer: fc.option(offer) }),
  fc.record({
    availabilityOf: fc.integer({ min: 1, max: 25 }),
    country: fc.constantFrom('AU', 'NZ'),
    available: fc.boolean(),
  }),
)

const scope: fc.Arbitrary<ListingScope> = fc.oneof(
  fc.constant({ all: true as const }),
  fc.constant({ belowRrp: true as const }),
  fc.record({ categoryUri: fc.constantFrom('kitchen', 'kitchen/fridges', 'kitchen/fri', ...categories) }),
  fc.record({ brandUri: fc.constantFrom('acme', 'bolt', 'brand') }),
  fc.record({ productIds: fc.array(fc.integer({ min: 1, max: 30 })) }),
)

/** A few of these, because a query with every filter finds nothing. */
function upTo<T>(max: number, choices: Record<string, fc.Arbitrary<T>>): fc.Arbitrary<Record<string, T>> {
  return fc.subarray(Object.keys(choices), { maxLength: max }).chain((codes) => {
    return fc.record(Object.fromEntries(Object.entries(choices).filter(([code]) => codes.includes(code))))
  })
}

const someOf = (...values: string[]) => fc.subarray(values)
const ends = (values: number[]) =>
  fc.record({ min: fc.constantFrom(...values), max: fc.constantFrom(...values) }, { requiredKeys: [] })

const facets: readonly FacetRequest[] = [
  ...['brand', 'category', 'availability', 'rating', 'condition', 'colour', 'features', 'smart'].map((code) => ({
    code,
    kind: 'list' as const,
  })),
  ...['price', 'capacity_l'].map((code) => ({ code, kind: 'range' as const })),
]

const plainQuery = fc.record({
  app: fc.constantFrom(...apps),
  scope,
  facets: fc.constant(facets),
  filters: upTo(3, {
    brand: someOf('acme', 'brand-10', 'unknown'),
    category: someOf('kitchen', 'kitchen/fridges', 'laundry/dryers'),
    availability: someOf('available', 'sold-out'),
    rating: someOf('1', '4'),
    condition: someOf('BrandNewRunout', 'CosmeticImperfection'),
    colour: someOf('red', 'Blue', 'mauve'),
    features: someOf('steam', 'lock'),
    smart: someOf('true', 'false'),
    capacity_l: someOf('9', '10.5'),
    unheard_of: someOf('x'),
  }),
  ranges: upTo(1, { price: ends([100, 300, 500]), capacity_l: ends([9, 10, 50]) }),
  sort: fc.constantFrom(...sortIds),
  offset: fc.nat(6),
  limit: fc.nat(8),
  hidePrices: fc.boolean(),
  includeStaffOnly: fc.boolean(),
})

const fromSydney = (supply: string) => supply.includes('2000')
const inKitchen = (categoryUri: string) => categoryUri.startsWith('kitchen/')

const query: fc.Arbitrary<ListingQuery> = fc
  .tuple(plainQuery, fc.boolean(), fc.boolean(), fc.boolean())
  .map(([requested, isNear, isKitchen, isOdd]) => ({
    ...requested,
    ...(isOdd ? { ofProduct: (id: number) => id % 2 === 1 } : {}),
    ...(isNear ? { arrives: fromSydney } : {}),
    ...(isKitchen ? { inCategory: inKitchen } : {}),
  }))

test('any listing after any changes equals a plain filter, count and sort', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(change, query), { minLength: 1, maxLength: 12 }), (steps) => {
      const index = createListingIndex()
      const held = new Map<number, IndexedProduct>()
      for (const [step, requested] of steps) {
        make(step, index, held)
        expect(index.size).toBe(held.size)
        expect(index.listing(requested)).toEqual(plainListing([...held.values()], requested))
      }
    }),
    { numRuns: 1500 },
  )
})

test('a listing is still correct after a thousand replacements and a compaction', () => {
  const upserts = fc.array(indexedProduct, { minLength: 10, maxLength: 60 })
  const replacements = Array.from({ length: 1200 }, (_, version) => product(26, { popularity: version }))
  fc.assert(
    fc.property(upserts, upserts, fc.array(query, { minLength: 20, maxLength: 20 }), (first, later, requested) => {
      const index = createListingIndex()
      const held = new Map<number, IndexedProduct>()
      make({ upsert: first }, index, held)
      const [one] = requested
      // Queried first, so that the sorted orders exist and are compacted as well.
      if (one) for (const sort of sortIds) index.listing({ ...one, sort })
      make({ upsert: replacements }, index, held)
      for (const compacted of requested)
        expect(index.listing(compacted)).toEqual(plainListing([...held.values()], compacted))
      make({ upsert: later }, index, held)
      for (const compacted of requested)
        expect(index.listing(compacted)).toEqual(plainListing([...held.values()], compacted))
    }),
    { numRuns: 40 },
  )
})

test('a price or availability change appears in the next listing', () => {
  const index = createListingIndex()
  index.upsert([1, 2, 3].map((id) => product(id, { offers: { wa: { price: id * 100, rrp: 250 } } })))
  const cheapestFirst = () => index.listing({ app: 'wa', scope: { all: true }, sort: 'price-asc' }).productIds
  expect(cheapestFirst()).toEqual([1, 2, 3])
  expect(index.setOffer(3, 'wa', { price: 50, rrp: null })).toBe(true)
  expect(cheapestFirst()).toEqual([3, 1, 2])
  expect(index.setOffer(1, 'wa', null)).toBe(true)
  expect(cheapestFirst()).toEqual([3, 2])
  expect(index.setAvailable(3, 'AU', false)).toBe(true)
  expect(index.listing({ app: 'wa', scope: { all: true } }).productIds).toEqual([2, 3])
  expect(index.setOffer(99, 'wa', null)).toBe(false)
  expect(index.setAvailable(99, 'AU', true)).toBe(false)
})

test('products without a price come last in either price order, and match no price range', () => {
  const index = createListingIndex()
  const prices = [300, 0, 100]
  index.upsert(prices.map((price, id) => product(id, { offers: { wa: { price, rrp: null } } })))
  const requested = { app: 'wa', scope: { all: true }, facets: [{ code: 'price', kind: 'range' }] } as const
  const sorted = (sort: 'price-asc' | 'price-desc') => index.listing({ ...requested, sort }).productIds
  expect(sorted('price-asc')).toEqual([2, 0, 1])
  expect(sorted('price-desc')).toEqual([0, 2, 1])
  expect(index.listing({ ...requested, ranges: { price: { max: 200 } } }).productIds).toEqual([2])
  expect(index.listing(requested).facets).toEqual([
    { code: 'price', kind: 'range', min: 100, max: 300, selectedMin: null, selectedMax: null },
  ])
})

test('availability is computed once per kind of supply, not per product', () => {
  const index = createListingIndex()
  const kinds = ['2000', '2000 3000', '2026-12-01', '']
  index.upsert(Array.from({ length: 4_000 }, (_, id) => product(id, { supply: { AU: kinds[id % 4] ?? '', NZ: '' } })))
  const requested: string[] = []
  const arrives = (supply: string) => requested.push(supply) > 0 && supply.startsWith('2000')
  expect(index.listing({ app: 'wa', scope: { all: true }, arrives }).total).toBe(2_000)
  expect(requested.toSorted()).toEqual(['2000', '2000 3000', '2026-12-01'])
})

test('a product sold out in one country is still available in the other', () => {
  const index = createListingIndex()
  const offers = { wa: { price: 100, rrp: null }, 'aol-nz': { price: 100, rrp: null } }
  index.upsert([
    product(1, { offers, popularity: 9, available: { AU: true, NZ: false } }),
    product(2, { offers, available: { AU: false, NZ: true } }),
  ])
  const requested = { scope: { all: true }, facets: [{ code: 'availability', kind: 'list' }] } as const
  const availableIn = (app: AppCode) =>
    index.listing({ ...requested, app, filters: { availability: ['available'] } }).productIds
  expect([index.listing({ ...requested, app: 'wa' }).productIds, availableIn('wa')]).toEqual([[1, 2], [1]])
  expect([index.listing({ ...requested, app: 'aol-nz' }).productIds, availableIn('aol-nz')]).toEqual([[2, 1], [2]])
  expect(index.setAvailable(1, 'NZ', true)).toBe(true)
  expect([availableIn('wa'), availableIn('aol-nz')]).toEqual([[1], [1, 2]])
})

test('a list filtered by a space has exactly the products whose card says they fit', () => {
  const measure = fc.integer({ min: 1, max: 1_000 })
  const size = { widthMm: measure, heightMm: measure, depthMm: measure }
  const clearance = fc.option(fc.tuple(fc.nat(100), fc.nat(100), fc.nat(100)), { nil: undefined })
  const products = fc.array(fc.record({ size: fc.record(size), air: clearance }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(products, fc.record({ ...size, clearanceMm: fc.nat(200) }), (all, space) => {
      const index = createListingIndex()
      index.upsert([
        product(0),
        ...all.map(({ size: { widthMm, heightMm, depthMm }, air }, at) =>
          product(at + 1, { fit: { size: [widthMm, heightMm, depthMm], ...(air === undefined ? {} : { air }) } }),
        ),
      ])
      const { productIds } = index.listing({ app: 'wa', scope: { all: true }, filters: { space: [spaceText(space)] } })
      expect(productIds.toSorted((a, b) => a - b)).toEqual(
        all.flatMap((one, at) => (fitOf(one.size, space, one.air).fit === 'fits' ? [at + 1] : [])),
      )
    }),
    { numRuns: 500 },
  )
})

test('a product’s clearance applies in the filter, even when larger than the shopper’s air gap', () => {
  const index = createListingIndex()
  const air: Air = [50, 100, 0]
  const size = [800, 1_700, 650] as const
  index.upsert([product(1), product(2, { fit: { size } }), product(3, { fit: { size, air } })])
  const fitting = (text: string) =>
    index.listing({ app: 'wa', scope: { all: true }, filters: { space: [text] } }).productIds
  expect(fitting('840x1720x670x20')).toEqual([2])
  expect(fitting('900x1800x650x0')).toEqual([2, 3])
  expect(fitting('no space')).toEqual([])
})

test('a product that the index cannot hold changes nothing', () => {
  const index = createListingIndex()
  const broken: Partial<IndexedProduct>[] = [
    { offers: { wa: { price: 1.5, rrp: null } } },
    { offers: { wa: { price: -1, rrp: null } } },
    { offers: { wa: { price: 2 ** 29, rrp: null } } },
    { ratingAverage: 5.1 },
    { popularity: Number.NaN },
    { productId: 1.5 },
  ]
  for (const differs of broken) expect(() => index.upsert([product(1), product(2, differs)])).toThrow(RangeError)
  expect(index.size).toBe(0)
  expect(() => index.setOffer(1, 'wa', { price: Number.NaN, rrp: null })).toThrow(RangeError)
})

test('an attribute without a column is searchable, but not a facet', () => {
  const index = createListingIndex({ facetAttributes: ['colour'] })
  index.upsert([product(1, { attributes: { colour: 'Sand', fabric: 'Bouclé' } })])
  const answer = index.listing({ app: 'wa', scope: { term: 'boucle' }, facets: [{ code: 'fabric', kind: 'list' }] })
  expect(answer.productIds).toEqual([1])
  expect(answer.facets).toEqual([{ code: 'fabric', kind: 'list', options: [] }])
})

test('many different values and value sets are kept apart', () => {
  const index = createListingIndex()
  const products = Array.from({ length: 70_000 }, (_, id) => product(id, { attributes: { serial: [`s${id}`, 'any'] } }))
  index.upsert(products)
  const requested: ListingQuery = { app: 'wa', scope: { all: true }, filters: { serial: ['s65536', 's3'] } }
  expect(index.listing(requested).productIds).toEqual([3, 65_536])
  expect(index.listing({ ...requested, filters: { serial: ['any'] } }).total).toBe(70_000)
})

test('values added and removed by the thousand leave no memory behind', () => {
  const index = createListingIndex()
  index.upsert([product(1, { attributes: { serial: 'kept', size: 5 } })])
  for (let version = 0; version < 3000; version++) {
    index.upsert([
      product(2, { title: `Version v${version}x`, attributes: { serial: [`s${version}`, 'any'], size: version } }),
    ])
  }
  const requestedFacets = [
    { code: 'serial', kind: 'list' as const },
    { code: 'size', kind: 'range' as const },
  ]
  expect(index.listing({ app: 'wa', scope: { all: true }, facets: requestedFacets }).facets).toEqual([
    {
      code: 'serial',
      kind: 'list',
      options: ['any', 'kept', 's2999'].map((value) => ({ value, count: 1, selected: false })),
    },
    { code: 'size', kind: 'range', min: 5, max: 2999, selectedMin: null, selectedMax: null },
  ])
  const find = (term: string) =>
    index.listing({ app: 'wa', scope: { term, autoCorrect: false, relax: false } }).productIds
  expect([find('version v2999x'), find('version v2998x'), find('sku1')]).toEqual([[2], [], [1]])
  expect(index.memoryBytes()).toBeLessThan(1_000_000)
})

test('the memory estimate grows with the content', () => {
  const index = createListingIndex()
  const empty = index.memoryBytes()
  index.upsert(Array.from({ length: 100 }, (_, id) => product(id)))
  expect(index.memoryBytes()).toBeGreaterThan(empty + 100 * 100)
})

type Change =
  | { upsert: IndexedProduct[] }
  | { remove: number[] }
  | { offerOf: number; app: AppCode; offer: { price: number; rrp: number | null } | null }
  | { availabilityOf: number; country: Country; available: boolean }

function make(step: Change, index: ListingIndex, held: Map<number, IndexedProduct>): void {
  if ('upsert' in step) {
    index.upsert(step.upsert)
    for (const one of step.upsert) held.set(one.productId, one)
  } else if ('remove' in step) {
    index.remove(step.remove)
    for (const productId of step.remove) held.delete(productId)
  } else if ('offerOf' in step) {
    const one = held.get(step.offerOf)
    expect(index.setOffer(step.offerOf, step.app, step.offer)).toBe(one !== undefined)
    if (!one) return
    const { [step.app]: _, ...others } = one.offers
    held.set(one.productId, { ...one, offers: step.offer ? { ...others, [step.app]: step.offer } : others })
  } else {
    const one = held.get(step.availabilityOf)
    expect(index.setAvailable(step.availabilityOf, step.country, step.available)).toBe(one !== undefined)
    if (one) held.set(one.productId, { ...one, available: { ...one.available, [step.country]: step.available } })
  }
}

test('every app has its own partition in the one index', () => {
  const index = createListingIndex()
  index.upsert(appCodes.map((app, id) => product(id, { offers: { [app]: { price: 100, rrp: null } } })))
  for (const [id, app] of appCodes.entries()) {
    expect(index.listing({ app, scope: { all: true } }).productIds).toEqual([id])
  }
})
