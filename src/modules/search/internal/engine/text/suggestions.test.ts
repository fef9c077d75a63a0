import { expect, test } from 'vitest'
import { product } from '../../products-for-tests.ts'
import { createListingIndex } from '../listing-index.server.ts'

const fridges = { categoryUri: 'kitchen/fridges', categoryTitles: ['Kitchen', 'Fridges'] }
const frenchDoor = {
  categoryUri: 'kitchen/fridges/french-door-fridges',
  categoryTitles: ['Kitchen', 'Fridges', 'French Door Fridges'],
}
const washers = { categoryUri: 'laundry/washers', categoryTitles: ['Laundry', 'Washing Machines'] }

function shop() {
  const index = createListingIndex()
  index.upsert([
    product(1, {
      ...frenchDoor,
      title: 'Calder 609L fridge',
      sku: 'WFE6400WHB',
      brand: 'Calder',
      brandUri: 'calder',
      popularity: 3,
    }),
    product(2, {
      ...fridges,
      title: 'Bolt freestanding fridge',
      sku: 'BF200',
      brand: 'Bolt & Co',
      brandUri: 'bolt-co',
      popularity: 2,
    }),
    product(3, { ...washers, title: 'Calder washer', sku: 'CW8', brand: 'Calder', brandUri: 'calder', popularity: 1 }),
    product(4, {
      ...fridges,
      title: 'Frosty',
      brand: 'Frosty',
      brandUri: 'frosty',
      offers: { fk: { price: 1, rrp: null } },
    }),
    product(5, {
      ...washers,
      title: 'Calder dryer',
      sku: 'DR-55',
      brand: 'Calder',
      brandUri: 'calder',
      staffOnly: true,
    }),
  ])
  return index
}

test('suggestions complete the last word and include categories, brands and products', () => {
  expect(shop().suggest({ app: 'wa', term: 'fr', limit: 8 })).toEqual({
    terms: [
      { kind: 'category', text: 'Fridges', uri: 'kitchen/fridges' },
      { kind: 'category', text: 'French Door Fridges', uri: 'kitchen/fridges/french-door-fridges' },
      { kind: 'term', text: 'fridge' },
      { kind: 'term', text: 'freestanding' },
      { kind: 'term', text: 'french' },
    ],
    productIds: [1, 2],
    correctedTerm: null,
    total: 2,
  })
})

test('earlier words are kept in a suggested term', () => {
  const { terms, productIds } = shop().suggest({ app: 'wa', term: 'Calder wa', limit: 8 })
  expect(terms).toEqual([
    { kind: 'term', text: 'calder washer' },
    { kind: 'term', text: 'calder washing' },
  ])
  expect(productIds).toEqual([3])
})

test('a category is suggested by its synonyms', () => {
  for (const term of ['washer', 'clothes washer', 'washing mach']) {
    expect(shop().suggest({ app: 'wa', term, limit: 8 }).terms).toContainEqual({
      kind: 'category',
      text: 'Washing Machines',
      uri: 'laundry/washers',
    })
  }
})

test('suggestions tolerate typos, also in an unfinished word', () => {
  expect(shop().suggest({ app: 'wa', term: 'frdge', limit: 8 })).toMatchObject({ correctedTerm: 'fridge', total: 2 })
  expect(shop().suggest({ app: 'wa', term: 'freesatnd', limit: 8 })).toMatchObject({
    correctedTerm: 'freestanding',
    productIds: [2],
  })
  expect(shop().suggest({ app: 'wa', term: 'wfe6400whx', limit: 8 })).toMatchObject({ productIds: [1] })
})

test('suggestions keep their products while a unit is being typed', () => {
  for (const term of ['609', '609 l', '609 li', '609 litres']) {
    expect(shop().suggest({ app: 'wa', term, limit: 8 }).productIds).toEqual([1])
  }
})

test('suggestions are limited, and empty for no match or a short term', () => {
  const { terms, productIds, total } = shop().suggest({ app: 'wa', term: 'fr', limit: 1 })
  expect([terms.length, productIds.length, total]).toEqual([1, 1, 2])
  const nothing = { terms: [], productIds: [], correctedTerm: null, total: 0 }
  expect(shop().suggest({ app: 'wa', term: 'f', limit: 8 })).toEqual(nothing)
  expect(shop().suggest({ app: 'wa', term: 'unicorn calder', limit: 8 })).toEqual(nothing)
})

test('an exact SKU or model leads to its product', () => {
  const product1 = { type: 'product', productId: 1, uri: 'product-1' }
  for (const term of ['wfe6400whb', 'WFE-6400 WHB']) expect(shop().destination({ app: 'wa', term })).toEqual(product1)
  expect(shop().destination({ app: 'wa', term: 'wfe6400' })).toEqual({ type: 'search', term: 'wfe6400' })
})

test('an exact category title leads to its category and an exact brand name to its brand', () => {
  const index = shop()
  expect(index.destination({ app: 'wa', term: 'french door fridges' })).toEqual({
    type: 'category',
    uri: 'kitchen/fridges/french-door-fridges',
  })
  expect(index.destination({ app: 'wa', term: 'KITCHEN' })).toEqual({ type: 'category', uri: 'kitchen' })
  expect(index.destination({ app: 'wa', term: 'Bolt and Co' })).toEqual({ type: 'brand', uri: 'bolt-co' })
})

test('anything else leads to its search page, in lower case [SRCH-26]', () => {
  expect(shop().destination({ app: 'wa', term: ' Calder FRIDGE; ' })).toEqual({ type: 'search', term: 'calder fridge' })
  expect(shop().destination({ app: 'wa', term: ';' })).toEqual({ type: 'search', term: '' })
})

test('no destination or suggestion is hidden from this app or visitor', () => {
  const index = shop()
  expect(index.destination({ app: 'wa', term: 'frosty' })).toEqual({ type: 'search', term: 'frosty' })
  expect(index.destination({ app: 'fk', term: 'frosty' })).toEqual({ type: 'brand', uri: 'frosty' })
  expect(index.suggest({ app: 'fk', term: 'calder', limit: 8 }).terms).toEqual([])
  expect(index.destination({ app: 'wa', term: 'dr55' })).toEqual({ type: 'search', term: 'dr55' })
  expect(index.destination({ app: 'wa', term: 'dr55', includeStaffOnly: true })).toMatchObject({ productId: 5 })
})
