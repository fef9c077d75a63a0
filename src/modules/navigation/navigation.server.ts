import type { AppCode } from '../../brands/apps.ts'
import type { Brand } from '../../brands/brands.ts'
import type { Settings } from '../../brands/settings.server.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Log } from '../../platform/log.server.ts'
import { inTurn } from '../../platform/database/in-turn.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import type { Category } from '../catalogue/catalogue.ts'
import { categoryPicture } from '../catalogue/pictures.server.ts'
import { navbarOf } from './internal/navbar.ts'
import { readNavigation } from './internal/navigation-store.server.ts'
import type { Navbar } from './navigation.ts'

/** The navigation of every app, in memory: made of the catalogue, the settings and what somebody has set about it. */
export interface Navigation {
  /** The same object until something it is made of changes. */
  of(brand: Brand): Navbar
  /** Calls back after each change of what somebody has set; the catalogue and the settings tell of themselves. */
  subscribe(listener: () => void): void
  close(): Promise<void>
}

/** Whoever changes the tables of navigation says so here. */
export const navigationChannel = 'navigation_changed'

/** How many products of a category a brand sells, and what tells that this may have changed. */
type Lists = { readonly version: number; count(brand: Brand, categoryUri: string): number }

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
  readonly catalogue: Pick<Catalogue, 'categories' | 'brands' | 'directory'>
  readonly search: { readonly listings: Lists }
  readonly settings: Pick<Settings, 'text'>
}

export async function openNavigation(deps: NavigationDeps): Promise<Navigation> {
  const { database, log, catalogue, settings } = deps
  const { listings } = deps.search
  const listeners: (() => void)[] = []
  const madeOf = new Map<AppCode, Made>()
  let generation = 0
  let kept = await readNavigation(database.db)
  const refresh = inTurn(
    async () => {
      kept = await readNavigation(database.db)
      generation++
      for (const listener of listeners) listener()
    },
    (error) => log.error({ err: error, area: 'navigation' }, 'could not follow a change of the navigation'),
  )
  const stop = await database.listen(navigationChannel, refresh, refresh)

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
      pictureOf: categoryPicture,
      isSold: (uri: string) => listings.count(brand, uri) > 0,
      brandCounts: (uri: string) => directory.categoriesOf(brand.app, uri),
    }
    const navbar = navbarOf(brand, sold, { ...(kept.get(brand.app) ?? nothingSet), quickLinks })
    madeOf.set(brand.app, { navbar, categories, version, generation, quickLinks })
    return navbar
  }

  return { of, subscribe: (listener) => void listeners.push(listener), close: stop }
}
