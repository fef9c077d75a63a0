/**
 * How fast the listing and search index answers, and what it weighs, on made-up products with the words and proportions of a real
 * appliance and furniture shop. Run it with `node bench/index-bench.ts [--products 1000,10000,100000] [--json FILE]`. The table has more
 * than `measureIndex` answers: medians, p99, and listings straight after a change.
 */
import { writeFileSync } from 'node:fs'
import { argv } from 'node:process'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { randomFrom } from '../data/demo/random.ts'
import { type AppCode, appCodes, countryOfApp } from '../src/brands/apps.ts'
import { canArriveBy, type Tier, type ZoneFacts } from '../src/modules/delivery/delivery.ts'
import type { ListingQuery } from '../src/modules/search/search.ts'
import { addDays } from '../src/platform/calendar.ts'
import {
  createListingIndex,
  type IndexedProduct,
  type ListingIndex,
} from '../src/modules/search/internal/engine/listing-index.server.ts'

// Targets of the design at 100,000 products, p95: listing 5 ms, search and suggestions 10 ms; memory 1 GB, build 20 s.
const measuredQueries = 3000
const warmUpQueries = 600

/**
 * Measures an index of each size. The figures by name: `index.listing.p95_ms.100k`, `index.delivered…`, `index.search…` and `index.suggest…` for each size,
 * `index.memory_mb.100k` and `index.build_s.100k` for the largest.
 */
export async function measureIndex(counts: readonly number[]): Promise<Record<string, number>> {
  const largest = sizeName(Math.max(...counts))
  const requested = new Set([`index.memory_mb.${largest}`, `index.build_s.${largest}`])
  for (const size of counts.map(sizeName)) {
    for (const kind of ['listing', 'delivered', 'search', 'suggest']) requested.add(`index.${kind}.p95_ms.${size}`)
  }
  return Object.fromEntries(Object.entries(await everyFigure(counts)).filter(([name]) => requested.has(name)))
}

async function everyFigure(counts: readonly number[]): Promise<Record<string, number>> {
  const figures: Record<string, number> = {}
  for (const count of counts) {
    const size = sizeName(count)
    const products = madeUpProducts(count)
    await collectGarbage()
    const before = heldBytes()
    const startedAt = performance.now()
    const index = createListingIndex()
    for (let from = 0; from < count; from += 5000) index.upsert(products.slice(from, from + 5000))
    index.settle()
    figures[`index.build_s.${size}`] = (performance.now() - startedAt) / 1000
    await collectGarbage()
    figures[`index.memory_mb.${size}`] = (heldBytes() - before) / 2 ** 20
    figures[`index.memory_estimate_mb.${size}`] = index.memoryBytes() / 2 ** 20
    const random = randomFrom('queries').next
    const kinds = {
      listing: () => index.listing(listingQuery(random, products)),
      delivered: () => index.listing(deliveredQuery(random, products)),
      search: () => index.listing(termQuery(random, products)),
      suggest: () => index.suggest({ app: pick(random, appCodes), term: typedTerm(random, products), limit: 8 }),
      listing_after_change: () => listingAfterChange(random, products, index),
    }
    for (const [kind, run] of Object.entries(kinds)) {
      const times = measured(run)
      figures[`index.${kind}.p50_ms.${size}`] = percentile(times, 0.5)
      figures[`index.${kind}.p95_ms.${size}`] = percentile(times, 0.95)
      figures[`index.${kind}.p99_ms.${size}`] = percentile(times, 0.99)
    }
  }
  return figures
}

function sizeName(count: number): string {
  return count >= 1000 ? `${count / 1000}k` : String(count)
}

function measured(run: () => unknown): Float64Array {
  for (let i = 0; i < warmUpQueries; i++) run()
  const times = new Float64Array(measuredQueries)
  for (let i = 0; i < measuredQueries; i++) {
    const startedAt = performance.now()
    run()
    times[i] = performance.now() - startedAt
  }
  return times.toSorted()
}

function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  for (let i = 0; i < 3; i++) {
    if (typeof collect === 'function') collect()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

function heldBytes(): number {
  // arrayBuffers is part of external already.
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

// Queries, as shoppers ask them: mostly categories and short terms, now and then a model number, a typo or a slip of the pen.

const sorts = ['relevance', 'relevance', 'price-asc', 'price-desc', 'name', 'newest', 'rating'] as const

function listingQuery(random: () => number, products: readonly IndexedProduct[]): ListingQuery {
  const app = pick(random, appCodes)
  const example = pick(random, products)
  const slugs = example.categoryUri.split('/')
  const scopes: ListingQuery['scope'][] = [
    { categoryUri: example.categoryUri },
    { categoryUri: example.categoryUri },
    { categoryUri: slugs[0] ?? '' },
    { brandUri: example.brandUri },
    { all: true },
    { belowRrp: true },
  ]
  const own = Object.keys(example.attributes)
  const filters: Record<string, string[]> = { brand: [example.brandUri, pick(random, products).brandUri] }
  const first = Math.floor(random() * own.length)
  for (const code of [own[first] ?? '', own[(first + 3) % own.length] ?? '']) {
    filters[code] = [example.attributes[code] ?? ''].flat().slice(0, 1).map(String)
  }
  const price = example.offers[app]?.price ?? 100_000
  return {
    app,
    scope: pick(random, scopes),
    facets: [
      ...['brand', 'category', 'availability', 'rating', 'price'].map((code) => ({ code, kind: 'list' as const })),
      ...own.map((code) => ({
        code,
        kind: typeof example.attributes[code] === 'number' ? ('range' as const) : ('list' as const),
      })),
    ],
    filters,
    ranges: random() < 0.3 ? { price: { min: price / 2, max: price * 2 } } : {},
    sort: pick(random, sorts),
    offset: random() < 0.8 ? 0 : 24 * Math.floor(random() * 20),
    limit: 24,
  }
}

/** A listing of what can come to some zone by some day: two questions that a stranger can ask of any postcode and day. */
function deliveredQuery(random: () => number, products: readonly IndexedProduct[]): ListingQuery {
  const query = listingQuery(random, products)
  const code = pick(random, countryOfApp[query.app] === 'NZ' ? warehouses.NZ : warehouses.AU)
  const today = '2026-11-23'
  const facts: ZoneFacts = {
    zone: { warehouse: { ...aWarehouse, code, country: countryOfApp[query.app] }, tier: pick(random, tiers) },
    now: { today, minute: Math.floor(random() * 1_440) },
    holidays: new Set(['2026-12-25', '2026-12-28']),
    days: new Map(),
  }
  const by = addDays(today, Math.floor(random() * 400))
  return { ...query, scope: random() < 0.5 ? { all: true } : query.scope, arrives: canArriveBy(facts, by) }
}

const aWarehouse = {
  title: '',
  state: null,
  timeZone: 'Australia/Sydney',
  cutOff: 14 * 60,
  sameDayCutOff: 10 * 60,
} as const

const tiers: readonly Tier[] = [
  { leadDays: 1, weekdays: [1, 2, 3, 4, 5, 6, 7], ordersADay: 60 },
  { leadDays: 3, weekdays: [1, 2, 3, 4, 5], ordersADay: 20 },
  { leadDays: 7, weekdays: [2, 4], ordersADay: 8 },
].map((tier) => ({
  ...tier,
  code: '',
  title: '',
  weekday: 0,
  saturday: 4000,
  sunday: 6000,
  sameDay: 7900,
  windows: [],
}))

function listingAfterChange(random: () => number, products: readonly IndexedProduct[], index: ListingIndex): unknown {
  const app = pick(random, appCodes)
  for (let i = 0; i < 5; i++) {
    index.setOffer(pick(random, products).productId, app, { price: 10_000 + Math.floor(random() * 90_000), rrp: null })
  }
  index.upsert([pick(random, products)])
  return index.listing({ ...listingQuery(random, products), app })
}

function termQuery(random: () => number, products: readonly IndexedProduct[]): ListingQuery {
  const sort = random() < 0.8 ? 'relevance' : pick(random, sorts)
  const facets = ['brand', 'category', 'availability', 'price', 'finish', 'colour'].map((code) => ({
    code,
    kind: 'list' as const,
  }))
  const app = pick(random, appCodes)
  return { app, scope: { term: wholeTerm(random, products) }, facets, sort, limit: 24 }
}

function wholeTerm(random: () => number, products: readonly IndexedProduct[]): string {
  const product = pick(random, products)
  const noun = product.categoryTitles.at(-1) ?? ''
  const titleWords = product.title.split(' ')
  const kind = random()
  if (kind < 0.2) return noun
  if (kind < 0.4) return `${product.brand} ${noun}`
  if (kind < 0.5) return product.brand
  if (kind < 0.6) return `${pick(random, titleWords)} ${noun}`
  if (kind < 0.68) return product.sku
  if (kind < 0.74) return mistyped(random, product.sku)
  if (kind < 0.78) return product.sku.slice(0, 5)
  if (kind < 0.9) return mistyped(random, `${product.brand} ${noun}`)
  if (kind < 0.95) return `${noun} ${pick(random, titleWords)} ${pick(random, colours)}`
  return `${noun} with ${pick(random, ['bluetooth', 'unicorns', 'warranty'])}`
}

function typedTerm(random: () => number, products: readonly IndexedProduct[]): string {
  const whole = wholeTerm(random, products)
  return whole.slice(0, 2 + Math.floor(random() * Math.max(1, whole.length - 1)))
}

function mistyped(random: () => number, text: string): string {
  const at = 1 + Math.floor(random() * (text.length - 2))
  const kind = Math.floor(random() * 3)
  if (kind === 0) return text.slice(0, at) + text.slice(at + 1)
  if (kind === 1) return `${text.slice(0, at)}e${text.slice(at)}`
  return text.slice(0, at) + (text[at + 1] ?? '') + (text[at] ?? '') + text.slice(at + 2)
}

// Products. Every category takes about a dozen attributes, some shared by all and some of its own.

const departments: Readonly<Record<string, readonly string[]>> = {
  Kitchen:
    'French Door Fridges,Side by Side Fridges,Top Mount Fridges,Bottom Mount Fridges,Bar Fridges,Wine Fridges,Upright Freezers,Chest Freezers,Freestanding Dishwashers,Built-In Dishwashers,Wall Ovens,Freestanding Cookers,Gas Cooktops,Induction Cooktops,Rangehoods,Microwaves'.split(
      ',',
    ),
  'Small Appliances':
    'Coffee Machines,Kettles,Toasters,Air Fryers,Blenders,Food Processors,Stand Mixers,Slow Cookers,Irons,Stick Vacuums,Robot Vacuums'.split(
      ',',
    ),
  Laundry: 'Front Load Washing Machines,Top Load Washing Machines,Heat Pump Dryers,Vented Dryers,Washer Dryers'.split(
    ',',
  ),
  'Heating & Cooling':
    'Split System Air Conditioners,Portable Air Conditioners,Ceiling Fans,Pedestal Fans,Oil Heaters,Air Purifiers,Dehumidifiers'.split(
      ',',
    ),
  'TV & Audio': 'OLED Televisions,LED Televisions,Soundbars,Headphones,Bluetooth Speakers,Projectors'.split(','),
  'Living Furniture':
    'Fabric Sofas,Leather Sofas,Recliners,Sofa Beds,Coffee Tables,TV Units,Bookcases,Rugs,Floor Lamps'.split(','),
  'Bedroom Furniture': 'Queen Beds,King Beds,Bedside Tables,Wardrobes,Tallboys,Mattresses'.split(','),
  'Dining & Outdoor':
    'Dining Tables,Dining Chairs,Bar Stools,Sideboards,Outdoor Settings,Gas Barbecues,Office Desks'.split(','),
}
const leaves = Object.entries(departments).flatMap(([department, titles]) =>
  titles.map((title) => ({ titles: [department, title], uri: `${slug(department)}/${slug(title)}` })),
)
const brandNames =
  'Ardenholt,Bellwether,Brightmoor,Calder,Castlenook,Coralline,Corvane,Daintree,Delmarra,Dunmore & Hale,Eastgate,Elvara,Emberly,Fairhaven,Fenwick,Fjordline,Galloway,Glenrowan,Halcyon,Harrowgate,Hearthstone,Illawarra,Ironbark,Jarrah,Juniper,Kestrel,Kingsmere,Kirrawee,Larkspur,Lumenor,Mallee,Marlowe,Meridian,Mistral,Murrumba,Nordhaus,Northcote,Novella,Oakhurst,Orbica,Otway,Paragon,Pemberton,Quillon,Ravensby,Rosedale,Saltash,Selwyn,Sorrento,Sterling,Tamarind,Thornbury,Tiwai,Umbra,Valetta,Vantage,Wairau,Westbrook,Whitlock,Yarra,Zephyrine'.split(
    ',',
  )
const colours = 'Stainless Steel,Matte Black,White,Silver,Graphite,Oak,Walnut,Charcoal,Sand,Navy,Sage,Cream'.split(',')
const adjectives =
  'Premium,Compact,Smart,Classic,Slimline,Series 4,Series 6,Series 8,Pro,Essential,Deluxe,Quiet,EcoSense,Signature'.split(
    ',',
  )
const features =
  'Wi-Fi,Inverter Motor,Child Lock,Steam,Delay Start,Sensor Dry,Soft Close,Water Dispenser,Ice Maker,Self Cleaning,Fingerprint Resistant,Assembly Required,Removable Cover,Dolby Atmos,Frost Free'.split(
    ',',
  )

function madeUpProducts(count: number): IndexedProduct[] {
  const random = randomFrom('products').next
  return Array.from({ length: count }, (_, number) => madeUpProduct(number + 1, random))
}

function madeUpProduct(productId: number, random: () => number): IndexedProduct {
  // Squaring makes a few categories and brands large and many small.
  const leaf = leaves[Math.floor(random() ** 1.5 * leaves.length)] ?? pick(random, leaves)
  const brand = brandNames[Math.floor(random() ** 1.5 * brandNames.length)] ?? pick(random, brandNames)
  const colour = pick(random, colours)
  const size = 100 + 10 * Math.floor(random() * 60)
  const prefix = brand.slice(0, 1).toUpperCase() + letters(random, 2)
  const sku = `${prefix}${size}${letters(random, 2)}${Math.floor(random() * 90 + 10)}${letters(random, 1)}`
  const noun = (leaf.titles[1] ?? '').replace(/s$/, '')
  const price = 4900 + 100 * Math.floor(random() ** 3 * 8000)
  const offers: Partial<Record<AppCode, { price: number; rrp: number | null }>> = {}
  for (const app of appCodes) {
    if (random() < 0.7)
      offers[app] = { price: price + 100 * Math.floor(random() * 20), rrp: random() < 0.5 ? price + 2000 : null }
  }
  const hasRating = random() < 0.6
  const own = slug(leaf.titles[1] ?? '').replaceAll('-', '_')
  return {
    productId,
    sku,
    mpn: random() < 0.5 ? `${sku.slice(0, 6)}-${sku.slice(6)}` : null,
    gtin: String(9_300_000_000_000 + productId),
    title: `${brand} ${size}L ${pick(random, adjectives)} ${noun} ${sku} ${colour}`,
    uri: slug(`${brand} ${noun} ${sku}`),
    brand,
    brandUri: slug(brand),
    categoryUri: leaf.uri,
    categoryTitles: leaf.titles,
    attributes: {
      colour,
      finish: pick(random, ['Gloss', 'Matte', 'Brushed', 'Natural']),
      features: Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(random, features)),
      width_mm: 450 + 5 * Math.floor(random() * 150),
      height_mm: 600 + 5 * Math.floor(random() * 250),
      depth_mm: 400 + 5 * Math.floor(random() * 80),
      weight_kg: Math.round(random() * 900) / 10,
      energy_stars: 1 + Math.floor(random() * 10) / 2,
      warranty: pick(random, ['12 Months', '2 Years', '5 Years']),
      made_in: pick(random, ['Australia', 'New Zealand', 'Germany', 'China', 'Thailand', 'Italy']),
      [`${own}_capacity_l`]: size,
      [`${own}_type`]: pick(random, adjectives),
      [`${own}_smart`]: random() < 0.4,
    },
    offers,
    available: { AU: random() < 0.85, NZ: random() < 0.6 },
    supply: { AU: madeUpSupply(random, warehouses.AU), NZ: madeUpSupply(random, warehouses.NZ) },
    ratingAverage: hasRating ? Math.round((2.5 + random() * 2.5) * 100) / 100 : null,
    ratingCount: hasRating ? 1 + Math.floor(random() * 400) : 0,
    releasedOn: new Date(Date.UTC(2018, 0, 1 + Math.floor(random() * 2900))).toISOString().slice(0, 10),
    popularity: Math.floor(random() ** 4 * 100_000),
    keywords: random() < 0.2 ? pick(random, features) : '',
    staffOnly: random() < 0.01,
  }
}

const warehouses = { AU: ['0800', '2000', '2600', '3000', '4000', '5000', '6000', '7000'], NZ: ['1010', '8011'] }

/** As `supplyOf` says it: some warehouses have it, or it comes on one of 200 days, or it does not come. */
function madeUpSupply(random: () => number, codes: readonly string[]): string {
  const having = codes.filter(() => random() < 0.4)
  if (having.length > 0) return having.join(' ')
  if (random() < 0.3) return ''
  return new Date(Date.UTC(2026, 10, 21 + Math.floor(random() * 200))).toISOString().slice(0, 10)
}

function letters(random: () => number, count: number): string {
  return Array.from({ length: count }, () => String.fromCharCode(65 + Math.floor(random() * 26))).join('')
}

function slug(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}

function pick<T>(random: () => number, choices: readonly T[]): T {
  const choice = choices[Math.floor(random() * choices.length)]
  if (choice === undefined) throw new RangeError('nothing to pick from')
  return choice
}

if (import.meta.filename === argv[1]) {
  const { values } = parseArgs({
    options: { products: { type: 'string', default: '1000,10000,100000' }, json: { type: 'string' } },
  })
  const figures = await everyFigure(values.products.split(',').map(Number))
  console.table(Object.entries(figures).map(([name, value]) => ({ name, value: Number(value.toFixed(3)) })))
  if (values.json) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`)
}
