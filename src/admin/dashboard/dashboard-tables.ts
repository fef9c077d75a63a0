import { plainDay } from '../../platform/calendar.ts'
import { speedMetrics, speedWord } from '../../modules/analytics/speed.ts'
import { conversionOf, percentText } from './dashboard.ts'
import type { Dashboard } from './dashboard.server.ts'
import { countText } from '../../platform/text/count-text.ts'

/** The numbers behind each chart of the dashboard, for its table and for its file. */

export const dashboardTables = [
  'sales',
  'conversion',
  'load',
  'searches',
  'terms',
  'speed',
  'payments',
  'risks',
] as const
export type DashboardTable = (typeof dashboardTables)[number]

export type Numbers = {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

const dollars = (cents: number): string => (cents / 100).toFixed(2)
const tenth = (number: number | null): string => (number === null ? '–' : number.toFixed(1))

export function dashboardTable(dashboard: Dashboard, name: DashboardTable): Numbers {
  switch (name) {
    case 'sales':
      return {
        title: 'Revenue by day',
        columns: ['Day', 'Orders', 'Revenue'],
        rows: dashboard.sales.map((day) => [plainDay(day.on), String(day.orders), dollars(day.revenue)]),
      }
    case 'conversion':
      return {
        title: 'Conversion funnel',
        columns: ['Day', 'Visits', 'Product pages', 'Added to cart', 'Checkouts started', 'Orders', 'Conversion'],
        rows: dashboard.visits.map((day) => [
          plainDay(day.on),
          ...[day.visits, day.products, day.carts, day.checkouts, day.orders].map(String),
          percentText(conversionOf(day)),
        ]),
      }
    case 'load':
      return {
        title: 'Deliveries in the next two weeks',
        columns: ['Day', 'Zone', 'Booked', 'Capacity', 'Closed'],
        rows: dashboard.load.map((one) => [
          plainDay(one.on),
          one.zone,
          String(one.booked),
          String(one.room),
          one.isClosed ? 'Closed' : 'Open',
        ]),
      }
    case 'searches':
      return {
        title: 'Search quality',
        columns: ['Day', 'Searches', 'No results', 'Clicks', 'Average click position'],
        rows: dashboard.searches.map((day) => [
          plainDay(day.on),
          ...[day.searches, day.nothing, day.clicks].map(String),
          tenth(day.place),
        ]),
      }
    case 'terms':
      return {
        title: 'Searches without results or clicks',
        columns: ['Search term', 'Searches', 'No results'],
        rows: dashboard.failedTerms.map((one) => [one.query, String(one.searches), String(one.nothing)]),
      }
    case 'speed': {
      const byType = Map.groupBy(dashboard.speed, ({ pageType }) => pageType)
      return {
        title: 'Site speed for real visitors',
        columns: ['Page', 'Visits', 'LCP', 'INP', 'CLS'],
        rows: [...byType]
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([pageType, figures]) => [
            pageType,
            String(Math.max(...figures.map(({ visits }) => visits))),
            ...speedMetrics.map((metric) => {
              const figure = figures.find((one) => one.metric === metric)?.defaultWorst
              if (figure === undefined) return '–'
              const text = metric === 'cls' ? (figure / 1_000).toFixed(2) : `${figure} ms`
              return `${text} (${speedWord(metric, figure)})`
            }),
          ]),
      }
    }
    case 'payments':
      return {
        title: 'Payments in the last week',
        columns: ['Provider', 'Approved', 'Failed', 'Open', 'Failure rate'],
        rows: dashboard.payments.map((one) => [
          one.provider,
          ...[one.approved, one.failed, one.open].map(String),
          percentText(conversionOf({ visits: one.approved + one.failed, orders: one.failed })),
        ]),
      }
    case 'risks':
      return {
        title: 'Selling out within two weeks',
        columns: ['Product', 'Sold in 28 days', 'Stock', 'Lasts'],
        rows: dashboard.risks.map((one) => [
          one.title,
          String(one.sold),
          String(one.free),
          one.days === 0 ? 'sold out' : countText(one.days, 'day'),
        ]),
      }
  }
}
