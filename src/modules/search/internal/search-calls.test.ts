import { describe, expect, test } from 'vitest'
import { addressOf } from '../../../ui/browser/api.ts'
import { brandOf, brands } from '../../../brands/brands.ts'
import { destinationCall, suggestionsCall, suggestionsIn } from './search-calls.ts'
import { showsLoading } from '../search.ts'
import { searchSettingsOf } from '../search.ts'
import type { SearchProduct } from '../search-product.ts'

const addressFor = ({ path, query }: { path: string; query: Record<string, string | number> }) =>
  addressOf(path, { query })

const guest = { isAuthenticated: false }
const settings = (app: Parameters<typeof brandOf>[0]) => searchSettingsOf(brandOf(app))

const tile: SearchProduct = {
  productId: 1,
  sku: 'WM-1',
  uri: 'washer',
  image: '/media/placeholder.svg',
  title: 'Washer',
  brand: 'Brightwater',
  price: 999,
  rrp: null,
  ribbon: null,
}
const tiles = Array.from({ length: 12 }, () => tile)
const term = { type: 'term', text: 'Washers', url: '/c/laundry/washers', imageUrl: null, price: null } as const

describe('the dropdown', () => {
  test('uses product search on wa, aol and andoo [SRCH-36]', () => {
    const call = '/api/v3/search/products?searchTerm=lg+oled&limit='
    const calls = (['wa', 'aol', 'andoo'] as const).map((app) =>
      addressFor(suggestionsCall('lg oled', settings(app), guest)),
    )
    expect(calls).toEqual([`${call}6`, `${call}8`, `${call}8`])
  })

  test('uses suggestions elsewhere, three apps by their header’s API [SRCH-35]', () => {
    for (const app of ['aol-nz', 'hc', 'fk'] as const)
      expect(addressFor(suggestionsCall('tv', settings(app), guest))).toBe('/api/search/products?searchTerms=tv')
    for (const app of ['aoc', 'wac'] as const)
      expect(addressFor(suggestionsCall('tv', settings(app), guest))).toBe(
        '/api/v3/search/suggestions?searchTerm=tv&limit=6',
      )
  })

  test('shows the products of each response, as many as there are tiles', () => {
    const of = (app: Parameters<typeof brandOf>[0], answer: Parameters<typeof suggestionsIn>[1]) =>
      suggestionsIn('tv', answer, settings(app))
    expect(of('aoc', { suggestions: [term], products: tiles })).toEqual({ terms: [term], products: tiles.slice(0, 6) })
    expect(of('hc', { SearchSuggestions: [term], ProductResults: tiles })).toEqual({
      terms: [term],
      products: tiles.slice(0, 8),
    })
    const category = {
      id: 'category',
      options: ['a', 'b', 'c', 'd'].map((value) => ({ value, label: value.toUpperCase() })),
    }
    expect(of('wa', { products: tiles, didYouMean: 'washer', replacedBy: null, facets: [category] })).toEqual({
      terms: [
        { text: 'washer', url: '/search/washer' },
        { text: 'tv in A', url: '/search/tv?filter=category%3Aa' },
        { text: 'tv in B', url: '/search/tv?filter=category%3Ab' },
        { text: 'tv in C', url: '/search/tv?filter=category%3Ac' },
      ],
      products: tiles.slice(0, 6),
    })
    expect(of('wa', { products: [], didYouMean: null, replacedBy: null, facets: [] })).toEqual({
      terms: [],
      products: [],
    })
  })
})

describe('a submitted term', () => {
  test('is resolved by its own call, with a loading flag, on the product-search apps only [SRCH-18] [SRCH-34]', () => {
    const loading = brands.filter((brand) => showsLoading(brand)).map((brand) => brand.app)
    expect(loading).toEqual(['wa', 'andoo', 'aol'])
    expect(addressFor(destinationCall('a/b 1', settings('wa'), guest))).toBe(
      '/api/v3/search/destination?searchTerm=a%2Fb+1',
    )
    expect(addressFor(destinationCall('a/b 1', settings('fk'), guest))).toBe(
      '/api/v2/sitesearch/search-url?searchterms=a%2Fb+1',
    )
  })
})

test('a signed-in visitor adds wid=true to every call, a guest to none [SRCH-19]', () => {
  for (const { app } of brands) {
    for (const call of [suggestionsCall, destinationCall]) {
      const guests = addressFor(call('tv', settings(app), guest))
      expect(guests).not.toContain('wid')
      expect(addressFor(call('tv', settings(app), { isAuthenticated: true }))).toBe(`${guests}&wid=true`)
    }
  }
})
