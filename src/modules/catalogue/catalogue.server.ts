import type { AppCode, Country } from '../../brands/apps.ts'
import type { Day } from '../../platform/calendar.ts'
import type { Clock } from '../../platform/clock.ts'
import { notify, type Database, type Reader, type Writer } from '../../platform/database/database.server.ts'
import type { Log } from '../../platform/log.server.ts'
import type { MediaService } from '../media/media.server.ts'
import type { PriceChange } from '../pricing/price-history.ts'
import type { BrandDirectory } from './brands/brand-directory.ts'
import {
  foreignFiles,
  insertNotifyRequest,
  idsFitting,
  productsWithFiles,
  writeOffer,
  type NotifyRequest,
  type BrandRow,
  type ForeignFiles,
} from './catalogue-store.server.ts'
import type { Category, ProductDetail, ProductSummary, SoldOffer } from './catalogue.ts'
import type { CatalogueChange, CatalogueListener } from './catalogue-changes.ts'
import { createCategoryPictures } from './internal/category-pictures.ts'
import { createCachedReads } from './internal/cached-reads.server.ts'
import { calendarDays } from './internal/calendar-days.ts'
import { readCatalogue } from './internal/catalogue-reloads.server.ts'
import { openEnergyTariffs, type EnergyTariffs } from './internal/tariffs.server.ts'
import { unitsInStores } from './store-stock.server.ts'
import type { AttributeDefinition } from './product/product-record.ts'
import type { UpsellOptions } from './product/upsell.ts'

/**
 * The catalogue in memory: every live product's summary, the category tree, brands and attributes. Built from PostgreSQL at start and
 * updated by change events, so that a page queries the database only for a single product's details.
 */

export const changeChannel = 'catalogue_changed'

export interface Catalogue {
  readonly size: number
  all(): Iterable<ProductSummary>
  product(id: number): ProductSummary | null
  productByUri(uri: string): ProductSummary | null
  productBySku(sku: string): ProductSummary | null
  detail(id: number): Promise<ProductDetail | null>
  /** The variants of a product (colour, size), itself included, with the attributes that differ. */
  variants(detail: ProductDetail): Promise<{ product: ProductSummary; axes: Readonly<Record<string, string>> }[]>
  /** Parts for the products of a category, by their declared compatibility. */
  partsFor(category: Pick<Category, 'title'>): Promise<readonly ProductSummary[]>
  category(uri: string): Category | null
  /** Where pages show a category's picture: its own, or that of a product in it. */
  pictureOf(category: Pick<Category, 'uri' | 'picture'>): string
  readonly categories: readonly Category[]
  readonly brands: readonly BrandRow[]
  brandByUri(uri: string): BrandRow | null
  attribute(code: string): AttributeDefinition | null
  readonly attributes: readonly AttributeDefinition[]
  /**
   * Calls back for each change; listeners must not throw. `fromStart` also calls back at once for every existing product: for the search
   * index, because the rows of all products are released after that.
   */
  subscribe(listener: CatalogueListener, options?: { readonly fromStart: boolean }): void
  /** Changes a price for every process, seen by all of them within a second. */
  setOffer(productId: number, app: AppCode, offer: Omit<SoldOffer, 'memberPrice' | 'volumePrices'>): Promise<void>
  /**
   * Warranties and installations for products and their prices in an app, the closest ones of each kind. Cached until a product or an
   * option changes; `db` is the transaction when there is one.
   */
  upsells(products: readonly ProductSummary[], app: AppCode, db?: Reader | Writer): Promise<UpsellsOf>
  /** The same as they are this moment, for an answer that money depends on. */
  upsellsNow(products: readonly ProductSummary[], app: AppCode, db?: Reader | Writer): Promise<UpsellsOf>
  /** Records a back-in-stock request, once, however often it is sent. */
  askToBeNotified(request: NotifyRequest): Promise<void>
  /** The calendar day in a country. */
  today(country: Country): Day
  /** How many products of a brand an app sells by category, itself and below; see `BrandDirectory`. */
  readonly directory: Pick<BrandDirectory, 'categoriesOf' | 'isSold'>
  /** The price history of a product in an app, oldest first. */
  priceChanges(productId: number, app: AppCode): Promise<readonly PriceChange[]>
  /** How many units of a product are free to sell in each store that has some, by store id; for pages about it. */
  storeUnits(productId: number): Promise<ReadonlyMap<number, number>>
  /** The addresses on other hosts that products name as pictures and documents: of all, or of those that changed since a time. */
  foreignFiles(since: Date | null): Promise<ForeignFiles>
  /** These files can be shown now, or are others than before; every process reads their products again. */
  filesChanged(addresses: readonly string[]): Promise<void>
  /** Reads these products again, for an answer that must not rest on memory; resolves when memory has them. */
  refresh(productIds: readonly number[]): Promise<void>
  /** Energy tariffs, for the running costs of appliances. */
  readonly tariffs: EnergyTariffs
  close(): Promise<void>
}

/** The options of the requested product. */
export type UpsellsOf = (product: ProductSummary) => UpsellOptions

const upsellsChannel = 'upsells_changed'

export type CatalogueDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly media: Pick<MediaService, 'addressOf' | 'shown' | 'shownIn' | 'subscribe'>
}

export async function openCatalogue(deps: CatalogueDeps): Promise<Catalogue> {
  const { database, clock, log, media } = deps
  const tariffs = await openEnergyTariffs({ database, clock })
  const listeners: CatalogueListener[] = []
  const reads = createCachedReads(database, media)
  const contents = await readCatalogue(deps, reads, listeners)
  const { index } = contents
  const categoryPictures = createCategoryPictures({ index, shown: media.shown })
  listeners.push({ changed: categoryPictures.productsChanged })

  // One reload at a time, in the order the notices came.
  let queue = Promise.resolve()
  const enqueue = (change: CatalogueChange) => {
    queue = queue
      .then(() => contents.follow(change))
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
    reads.forgetUpsells()
    reads.outdate()
    for (const listener of listeners) listener.upsellsChanged?.()
  }
  const stopUpsells = await database.listen(upsellsChannel, forgetUpsells, forgetUpsells)

  return {
    get size() {
      return index.size
    },
    all: () => index.all(),
    product: (id) => index.byId(id),
    productByUri: (uri) => index.byUri(uri),
    productBySku: (sku) => index.bySku(sku),
    detail: reads.detail,
    storeUnits: (productId) => unitsInStores(database.db, productId),
    foreignFiles: (since) => foreignFiles(database.db, since),
    filesChanged: (addresses) => announceFiles(database, addresses),
    refresh: (productIds) => enqueue({ products: [...productIds] }),
    async partsFor({ title }) {
      const ids = await idsFitting(database.db, title)
      return ids.flatMap((id) => index.byId(id) ?? [])
    },
    async variants(detail) {
      if (detail.variant === null) return []
      const found = await reads.variants(detail.variant.group)
      return found.flatMap(({ id, axes }) => {
        const product = index.byId(id)
        return product === null ? [] : [{ product, axes }]
      })
    },
    pictureOf: categoryPictures.of,
    category: (uri) => contents.taxonomy.categoryOf.get(uri) ?? null,
    get categories() {
      return contents.taxonomy.categories
    },
    get brands() {
      return contents.taxonomy.brands
    },
    brandByUri: (uri) => contents.taxonomy.brands.find((brand) => brand.uri === uri) ?? null,
    attribute: (code) => contents.taxonomy.attributeOf.get(code) ?? null,
    get attributes() {
      return contents.taxonomy.attributes
    },
    subscribe(listener, { fromStart } = { fromStart: false }) {
      listeners.push(listener)
      if (fromStart) listener.changed(contents.takeFirstRows())
    },
    async setOffer(productId, app, offer) {
      await database.transaction(async (tx) => {
        await writeOffer(tx, productId, app, offer, clock.now())
        await announce(tx, { products: [productId] })
      })
    },
    upsells: reads.upsells,
    upsellsNow: reads.upsellsNow,
    askToBeNotified: (request) => database.transaction((tx) => insertNotifyRequest(tx, request, clock.now())),
    today: calendarDays(clock),
    directory: index.directory,
    priceChanges: reads.priceChanges,
    tariffs,
    async close() {
      await tariffs.close()
      await stopListening()
      await stopUpsells()
      await queue
    },
  }
}

async function announceFiles({ db }: Database, addresses: readonly string[]): Promise<void> {
  const ids = addresses.length === 0 ? [] : await productsWithFiles(db, addresses)
  // A notification holds 8,000 bytes.
  for (let at = 0; at < ids.length; at += 500)
    await notify(db, changeChannel, JSON.stringify({ products: ids.slice(at, at + 500) }))
}

/** Notifies every process when the transaction commits. */
export async function announce(tx: Parameters<typeof notify>[0], change: CatalogueChange): Promise<void> {
  // A notification holds at most 8,000 bytes; past a thousand products reloading everything is no slower.
  const wide = typeof change !== 'string' && change.products.length > 1_000 ? 'all' : change
  await notify(tx, changeChannel, JSON.stringify(wide))
}
