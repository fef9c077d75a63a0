import { z } from 'zod'
import type { EffectiveBrand } from '../../brands/brands.ts'
import type { ExtendedProductResponse, toTileResponse } from '../../modules/catalogue/product/product-responses.ts'
import { productCanonical } from '../../modules/catalogue/catalogue.ts'
import type { Locality } from '../../modules/geo/geo.ts'
import { sortIds } from '../../modules/search/search.ts'
import { ok, err, type Result } from '../../platform/result.ts'

/** Tools of the Model Context Protocol. Each tool calls the shop's own API and leaves out what only a page needs. */

export type ApiCall = (path: string) => Promise<{ readonly status: number; readonly body: unknown }>

type ToolDeps = { readonly brand: EffectiveBrand; readonly api: ApiCall }

/** A value, or an error that says what to correct. */
type Outcome = Result<Readonly<Record<string, unknown>>, string>

export type Tool = {
  readonly title: string
  readonly description: string
  readonly input: z.ZodObject
  /** `input` has been parsed by the schema. */
  readonly run: (input: never, parts: ToolDeps) => Promise<Outcome>
}

function tool<Input extends z.ZodObject>(spec: {
  readonly title: string
  readonly description: string
  readonly input: Input
  readonly run: (input: z.output<Input>, parts: ToolDeps) => Promise<Outcome>
}): Omit<Tool, 'run'> & { readonly run: (input: Record<string, unknown>, parts: ToolDeps) => Promise<Outcome> } {
  return spec as never
}

const sku = z.string().trim().min(1).max(60)

type Tile = ReturnType<typeof toTileResponse>

export const mcpTools: Readonly<Record<string, ReturnType<typeof tool>>> = {
  search_products: tool({
    title: 'Search products',
    description:
      'Finds products by words, or lists a category or brand. Returns SKU, title, price, availability and URL of each, best match first.',
    input: z.object({
      query: z.string().trim().min(2).max(100).optional().describe("Search words, for example 'french door fridge'"),
      category: z.string().max(200).optional().describe("Category path, for example 'kitchen/fridges'"),
      brand: z.string().max(100).optional().describe("Brand slug, for example 'miele'"),
      sort: z.enum(sortIds).optional(),
      page: z.int().min(1).max(400).default(1),
      pageSize: z.int().min(1).max(24).default(10),
    }),
    async run({ query, category, brand: maker, sort, page, pageSize }, { brand, api }) {
      const requested = new URLSearchParams({
        ...listOf({ query, category, maker }),
        page: String(page - 1),
        pageSize: String(pageSize),
        ...(sort === undefined ? {} : { sort }),
      })
      if (maker !== undefined && requested.get('type') !== 'brand') requested.append('filter', `brand:${maker}`)
      const answer = await api(`/api/v2/listing?${requested}`)
      if (answer.status === 404)
        return err(`${category === undefined ? 'brand' : 'category'}: there is none of that address`)
      if (answer.status !== 200) return err(textOf(answer.body))
      const { products, totalItems } = answer.body as { products: readonly Tile[]; totalItems: number }
      return ok({
        total: totalItems,
        page,
        pages: Math.ceil(totalItems / pageSize),
        products: products.map((product) => ({
          sku: product.sku,
          title: product.title,
          brand: product.brand,
          ...offerOf(product, brand),
          url: productCanonical(brand, product.uri),
        })),
      })
    },
  }),
  get_product: tool({
    title: 'Get a product',
    description:
      'Returns all data of one product: price, availability, description, features, dimensions and specifications.',
    input: z.object({ sku: sku.describe('As returned by search_products') }),
    async run(input, parts) {
      const product = await productOf(input.sku, parts)
      return product === null ? err(`sku: this shop sells no ${input.sku}`) : ok(describe(product, parts.brand))
    },
  }),
  compare_products: tool({
    title: 'Compare products',
    description: 'Compares two or three products by every attribute that any of them has, and says which differ.',
    input: z.object({ skus: z.array(sku).min(2, 'must be two or three').max(3, 'must be two or three') }),
    async run({ skus }, { brand, api }) {
      const answer = await api(`/api/compare/products?${new URLSearchParams({ SkuList: skus.join('~') })}`)
      if (answer.status !== 200) return err(textOf(answer.body))
      const { products, attributes } = answer.body as {
        products: readonly ExtendedProductResponse[]
        attributes: readonly object[]
      }
      const missing = skus.filter((one) => !products.some((product) => isSame(product.sku, one)))
      if (missing.length > 0) return err(`skus: this shop sells no ${missing.join(', ')}`)
      return ok({
        products: products.map((product) => ({
          sku: product.sku,
          title: product.title,
          ...offerOf(product, brand),
          url: productCanonical(brand, product.uri),
        })),
        attributes,
      })
    },
  }),
  check_delivery: tool({
    title: 'Check delivery',
    description:
      'Returns the first delivery day of products to a location, its price, and the delivery services there.',
    input: z.object({
      skus: z.array(sku).min(1).max(10, 'must be at most ten'),
      place: z
        .string()
        .trim()
        .min(2)
        .max(100)
        .describe("A postcode, or a suburb with postcode, for example 'Richmond 3121'"),
    }),
    async run({ skus, place }, { brand, api }) {
      const found = await placeOf(place, api)
      if (!found.ok) return found
      const requested = new URLSearchParams([['localityId', found.value._id], ...skus.map((one) => ['sku', one])])
      const answer = await api(`/api/v2/delivery/estimates?${requested}`)
      if (answer.status !== 200) return err(textOf(answer.body))
      const { estimates } = answer.body as {
        estimates: Readonly<Record<string, { text: string; day: string | null; services: readonly string[] }>>
      }
      const sold = await Promise.all(skus.map((one) => productOf(one, { brand, api })))
      const missing = skus.filter((_, at) => sold[at] === null)
      if (missing.length > 0) return err(`skus: this shop sells no ${missing.join(', ')}`)
      return ok({
        place: found.value.fullAddress,
        estimates: sold.map((product) => {
          const estimate = estimates[product?.sku ?? '']
          return {
            sku: product?.sku,
            text: estimate?.text === '' || estimate === undefined ? 'Call us about delivery there.' : estimate.text,
            firstDay: estimate?.day ?? null,
            services: estimate?.services ?? [],
          }
        }),
      })
    },
  }),
}

/** Selects the list to query: search words take precedence over a category, a category over a brand. */
function listOf({ query, category, maker }: Readonly<Record<'query' | 'category' | 'maker', string | undefined>>) {
  if (query !== undefined) return { type: 'search', term: query }
  if (category !== undefined) return { type: 'category', uri: category }
  return maker === undefined ? { type: 'all' } : { type: 'brand', uri: maker }
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

async function productOf(code: string, { api }: ToolDeps): Promise<ExtendedProductResponse | null> {
  const found = await api(`/api/v2/product/sku/${encodeURIComponent(code)}`)
  if (found.status !== 200) return null
  const { productId } = found.body as { productId: number }
  const answer = await api(`/api/v2/product/extended/id/${productId}`)
  return answer.status === 200 ? (answer.body as ExtendedProductResponse) : null
}

const states = /\b(nsw|vic|qld|sa|wa|tas|act|nt)\b/i

/** Resolves the place by its postcode, and by its name and state where they are given; otherwise returns an error text. */
async function placeOf(text: string, api: ApiCall): Promise<Result<Locality, string>> {
  const [postcode] = /\b\d{4}\b/.exec(text) ?? []
  const [state] = states.exec(text) ?? []
  const name = text.replace(states, ' ').replaceAll(/[,\d]/g, ' ').replaceAll(/\s+/g, ' ').trim().toLowerCase()
  const answer = await api(`/api/locality/${encodeURIComponent(postcode ?? name)}`)
  const places = answer.status === 200 ? (answer.body as readonly Locality[]) : []
  const inState = places.filter((one) => state === undefined || isSame(one.state ?? '', state))
  const named = inState.filter(({ suburb }) => suburb.toLowerCase() === name)
  const meant = named.length > 0 ? named : inState
  const [first] = meant
  if (first === undefined) return err('place: there is no such postcode or suburb in the country of this shop')
  if (new Set(meant.map((one) => one.postcode)).size === 1) return ok(first)
  const choices = meant.slice(0, 8).map((one) => `'${one.suburb} ${one.postcode}'`)
  return err(`place: there are several, name one of them: ${choices.join(', ')}`)
}

/** Prices in dollars, less the discount in the cart; no price where the shop shows it only after login. */
function offerOf(
  product: Pick<Tile, 'price' | 'rrp' | 'priceHidden' | 'stockStatus' | 'available' | 'rating'> & {
    readonly lineDiscount?: number
  },
  brand: EffectiveBrand,
) {
  return {
    price: product.price === null ? null : Math.round((product.price - (product.lineDiscount ?? 0)) * 100) / 100,
    currency: brand.currency,
    recommendedPrice: product.rrp,
    ...(product.priceHidden ? { priceNote: 'Prices show after logging in.' } : {}),
    availability: product.stockStatus,
    canBeBought: product.available,
    rating: product.rating,
  }
}

function describe(product: ExtendedProductResponse, brand: EffectiveBrand): Readonly<Record<string, unknown>> {
  return {
    sku: product.sku,
    title: product.title,
    brand: product.brand.name,
    category: product.category,
    ...offerOf(product, brand),
    description: product.shortDescription,
    features: product.features.map(({ title, description }) => ({ title, description })),
    specifications: product.specifications,
    url: productCanonical(brand, product.uri),
  }
}

/** The message of a refusal, which is ready to show. */
const textOf = (body: unknown): string =>
  (body as { errors?: readonly { message: string }[] }).errors?.[0]?.message ?? 'That could not be answered.'
