import { openSettings } from '../brands/settings.server.ts'
import { openSite } from '../brands/site.server.ts'
import { defaultAddressOf, openAccount, type AccountServices } from '../modules/account/account.server.ts'
import { openAnalytics } from '../modules/analytics/analytics.server.ts'
import { openCart } from '../modules/cart/cart.server.ts'
import { openCatalogue } from '../modules/catalogue/catalogue.server.ts'
import { openCheckout, type CheckoutServices } from '../modules/checkout/checkout.server.ts'
import { openCompare } from '../modules/compare/compare.server.ts'
import { openContent } from '../modules/content/content.server.ts'
import { openDelivery } from '../modules/delivery/delivery.server.ts'
import { openEvents } from '../modules/events/events.server.ts'
import { openGeo } from '../modules/geo/geo.server.ts'
import { openIdentity, type Identity } from '../modules/identity/identity.server.ts'
import { openMedia, type MediaDeps } from '../modules/media/media.server.ts'
import { openNavigation } from '../modules/navigation/navigation.server.ts'
import { openAdmin } from '../modules/admin/admin.server.ts'
import { attachGuestOrders, openOrders } from '../modules/orders/orders.server.ts'
import { openPayments } from '../modules/payments/payments.server.ts'
import { openPriceMatch } from '../modules/pricematch/pricematch.server.ts'
import { openPromotions } from '../modules/promotions/promotions.server.ts'
import { openQuotes } from '../modules/quotes/quotes.server.ts'
import { openReviews } from '../modules/reviews/reviews.server.ts'
import { openSearch } from '../modules/search/search.server.ts'
import { personalProjects } from '../modules/staff/data-export.server.ts'
import { openStaff } from '../modules/staff/staff.server.ts'
import { openStores } from '../modules/stores/stores.server.ts'
import { openWishlists } from '../modules/wishlists/wishlists.server.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config/config.ts'
import { createFailpoint } from '../platform/failpoint.ts'
import type { Database } from '../platform/database/database.server.ts'
import type { Ids } from '../platform/ids.ts'
import { openJobs } from '../platform/jobs/jobs.server.ts'
import type { Log } from '../platform/log.server.ts'
import { openMail } from '../platform/mail/mail.server.ts'
import type { ReadableFiles } from '../platform/storage/object-storage.ts'
import type { Metrics } from '../platform/metrics/metrics.server.ts'
import type { Tracing } from '../platform/tracing/tracing.ts'
import { createAdminChoices } from './admin-choices.server.ts'
import { adminResources } from './admin-resources.server.ts'
import { openMediaStorage } from './media-storage.server.ts'
import { mailJobs, queues } from './queues.server.ts'

/** Opens every module once, with its dependencies passed in. */

export type BaseDeps = {
  readonly config: Config
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly metrics: Metrics
  readonly tracing: Tracing
}

export type Services = Awaited<ReturnType<typeof openServices>>

export type ServiceOptions = {
  /** Resolves principals in tests that are not about signing in. */
  readonly standIn?: Identity | null
  /** Objects that ship with the program, such as the demonstration's pictures. */
  readonly shipped?: ReadableFiles | null
  /** Where tests fetch the files of feeds from. */
  readonly fetchOptions?: MediaDeps['fetchOptions']
}

export async function openServices(
  deps: BaseDeps,
  { standIn = null, shipped = null, fetchOptions }: ServiceOptions = {},
) {
  const { config, database, clock, ids, log, tracing } = deps
  const settings = await openSettings(deps)
  const jobs = await openJobs({ database, log, tracing, queues })
  const site = openSite({ config, settings })
  const storage = await openMediaStorage(deps, shipped)
  const media = await openMedia({ ...deps, storage, fetchOptions })
  const base = { ...deps, settings, jobs, site, media, failpoint: createFailpoint(config.CRASH_AT ?? null) }
  const mail = openMail({ ...base, mailJobs })
  const identity = openIdentity({ ...base, standIn, addressOf: defaultAddressOf, onConfirmed: attachGuestOrders })
  const content = await openContent(base)
  const geo = await openGeo(base)
  const stores = await openStores({ ...base, geo })
  const catalogue = await openCatalogue(base)
  const delivery = await openDelivery(base)
  const reviews = openReviews({ ...base, catalogue })
  const promotions = await openPromotions({ ...base, catalogue })
  const search = await openSearch({ ...base, catalogue, content, geo, delivery })
  const compare = openCompare({ ...base, catalogue, geo })
  const navigation = await openNavigation({ ...base, catalogue, search, promotions, stores })
  const cart = openCart({
    ...base,
    catalogue,
    promotions,
    geo,
    isMember: (accountId, app, db) => account.dealsClub.isMember(accountId, app, db),
  })
  const wishlists = openWishlists({
    ...base,
    catalogue,
    geo,
    cart,
    accounts: identity.accounts,
    secretKey: config.secretKey,
  })
  const pricematch = openPriceMatch({ ...base, catalogue, cart })
  const analytics = openAnalytics(base)
  const payments = await openPayments({ ...base, onRecovered: (provider) => checkout.recovered(provider) })
  const orders = openOrders({ ...base, catalogue, delivery, cart, payments })
  const checkout: CheckoutServices = openCheckout({ ...base, catalogue, geo, stores, delivery, cart, payments, orders })
  const quotes = openQuotes({ ...base, catalogue, promotions, delivery, geo, cart })
  const events = openEvents({ ...base, catalogue })
  const account: AccountServices = openAccount({
    ...base,
    identity,
    geo,
    catalogue,
    orders,
    payments,
    laterRecords: [personalProjects],
  })
  const staff = openStaff({ ...base, identity, catalogue, delivery, cart, orders, quotes })
  const modules = {
    mail,
    settings,
    site,
    identity,
    media,
    content,
    geo,
    stores,
    catalogue,
    delivery,
    reviews,
    promotions,
    search,
    compare,
    navigation,
    cart,
    wishlists,
    pricematch,
    analytics,
    payments,
    orders,
    checkout,
    quotes,
    events,
    account,
    staff,
  }
  const adminChoices = createAdminChoices(base)
  const resources = adminResources({ ...base, ...modules, choices: adminChoices })
  const admin = openAdmin({ ...base, staff, resources })
  return {
    clock,
    ids,
    jobs,
    ...modules,
    admin,
    adminChoices,
    async close() {
      // Jobs use every module, so they stop before any of them.
      await jobs.close()
      await closeInReverse(Object.values(modules))
    },
  }
}

/** Closes the modules that hold resources, in reverse order of opening. */
async function closeInReverse(modules: readonly object[]): Promise<void> {
  for (const one of modules.toReversed()) if (isClosable(one)) await one.close()
}

const isClosable = (one: object): one is { close(): Promise<void> } => 'close' in one && typeof one.close === 'function'
