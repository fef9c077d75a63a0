import { appCodes, countryOfApp, timeZoneOf } from '../../brands/apps.ts'
import { addDays, dayIn, instantIn, type Day } from '../../platform/calendar.ts'
import { days, type Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { jobRecords } from '../../platform/jobs/job-records.server.ts'
import type { MailQueueState } from '../../platform/mail/mail-queue.server.ts'
import { isInCountry } from '../../modules/catalogue/catalogue.ts'
import type { Catalogue } from '../../modules/catalogue/catalogue.server.ts'
import { contactRecords } from '../../modules/content/content-records.server.ts'
import { deliveryLoad } from '../../modules/delivery/delivery-records.server.ts'
import { ordersByDay, unitsSold } from '../../modules/orders/order-records.server.ts'
import { exceptionRecords, paymentOutcomes } from '../../modules/payments/exception-records.server.ts'
import { priceMatchRecords } from '../../modules/pricematch/pricematch-records.server.ts'
import { questionRecords, reviewRecords } from '../../modules/reviews/review-records.server.ts'
import type { Member } from '../../modules/staff/staff.ts'
import type { AnalyticsCounts, SpeedOfPages } from '../../modules/analytics/analytics.server.ts'
import { failedTerms, searchesByDay, type DayOfSearches } from '../../modules/search/search-records.server.ts'
import {
  everyDay,
  everyVisit,
  firstDay,
  stockRisks,
  type DayOfSales,
  type DayOfVisits,
  type StockRisk,
} from './dashboard.ts'

/** The figures of the dashboard, for the country of the shop that a member works for. */
export type Dashboard = {
  readonly currency: string
  readonly today: Day
  readonly sales: readonly DayOfSales[]
  readonly visits: readonly DayOfVisits[]
  readonly searches: readonly DayOfSearches[]
  readonly failedTerms: readonly { query: string; searches: number; nothing: number }[]
  readonly speed: readonly SpeedOfPages[]
  readonly load: readonly { on: Day; zone: string; booked: number; room: number; isClosed: boolean }[]
  readonly payments: readonly { provider: string; approved: number; failed: number; open: number }[]
  readonly risks: readonly StockRisk[]
  readonly waiting: Readonly<
    Record<'reviews' | 'questions' | 'contact' | 'priceMatches' | 'deadJobs' | 'exceptions', number>
  >
  readonly mails: MailQueueState
}

export type DashboardDeps = {
  readonly database: Database
  readonly catalogue: Pick<Catalogue, 'product'>
  readonly clock: Clock
  readonly analytics: Pick<AnalyticsCounts, 'byDay' | 'speedOf'>
  /** Mails that wait to be sent. */
  readonly mailQueue: () => Promise<MailQueueState>
}

const loadDays = 14
const soldOver = 28

export async function dashboardOf(
  { database, catalogue, clock, analytics, mailQueue }: DashboardDeps,
  { brand }: Member,
  { span, app }: { readonly span: number; readonly app: string | null },
): Promise<Dashboard> {
  const { db } = database
  const { country, currency } = brand
  const timeZone = timeZoneOf[country]
  const now = clock.now()
  const today = dayIn(timeZone, now)
  const first = firstDay(today, span)
  const counted = (filters: Readonly<Record<string, string>>) => ({ search: '', filters })
  const freeOf = (id: number) => {
    const product = catalogue.product(id)
    if (product === null) return null
    const stock = Object.entries(product.stock).filter(([code]) => isInCountry(code, country))
    return { title: product.title, free: stock.reduce((sum, [, { quantity }]) => sum + quantity, 0) }
  }
  const apps = appCodes.filter((one) => (app === null ? countryOfApp[one] === country : one === app))
  const stretch = { apps, from: first, to: today }
  const [sold, searches, orders, happened, terms, speed, load, payments, mails, waiting] = await Promise.all([
    unitsSold(db, { since: new Date(now.getTime() - days(soldOver)), currency, limit: 500 }),
    searchesByDay(db, stretch),
    ordersByDay(db, {
      from: instantIn(timeZone, `${first}T00:00`),
      until: instantIn(timeZone, `${addDays(today, 1)}T00:00`),
      app,
      currency,
      timeZone,
    }),
    analytics.byDay(apps, first, today),
    failedTerms(db, stretch, 12),
    analytics.speedOf(apps, first, today),
    deliveryLoad(db, { from: today, until: addDays(today, loadDays - 1) }),
    paymentOutcomes(db, new Date(now.getTime() - days(7))),
    mailQueue(),
    Promise.all([
      reviewRecords.count(db, counted({ status: 'pending' })),
      questionRecords.count(db, counted({ status: 'pending' })),
      contactRecords.count(db, counted({ state: 'waiting' })),
      priceMatchRecords.count(db, counted({ state: 'waiting' })),
      jobRecords.count(db, counted({ state: 'failed' })),
      exceptionRecords.count(db, counted({})),
    ]),
  ])
  const [reviews, questions, contact, priceMatches, deadJobs, exceptions] = waiting
  const sales = everyDay(orders, first, span)
  return {
    currency,
    today,
    sales,
    visits: everyVisit(sales, new Map(searches.map(({ on, visits }) => [on, visits])), happened),
    searches,
    failedTerms: terms,
    speed,
    load,
    payments,
    risks: stockRisks(sold, freeOf, { over: soldOver, within: 14 }).slice(0, 12),
    mails,
    waiting: { reviews, questions, contact, priceMatches, deadJobs, exceptions },
  }
}
