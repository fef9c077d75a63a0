/**
 * `npm run bench:search [-- --data FOLDER] [-- --quick] [-- --json FILE]`: how well the search finds, on public data that is not part of
 * the project (README.md says where it comes from). The folder is `--data`, else SEARCH_DATA, else ../shared/data. `--quick` leaves out
 * the times at 100,000 products.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { argv, env, exit } from 'node:process'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { searchTermOf } from '../src/modules/search/search.ts'
import {
  createListingIndex,
  type IndexedProduct,
  type ListingIndex,
} from '../src/modules/search/internal/engine/listing-index.server.ts'
import { codeOf } from '../src/modules/search/internal/engine/text/tokens.ts'
import { bm25, type Bm25Constants } from './bm25.ts'
import { tableOf, type Figures } from './figures.ts'
import { measureIndex } from './index-bench.ts'
import { misspeltModels } from './model-cases.ts'

const needed = ['icecat/products.jsonl.gz', 'icecat/ratings.csv.gz', 'energy-rating/registrations.jsonl.gz'] as const

const resultsJudged = 10
const caseCount = 1_000

type IcecatProduct = {
  readonly id: string
  readonly name: string
  readonly title: string
  readonly ean: readonly string[]
  readonly short_description?: string
  readonly supplier: string
  readonly date_released: string
  readonly price: number
} & Readonly<Record<string, unknown>>

type Registration = {
  readonly category: string
  readonly brand: string
  readonly model: string
  readonly family?: string
}

/** The figures: relevance against human ratings on the half that nothing was tuned by, with BM25 over the same texts beside it, and misspelt model numbers. */
export function measureSearch(folder: string): Figures {
  return { ...measureRelevance(join(folder, 'icecat')), ...measureModels(join(folder, 'energy-rating')) }
}

function measureRelevance(folder: string): Figures {
  const products = readRows<IcecatProduct>(join(folder, 'products.jsonl.gz'))
  const ratings = readRatings(join(folder, 'ratings.csv.gz'))
  const index = indexOf(products.map(indexedIcecat))
  const idOf = (productId: number) => products[productId - 1]?.id ?? ''
  const ours = (query: string) =>
    index
      .listing({ app: 'aol', scope: { term: searchTermOf(query) }, limit: resultsJudged })
      .productIds.map((productId) => idOf(productId))
  const find = bm25(products.map(fieldsOf))
  const floor = (constants: Bm25Constants) => (query: string) =>
    find(query, resultsJudged, constants).map((at) => products[at]?.id ?? '')
  const [tuning, test] = halves(ratings)
  const constants = tuned(tuning, floor)
  const plain = floor({ k1: 1.2, b: 0.75, weights: [1, 0, 0, 0, 0] })
  const [ndcg, plainNdcg] = [meanNdcg(ratings, ours), meanNdcg(ratings, plain)]
  const [testNdcg, testFloor] = [meanNdcg(test, ours), meanNdcg(test, floor(constants))]
  const [tuningNdcg, tuningFloor] = [meanNdcg(tuning, ours), meanNdcg(tuning, floor(constants))]
  return {
    'relevance.queries': ratings.size,
    'relevance.ndcg10': ndcg,
    'relevance.bm25.ndcg10': plainNdcg,
    'relevance.ratio': ndcg / plainNdcg,
    'relevance.test.ndcg10': testNdcg,
    'relevance.test.bm25.ndcg10': testFloor,
    'relevance.test.ratio': testNdcg / testFloor,
    'relevance.tuning.ndcg10': tuningNdcg,
    'relevance.tuning.bm25.ndcg10': tuningFloor,
    'relevance.tuning.ratio': tuningNdcg / tuningFloor,
  }
}

/** What BM25 reads of a product: title, brand, kind, attributes and description. */
function fieldsOf(product: IcecatProduct): string[] {
  const attributes = Object.entries(product).flatMap(([name, value]) =>
    /^attr_[tnb]_/.test(name) ? (typeof value === 'boolean' ? (value ? [name.slice(7)] : []) : [String(value)]) : [],
  )
  const kind = String(product['attr_t_product_type'] ?? '')
  return [
    product.title,
    product.supplier,
    kind,
    attributes.join(' ').replaceAll('_', ' '),
    product.short_description ?? '',
  ]
}

/** Every other query by name: weights of either search are chosen by the first half alone, the figures are of the second. */
function halves(ratings: Ratings): readonly [tuning: Ratings, test: Ratings] {
  const sorted = [...ratings].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const half = (rest: number) => new Map(sorted.filter((_, at) => at % 2 === rest))
  return [half(0), half(1)]
}

/** The constants that serve the tuning half best, one after the other until none helps. */
function tuned(
  ratings: Ratings,
  floor: (constants: Bm25Constants) => (query: string) => readonly string[],
): Bm25Constants {
  let best: Bm25Constants = { k1: 1.2, b: 0.75, weights: [1, 1, 1, 1, 1] }
  let score = meanNdcg(ratings, floor(best))
  for (let isBetter = true; isBetter;) {
    isBetter = false
    const others = [
      ...[0.3, 0.6, 1.2, 2, 4].map((k1) => ({ ...best, k1 })),
      ...[0, 0.2, 0.4, 0.6, 0.75, 0.9].map((b) => ({ ...best, b })),
      ...best.weights.flatMap((_, at) =>
        [0, 0.25, 0.5, 1, 2, 4, 8].map((weight) => ({ ...best, weights: best.weights.with(at, weight) })),
      ),
    ]
    for (const other of others) {
      const own = meanNdcg(ratings, floor(other))
      if (own <= score + 1e-9) continue
      ;[best, score, isBetter] = [other, own, true]
    }
  }
  return best
}

/** The mean over all queries; a product that nobody rated counts as irrelevant. */
function meanNdcg(ratings: Ratings, find: (query: string) => readonly string[]): number {
  let sum = 0
  for (const [query, ratingOf] of ratings) {
    const best = gain([...ratingOf.values()].toSorted((a, b) => b - a).slice(0, resultsJudged))
    const found = find(query).map((id) => ratingOf.get(id) ?? 0)
    sum += best === 0 ? 0 : gain(found) / best
  }
  return sum / ratings.size
}

function gain(ratings: readonly number[]): number {
  return ratings.reduce((sum, rating, at) => sum + (2 ** rating - 1) / Math.log2(at + 2), 0)
}

/** As an import would bring it: what the thing is called is its category, and every attribute is one. */
function indexedIcecat(product: IcecatProduct, at: number): IndexedProduct {
  const attributes: Record<string, string | boolean> = {}
  for (const [name, value] of Object.entries(product)) {
    const code = name.replace(/^attr_[tb]_/, '')
    if (code !== name && (typeof value === 'string' || typeof value === 'boolean')) attributes[code] = value
  }
  const kind = String(product['attr_t_product_type'] ?? '')
  return indexed(at + 1, {
    sku: product.id,
    mpn: product.name,
    gtin: product.ean[0] ?? null,
    title: product.title,
    brand: product.supplier,
    categoryTitles: kind === '' ? [] : [kind],
    attributes,
    keywords: product.short_description ?? '',
    releasedOn: product.date_released.slice(0, 10),
    offers: { aol: { price: product.price, rrp: null } },
  })
}

function measureModels(folder: string): Figures {
  const registrations = readRows<Registration>(join(folder, 'registrations.jsonl.gz'))
  const byCode = new Map<string, Registration>()
  // A star stands for a whole family of models; nobody types it.
  for (const one of registrations)
    if (one.model !== undefined && !one.model.includes('*')) byCode.set(codeOf(one.model), one)
  const products = [...byCode.values()]
  const index = indexOf(products.map(indexedRegistration))
  const cases = misspeltModels(
    products.map((product) => product.model),
    caseCount,
  )
  const figures: Figures = {}
  let all = 0
  for (const kind of ['dashes', 'spaces', 'typo'] as const) {
    const ofKind = cases.filter((one) => one.kind === kind)
    const right = ofKind.filter(({ typed, model }) => isFirst(index, typed, model, products))
    all += right.length
    figures[`models.${kind}.first`] = right.length / ofKind.length
  }
  return { 'models.cases': cases.length, ...figures, 'models.first': all / cases.length }
}

function isFirst(index: ListingIndex, typed: string, model: string, products: readonly Registration[]): boolean {
  const { productIds } = index.listing({ app: 'aol', scope: { term: searchTermOf(typed) }, limit: 1 })
  return products[(productIds[0] ?? 0) - 1]?.model === model
}

function indexedRegistration({ brand, model, family, category }: Registration, at: number): IndexedProduct {
  const title = category.replace('-', ' ')
  return indexed(at + 1, {
    sku: `R${at + 1}`,
    mpn: model,
    title: `${brand} ${model}`,
    brand,
    categoryTitles: [title],
    keywords: family ?? '',
    offers: { aol: { price: 100_00, rrp: null } },
  })
}

function indexed(
  productId: number,
  product: Pick<IndexedProduct, 'sku' | 'mpn' | 'title' | 'brand' | 'categoryTitles' | 'keywords' | 'offers'> &
    Partial<IndexedProduct>,
): IndexedProduct {
  return {
    productId,
    gtin: null,
    uri: String(productId),
    brandUri: product.brand.toLowerCase(),
    categoryUri: product.categoryTitles.map((title) => title.toLowerCase()).join('/'),
    attributes: {},
    available: { AU: true, NZ: true },
    supply: { AU: '2000', NZ: '1010' },
    ratingAverage: null,
    ratingCount: 0,
    releasedOn: null,
    popularity: 0,
    ...product,
  }
}

function indexOf(products: readonly IndexedProduct[]): ListingIndex {
  const index = createListingIndex({ facetAttributes: [] })
  for (let from = 0; from < products.length; from += 5_000) index.upsert(products.slice(from, from + 5_000))
  index.settle()
  return index
}

function readText(file: string): string {
  return gunzipSync(readFileSync(file)).toString('utf8')
}

function readRows<Row>(file: string): Row[] {
  return readText(file)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)
}

/** By query, the rating of each rated product. */
type Ratings = ReadonlyMap<string, ReadonlyMap<string, number>>

function readRatings(file: string): Ratings {
  const ratings = new Map<string, Map<string, number>>()
  for (const line of readText(file).split('\n').slice(1)) {
    // A query may hold a comma and is quoted then; the other two are numbers.
    const [, query = '', id = '', rating = ''] = /^(.*),(\d+),([\d.]+)\s*$/.exec(line) ?? []
    if (id === '') continue
    const name = query.replace(/^"|"$/g, '').replaceAll('""', '"')
    const ofQuery = ratings.get(name) ?? new Map<string, number>()
    ratings.set(name, ofQuery.set(id, Number(rating)))
  }
  return ratings
}

if (import.meta.filename === argv[1]) {
  const { values } = parseArgs({
    options: {
      data: { type: 'string', default: env['SEARCH_DATA'] ?? '../shared/data' },
      quick: { type: 'boolean', default: false },
      json: { type: 'string' },
    },
  })
  const folder = resolve(values.data)
  const missing = needed.find((file) => !existsSync(join(folder, file)))
  if (missing !== undefined) {
    console.error(`${join(folder, missing)} is not there; name the folder that holds it with --data or SEARCH_DATA.`)
    exit(1)
  }
  const figures = measureSearch(folder)
  if (!values.quick) {
    const times = await measureIndex([100_000])
    for (const kind of ['search', 'suggest']) {
      const name = `index.${kind}.p95_ms.100k`
      figures[name] = times[name] ?? Number.NaN
    }
  }
  console.log(tableOf(figures))
  if (values.json) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`)
}
