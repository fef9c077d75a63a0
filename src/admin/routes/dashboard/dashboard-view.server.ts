import { countryOfApp, isAppCode } from '../../../brands/apps.ts'
import { dashboardTable, dashboardTables } from '../../dashboard/dashboard-tables.ts'
import { conversionOf, percentText, salesTotals, spans } from '../../dashboard/dashboard.ts'
import type { Dashboard } from '../../dashboard/dashboard.server.ts'
import { moneyText } from '../../../modules/admin/shown-values.ts'
import { appOptions } from '../../../modules/admin/labels.ts'
import type { Member } from '../../../modules/staff/staff.ts'
import { daysFrom, shortDay } from '../../../platform/calendar.ts'
import type { Bar, Chart, DashboardView, Figure } from '../../ui/dashboard/dashboard-page.tsx'

type DashboardQuery = { readonly span: (typeof spans)[number]; readonly app: string | null }

/** The filters in the address; invalid values count as missing. */
export function dashboardQuery(member: Member, query: URLSearchParams): DashboardQuery {
  const app = query.get('app') ?? ''
  const span = Number(query.get('days'))
  return {
    span: spans.find((one) => one === span) ?? 30,
    app: isAppCode(app) && countryOfApp[app] === member.brand.country ? app : null,
  }
}

/** The dashboard as texts and bars. */
export function dashboardView(
  dashboard: Dashboard,
  { span, app, country, canWatch }: DashboardQuery & { readonly country: string; readonly canWatch: boolean },
): DashboardView {
  return {
    span,
    spans,
    app,
    apps: appOptions.filter(({ value }) => isAppCode(value) && countryOfApp[value] === country),
    currency: dashboard.currency,
    mails: canWatch ? dashboard.mails : null,
    figures: figuresOf(dashboard, canWatch),
    charts: chartsOf(dashboard, new URLSearchParams({ days: String(span), ...(app === null ? {} : { app }) })),
  }
}

function figuresOf({ sales, visits, waiting, mails, currency }: Dashboard, canWatch: boolean): readonly Figure[] {
  const totals = salesTotals(sales)
  const visited = visits.reduce((sum, day) => sum + day.visits, 0)
  return [
    { title: `Revenue, ${currency}`, value: moneyText(totals.revenue) },
    { title: 'Orders', value: totals.orders.toLocaleString('en-AU') },
    { title: 'Average order', value: totals.average === null ? '–' : moneyText(totals.average) },
    { title: 'Visits', value: visited.toLocaleString('en-AU') },
    { title: 'Conversion', value: percentText(conversionOf({ visits: visited, orders: totals.orders })) },
    { title: 'Reviews to approve', value: String(waiting.reviews), href: '/office/reviews?status=pending' },
    { title: 'Questions to answer', value: String(waiting.questions), href: '/office/questions?status=pending' },
    { title: 'Contact requests to answer', value: String(waiting.contact), href: '/office/contact?state=waiting' },
    {
      title: 'Price matches to answer',
      value: String(waiting.priceMatches),
      href: '/office/price-matches?state=waiting',
    },
    ...(canWatch
      ? [
          { title: 'Payment exceptions', value: String(waiting.exceptions), href: '/office/payment-exceptions' },
          { title: 'Dead jobs', value: String(waiting.deadJobs), href: '/office/jobs?state=failed' },
          { title: 'Emails waiting', value: String(mails.depth), href: '/office/jobs' },
        ]
      : []),
  ]
}

function chartsOf(dashboard: Dashboard, query: URLSearchParams): readonly Chart[] {
  const { sales, visits, load } = dashboard
  const visited = visits.reduce((sum, day) => sum + day.visits, 0)
  const byDay = Map.groupBy(load, ({ on }) => on)
  const searched = new Map(dashboard.searches.map((day) => [day.on, day]))
  const bars: Readonly<Record<string, Chart['bars']>> = {
    sales: {
      label: `Revenue by day: ${moneyText(salesTotals(sales).revenue)} in total`,
      unit: 'dollars',
      empty: null,
      bars: sales.map((day) => bar(day.on, day.revenue)),
    },
    conversion: {
      label: 'Orders per hundred visits, by day',
      unit: 'percent',
      empty: visited === 0 ? null : 'No orders yet. The data table shows the steps of each visit.',
      bars: visits.map((day) => bar(day.on, conversionOf(day) ?? 0)),
    },
    load: {
      label: 'Orders booked by delivery day; the dashed outline is the capacity',
      unit: 'count',
      empty: null,
      bars: daysFrom(dashboard.today, 14).map((on) => {
        const zones = byDay.get(on) ?? []
        const booked = zones.reduce((sum, one) => sum + one.booked, 0)
        return bar(
          on,
          booked,
          zones.reduce((sum, one) => sum + (one.isClosed ? 0 : one.room), 0),
        )
      }),
    },
    searches: {
      label: 'Searches without results, by day; the dashed outline is all searches',
      unit: 'count',
      empty: null,
      bars: sales.map(({ on }) => bar(on, searched.get(on)?.nothing ?? 0, searched.get(on)?.searches ?? 0)),
    },
  }
  return dashboardTables.map((name) => ({
    ...dashboardTable(dashboard, name),
    csvHref: `/office/dashboard.csv?what=${name}&${query.toString()}`,
    bars: bars[name] ?? null,
  }))
}

const bar = (on: string, value: number, room: number | null = null): Bar => ({ name: shortDay(on), value, room })
