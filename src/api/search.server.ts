import { z } from 'zod'
import { brandPath, categoryPath, productPath } from '../modules/catalogue/catalogue.ts'
import type { Card } from '../modules/catalogue/card.ts'
import { searchAddress, searchTermOf, type SearchDestination, type SuggestedTerm } from '../modules/search/search.ts'
import { effectivePrice } from '../modules/pricing/pricing.ts'
import { dollarsOf } from '../platform/money.ts'
import { publicJson, shopEndpoint, wireMoney } from './api.server.ts'

const suggestion = z.object({
  type: z.enum(['term', 'product']),
  text: z.string(),
  url: z.string(),
  imageUrl: z.string().nullable(),
  price: wireMoney.nullable(),
})

const searchProduct = z.object({
  sku: z.string(),
  uri: z.string(),
  image: z.string().nullable(),
  title: z.string(),
  brand: z.string(),
  price: wireMoney.nullable(),
  rrp: wireMoney.nullable(),
})

const tag = 'Search'

const term = z.string().max(400).default('')
const limit = z.coerce
  .number()
  .int()
  .default(8)
  .transform((count) => Math.min(50, Math.max(1, count)))

function wireProduct(card: Card) {
  return {
    sku: card.sku,
    uri: card.uri,
    image: card.picture,
    title: card.title,
    brand: card.brand,
    price: card.price === null ? null : dollarsOf(effectivePrice(card)),
    rrp: card.rrp === undefined ? null : dollarsOf(card.rrp),
  }
}

function addressOf(found: SuggestedTerm): string {
  if (found.kind === 'term') return searchAddress(found.text)
  return found.kind === 'category' ? categoryPath(found.uri) : brandPath(found.uri)
}

function destinationAddress(found: SearchDestination, typed: string): string {
  if (found.type === 'product') return productPath(found.uri)
  if (found.type === 'category') return categoryPath(found.uri)
  return found.type === 'brand' ? brandPath(found.uri) : searchAddress(typed)
}

export const searchEndpoints = [
  shopEndpoint({
    method: 'GET',
    path: '/api/v3/search/suggestions',
    tag,
    summary: 'What is found while typing: terms, categories and brands, then products.',
    query: z.object({ searchTerm: term, limit, wid: z.string().optional() }),
    answer: z.object({ suggestions: z.array(suggestion), products: z.array(searchProduct) }),
    handle({ context: { shop }, query }) {
      const wanted = searchTermOf(query.searchTerm)
      if (wanted === '') return publicJson({ suggestions: [], products: [] })
      const found = shop.listings.suggest(shop.brand, wanted, query.limit)
      return publicJson({
        suggestions: found.terms
          .slice(0, 5)
          .map((one) => ({ type: 'term', text: one.text, url: addressOf(one), imageUrl: null, price: null })),
        products: found.cards.map(wireProduct),
      })
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/v3/search/destination',
    tag,
    summary: 'Where a submitted keyword leads: an exact product, category or brand, else the result page.',
    query: z.object({ searchTerm: term, wid: z.string().optional() }),
    answer: z.object({ url: z.string(), type: z.enum(['product', 'category', 'brand', 'search']) }),
    handle({ context: { shop }, query }) {
      const wanted = searchTermOf(query.searchTerm)
      if (wanted === '') return publicJson({ url: '/products', type: 'search' })
      const found = shop.listings.destination(shop.brand, wanted)
      return publicJson({ url: destinationAddress(found, wanted), type: found.type })
    },
  }),
]
