import { forgetPolicyReports } from '../modules/payments/policy-reports.server.ts'
import { type AppCode } from '../brands/apps.ts'
import { careMailJob, type CareMailOrder } from '../modules/account/care-mails.ts'
import { careMail } from '../modules/account/mail/care-mail.tsx'
import { sharedCartMail } from '../modules/cart/mail/shared-cart-mail.tsx'
import { mailCartJob } from '../modules/cart/shared-carts.server.ts'
import { jobNames } from '../modules/checkout/job-names.ts'
import { demoMailJob, type DemoMailOrder } from '../modules/events/demo-mails.ts'
import { demoMail } from '../modules/events/mail/demo-mail.tsx'
import { identityMailJob, type IdentityMailOrder } from '../modules/identity/identity-mails.ts'
import { identityMail } from '../modules/identity/mail/identity-mail.tsx'
import { lapseEvery } from '../modules/orders/cancellation.server.ts'
import { orderConfirmationMail } from '../modules/orders/mail/order-confirmation.tsx'
import { orderNewsMail } from '../modules/orders/mail/order-news.tsx'
import { orderMailJob } from '../modules/orders/order-transitions.server.ts'
import { eventText } from '../modules/orders/order-view.ts'
import type { Order } from '../modules/orders/orders.ts'
import { newsletterMailJob } from '../modules/content/forms/newsletter.server.ts'
import { newsletterPath } from '../modules/content/forms/newsletter.ts'
import { contactMailJob } from '../modules/content/forms/contact.server.ts'
import { newsletterMail } from '../modules/content/mail/newsletter-mail.tsx'
import { contactMail } from '../modules/content/mail/contact-mail.tsx'
import { forgetShopperJob } from '../modules/payments/saved-card-jobs.ts'
import { priceMatchMail } from '../modules/pricematch/mail/price-match-mail.tsx'
import { priceMatchMailJob } from '../modules/pricematch/pricematch.server.ts'
import { wishlistMail } from '../modules/wishlists/mail/wishlist-mail.tsx'
import { wishlistMailJob, type WishlistMailOrder } from '../modules/wishlists/wishlist-mails.ts'
import { noMailsPath } from '../modules/wishlists/wishlists.ts'
import { resumeBulk } from '../modules/admin/bulk.server.ts'
import { forgetUploads } from '../modules/admin/runs-store.server.ts'
import { quoteMail } from '../modules/quotes/mail/quote-mail.tsx'
import { forgetUnusedFiles } from './file-references.server.ts'
import { applySchedules } from '../modules/catalogue/prices/price-schedule.server.ts'
import { hours, minutes, seconds } from '../platform/clock.ts'
import type { Config } from '../platform/config/config.ts'
import type { Database } from '../platform/database/database.server.ts'
import { createBackfillWork } from '../platform/jobs/backfill.server.ts'
import { backfills } from './backfills.server.ts'
import { addMonthsWhenFree } from '../platform/database/partitions/month-partitions.server.ts'
import { trimChangeLog } from '../platform/database/change-log.server.ts'
import type { BaseDeps, Services } from './services.server.ts'

/**
 * Timers that every process runs, because their results are in its memory: available payment methods, provider health, and the length of
 * the mail queue.
 */
export function startWatching({ jobs, mail, payments }: Pick<Services, 'jobs' | 'mail' | 'payments'>): void {
  jobs.every('mail queue', seconds(10), () => mail.queue.look())
  jobs.every('provider health', seconds(1), () => payments.watch())
  // Change events report changes; this timer recovers after the records could not be read.
  jobs.every('payment methods', seconds(30), () => payments.follow())
}

/** Background jobs: mails, refunds, webhook notifications and open payments. */
export async function startJobs(
  services: Services,
  { config, database }: Pick<BaseDeps, 'config' | 'database'>,
): Promise<void> {
  await handleJobs(services, config)
  scheduleJobs(services, database)
}

/** What other parts of the program leave to the worker. */
async function handleJobs(services: Services, config: Config): Promise<void> {
  const { jobs, mail, checkout, cart, content } = services
  const { effectiveBrand } = services.site
  await jobs.handle(jobNames.orderPlaced, async ({ orderId }) => {
    const order = await services.orders.byId(String(orderId))
    if (order === null) return
    const link = orderLink(services, order)
    await mail.send(await orderConfirmationMail(order, effectiveBrand(order.app), config.MAIL_FROM, link))
  })
  await jobs.handle(orderMailJob, ({ orderId, eventId }) =>
    sendOrderNews(services, config, { orderId: String(orderId), eventId: Number(eventId) }),
  )
  await jobs.handle(jobNames.capture, ({ attemptId }) => checkout.capture(String(attemptId)))
  await jobs.handle(jobNames.reverse, ({ attemptId, providerRef }) =>
    checkout.reverse(String(attemptId), String(providerRef)),
  )
  await jobs.handle(forgetShopperJob, ({ reference }) => services.payments.savedCards.forgetShopper(String(reference)))
  await jobs.handle(mailCartJob, async ({ app, token, recipient }) => {
    const brand = effectiveBrand(app as AppCode)
    const sent = await cart.shared.open(brand, String(token))
    if (sent === null) return
    const link = new URL(`/cart/${String(token)}`, brand.origin).href
    const quote = await services.quotes.madeOf(brand, sent)
    const to = { brand, link, recipient: String(recipient), from: config.MAIL_FROM }
    await mail.send(await (quote === null ? sharedCartMail({ ...sent, ...to }) : quoteMail({ quote, ...to })))
  })
  await jobs.handle(contactMailJob, async ({ reference }) => {
    const request = await content.contact.find(String(reference))
    if (request === null) return
    await mail.send(await contactMail(request, { brand: effectiveBrand(request.app), from: config.MAIL_FROM }))
  })
  await jobs.handle(priceMatchMailJob, async ({ reference, token }) => {
    const requested = await services.pricematch.find(String(reference))
    // When it was requested: a reply that was written before this mail has a mail of its own.
    const now =
      requested === null ? null : token === undefined ? ({ ...requested, state: 'waiting' } as const) : requested
    if (now === null) return
    const site = effectiveBrand(now.app).origin
    const link = typeof token === 'string' ? new URL(`/cart/${token}`, site).href : null
    await mail.send(await priceMatchMail(now, { brand: effectiveBrand(now.app), from: config.MAIL_FROM, link }))
  })
  await jobs.handle(newsletterMailJob, async ({ app, email }) => {
    const required = { app: String(app) as AppCode, email: String(email) }
    const token = await services.content.newsletter.linkFor(required.app, required.email)
    if (token === null) return
    const site = effectiveBrand(required.app).origin
    const link = new URL(`${newsletterPath}/${token}`, site).href
    await mail.send(
      await newsletterMail({ ...required, link }, { brand: effectiveBrand(required.app), from: config.MAIL_FROM }),
    )
  })
  await jobs.handle(demoMailJob, async (order) => {
    const news = await services.events.mailFor(order as unknown as DemoMailOrder)
    if (news === null) return
    const [brand, now] = [effectiveBrand(news.app), services.clock.now()]
    await mail.send(await demoMail(news, { brand, now, from: config.MAIL_FROM }))
  })
  await jobs.handle(identityMailJob, (order) =>
    sendIdentityMails(services, config, order as unknown as IdentityMailOrder),
  )
  await jobs.handle(careMailJob, (order) => sendCareMail(services, config, order as unknown as CareMailOrder))
  await jobs.handle(wishlistMailJob, (order) =>
    sendWishlistMail(services, config, order as unknown as WishlistMailOrder),
  )
}

/** What is looked at again and again. */
function scheduleJobs(services: Services, database: Database): void {
  const { jobs, search, orders, mail, checkout, cart, identity, media, staff, admin } = services
  jobs.every('news from wish lists', minutes(10), () => services.wishlists.news.look())
  jobs.every('wish lists of expired cookies', hours(24), () => services.wishlists.forget())
  jobs.every('reminders of care', hours(1), () => services.account.ownedProducts.remind())
  jobs.every('signing keys', hours(1), () => identity.signingKeys.rotate())
  jobs.every('old sign-ins', hours(12), () => identity.provider.forget())
  jobs.every('content policy reports', hours(24), () => forgetPolicyReports(database.db, services.clock.now()))
  jobs.every('staff sign-ins', hours(12), () => staff.forget())
  jobs.every('uploads of the back office', hours(1), () =>
    forgetUploads(database.db, new Date(services.clock.now().getTime() - hours(24))),
  )
  jobs.every('uploads that nothing names', hours(12), async () => {
    await forgetUnusedFiles(media, services.clock.now())
    await media.sweep()
  })
  jobs.every('files on other hosts', seconds(30), createFileFetching(services))
  jobs.every('uploads of earlier versions', hours(1), async () => {
    await media.moveOldUploads()
  })
  jobs.every('partitions of the next months', hours(1), async () => {
    await addMonthsWhenFree(database, services.clock.now())
  })
  jobs.every('change log', minutes(10), () => trimChangeLog(database))
  jobs.every('old mails', hours(24), () => mail.forget())
  jobs.every('sent carts', hours(12), () => cart.shared.forget())
  jobs.every('webhooks', seconds(1), () => checkout.webhooks.work())
  jobs.every('search events', hours(12), () => search.events.forget())
  jobs.every('daily figures', hours(12), () => services.analytics.counts.forget())
  // The polling interval of the fastest provider; payments that are not due are skipped.
  jobs.every('reconciler', seconds(2), () => checkout.reconcile())
  jobs.every('refunds', seconds(2), () => orders.refunds.work())
  jobs.every('orders nobody paid for', lapseEvery, () => orders.cancellations.lapse())
  jobs.every('many changes that were broken off', seconds(5), () =>
    resumeBulk({ database, clock: services.clock }, admin, staff.memberById),
  )
  jobs.every('backfills', seconds(1), createBackfillWork({ database, clock: services.clock }, backfills, seconds(2)))
  jobs.every('price schedules', seconds(1), () => applySchedules(database, services.clock.now()))
}

/** Fetches the files that products name on other hosts. The first time every product is looked at, then those that have changed. */
export function createFileFetching({
  media,
  catalogue,
  clock,
}: Pick<Services, 'media' | 'catalogue' | 'clock'>): () => Promise<void> {
  let lookedAt: Date | null = null
  return async () => {
    // A transaction may commit a while after the time that it writes.
    const since = lookedAt === null ? null : new Date(lookedAt.getTime() - minutes(10))
    const now = clock.now()
    const files = await catalogue.foreignFiles(since)
    await media.sources.want(files.shown, 'shown')
    await media.sources.want(files.documents, 'document')
    lookedAt = now
    for (let isLast = false; !isLast;) {
      const fetched = await media.sources.fetchSome()
      await catalogue.filesChanged(fetched.changed)
      // The first shopper should not wait for them.
      await media.prepare(fetched.changed)
      isLast = fetched.isLast
    }
  }
}

/** A care reminder, unless the customer has opted out. */
export async function sendCareMail(
  services: Pick<Services, 'account' | 'mail' | 'site'>,
  config: Config,
  order: CareMailOrder,
): Promise<void> {
  const made = await services.account.ownedProducts.mailFor(order)
  if (made === null) return
  const brand = services.site.effectiveBrand(order.app)
  const stopPath = `/account/no-reminders/${services.account.personalData.stopToken(order.accountId)}`
  await services.mail.send(
    await careMail({
      brand,
      recipient: made.email,
      firstName: made.firstName,
      owned: made.owned,
      dueOn: order.dueOn,
      accountId: order.accountId,
      stopLink: new URL(stopPath, brand.origin).href,
      from: config.MAIL_FROM,
    }),
  )
}

/** The news of a day about the products on an account's lists, as far as they are still true. */
export async function sendWishlistMail(
  { wishlists, mail, site }: Pick<Services, 'wishlists' | 'mail' | 'site'>,
  config: Config,
  order: WishlistMailOrder,
): Promise<void> {
  const content = await wishlists.news.mailFor(order)
  if (content === null) return
  const brand = site.effectiveBrand(order.app)
  const stopLink = new URL(noMailsPath(wishlists.news.stopToken(order.accountId)), brand.origin).href
  const { accountId, day } = order
  await mail.send(await wishlistMail({ ...content, brand, accountId, day, stopLink, from: config.MAIL_FROM }))
}

/** The mails of one order. If sending fails, the issued link is withdrawn so that the next attempt is not rate-limited by it. */
export async function sendIdentityMails(
  { identity, mail, clock, site }: Pick<Services, 'identity' | 'mail' | 'clock' | 'site'>,
  config: Config,
  order: IdentityMailOrder,
): Promise<void> {
  const brand = site.effectiveBrand(order.app)
  for (const { mail: content, undo } of await identity.provider.mailFor(order)) {
    try {
      await mail.send(await identityMail(content, { brand, from: config.MAIL_FROM, now: clock.now() }))
    } catch (error) {
      await undo()
      throw error
    }
  }
}

/** The link in mails to view and pay an order. The access token is in the fragment, so it is never sent to a server by itself. */
function orderLink({ orders, site }: Pick<Services, 'orders' | 'site'>, { id, app }: Order): string {
  const page = new URL(`/order/${id}`, site.effectiveBrand(app).origin).href
  return `${page}#key=${orders.access.link(id)}`
}

/** The mail about one event of an order. */
export async function sendOrderNews(
  services: Services,
  config: Config,
  { orderId, eventId }: { orderId: string; eventId: number },
): Promise<void> {
  const order = await services.orders.byId(orderId)
  if (order === null) return
  const view = await services.checkout.orderView(order, { isLink: true })
  const { events, refunds } = await services.orders.storyOf(orderId)
  const event = events.find((one) => one.id === eventId)
  if (event === undefined) return
  const titleOf = (code: string) => order.snapshot.lines.find((line) => line.productCode === code)?.title ?? ''
  // A refund is made in the transaction of its event, at the same moment.
  const refund = refunds.find((one) => one.madeAt.getTime() === event.at.getTime())
  const text = eventText(event.move, event.facts, titleOf)
  const news = { view, eventId, move: event.move, text, refundNumber: refund?.number ?? null }
  const to = {
    brand: services.site.effectiveBrand(order.app),
    link: orderLink(services, order),
    from: config.MAIL_FROM,
  }
  await services.mail.send(await orderNewsMail(news, to))
}
