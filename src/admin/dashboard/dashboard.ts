import { addDays, daysFrom, type Day } from '../../platform/calendar.ts'

/** The dashboard's figures, computed from counts. No I/O. */

/** The periods that the dashboard offers, in days. */
export const spans = [7, 30, 90] as const

export type DayOfSales = { readonly on: Day; readonly orders: number; readonly revenue: number }

/** Every day of a stretch, those without an order too. */
export function everyDay(sales: readonly DayOfSales[], first: Day, count: number): readonly DayOfSales[] {
  const known = new Map(sales.map((day) => [day.on, day]))
  return daysFrom(first, count).map((on) => known.get(on) ?? { on, orders: 0, revenue: 0 })
}

/** Sums of a stretch; the average order is null while there is none. */
export function salesTotals(days: readonly DayOfSales[]) {
  const orders = days.reduce((sum, day) => sum + day.orders, 0)
  const revenue = days.reduce((sum, day) => sum + day.revenue, 0)
  return { orders, revenue, average: orders === 0 ? null : Math.round(revenue / orders) }
}

export type StockRisk = {
  readonly productId: number
  readonly title: string
  readonly sold: number
  readonly free: number
  /** How many days the stock lasts at the recent rate of sale. */
  readonly days: number
}

/** Products that will sell out within `within` days, the soonest first. `over` is the number of days in which they were sold. */
export function stockRisks(
  sold: readonly { readonly productId: number; readonly units: number }[],
  productOf: (id: number) => { readonly title: string; readonly free: number } | null,
  { over, within }: { readonly over: number; readonly within: number },
): readonly StockRisk[] {
  return sold
    .flatMap(({ productId, units }) => {
      const product = productOf(productId)
      if (product === null || units <= 0) return []
      const days = Math.floor((product.free * over) / units)
      return days >= within ? [] : [{ productId, ...product, sold: units, days }]
    })
    .toSorted((a, b) => a.days - b.days || b.sold - a.sold)
}

/** The highest tick of an axis: 1, 2 or 5 times a power of ten, not below the largest value. */
export function topOf(largest: number): number {
  if (largest <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(largest))
  return [1, 2, 5, 10].map((step) => step * power).find((tick) => tick >= largest) ?? 10 * power
}

/** The first day of a period of `count` days that ends today. */
export const firstDay = (today: Day, count: number): Day => addDays(today, 1 - count)

export type DayOfVisits = {
  readonly on: Day
  readonly visits: number
  readonly products: number
  readonly carts: number
  readonly checkouts: number
  readonly orders: number
}

type Counted = { readonly on: Day; readonly event: string; readonly pageType: string; readonly count: number }

/** The conversion funnel by day. Orders come from the database, the other steps from browser events. */
export function everyVisit(
  sales: readonly DayOfSales[],
  visits: ReadonlyMap<Day, number>,
  counted: readonly Counted[],
): readonly DayOfVisits[] {
  const of = (on: Day, event: string, pageType = '') =>
    counted.find((one) => one.on === on && one.event === event && one.pageType === pageType)?.count ?? 0
  return sales.map(({ on, orders }) => ({
    on,
    visits: visits.get(on) ?? 0,
    products: of(on, 'page_view', 'product'),
    carts: of(on, 'add_to_cart'),
    checkouts: of(on, 'begin_checkout'),
    orders,
  }))
}

/** Percent of visits that became an order, to a tenth; null without a visit. */
export const conversionOf = ({ visits, orders }: Pick<DayOfVisits, 'visits' | 'orders'>): number | null =>
  visits === 0 ? null : Math.round((1_000 * orders) / visits) / 10

export const percentText = (percent: number | null): string => (percent === null ? '–' : `${percent.toFixed(1)} %`)
