import { countryOfApp, timeZoneOf, type AppCode, type Country } from '../../brands/apps.ts'
import { dayIn, type Day } from '../../platform/calendar.ts'
import type { Clock } from '../../platform/clock.ts'
import { notify, type Database, type Reader, type Writer } from '../../platform/database/database.server.ts'
import type { Log } from '../../platform/log.server.ts'
import type { PriceChange } from '../pricing/price-history.ts'
import { BrandDirectory } from './brand-directory.ts'
import {
  allProducts,
  insertNotifyRequest,
  productDetail,
  priceChanges,
  productsById,
  idsFitting,
  variantIds,
  writeOffer,
  type NotifyRequest,
  type BrandRow,
  type ProductRow,
} from './catalogue-store.server.ts'
import type { Category, ProductDetail, ProductSummary, SoldOffer } from './catalogue.ts'
import { keep, keepByApp } from './internal/bounded-map.ts'
import { summaryOf } from './internal/product-summary.server.ts'
import { openEnergyTariffs, type EnergyTariffs } from './internal/tariffs.server.ts'
import { readTaxonomy, movesProducts, factsOf } from './internal/taxonomy.server.ts'
import { readUpsells } from './internal/upsells-reading.server.ts'
import type { AttributeDefinition } from './product-record.ts'
import type { UpsellOptions } from './upsell.ts'

/**
 * The catalogue in memory: every live product's summary, the category tree, brands and attributes. Built from Postgres at start and
 * kept up by change notices, so that a page asks the database only for what a single product's own page shows.
 */

export const changeChannel = 'catalogue_changed'

/** What has changed: some products; categories, brands or attributes alone; or so much that everything is read again. */
export type CatalogueChange = { readonly products: readonly number[] } | 'taxonomy' | 'all'

export type ProductChange = {
  readonly id: number
  readonly row: ProductRow | null
  readonly product: ProductSummary | null
}

export interface Catalogue {
  readonly size: number
  all(): Iterable<ProductSummary>
  product(id: number): ProductSummary | null
  productByUri(uri: string): ProductSummary | null
  productBySku(sku: string): ProductSummary | null
  detail(id: number): Promise<ProductDetail | null>
  /** The other forms of a product (colour, size), itself included, with what tells them apart. */
  variants(detail: ProductDetail): Promise<{ product: ProductSummary; axes: Readonly<Record<string, string>> }[]>
  /** Parts for the products of a category, by what they say they fit. */
  partsFor(category: Pick<Category, 'title'>): Promise<readonly ProductSummary[]>
  category(uri: string): Category | null
  readonly categories: readonly Category[]
  readonly brands: readonly BrandRow[]
  brandByUri(uri: string): BrandRow | null
  attribute(code: string): AttributeDefinition | null
  readonly attributes: readonly AttributeDefinition[]
  /**
   * Calls back for each change; listeners must not throw. `fromStart` also calls back at once for every product there is: for the search
   * index, because the rows of all products are let go of after that.
   */
  subscribe(listener: CatalogueListener, options?: { readonly fromStart: boolean }): void
  /** Changes a price for every process, seen by all of them within a second. */
  setOffer(productId: number, app: AppCode, offer: Omit<SoldOffer, 'memberPrice'>): Promise<void>
  /**
   * Warranties and installs for products and their prices in an app, the nearest ones of each kind. Kept until a product or an option
   * changes; `db` is the transaction when there is one.
   */
  upsells(products: readonly ProductSummary[], app: AppCode, db?: Reader | Writer): Promise<UpsellsOf>
  /** The same as they are this moment, for an answer that money depends on. */
  upsellsNow(products: readonly ProductSummary[], app: AppCode, db?: Reader | Writer): Promise<UpsellsOf>
  /** Keeps who wants to hear when a product can be bought again; once, however often it is asked. */
  askToBeNotified(request: NotifyRequest): Promise<void>
  /** The calendar day in a country. */
  today(country: Country): Day
  /** How many products of a brand an app sells by category, itself and below; see `BrandDirectory`. */
  readonly directory: Pick<BrandDirectory, 'categoriesOf' | 'isSold'>
  /** The records of what an app has asked for a product, oldest first. */
  priceChanges(productId: number, app: AppCode): Promise<readonly PriceChange[]>
  /** What energy costs, to reckon the running costs of appliances with. */
  readonly tariffs: EnergyTariffs
  close(): Promise<void>
}

/** What is offered for a product that was asked about. */
export type UpsellsOf = (product: ProductSummary) => UpsellOptions

export interface CatalogueListener {
  /** Everything is new: forget what you had. */
  reset?(): void
  changed(changes: readonly ProductChange[]): void
  /** Warranties or installs are others than before. */
  upsellsChanged?(): void
  /** Categories, brands or attributes are others than before; what products say of themselves by them was told just before. */
  taxonomyChanged?(): void
}

const upsellsChannel = 'upsells_changed'
const batchSize = 1_000

export type CatalogueDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
}

export async function openCatalogue({ database, clock, log }: CatalogueDeps): Promise<Catalogue> {
  const tariffs = await openEnergyTariffs({ database, clock })
  const listeners: CatalogueListener[] = []
  const details = new Map<number, ProductDetail>()
  // No day begins within a minute, and every page asks which it is.
  const days = new Map<Country, { readonly minute: number; readonly day: Day }>()
  const pastPrices = new Map<number, Map<AppCode, readonly PriceChange[]>>()
  const storedUpsells = new Map<number, Map<AppCode, UpsellOptions>>()
  const variantGroups = new Map<string, Awaited<ReturnType<typeof variantIds>>>()
  // Grows with every change: what was being read when it came may be of before it, and is not kept.
  let generation = 0
  let state = await readTaxonomy(database)
  let products = new Map<number, ProductSummary>()
  let firstRows: ProductRow[] | null = []
  const byUri = new Map<string, number>()
  const directory = new BrandDirectory()
  const bySku = new Map<string, number>()

  for await (const rows of allProducts(database.db)) {
    for (const row of rows) put(row)
    firstRows?.push(...rows)
  }

  function put(row: ProductRow): ProductSummary {
    const product = summaryOf(row, state)
    products.set(row.id, product)
    directory.add(product)
    byUri.set(row.uri, row.id)
    bySku.set(row.sku.toLowerCase(), row.id)
    return product
  }

  function drop(id: number): void {
    const old = products.get(id)
    if (old === undefined) return
    products.delete(id)
    directory.remove(old)
    if (byUri.get(old.uri) === id) byUri.delete(old.uri)
    if (bySku.get(old.sku.toLowerCase()) === id) bySku.delete(old.sku.toLowerCase())
  }

  async function reload(ids: readonly number[]): Promise<void> {
    const rows = new Map((await productsById(database.db, ids)).map((row) => [row.id, row]))
    generation++
    variantGroups.clear()
    const changes = ids.map((id): ProductChange => {
      const before = products.get(id)
      drop(id)
      details.delete(id)
      pastPrices.delete(id)
      const row = rows.get(id)
      const product = row?.isLive ? put(row) : null
      // Every order changes the stock of its products; what is offered beside them stays.
      if (product === null || before === undefined || !hasSameUpsells(before, product)) storedUpsells.delete(id)
      return row === undefined || product === null ? { id, row: null, product: null } : { id, row, product }
    })
    for (const listener of listeners) listener.changed(changes)
  }

  async function reloadAll(): Promise<void> {
    state = await readTaxonomy(database)
    const fresh: ProductRow[] = []
    for await (const rows of allProducts(database.db)) fresh.push(...rows)
    products = new Map()
    directory.clear()
    byUri.clear()
    bySku.clear()
    details.clear()
    pastPrices.clear()
    storedUpsells.clear()
    generation++
    variantGroups.clear()
    const changes = fresh.map((row): ProductChange => ({ id: row.id, row, product: put(row) }))
    for (const listener of listeners) {
      listener.reset?.()
      listener.changed(changes)
    }
  }

  /** Reads categories, brands and attributes, and no more products than say something else by them. */
  async function reloadTaxonomy(): Promise<void> {
    const before = state
    const after = await readTaxonomy(database)
    if (movesProducts(before, after)) return reloadAll()
    state = after
    const others = new Set(
      after.categories.filter(({ uri }) => factsOf(uri, before) !== factsOf(uri, after)).map(({ uri }) => uri),
    )
    const ids = [...products.values()].filter(({ categoryUri }) => others.has(categoryUri)).map(({ id }) => id)
    for (let at = 0; at < ids.length; at += batchSize) await reload(ids.slice(at, at + batchSize))
    generation++
    for (const listener of listeners) {
      listener.changed([])
      listener.taxonomyChanged?.()
    }
  }

  // One reload at a time, in the order the notices came.
  let queue = Promise.resolve()
  const enqueue = (change: CatalogueChange) => {
    queue = queue
      .then(() => (change === 'all' ? reloadAll() : change === 'taxonomy' ? reloadTaxonomy() : reload(change.products)))
      .catch((error: unknown) =>
        log.error({ err: error, area: 'catalogue' }, 'could not follow a change of the catalogue'),
      )
    return queue
  }
  const stopListening = await database.listen(
    changeChannel,
    (payload) => void enqueue(JSON.parse(payload) as CatalogueChange),
    () => void enqueue('all'),
  )

  const forgetUpsells = () => {
    storedUpsells.clear()
    generation++
    for (const listener of listeners) listener.upsellsChanged?.()
  }
  const stopUpsells = await database.listen(upsellsChannel, forgetUpsells, forgetUpsells)

  const upsellsNow: Catalogue['upsellsNow'] = (requested, app, db = database.db) => readUpsells(db, requested, app)

  return {
    get size() {
      return products.size
    },
    all: () => products.values(),
    product: (id) => products.get(id) ?? null,
    productByUri: (uri) => products.get(byUri.get(uri) ?? -1) ?? null,
    productBySku: (sku) => products.get(bySku.get(sku.toLowerCase()) ?? -1) ?? null,
    async detail(id) {
      const stored = details.get(id)
      if (stored !== undefined) return stored
      const begun = generation
      const read = await productDetail(database.db, id)
      if (read !== null && begun === generation) keep(details, id, read)
      return read
    },
    async partsFor({ title }) {
      const ids = await idsFitting(database.db, title)
      return ids.flatMap((id) => products.get(id) ?? [])
    },
    async variants(detail) {
      if (detail.variant === null) return []
      const { group } = detail.variant
      let found = variantGroups.get(group)
      if (found === undefined) {
        const begun = generation
        found = await variantIds(database.db, group)
        if (begun === generation) keep(variantGroups, group, found)
      }
      return found.flatMap(({ id, axes }) => {
        const product = products.get(id)
        return product === undefined ? [] : [{ product, axes }]
      })
    },
    category: (uri) => state.categoryOf.get(uri) ?? null,
    get categories() {
      return state.categories
    },
    get brands() {
      return state.brands
    },
    brandByUri: (uri) => state.brands.find((brand) => brand.uri === uri) ?? null,
    attribute: (code) => state.attributeOf.get(code) ?? null,
    get attributes() {
      return state.attributes
    },
    subscribe(listener, { fromStart } = { fromStart: false }) {
      listeners.push(listener)
      if (!fromStart) return
      if (firstRows === null) throw new Error('the rows of the first reading are gone')
      listener.changed(firstRows.map((row) => ({ id: row.id, row, product: products.get(row.id) ?? null })))
      // Rows hold every attribute of every product, and would only fill memory from here on.
      firstRows = null
    },
    async setOffer(productId, app, offer) {
      await database.transaction(async (tx) => {
        await writeOffer(tx, productId, app, offer, clock.now())
        await announce(tx, { products: [productId] })
      })
    },
    async upsells(requested, app, db) {
      const missing = requested.filter((product) => storedUpsells.get(product.id)?.get(app) === undefined)
      const begun = generation
      const read = missing.length === 0 ? null : await upsellsNow(missing, app, db)
      const found = new Map(
        requested.map((product) => [product.id, storedUpsells.get(product.id)?.get(app) ?? read?.(product)] as const),
      )
      if (read !== null && begun === generation)
        for (const product of missing) keepByApp(storedUpsells, product.id, app, read(product))
      return ({ id }) => found.get(id) ?? { warranties: [], installs: [] }
    },
    upsellsNow,
    askToBeNotified: (request) => database.transaction((tx) => insertNotifyRequest(tx, request, clock.now())),
    today(country) {
      const now = clock.now()
      const minute = Math.floor(now.getTime() / 60_000)
      const known = days.get(country)
      if (known?.minute === minute) return known.day
      const day = dayIn(timeZoneOf[country], now)
      days.set(country, { minute, day })
      return day
    },
    directory,
    async priceChanges(productId, app) {
      const known = pastPrices.get(productId)?.get(app)
      if (known !== undefined) return known
      const begun = generation
      const read = await priceChanges(database.db, productId, app, timeZoneOf[countryOfApp[app]])
      if (begun === generation) keepByApp(pastPrices, productId, app, read)
      return read
    },
    tariffs,
    async close() {
      await tariffs.close()
      await stopListening()
      await stopUpsells()
      await queue
    },
  }
}

/** Whether the same warranties and installs are offered: they go by category and price. */
const hasSameUpsells = (a: ProductSummary, b: ProductSummary): boolean =>
  a.categoryUri === b.categoryUri &&
  JSON.stringify(a.offers) === JSON.stringify(b.offers) &&
  JSON.stringify(a.traits) === JSON.stringify(b.traits)

/** Tells every process what changed, when the transaction commits. */
export async function announce(tx: Parameters<typeof notify>[0], change: CatalogueChange): Promise<void> {
  // A notice holds at most 8,000 bytes; past a thousand products reading everything again is no slower.
  const wide = typeof change !== 'string' && change.products.length > 1_000 ? 'all' : change
  await notify(tx, changeChannel, JSON.stringify(wide))
}
