import type { Database } from '../../platform/database/database.server.ts'
import type { Option } from '../admin/admin.ts'
import type { Catalogue } from './catalogue.server.ts'
import { notifyResource } from './internal/admin/notify-requests.server.ts'
import { priceScheduleResource } from './internal/admin/price-schedules.server.ts'
import { priceResource } from './internal/admin/prices.server.ts'
import { productResource } from './internal/admin/products.server.ts'
import { stockResource } from './internal/admin/stock.server.ts'
import { storeStockResource } from './internal/admin/store-stock.server.ts'
import { tariffResource } from './internal/admin/tariffs.server.ts'
import { attributeResource, brandResource, categoryResource } from './internal/admin/taxonomy.server.ts'

/** Admin lists of the catalogue. */

export type CatalogueAdminDeps = {
  readonly database: Database
  readonly catalogue: Pick<
    Catalogue,
    'attribute' | 'attributes' | 'brands' | 'categories' | 'category' | 'priceChanges' | 'product'
  >
  /** Read when the page is requested. */
  readonly choices: { readonly warehouses: readonly Option[]; readonly stores: readonly Option[] }
}

export const catalogueAdmin = (deps: CatalogueAdminDeps) => ({
  products: productResource(deps),
  prices: priceResource(deps),
  priceSchedules: priceScheduleResource,
  stock: stockResource(deps),
  storeStock: storeStockResource(deps),
  categories: categoryResource(deps),
  attributes: attributeResource(deps),
  brands: brandResource,
  tariffs: tariffResource,
  notifyRequests: notifyResource,
})
