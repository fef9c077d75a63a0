import type { Settings } from '../../brands/settings.server.ts'
import type { Site } from '../../brands/site.server.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.server.ts'
import type { Log } from '../../platform/log.server.ts'
import { mailQueueState } from '../../platform/mail/mail-queue.server.ts'
import type { AnalyticsServices } from '../analytics/analytics.server.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import type { CheckoutServices } from '../checkout/checkout.server.ts'
import type { ContentServices } from '../content/content.server.ts'
import type { CookingDemos } from '../events/events.server.ts'
import type { OrderServices } from '../orders/orders.server.ts'
import type { PaymentServices } from '../payments/payments.server.ts'
import type { PriceMatches } from '../pricematch/pricematch.server.ts'
import type { ReviewServices } from '../reviews/reviews.server.ts'
import type { StaffServices } from '../staff/staff.server.ts'
import { createChoices } from './choices.server.ts'
import { everyResource } from './admin-resources.server.ts'
import { createAdminService, type AdminService } from './admin.server.ts'
import type { AdminResourceDeps } from './admin-resource.server.ts'

export type AdminModule = AdminService & {
  /** What its lists and the dashboard are made from. */
  readonly parts: AdminResourceDeps
}

export type AdminDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly jobs: Jobs
  readonly settings: Settings
  readonly site: Pick<Site, 'effectiveBrand' | 'ownHosts'>
  readonly config: Pick<Config, 'cmsUrl'>
  /** Names of the jobs that send mails. */
  readonly mailJobs: readonly string[]
  readonly catalogue: Catalogue
  readonly content: Pick<ContentServices, 'previews'>
  readonly reviews: Pick<ReviewServices, 'moderation'>
  readonly analytics: Pick<AnalyticsServices, 'counts'>
  readonly events: CookingDemos
  readonly pricematch: PriceMatches
  readonly payments: PaymentServices
  readonly orders: OrderServices
  readonly checkout: Pick<CheckoutServices, 'resolution' | 'rescheduling'>
  readonly staff: StaffServices
}

export function openAdmin(deps: AdminDeps): AdminModule {
  const { database, clock, orders, checkout, site } = deps
  const parts: AdminResourceDeps = {
    ...deps,
    orderAdmin: orders.admin,
    refunds: orders.refunds,
    cancellations: orders.cancellations,
    paymentResolution: checkout.resolution,
    rescheduling: checkout.rescheduling,
    moderation: deps.reviews.moderation,
    analytics: deps.analytics.counts,
    previews: deps.content.previews,
    cookingDemos: deps.events,
    priceMatches: deps.pricematch,
    paymentConfiguration: deps.payments,
    mailQueue: () => mailQueueState(database.db, deps.mailJobs),
    cmsUrl: deps.config.cmsUrl,
    choices: createChoices({ database, clock }),
    ownHosts: site.ownHosts,
    shopAddress: (app) => `${site.effectiveBrand(app).origin}/`,
  }
  return { ...createAdminService(parts, deps.staff, everyResource(parts)), parts }
}
