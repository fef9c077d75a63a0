import type { AppCode } from '../../brands/apps.ts'
import type { Brand } from '../../brands/brands.ts'
import type { Settings } from '../../brands/settings.server.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Log } from '../../platform/log.server.ts'
import { createSerialQueue } from '../../platform/database/serial-queue.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import { isWithin, type Category, type ProductSummary } from '../catalogue/catalogue.ts'
import type { StoredPage } from '../content/page-document.ts'
import type { MediaService } from '../media/media.server.ts'
import type { Promotions } from '../promotions/promotions.server.ts'
import type { Promotion } from '../promotions/promotions.ts'
import { plainChoice } from '../search/listing-query.ts'
import type { Listings } from '../search/listings.server.ts'
import type { Stores } from '../stores/stores.server.ts'
import { navbarOf } from './internal/navbar.ts'
import { readNavigation } from './internal/navigation-store.server.ts'
import type { Navbar } from './navigation.ts'
import type { ShownBlock } from './page-blocks.ts'
import { shownBlocks, type BlockSources } from './page-blocks.server.ts'

/** The navigation of every app, in memory: built from the catalogue, the settings and the menu settings. */
export interface Navigation {
  /** The same object until one of its inputs changes. */
  of(brand: Brand): Navbar
  /** The blocks of a content page with current data. */
  blocks(brand: Brand, page: StoredPage): readonly ShownBlock<ProductSummary, Promotion>[]
  /** Calls back after each change of the menu settings; the catalogue and the settings have their own events. */
  subscribe(listener: () => void): void
  close(): Promise<void>
}

/** Triggers of the navigation tables notify this channel. */
export const navigationChannel = 'navigation_changed'

type Made = {
  readonly navbar: Navbar
  readonly categories: readonly Category[]
  readonly version: number
  readonly generation: number
  readonly quickLinks: string
}

const nothingSet = { icons: new Map(), entries: new Map() }

export type NavigationDeps = {
  readonly database: Database
  readonly log: Log
  readonly catalogue: Catalogue
  readonly search: { readonly listings: Listings }
  readonly promotions: Promotions
  readonly stores: Pick<Stores, 'of'>
  readonly settings: Pick<Settings, 'text'>
  readonly media: Pick<MediaService, 'shown' | 'subscribe'>
}

export async function openNavigation(deps: NavigationDeps): Promise<Navigation> {
  const { database, log, catalogue, settings, media } = deps
  const { listings } = deps.search
  const listeners: (() => void)[] = []
  const madeOf = new Map<AppCode, Made>()
  let generation = 0
  let stored = await readNavigation(database.db, media)
  const refresh = createSerialQueue(
    async () => {
      stored = await readNavigation(database.db, media)
      generation++
      for (const listener of listeners) listener()
    },
    (error) => log.error({ err: error, area: 'navigation' }, 'could not follow a change of the navigation'),
  )
  const stop = await database.listen(navigationChannel, refresh, refresh)
  media.subscribe(refresh)

  function of(brand: Brand): Navbar {
    const { categories, brands, directory } = catalogue
    const { version } = listings
    const quickLinks = settings.text(brand, 'QuickLinks')
    const known = madeOf.get(brand.app)
    if (
      known?.categories === categories &&
      known.version === version &&
      known.generation === generation &&
      known.quickLinks === quickLinks
    )
      return known.navbar
    const sold = {
      categories,
      brands,
      pictureOf: catalogue.pictureOf,
      isSold: (uri: string) => listings.count(brand, uri) > 0,
      brandCounts: (uri: string) => directory.categoriesOf(brand.app, uri),
    }
    const navbar = navbarOf(brand, sold, { ...(stored.get(brand.app) ?? nothingSet), quickLinks })
    madeOf.set(brand.app, { navbar, categories, version, generation, quickLinks })
    return navbar
  }

  return {
    of,
    blocks: (brand, { blocks }) => shownBlocks(blocks, blockSources(brand, deps)),
    subscribe: (listener) => void listeners.push(listener),
    close: stop,
  }
}

/** The data sources of a page's blocks in an app. */
function blockSources(
  brand: Brand,
  { catalogue, search: { listings }, promotions, stores, settings }: NavigationDeps,
): BlockSources {
  return {
    brand,
    catalogue,
    lists: {
      count: (uri) => listings.count(brand, uri),
      savings: (uri) =>
        listings.total(brand, { belowRrp: true }, plainChoice, { inCategory: (one) => isWithin(one, uri) }),
      first(list, size) {
        const scope = list === 'savings' ? { belowRrp: true as const } : { all: true as const }
        const sort = list === 'savings' ? 'relevance' : 'newest'
        return listings.list(brand, scope, { ...plainChoice, sort }, null, { size }).cards.map(({ sku }) => sku)
      },
    },
    pictureOf: catalogue.pictureOf,
    promotions: { all: () => promotions.of(brand), sale: () => promotions.sale(brand) },
    stores: () => stores.of(brand),
    deliveredByMaker: settings.text(brand, 'proformaShippingBrands'),
  }
}
