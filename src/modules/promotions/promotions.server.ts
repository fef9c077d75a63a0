import { brandOf, type Brand } from '../../brands/brands.ts'
import type { Day } from '../../platform/calendar.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Log } from '../../platform/log.server.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import type { ProductSummary } from '../catalogue/catalogue.ts'
import type { MediaService } from '../media/media.server.ts'
import { publishedBundles } from './bundle-records.server.ts'
import { bundleOffer, hasBundles, type Bundle, type BundleOffer } from './bundles.ts'
import { rewardOf, type CartReward } from './cart-reward.ts'
import { partsOf } from './internal/bundle-parts.server.ts'
import { allPromotions, allSales, type StoredPromotion } from './promotions-store.server.ts'
import { isFor, isRedeemable, isRunning, listedPromotions, type Promotion } from './promotions.ts'
import { noSale, saleAt, type StoredSale, type Sale } from './sale.ts'

type App = Pick<Brand, 'app' | 'country'>

/** What only a promotion's own page shows. */
export type PromotionPage = Promotion & {
  readonly content: string
  readonly terms: string
}

/** The promotions and sales of every app, in memory. */
export interface Promotions {
  /** All of an app, whenever they run. */
  of(brand: App): readonly Promotion[]
  page(brand: App, path: string): PromotionPage | null
  /** The products of the app that a promotion is for. */
  productIds(brand: App, promotion: Promotion): readonly number[]
  /** The promotions that run today and are for a product. */
  forProduct(brand: App, product: ProductSummary): readonly Promotion[]
  /** What a product brings into a cart today, in the order of the list of promotions. */
  rewardsFor(brand: App, product: ProductSummary): readonly CartReward[]
  /** The bundles of an app that can be bought now, at the prices of now; with a SKU those that it is a part of, the largest saving first. */
  bundles(brand: App, sku?: string): readonly BundleOffer[]
  /** All products of the published bundles that a product is a part of: a change of one changes the pages of the others. */
  bundledWith(brand: App, sku: string): readonly string[]
  /** The sale that is on, as of the last time everything was read. */
  sale(brand: App): Sale
  /** Reads everything again; calls back when something that pages show is different, also because time has passed. */
  refresh(): Promise<void>
  onChange(listener: () => void): void
  close(): Promise<void>
}

/** Triggers of the tables say it here, whoever changes them. */
const channel = 'promotions_changed'

export async function openPromotions({
  database,
  catalogue,
  clock,
  log,
  media,
}: {
  database: Database
  catalogue: Pick<Catalogue, 'all' | 'productBySku' | 'today'>
  clock: Clock
  log: Log
  media: Pick<MediaService, 'shownIn' | 'subscribe'>
}): Promise<Promotions> {
  let stored: readonly StoredPromotion[] = []
  let sales: readonly StoredSale[] = []
  let bundles: readonly Bundle[] = []
  /** The sale of each app as of the last look: the same object until it is another sale. */
  let onNow = new Map<string, Sale>()
  let shown = ''
  const listeners: (() => void)[] = []

  async function read(): Promise<void> {
    stored = media.shownIn(await allPromotions(database.db))
    sales = await allSales(database.db)
    bundles = await publishedBundles(database.db)
  }

  /** Looks which sales are on; answers all that pages show of promotions and sales, as text. */
  function look(): string {
    onNow = new Map(sales.map(({ app }) => [app, media.shownIn(saleAt(sales, app, clock.now()))]))
    return stateOf(stored, onNow, bundles, catalogue)
  }

  const promotionOf = (one: StoredPromotion, today: Day): Promotion => toPromotion(one, stored, today)

  const ofApp = ({ app }: App): StoredPromotion[] => stored.filter(({ apps }) => apps.includes(app))

  async function refresh(): Promise<void> {
    try {
      await read()
    } catch (error) {
      log.warn({ err: error }, 'promotions could not be read; the last ones stay')
    }
    const before = onNow
    const now = look()
    if (now === shown) {
      onNow = before
      return
    }
    shown = now
    for (const listener of listeners) listener()
  }

  await read()
  shown = look()
  const stop = await database.listen(
    channel,
    () => void refresh(),
    () => void refresh(),
  )
  media.subscribe(() => void refresh())
  return {
    of: (brand) => ofApp(brand).map((one) => promotionOf(one, catalogue.today(brand.country))),
    page(brand, path) {
      const found = ofApp(brand).find((one) => one.path === path)
      if (found === undefined) return null
      const { content, terms } = found
      return { ...promotionOf(found, catalogue.today(brand.country)), content, terms }
    },
    productIds({ app }, promotion) {
      const whole = stored.find(({ path }) => path === promotion.path) ?? promotion
      return Array.from(catalogue.all())
        .filter((product) => product.offers[app] !== undefined && isFor(whole, product))
        .map(({ id }) => id)
    },
    forProduct(brand, product) {
      const today = catalogue.today(brand.country)
      return ofApp(brand)
        .filter((one) => isRunning(one, today) && isFor(one, product))
        .map((one) => promotionOf(one, today))
    },
    rewardsFor(brand, product) {
      const today = catalogue.today(brand.country)
      const running = ofApp(brand)
        .filter((one) => isFor(one, product))
        .map((one) => ({ id: one.id, ...promotionOf(one, today) }))
      return listedPromotions(running, { brand: null, category: null }, today).flatMap(
        (one) => rewardOf(one, today) ?? [],
      )
    },
    ...bundleReads(() => bundles, catalogue),
    sale: ({ app }) => onNow.get(app) ?? noSale,
    refresh,
    onChange: (listener) => void listeners.push(listener),
    close: stop,
  }
}

/** The published bundles as they are now; `catalogue` has the prices and the stock of now. */
function bundleReads(
  published: () => readonly Bundle[],
  catalogue: Pick<Catalogue, 'productBySku'>,
): Pick<Promotions, 'bundles' | 'bundledWith'> {
  return {
    bundles({ app }, sku) {
      const brand = brandOf(app)
      if (!hasBundles(brand)) return []
      return published()
        .filter((one) => one.app === app && (sku === undefined || one.skus.includes(sku)))
        .flatMap((one) => bundleOffer(one, partsOf(one.skus, brand, catalogue)) ?? [])
        .toSorted((a, b) => b.saving - a.saving || a.id - b.id)
    },
    bundledWith: ({ app }, sku) => [
      ...new Set(published().flatMap((one) => (one.app === app && one.skus.includes(sku) ? one.skus : []))),
    ],
  }
}

/** All that pages show of promotions and sales, as text that differs when any of it does. */
function stateOf(
  stored: readonly StoredPromotion[],
  onNow: ReadonlyMap<string, Sale>,
  bundles: readonly Bundle[],
  { today }: Pick<Catalogue, 'today'>,
): string {
  const running = stored.map((one) => [one, (['AU', 'NZ'] as const).map((country) => isRunning(one, today(country)))])
  return JSON.stringify([running, [...onNow], bundles])
}

/** A promotion as pages show it. */
function toPromotion(
  {
    id,
    apps: _apps,
    parentId: _parent,
    conditions: _conditions,
    content: _content,
    terms: _terms,
    ...own
  }: StoredPromotion,
  stored: readonly StoredPromotion[],
  today: Day,
): Promotion {
  return {
    ...own,
    childHasActiveRedemption: stored.some((child) => child.parentId === id && isRedeemable(child, today)),
  }
}
