import type { AppCode } from '../../brands/apps.ts'
import type { Settings } from '../../brands/settings.server.ts'
import type { Site } from '../../brands/site.server.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Reader, Writer } from '../../platform/database/database.server.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.server.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import type { GeoServices } from '../geo/geo.server.ts'
import type { Promotions } from '../promotions/promotions.server.ts'
import { createCartReading } from './internal/cart-reading.server.ts'
import type { Carts } from './internal/carts.ts'
import { createCarts } from './internal/carts.server.ts'
import { createVisitorCart, type VisitorCart } from './internal/visitor-cart.server.ts'
import { createSharedCarts, type SharedCarts } from './shared-carts.server.ts'

export type { CartHolder } from './internal/cart-holders.server.ts'
export type { AssistedCart, Carts, Owned, SharedLine } from './internal/carts.ts'
export type { CartRequest, VisitorCart } from './internal/visitor-cart.server.ts'

export type CartServices = Carts & {
  /** Copies of carts under links of their own: carts that were mailed, and quotes. */
  readonly shared: SharedCarts
  /** The cart of a request's visitor. */
  readonly visitor: VisitorCart
}

export type CartDeps = {
  readonly database: Database
  readonly catalogue: Catalogue
  readonly promotions: Pick<Promotions, 'bundles' | 'rewardsFor'>
  readonly geo: Pick<GeoServices, 'locality' | 'visitorPlace'>
  readonly settings: Pick<Settings, 'text'>
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly clock: Clock
  readonly ids: Ids
  readonly site: Pick<Site, 'effectiveBrand'>
  /** Whether an account pays the prices of the Deals Club. */
  readonly isMember: (accountId: string, app: AppCode, db: Reader | Writer) => Promise<boolean>
}

export function openCart(deps: CartDeps): CartServices {
  const reading = createCartReading({ ...deps, brandOf: deps.site.effectiveBrand })
  const carts = createCarts({ ...deps, reading })
  const shared = createSharedCarts({ ...deps, reading })
  return { ...carts, shared, visitor: createVisitorCart({ carts, shared, geo: deps.geo }) }
}
