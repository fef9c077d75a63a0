/**
 * What clients saw, with the times at which they began and ended, and what no order of events can explain: the method of Jepsen and Elle,
 * for the few things that the shop promises to be the same for everybody. An operation without an answer is not in it: it may have happened
 * or not, and the invariants of money and stock decide (invariants.ts). Times are of one clock, in milliseconds.
 */

export type Operation =
  /** A shopper was told that an order is placed. */
  | { readonly kind: 'placed'; readonly order: string; readonly cart: string; readonly endedAt: number }
  /** An order was looked up: not found, or with this much refunded. */
  | {
      readonly kind: 'order read'
      readonly order: string
      readonly beganAt: number
      readonly endedAt: number
      readonly refundedCents: number | null
    }
  /** A price was committed. Prices only rise here, so that an older one is known by its value. */
  | { readonly kind: 'price written'; readonly cents: number; readonly endedAt: number }
  | {
      readonly kind: 'price read'
      readonly node: string
      readonly cents: number
      readonly beganAt: number
      readonly endedAt: number
    }

/**
 * For how long no order was confirmed after something broke: the time until the order that ends the longest pause. Orders that were on their
 * way at that moment may be confirmed just after it, so the first one says little.
 */
export function outageMs(history: readonly Operation[], brokeAt: number): number {
  const confirmed = history.flatMap((one) => (one.kind === 'placed' && one.endedAt > brokeAt ? [one.endedAt] : []))
  if (confirmed.length === 0) return Infinity
  const times = [brokeAt, ...confirmed.toSorted((a, b) => a - b)]
  const pauses = times.slice(1).map((endedAt, at) => ({ endedAt, ms: endedAt - (times[at] ?? endedAt) }))
  return pauses.reduce((longest, one) => (one.ms > longest.ms ? one : longest)).endedAt - brokeAt
}

/** How old a price was at most that a node showed since then: the time for which a higher one had been written. */
export function worstPriceAgeMs(history: readonly Operation[], since: number): number {
  const written = history.filter((one) => one.kind === 'price written')
  const ages = history.flatMap((one) => {
    if (one.kind !== 'price read' || one.beganAt < since) return []
    const next = written.find(({ cents }) => cents > one.cents)
    return next === undefined ? [] : [one.beganAt - next.endedAt]
  })
  return Math.max(0, ...ages)
}

type Read = Extract<Operation, { kind: 'order read' }>

/** What cannot be, a sentence each. */
export function findAnomalies(history: readonly Operation[]): string[] {
  return [...doubledOrders(history), ...lostOrders(history), ...forgottenRefunds(history), ...priceAnomalies(history)]
}

/** One number was given to two carts. */
function doubledOrders(history: readonly Operation[]): string[] {
  const carts = new Map<string, Set<string>>()
  for (const one of history)
    if (one.kind === 'placed') carts.set(one.order, (carts.get(one.order) ?? new Set()).add(one.cart))
  return [...carts].filter(([, of]) => of.size > 1).map(([order, of]) => `${order} was given to ${of.size} carts`)
}

/** Who was told of an order finds it from then on, at every node. */
function lostOrders(history: readonly Operation[]): string[] {
  const placedAt = new Map<string, number>()
  for (const one of history)
    if (one.kind === 'placed') placedAt.set(one.order, Math.min(one.endedAt, placedAt.get(one.order) ?? Infinity))
  return history
    .filter((one) => one.kind === 'order read')
    .filter(
      ({ order, beganAt, refundedCents }) => refundedCents === null && beganAt > (placedAt.get(order) ?? Infinity),
    )
    .map(({ order, beganAt }) => `${order} was placed, and not found ${beganAt - (placedAt.get(order) ?? 0)} ms later`)
}

/** What one read saw no later read misses: found orders stay, and refunds only grow. */
function forgottenRefunds(history: readonly Operation[]): string[] {
  const reads = Map.groupBy(
    history.filter((one): one is Read => one.kind === 'order read'),
    ({ order }) => order,
  )
  return [...reads].flatMap(([order, of]) => {
    const later = of.toSorted((a, b) => a.beganAt - b.beganAt)
    return later.flatMap((read) => {
      const seen = Math.max(-1, ...of.filter(({ endedAt }) => endedAt < read.beganAt).map(amountOf))
      return amountOf(read) < seen ? [`${order} had ${seen} cents refunded, and ${amountOf(read)} in a later read`] : []
    })
  })
}

const amountOf = ({ refundedCents }: Read): number => refundedCents ?? -1

/** No node shows a price that was never written, or goes back to an older one. */
function priceAnomalies(history: readonly Operation[]): string[] {
  const written = new Set(history.flatMap((one) => (one.kind === 'price written' ? [one.cents] : [])))
  const reads = history.filter((one) => one.kind === 'price read')
  const invented = reads.filter(({ cents }) => written.size > 0 && !written.has(cents))
  const backwards = [...Map.groupBy(reads, ({ node }) => node)].flatMap(([node, of]) =>
    of.flatMap((read) => {
      const newest = Math.max(0, ...of.filter(({ endedAt }) => endedAt < read.beganAt).map(({ cents }) => cents))
      return read.cents < newest ? [`${node} showed ${newest} cents, and ${read.cents} later`] : []
    }),
  )
  return [...invented.map(({ node, cents }) => `${node} showed ${cents} cents, which were never written`), ...backwards]
}
