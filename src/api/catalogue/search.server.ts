import { z } from 'zod'
import { brandPath, categoryPath } from '../../modules/catalogue/catalogue.ts'
import { readListingChoice } from '../../modules/search/listing-query.ts'
import type { Replacement } from '../../modules/search/listing-views.ts'
import { productSuggestion, type SearchSuggestion } from '../../modules/search/search-product.ts'
import { searchAddress, sortIds, type SuggestedTerm } from '../../modules/search/search.ts'
import { typedTermOf } from '../../modules/search/understanding/typed-term.ts'
import { ProblemError, httpProblem } from '../../platform/http/problem.ts'
import { sharedJson, storedJson, publicJson, shopEndpoint, moneySchema, type ApiContext } from '../api.server.ts'
import { facetSchema, tileSchema, facetResponseSchema } from './product-schemas.server.ts'
import type { RequestContext } from '../../composition/request-context.ts'

const tag = 'Search'

const suggestion = z.object({
  type: z.enum(['term', 'product']),
  text: z.string(),
  url: z.string(),
  imageUrl: z.string().nullable(),
  price: moneySchema.nullable(),
})

const searchProduct = tileSchema.pick({
  productId: true,
  sku: true,
  uri: true,
  image: true,
  title: true,
  brand: true,
  price: true,
  rrp: true,
  ribbon: true,
})

const titled = z.array(z.object({ title: z.string(), uri: z.string() }))

const term = z.string().max(400, 'must have at most 400 characters').default('')
const limit = z.coerce
  .number('must be a whole number')
  .int('must be a whole number')
  .default(8)
  .transform((count) => Math.min(50, Math.max(1, count)))

function flag(otherwise: boolean) {
  return z
    .string()
    .regex(/^(true|false)$/i, 'must be true or false')
    .default(String(otherwise))
    .transform((text) => text.toLowerCase() === 'true')
}

/** Requests products for staff and trade only. There is no such authentication yet, so it changes nothing (decision search-09). */
const wid = z.string().max(20).optional()

const maxTerms = 5
const sitePage = 24

function termSuggestion(found: SuggestedTerm): SearchSuggestion {
  return { type: 'term', text: found.text, url: addressOf(found), imageUrl: null, price: null }
}

/** Suggested terms, with the replacement of a discontinued model first. */
function termSuggestions(
  {
    brand,
    services: {
      search: { listings },
    },
  }: RequestContext,
  typed: string,
  found: readonly SuggestedTerm[],
): SearchSuggestion[] {
  const replaced = replacedTerm(listings.replacement(brand, typed))
  return [...(replaced === null ? [] : [replaced]), ...found.map(termSuggestion)].slice(0, maxTerms)
}

function replacedTerm(replacement: Replacement | null): SearchSuggestion | null {
  if (replacement === null) return null
  return { type: 'term', text: `Replaced by ${replacement.title}`, url: replacement.href, imageUrl: null, price: null }
}

function addressOf(found: SuggestedTerm): string {
  if (found.kind === 'term') return searchAddress(found.text)
  return found.kind === 'category' ? categoryPath(found.uri) : brandPath(found.uri)
}

/** Returns which supply can be delivered to a postcode, at any lead time; undefined when no postcode is given. */
async function deliverableTo(
  { shop, deps }: ApiContext,
  postcode: string,
): Promise<((supply: string) => boolean) | undefined> {
  if (postcode === '') return undefined
  const zone = await deps.services.delivery.zoneOf({ country: shop.brand.country, postcode })
  return zone === null ? () => false : (supply) => supply !== ''
}

export const searchEndpoints = [
  shopEndpoint({
    method: 'GET',
    path: '/api/v3/search',
    tag,
    forEveryone: true,
    summary:
      'Searches products, best match first. Typos are corrected, and the correction is returned, unless turned off.',
    query: z.object({ searchTerm: term, isAutoCorrectEnabled: flag(true), limit, wid }),
    answer: z.object({
      results: z.array(suggestion),
      correctedTerm: z.string().nullable(),
      totalCount: z.int(),
    }),
    handle({ context: { shop }, query }) {
      const scope = { term: typedTermOf(query.searchTerm), autoCorrect: query.isAutoCorrectEnabled, relax: false }
      const found = shop.services.search.listings.find(shop.brand, scope, { limit: query.limit })
      return storedJson(['listings'], {
        results: found.products.map(productSuggestion),
        correctedTerm: found.correctedTerm,
        totalCount: found.total,
      })
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/v3/search/destination',
    tag,
    summary:
      'Returns the destination of a submitted search term: a configured page, an exact product, category or brand, or the results.',
    query: z.object({ searchTerm: term, wid }),
    answer: z.object({ url: z.string(), type: z.enum(['redirect', 'product', 'category', 'brand', 'search']) }),
    async handle({ context: { shop }, query }) {
      if (typedTermOf(query.searchTerm) === '') {
        throw new ProblemError(
          httpProblem(400, 'empty_term', 'searchTerm: must have at least 2 letters or digits', 'searchTerm'),
        )
      }
      return publicJson(await shop.services.search.listings.destination(shop.brand, query.searchTerm))
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/v3/search/suggestions',
    tag,
    forEveryone: true,
    summary: 'Suggests terms, categories and brands, then products, while typing.',
    query: z.object({ searchTerm: term, limit, wid }),
    answer: z.object({ suggestions: z.array(suggestion), products: z.array(searchProduct) }),
    handle({ context: { shop }, query }) {
      const found = shop.services.search.listings.suggest(shop.brand, typedTermOf(query.searchTerm), query.limit)
      return storedJson(['listings'], {
        suggestions: termSuggestions(shop, query.searchTerm, found.terms),
        products: found.products,
      })
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/v3/search/products',
    tag,
    forEveryone: true,
    summary: 'Searches products with filters and sorting for the search dropdown. Pages count from 0.',
    query: z.object({
      searchTerm: term,
      limit,
      page: z.coerce.number('must be a whole number').int('must be a whole number').min(0).max(9_999).default(0),
      sort: z.enum(sortIds, `must be one of ${sortIds.join(', ')}`).default('relevance'),
      filter: z
        .array(
          z
            .string()
            .max(200)
            .regex(/^[^:]+:./, 'must be like brand:bosch'),
        )
        .max(60, 'must be at most 60')
        .default([]),
      wid,
    }),
    answer: z.object({
      products: z.array(searchProduct),
      totalCount: z.int(),
      didYouMean: z.string().nullable(),
      replacedBy: suggestion.nullable().meta({ description: 'Successor of a discontinued model' }),
      facets: z.array(facetSchema),
    }),
    handle({ context: { shop }, query }) {
      const requested = new URLSearchParams(query.filter.map((one) => ['filter', one]))
      const choice = {
        ...readListingChoice(requested, shop.services.search.listings.isRange),
        sort: query.sort,
        page: query.page + 1,
      }
      const found = shop.services.search.listings.search(shop.brand, typedTermOf(query.searchTerm), choice, query.limit)
      return storedJson(['listings'], {
        products: found.products,
        totalCount: found.total,
        didYouMean: found.correctedTerm,
        replacedBy: replacedTerm(shop.services.search.listings.replacement(shop.brand, query.searchTerm)),
        facets: found.facets.map((view) => facetResponseSchema(view, found.total)),
      })
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/v2/product/search-url',
    tag,
    summary: 'Returns the page URL of the product with exactly this SKU, model or title, or null.',
    query: z.object({ SearchTerm: term }),
    answer: z.object({ url: z.string().nullable() }),
    handle: ({ context: { shop }, query }) =>
      publicJson({ url: shop.services.search.listings.productAddress(shop.brand, query.SearchTerm) }),
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/v2/sitesearch/:type/:term',
    tag,
    summary:
      'Searches products (p) or the whole site (f). `fallback` also matches only some of the words; `location` is a postcode and excludes what cannot be delivered there.',
    params: z.object({ type: z.string(), term: z.string().max(400) }),
    query: z.object({
      fallback: flag(false),
      location: z
        .string()
        .regex(/^(\d{4})?$/, 'must be a postcode of 4 digits')
        .default(''),
      wid,
    }),
    answer: z.object({
      products: z.array(searchProduct),
      totalCount: z.int(),
      categories: titled.optional(),
      brands: titled.optional(),
      articles: titled.optional(),
    }),
    async handle({ context, params, query }) {
      const { shop } = context
      const type = params.type.toLowerCase()
      if (type !== 'p' && type !== 'f') {
        throw new ProblemError(httpProblem(400, 'unknown_type', 'type: must be f or p', 'type'))
      }
      const requested = typedTermOf(params.term)
      const arrives = await deliverableTo(context, query.location)
      const found = shop.services.search.listings.find(
        shop.brand,
        { term: requested, relax: query.fallback },
        { limit: sitePage, arrives },
      )
      const products = { products: found.products, totalCount: found.total }
      if (type === 'p') return publicJson(products)
      const titles = shop.services.search.listings.titled(shop.brand, requested)
      const ofKind = (kind: 'category' | 'brand') =>
        titles.filter((one) => one.kind === kind).map((one) => ({ title: one.text, uri: addressOf(one) }))
      return publicJson({ ...products, categories: ofKind('category'), brands: ofKind('brand'), articles: [] })
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/v2/sitesearch/search-url',
    tag,
    summary: 'Returns the destination URL of a submitted search term; all products without a term.',
    query: z.object({ searchterms: term }),
    answer: z.object({ url: z.string() }),
    async handle({ context: { shop }, query }) {
      const { url } = await shop.services.search.listings.destination(shop.brand, query.searchterms)
      return publicJson({ url })
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/v2/popular-terms',
    tag,
    forEveryone: true,
    summary: 'Returns what many visitors search for and find, and the pages that answer questions.',
    answer: z.object({
      popular: z.array(z.string()),
      help: z.array(z.object({ title: z.string(), url: z.string(), phrases: z.array(z.string()) })),
    }),
    async handle({ context: { shop } }) {
      const { popular, helpTopics } = shop.services.search
      return sharedJson(300, ['listings'], {
        popular: [...(await popular.of(shop.brand))],
        help: helpTopics(shop.brand).map(({ title, path, phrases }) => ({ title, url: path, phrases: [...phrases] })),
      })
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/search/products',
    tag,
    forEveryone: true,
    summary: 'Suggests at most 5 terms and 8 products while typing.',
    query: z.object({ searchTerms: term }),
    answer: z.object({ SearchSuggestions: z.array(suggestion), ProductResults: z.array(searchProduct) }),
    handle({ context: { shop }, query }) {
      const found = shop.services.search.listings.suggest(shop.brand, typedTermOf(query.searchTerms), 8)
      return storedJson(['listings'], {
        SearchSuggestions: termSuggestions(shop, query.searchTerms, found.terms),
        ProductResults: found.products,
      })
    },
  }),
]
