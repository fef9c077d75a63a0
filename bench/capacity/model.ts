import measured from './measured.json' with { type: 'json' }

/**
 * How many nodes and what database a number of visitors at once need. What a request costs and how many a page asks for is measured
 * (`npm run bench:capacity`, measured.json); how people behave is assumed, and can be set.
 */

/** Milliseconds of processor time of one core, in the node and in the sessions of the database. */
export type Cost = { readonly node: number; readonly database: number }

export type Unit =
  | 'page.cached'
  | 'page.rendered'
  | 'call.catalogue'
  | 'call.visitor'
  | 'picture'
  | 'asset'
  | 'cart.add'
  | 'order.dates'
  | 'order.submit'
  | 'order.confirmation'

export type Measured = {
  readonly costs: Readonly<Record<Unit, Cost>>
  /** Of one page view, the first one of a visit left out. */
  readonly view: { readonly pages: number; readonly calls: number; readonly pictures: number; readonly assets: number }
  /** Orders a second of one node that has a core of its own. */
  readonly ordersPerSecond: number
  /** Orders a second that are all for one product and one delivery day. */
  readonly hotOrdersPerSecond: number
}

export type Habits = {
  readonly visitors: number
  readonly secondsPerView: number
  /** Of page views, those that no cache has. */
  readonly renderedShare: number
  readonly addsPerView: number
  /** Of visits. */
  readonly conversion: number
  readonly viewsPerVisit: number
  /** Whether a network of caches in front serves pictures, scripts and styles. */
  readonly hasCdn: boolean
}

export type Capacity = {
  readonly viewsPerSecond: number
  readonly ordersPerSecond: number
  /** Cores busy in all nodes together. */
  readonly nodeCores: number
  /** Machines with two cores, of which one is the event loop; one more than is needed, so that one may be lost. */
  readonly nodes: number
  readonly databaseCores: number
}

export const defaultHabits: Omit<Habits, 'visitors'> = {
  secondsPerView: 30,
  renderedShare: 0.1,
  addsPerView: 0.05,
  conversion: 0.03,
  viewsPerVisit: 8,
  hasCdn: true,
}

/** A busier event loop answers late: waiting grows with 1 / (1 - utilisation). */
export const maxUtilisation = 0.6

export function capacityFor(habits: Habits, { costs, view }: Measured = measured): Capacity {
  const viewsPerSecond = habits.visitors / habits.secondsPerView
  const ordersPerSecond = (viewsPerSecond / habits.viewsPerVisit) * habits.conversion
  const perView: [Unit, number][] = [
    ['page.rendered', view.pages * habits.renderedShare],
    ['page.cached', view.pages * (1 - habits.renderedShare)],
    ['call.visitor', view.calls],
    ['picture', habits.hasCdn ? 0 : view.pictures],
    ['asset', habits.hasCdn ? 0 : view.assets],
    ['cart.add', habits.addsPerView],
  ]
  const perOrder: [Unit, number][] = [
    // Shoppers change the address or the goods, and are offered dates again.
    ['order.dates', 3],
    ['order.submit', 1],
    ['order.confirmation', 1],
  ]
  const coresOf = (where: keyof Cost) =>
    (viewsPerSecond * sum(perView, where, costs) + ordersPerSecond * sum(perOrder, where, costs)) / 1_000
  const nodeCores = coresOf('node')
  return {
    viewsPerSecond,
    ordersPerSecond,
    nodeCores,
    nodes: Math.max(2, Math.ceil(nodeCores / maxUtilisation) + 1),
    databaseCores: coresOf('database'),
  }
}

function sum(units: readonly [Unit, number][], where: keyof Cost, costs: Measured['costs']): number {
  return units.reduce((all, [unit, times]) => all + times * costs[unit][where], 0)
}

/** The table of docs/capacity.md. */
export function capacityTable(): string {
  const rows = [1_000, 10_000, 100_000].flatMap((visitors) =>
    [true, false].map((hasCdn) => {
      const found = capacityFor({ ...defaultHabits, visitors, hasCdn })
      return [
        visitors.toLocaleString('en-AU'),
        hasCdn ? 'yes' : 'no',
        found.viewsPerSecond.toFixed(0),
        found.ordersPerSecond.toFixed(2),
        found.nodeCores.toFixed(2),
        String(found.nodes),
        found.databaseCores.toFixed(2),
      ]
    }),
  )
  const head = [
    'Visitors at once',
    'CDN',
    'Views/s',
    'Orders/s',
    'Cores busy in nodes',
    'Nodes',
    'Cores busy in database',
  ]
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}
