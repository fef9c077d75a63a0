import type { AppCode } from '../../brands/apps.ts'
import type { Option } from '../admin/admin.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import { bundleResource } from './internal/admin/bundles.server.ts'
import { promotionResource, rewardResource } from './internal/admin/promotions.server.ts'
import { saleResource } from './internal/admin/sales.server.ts'

/** What the back office lists and edits of promotions and sales. */

export type PromotionsAdminDeps = {
  readonly catalogue: Pick<Catalogue, 'attribute' | 'brands' | 'category' | 'productBySku'>
  /** As it stood when a page was asked for. */
  readonly choices: { readonly promotions: readonly Option[] }
  /** The address of an app's shop. */
  readonly shopAddress: (app: AppCode) => string
}

export const promotionsAdmin = (deps: PromotionsAdminDeps) => ({
  promotions: promotionResource(deps),
  rewards: rewardResource,
  sales: saleResource(deps),
  bundles: bundleResource(deps),
})
