import type { Settings } from '../brands/settings.server.ts'
import type { AppCode } from '../brands/apps.ts'
import type { Site } from '../brands/site.server.ts'
import { accountAdmin } from '../modules/account/account.admin.server.ts'
import { adminAdmin } from '../modules/admin/admin.admin.server.ts'
import type { AdminResource } from '../modules/admin/admin-resource.server.ts'
import { cartAdmin } from '../modules/cart/cart.admin.server.ts'
import { catalogueAdmin } from '../modules/catalogue/catalogue.admin.server.ts'
import type { Catalogue } from '../modules/catalogue/catalogue.server.ts'
import type { CheckoutServices } from '../modules/checkout/checkout.server.ts'
import { contentAdmin } from '../modules/content/content.admin.server.ts'
import type { ContentServices } from '../modules/content/content.server.ts'
import { deliveryAdmin } from '../modules/delivery/delivery.admin.server.ts'
import { eventsAdmin } from '../modules/events/events.admin.server.ts'
import type { CookingDemos } from '../modules/events/events.server.ts'
import { mediaAdmin } from '../modules/media/media.admin.server.ts'
import type { MediaService } from '../modules/media/media.server.ts'
import { navigationAdmin } from '../modules/navigation/navigation.admin.server.ts'
import { ordersAdmin } from '../modules/orders/orders.admin.server.ts'
import type { OrderServices } from '../modules/orders/orders.server.ts'
import { paymentsAdmin } from '../modules/payments/payments.admin.server.ts'
import type { PaymentServices } from '../modules/payments/payments.server.ts'
import { priceMatchAdmin } from '../modules/pricematch/pricematch.admin.server.ts'
import type { PriceMatches } from '../modules/pricematch/pricematch.server.ts'
import { promotionsAdmin } from '../modules/promotions/promotions.admin.server.ts'
import { reviewsAdmin } from '../modules/reviews/reviews.admin.server.ts'
import type { ReviewServices } from '../modules/reviews/reviews.server.ts'
import { searchAdmin } from '../modules/search/search.admin.server.ts'
import { storesAdmin } from '../modules/stores/stores.admin.server.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config/config.ts'
import type { Database } from '../platform/database/database.server.ts'
import type { Jobs } from '../platform/jobs/jobs.server.ts'
import type { AdminChoices } from './admin-choices.server.ts'
import { mediaUses } from './media-uses.server.ts'

type AdminResourcesDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly jobs: Jobs
  readonly settings: Settings
  readonly site: Pick<Site, 'effectiveBrand' | 'ownHosts'>
  readonly config: Pick<Config, 'cmsUrl'>
  readonly choices: AdminChoices
  readonly catalogue: Catalogue
  readonly media: Pick<MediaService, 'hasOriginal'>
  readonly content: Pick<ContentServices, 'previews'>
  readonly reviews: Pick<ReviewServices, 'moderation'>
  readonly events: CookingDemos
  readonly pricematch: PriceMatches
  readonly payments: PaymentServices
  readonly orders: OrderServices
  readonly checkout: Pick<CheckoutServices, 'resolution' | 'rescheduling'>
}

/** The lists of the back office, in the order of its menu. */
export function adminResources(deps: AdminResourcesDeps): readonly AdminResource[] {
  const { site, checkout } = deps
  const shopAddress = (app: AppCode) => `${site.effectiveBrand(app).origin}/`
  const catalogue = catalogueAdmin(deps)
  const content = contentAdmin({ ...deps, previews: deps.content.previews, ownHosts: site.ownHosts, shopAddress })
  const media = mediaAdmin({ ...deps, uses: mediaUses })
  const delivery = deliveryAdmin(deps)
  const reviews = reviewsAdmin({ moderation: deps.reviews.moderation })
  const promotions = promotionsAdmin({ ...deps, shopAddress })
  const search = searchAdmin(deps)
  const { menu } = navigationAdmin(deps)
  const { coupons, giftCards } = cartAdmin(deps)
  const { priceMatches } = priceMatchAdmin({ priceMatches: deps.pricematch })
  const payments = paymentsAdmin({
    ...deps,
    paymentConfiguration: deps.payments,
    resolution: checkout.resolution,
  })
  const { admin, cancellations } = deps.orders
  const { orders } = ordersAdmin({ ...deps, admin, cancellations, rescheduling: checkout.rescheduling })
  const events = eventsAdmin({ ...deps, cookingDemos: deps.events })
  const stores = storesAdmin(deps)
  const account = accountAdmin({ ...deps, cmsUrl: deps.config.cmsUrl })
  const { settings, jobs, auditLog } = adminAdmin(deps)
  return [
    orders,
    account.customers,
    catalogue.products,
    catalogue.prices,
    catalogue.priceSchedules,
    catalogue.stock,
    catalogue.storeStock,
    catalogue.categories,
    catalogue.attributes,
    catalogue.brands,
    catalogue.tariffs,
    promotions.promotions,
    promotions.rewards,
    promotions.sales,
    promotions.bundles,
    coupons,
    giftCards,
    content.entries,
    media.library,
    media.sources,
    menu,
    content.redirects,
    content.subscribers,
    delivery.days,
    delivery.zones,
    delivery.tiers,
    delivery.services,
    delivery.suppliers,
    delivery.holidays,
    delivery.warehouses,
    reviews.reviews,
    reviews.questions,
    content.contactRequests,
    priceMatches,
    catalogue.notifyRequests,
    stores.stores,
    stores.salespeople,
    events.cookingDemos,
    events.attendees,
    search.terms,
    search.synonyms,
    search.pins,
    search.redirects,
    settings,
    payments.methods,
    account.staff,
    payments.exceptions,
    jobs,
    auditLog,
    account.securityEvents,
    payments.scripts,
    payments.policyReports,
  ]
}
