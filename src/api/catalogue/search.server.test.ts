import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AppCode } from '../../brands/apps.ts'
import type { SearchProduct, SearchSuggestion } from '../../modules/search/search-product.ts'
import type { ErrorBody } from '../../platform/http/problem.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'

/** The search calls over HTTP, on the dozen products of src/testing/catalogue.ts. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
  await shop.database.db
    .insertInto('search_redirects')
    .values([
      { app: 'aol', term: 'opening hours', url: '/sitemap' },
      { app: 'aol', term: 'lamp-1', url: '/c/lighting' },
    ])
    .execute()
})
afterAll(async () => shop.close())

async function get<Body = Record<string, unknown>>(path: string, app: AppCode = 'aol'): Promise<Body> {
  const answer = await shop.visitor(app).get(path)
  expect([path, answer.status]).toEqual([path, 200])
  return answer.json<Body>()
}

async function error(path: string): Promise<{ status: number; field: string | null; message: string }> {
  const answer = await shop.visitor().get(path)
  const { errors } = answer.json<ErrorBody>()
  expect(errors).toHaveLength(1)
  return { status: answer.status, field: errors[0]?.field ?? null, message: errors[0]?.message ?? '' }
}

const titles = (products: readonly SearchProduct[]) => products.map((one) => one.title)

describe('GET /api/v3/search', () => {
  type Answer = { results: SearchSuggestion[]; correctedTerm: string | null; totalCount: number }
  const search = (query: string, app?: AppCode) => get<Answer>(`/api/v3/search?${query}`, app)

  test('returns suggestions: type, text, URL, image and price [SRCH-30] [SRCH-11]', async () => {
    expect(await search('searchTerm=reading+lamp')).toEqual({
      results: [
        {
          type: 'product',
          text: 'Reading lamp',
          url: '/p/reading-lamp',
          imageUrl: '/media/placeholder.svg',
          price: 49.5,
        },
      ],
      correctedTerm: null,
      totalCount: 1,
    })
  })

  test('corrects a typo and names the correction, unless switched off [SRCH-30]', async () => {
    const corrected = await search('searchTerm=readign+lmap')
    expect([corrected.correctedTerm, corrected.totalCount]).toEqual(['reading lamp', 1])
    expect(await search('searchTerm=readign+lmap&isAutoCorrectEnabled=False')).toEqual({
      results: [],
      correctedTerm: null,
      totalCount: 0,
    })
  })

  test('the limit applies to the results returned and is clamped to 1 to 50 [SRCH-30]', async () => {
    for (const [limit, results] of [
      [2, 2],
      [0, 1],
      [-5, 1],
      [1_000, 4],
    ]) {
      const answer = await search(`searchTerm=washer&limit=${limit}`)
      expect([limit, answer.results.length, answer.totalCount]).toEqual([limit, results, 4])
    }
  })

  test('sanitises the term; fewer than two characters give an empty result, not an error [SRCH-23] [SRCH-25]', async () => {
    expect((await search(`searchTerm=${encodeURIComponent(' <Reading>; lamp..')}`)).totalCount).toBe(1)
    const nothing = { results: [], correctedTerm: null, totalCount: 0 }
    for (const term of ['', 'l', ';<l>', '%20%20', '....']) expect(await search(`searchTerm=${term}`)).toEqual(nothing)
    expect(await search('')).toEqual(nothing)
    expect(await search('searchTerm=xylophone')).toEqual(nothing)
  })

  test('hides prices from visitors who may not see them', async () => {
    expect((await search('searchTerm=reading+lamp', 'aoc')).results.map((one) => one.price)).toEqual([null])
  })

  test('does not find what only another app sells', async () => {
    expect((await search('searchTerm=auckland')).totalCount).toBe(0)
    expect((await search('searchTerm=auckland', 'aol-nz')).totalCount).toBe(1)
  })

  test('rejects invalid input with field and reason', async () => {
    expect(await error('/api/v3/search?searchTerm=lamp&limit=many')).toEqual({
      status: 400,
      field: 'limit',
      message: 'limit: must be a whole number',
    })
    expect(await error('/api/v3/search?searchTerm=lamp&isAutoCorrectEnabled=maybe')).toEqual({
      status: 400,
      field: 'isAutoCorrectEnabled',
      message: 'isAutoCorrectEnabled: must be true or false',
    })
    expect(await error(`/api/v3/search?searchTerm=${'x'.repeat(401)}`)).toEqual({
      status: 400,
      field: 'searchTerm',
      message: 'searchTerm: must have at most 400 characters',
    })
  })
})

describe('GET /api/v3/search/destination', () => {
  const destination = (term: string, app?: AppCode) =>
    get<{ url: string; type: string }>(`/api/v3/search/destination?searchTerm=${encodeURIComponent(term)}`, app)

  test('prefers a configured page, then an exact product, category or brand, then search results [SRCH-34]', async () => {
    expect(await destination('Opening  HOURS')).toEqual({ url: '/sitemap', type: 'redirect' })
    expect(await destination('LAMP-1')).toEqual({ url: '/c/lighting', type: 'redirect' })
    expect(await destination('wm 1')).toEqual({ url: '/p/front-load-washer-8-kg', type: 'product' })
    expect(await destination('fridges')).toEqual({ url: '/c/kitchen/fridges', type: 'category' })
    expect(await destination('nordhaus')).toEqual({ url: '/brands/nordhaus', type: 'brand' })
    expect(await destination('Copper Thing')).toEqual({ url: '/search/copper%20thing', type: 'search' })
  })

  test('a configured page applies to one app [SRCH-34]', async () => {
    expect(await destination('opening hours', 'wa')).toEqual({ url: '/search/opening%20hours', type: 'search' })
    expect(await destination('lamp-1', 'wa')).toEqual({ url: '/p/reading-lamp', type: 'product' })
  })

  test('never leads to a product, category or brand that the app does not sell', async () => {
    expect((await destination('hc-1')).type).toBe('search')
    expect((await destination('hc-1', 'hc')).type).toBe('product')
    expect((await destination('fridges', 'aol-nz')).type).toBe('search')
  })

  test('is rejected without a term, naming the field', async () => {
    for (const query of ['', '?searchTerm=', '?searchTerm=%20%3B']) {
      expect(await error(`/api/v3/search/destination${query}`)).toEqual({
        status: 400,
        field: 'searchTerm',
        message: 'searchTerm: must have at least 2 letters or digits',
      })
    }
  })

  test('a configured page must be on this site', async () => {
    for (const url of ['https://elsewhere.example', '//elsewhere.example', '/\\elsewhere.example', '']) {
      await expect(
        shop.database.db.insertInto('search_redirects').values({ app: 'aol', term: 'away', url }).execute(),
      ).rejects.toThrow(/search_redirects_url_check/)
    }
  })
})

describe('GET /api/v3/search/suggestions', () => {
  type Answer = { suggestions: SearchSuggestion[]; products: SearchProduct[] }

  test('returns terms, then categories and brands with URLs, then products [SRCH-35] [SRCH-11]', async () => {
    const { suggestions, products } = await get<Answer>('/api/v3/search/suggestions?searchTerm=lam')
    expect(suggestions).toEqual([
      { type: 'term', text: 'Lamps', url: '/c/lighting/lamps', imageUrl: null, price: null },
    ])
    expect(titles(products)).toContain('Reading lamp')
    const words = await get<Answer>('/api/v3/search/suggestions?searchTerm=rea')
    expect(words.suggestions).toEqual([
      { type: 'term', text: 'reading', url: '/search/reading', imageUrl: null, price: null },
    ])
    const brand = await get<Answer>('/api/v3/search/suggestions?searchTerm=nord')
    expect(brand.suggestions[0]).toMatchObject({ text: 'Nordhaus', url: '/brands/nordhaus' })
  })

  test('is empty for a term that is too short or has no match', async () => {
    for (const term of ['', 'l', 'xylophone'])
      expect(await get(`/api/v3/search/suggestions?searchTerm=${term}`)).toEqual({ suggestions: [], products: [] })
  })
})

describe('a discontinued model', () => {
  const replaced = {
    type: 'term',
    text: 'Replaced by Front load washer 8 kg',
    url: '/p/front-load-washer-8-kg',
    imageUrl: null,
    price: null,
  }

  test('suggests its successor first, whichever call an app uses', async () => {
    const { suggestions } = await get<{ suggestions: SearchSuggestion[] }>(
      '/api/v3/search/suggestions?searchTerm=OLD-1',
    )
    expect(suggestions[0]).toEqual(replaced)
    const header = await get<{ SearchSuggestions: SearchSuggestion[] }>('/api/search/products?searchTerms=old-1')
    expect(header.SearchSuggestions[0]).toEqual(replaced)
    expect(await get('/api/v3/search/products?searchTerm=old%201')).toMatchObject({ replacedBy: replaced })
  })

  test('is not replaced where the successor is not sold, the model is current, or only part of its number was typed', async () => {
    expect(await get('/api/v3/search/products?searchTerm=wm-1')).toMatchObject({ replacedBy: null })
    expect(await get('/api/v3/search/products?searchTerm=washer')).toMatchObject({ replacedBy: null })
    expect(await get('/api/v3/search/products?searchTerm=old-1', 'aol-nz')).toMatchObject({ replacedBy: null })
  })
})

describe('GET /api/v3/search/products', () => {
  type Option = { value: string; label: string; count: number; selected: boolean }
  type Answer = {
    products: SearchProduct[]
    totalCount: number
    didYouMean: string | null
    facets: { id: string; title: string; type: string; options: Option[] }[]
  }
  const search = (query: string, app?: AppCode) => get<Answer>(`/api/v3/search/products?${query}`, app)

  test('each product has uri, image, title, ribbon and the other fields of a tile [SRCH-10] [SRCH-36]', async () => {
    const { products } = await search('searchTerm=wm-1&limit=1', 'wa')
    expect(products).toEqual([
      {
        productId: expect.any(Number) as number,
        sku: 'WM-1',
        uri: 'front-load-washer-8-kg',
        image: '/media/placeholder.svg',
        title: 'Front load washer 8 kg',
        brand: 'Brightwater',
        price: 999,
        rrp: 1299,
        ribbon: { type: 'save', text: 'Save 23%', size: 'xs' },
      },
    ])
  })

  test('sorts, pages from 0, filters and counts [SRCH-36]', async () => {
    const first = await search('searchTerm=washer&sort=price-asc&limit=3')
    const second = await search('searchTerm=washer&sort=price-asc&limit=3&page=1')
    expect([...first.products, ...second.products].map((one) => one.price)).toEqual([350, 400, 999, 1450])
    expect([first.totalCount, second.totalCount]).toEqual([4, 4])
    const between = await search('searchTerm=washer&filter=price:360-1000&filter=brand:brightwater')
    expect(between.totalCount).toBe(2)
    expect(between.facets.find((one) => one.id === 'price')).toEqual({
      id: 'price',
      title: 'Price',
      type: 'range',
      options: [
        { value: '350-1450', label: '$350 to $1,450', count: 2, selected: false },
        { value: '360-1000', label: '$360 to $1,000', count: 2, selected: true },
      ],
    })
    expect(between.facets.find((one) => one.id === 'brand')).toEqual({
      id: 'brand',
      title: 'Brand',
      type: 'list',
      options: [{ value: 'brightwater', label: 'Brightwater', count: 2, selected: true }],
    })
  })

  test('names the corrected term it searched for [SRCH-36]', async () => {
    expect((await search('searchTerm=readign+lamp')).didYouMean).toBe('reading lamp')
    expect((await search('searchTerm=reading+lamp')).didYouMean).toBeNull()
  })

  test('is empty for a term that is too short', async () => {
    expect(await search('searchTerm=w')).toEqual({
      products: [],
      totalCount: 0,
      didYouMean: null,
      replacedBy: null,
      facets: [],
    })
  })

  test('hides prices, price filter and savings from visitors who may not see them', async () => {
    const { products, facets } = await search('searchTerm=wm-1', 'aoc')
    expect(products.map(({ price, rrp, ribbon }) => [price, rrp, ribbon])).toEqual([[null, null, null]])
    expect(facets.map((one) => one.id)).not.toContain('price')
  })

  test('rejects invalid input with field and reason', async () => {
    const path = '/api/v3/search/products?searchTerm=lamp'
    expect(await error(`${path}&sort=best`)).toMatchObject({
      status: 400,
      field: 'sort',
      message: 'sort: must be one of relevance, price-asc, price-desc, name, newest, rating, running-cost',
    })
    expect(await error(`${path}&page=-1`)).toMatchObject({ status: 400, field: 'page' })
    expect(await error(`${path}&filter=brand`)).toMatchObject({
      status: 400,
      field: 'filter.0',
      message: 'filter.0: must be like brand:bosch',
    })
  })
})

describe('GET /api/v2/product/search-url', () => {
  const url = async (term: string, app?: AppCode) =>
    (await get<{ url: string | null }>(`/api/v2/product/search-url?SearchTerm=${encodeURIComponent(term)}`, app)).url

  test('returns the page of the product with exactly this SKU or title [SRCH-28]', async () => {
    expect(await url('wm-1')).toBe('/p/front-load-washer-8-kg')
    expect(await url('READING lamp')).toBe('/p/reading-lamp')
    expect(await url('A/B-1')).toBe('/p/sohne-and-co-grosse-script-alert-x-script')
  })

  test('returns null for anything else [SRCH-28]', async () => {
    for (const term of ['', 'w', 'lamp', 'wm-2', 'reading lampp', 'fridges', 'NZ-1'])
      expect([term, await url(term)]).toEqual([term, null])
  })
})

describe('GET /api/v2/sitesearch/{type}/{term}', () => {
  type Answer = { products: SearchProduct[]; totalCount: number }

  test('p finds products, at both spellings of the path [SRCH-29]', async () => {
    for (const path of ['/api/v2/sitesearch/p/', '/api/v2/SiteSearch/p/', '/API/V2/SITESEARCH/P/']) {
      const answer = await get<Answer>(`${path}Reading%20Lamp`)
      expect(Object.keys(answer)).toEqual(['products', 'totalCount'])
      expect([titles(answer.products), answer.totalCount]).toEqual([['Reading lamp'], 1])
    }
  })

  test('f also finds categories and brands [SRCH-29]', async () => {
    expect(await get('/api/v2/sitesearch/f/lamps')).toMatchObject({
      totalCount: 2,
      categories: [{ title: 'Lamps', uri: '/c/lighting/lamps' }],
      brands: [],
      articles: [],
    })
    expect(await get('/api/v2/sitesearch/f/brightwater')).toMatchObject({
      brands: [{ title: 'Brightwater', uri: '/brands/brightwater' }],
    })
  })

  test('fallback matches some of the words [SRCH-29]', async () => {
    expect(await get('/api/v2/sitesearch/p/velvet%20lamp')).toEqual({ products: [], totalCount: 0 })
    const { products } = await get<Answer>('/api/v2/sitesearch/p/velvet%20lamp?fallback=true')
    expect(titles(products)).toContain('Reading lamp')
  })

  test('location excludes products that cannot be delivered to the postcode [SRCH-29]', async () => {
    const found = async (query: string) => (await get<Answer>(`/api/v2/sitesearch/p/washer${query}`)).totalCount
    // The twin tub is in Auckland only and the old top loader is nowhere; Lord Howe Island is not served.
    expect([await found(''), await found('?location=2000'), await found('?location=2898')]).toEqual([4, 2, 0])
  })

  test('staff products stay hidden whatever wid says [SRCH-29]', async () => {
    expect(await get('/api/v2/sitesearch/p/lamp?wid=true')).toEqual(await get('/api/v2/sitesearch/p/lamp'))
  })

  test('rejects an unknown type, and a location that is not a postcode [SRCH-29]', async () => {
    expect(await error('/api/v2/sitesearch/x/lamp')).toEqual({
      status: 400,
      field: 'type',
      message: 'type: must be f or p',
    })
    expect(await error('/api/v2/sitesearch/p/lamp?location=Sydney')).toEqual({
      status: 400,
      field: 'location',
      message: 'location: must be a postcode of 4 digits',
    })
    expect(await error('/api/v2/sitesearch/p/lamp?fallback=perhaps')).toMatchObject({ status: 400, field: 'fallback' })
  })
})

test('GET /api/v2/sitesearch/search-url returns a URL for every keyword [SRCH-32]', async () => {
  const url = async (terms: string) => (await get<{ url: string }>(`/api/v2/sitesearch/search-url${terms}`)).url
  expect(await url('?searchterms=opening+hours')).toBe('/sitemap')
  expect(await url('?searchterms=wm-1')).toBe('/p/front-load-washer-8-kg')
  expect(await url('?searchTerms=Anything+Else')).toBe('/search/anything%20else')
  for (const empty of ['', '?searchterms=', '?searchterms=%3C%3E']) expect(await url(empty)).toBe('/products')
})

test('GET /api/search/products returns at most 5 suggestions and 8 products [SRCH-33]', async () => {
  type Answer = { SearchSuggestions: SearchSuggestion[]; ProductResults: SearchProduct[] }
  const found = await get<Answer>('/api/search/products?searchTerms=Lam', 'hc')
  expect(found.SearchSuggestions[0]).toMatchObject({ type: 'term', text: 'Lamps', url: '/c/lighting/lamps' })
  expect(titles(found.ProductResults)).toContain('Reading lamp')
  const many = await get<Answer>('/api/search/products?searchTerms=br', 'hc')
  expect([many.SearchSuggestions.length <= 5, many.ProductResults.length]).toEqual([true, 8])
  expect(await get('/api/search/products?searchTerms=x')).toEqual({ SearchSuggestions: [], ProductResults: [] })
})

test('every call accepts wid, which has no effect without a token', async () => {
  for (const path of ['search', 'search/products', 'search/suggestions', 'search/destination']) {
    const answer = await get(`/api/v3/${path}?searchTerm=lamp`)
    expect(await get(`/api/v3/${path}?searchTerm=lamp&wid=true`)).toEqual(answer)
  }
})
