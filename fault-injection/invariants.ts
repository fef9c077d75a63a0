import { heldCents, type Movement } from '../sandbox/ledger.ts'

/**
 * What must hold between the providers' own ledger, the shop's tables and what shoppers were told, whatever was killed or cut in between.
 * Amounts are integer cents.
 */

export type Facts = {
  readonly movements: readonly Pick<Movement, 'reference' | 'kind' | 'cents' | 'currency'>[]
  readonly attempts: readonly {
    readonly id: string
    readonly cartId: string
    readonly state: string
    readonly cents: number
    readonly currency: string
    /** Shared by both parts of a split payment; null for any other. */
    readonly pairId: string | null
  }[]
  readonly orders: readonly {
    readonly id: string
    readonly webOrderId: string
    readonly cartId: string
    readonly total: number
    /** What had to be paid to place it: a deposit, or the total. */
    readonly due: number
    /** Paid through a provider, not on account or in a store. */
    readonly isCollected: boolean
    readonly stage: string
    readonly state: string
  }[]
  readonly payments: readonly {
    readonly orderId: string
    readonly attemptId: string
    readonly cents: number
    readonly refunded: number
  }[]
  /** Oldest first; `from` is null for the first transition. */
  readonly paymentEvents: readonly { readonly id: string; readonly from: string | null; readonly to: string }[]
  /** The same for orders, with stage and state as 'placed paid'. */
  readonly orderEvents: readonly { readonly id: string; readonly from: string; readonly to: string }[]
  /** Confirmation emails that were sent, by order. */
  readonly confirmations: readonly string[]
  /** Units of each product, and slots of each day: how many were free before, are free now, and are taken. */
  readonly goods: readonly Counted[]
  readonly days: readonly Counted[]
  /** The balance of each gift card, in cents. */
  readonly giftCards: readonly Counted[]
  readonly reported: readonly Reported[]
}

export type Counted = {
  readonly name: string
  readonly opening: number
  readonly now: number
  readonly taken: number
}

/** What a shopper was told about a cart. */
export type Reported = {
  readonly cartId: string
  readonly orders: readonly string[]
  /** Payments that the shopper was told had failed. */
  readonly declined: readonly string[]
}

export type Miss = { readonly invariant: number; readonly what: string }

type Report = (invariant: number, what: string) => void

export function findMisses(facts: Facts): Miss[] {
  const misses: Miss[] = []
  const miss: Report = (invariant, what) => void misses.push({ invariant, what })
  const held = heldByReference(facts)
  checkHeldMoney(facts, held, miss)
  checkOrders(facts, miss)
  checkReported(facts, held, miss)
  checkGoods(facts, miss)
  checkConfirmations(facts, miss)
  checkStories(facts, miss)
  checkTotals(facts, held, miss)
  checkPairs(facts, miss)
  return misses
}

/** 1: every held amount belongs to exactly one payment of an order, of the same amount. */
function checkHeldMoney(facts: Facts, held: ReadonlyMap<string, number>, miss: Report): void {
  const attempts = new Map(facts.attempts.map((one) => [one.id, one]))
  const payments = Map.groupBy(facts.payments, (one) => one.attemptId)
  for (const [reference, cents] of held) {
    const of = payments.get(reference) ?? []
    if (cents === 0) continue
    const [payment] = of
    if (payment === undefined || of.length !== 1) miss(1, `${reference}: ${cents} held and ${of.length} payments`)
    else if (payment.cents - payment.refunded !== cents)
      miss(1, `${reference}: ${cents} held and ${payment.cents - payment.refunded} paid`)
  }
  for (const [reference, movements] of Map.groupBy(facts.movements, (one) => one.reference)) {
    const charges = movements.filter((one) => one.kind === 'authorise')
    const attempt = attempts.get(reference)
    if (attempt === undefined) miss(1, `${reference}: money of a payment nobody knows`)
    else if (charges.some((one) => one.cents !== attempt.cents || one.currency !== attempt.currency))
      miss(1, `${reference}: another amount was charged`)
  }
}

/** 2 to 4: an order is paid as agreed, each cart has at most one order, and no payment is left open. */
function checkOrders(facts: Facts, miss: Report): void {
  const paidOf = Map.groupBy(facts.payments, (one) => one.orderId)
  for (const order of facts.orders) {
    const paid = (paidOf.get(order.id) ?? []).reduce((sum, one) => sum + one.cents, 0)
    const requested = order.isCollected ? [order.due, order.total] : [0]
    if (!requested.includes(paid)) miss(2, `${order.webOrderId}: ${paid} paid of ${order.due}`)
  }

  for (const [cart, orders] of Map.groupBy(facts.orders, (one) => one.cartId))
    if (orders.length > 1) miss(3, `cart ${cart} has ${orders.length} orders`)

  for (const { id, state } of facts.attempts)
    if (state === 'Pending' || state === 'Unknown') miss(4, `${id} is still ${state}`)
}

/** 5 and 6: what shoppers were told is true. */
function checkReported(facts: Facts, held: ReadonlyMap<string, number>, miss: Report): void {
  const known = new Map(facts.orders.map((one) => [one.webOrderId, one]))
  for (const { cartId, orders, declined } of facts.reported) {
    for (const webOrderId of orders) {
      if (known.get(webOrderId)?.cartId !== cartId)
        miss(5, `${webOrderId} of cart ${cartId} was promised and is not there`)
    }
    for (const reference of declined)
      if ((held.get(reference) ?? 0) !== 0)
        miss(6, `${reference} was said to be declined and ${held.get(reference)} are held`)
  }
}

/** 7 and 12: no stock or slot was sold twice and none vanished; what is missing from a gift card has paid for an order, to the cent. */
function checkGoods(facts: Facts, miss: Report): void {
  for (const { name, opening, now, taken } of [...facts.goods, ...facts.days])
    if (opening !== now + taken || now < 0) miss(7, `${name}: ${opening} before, ${now} now and ${taken} taken`)

  for (const { name, opening, now, taken: paid } of facts.giftCards)
    if (opening !== now + paid || now < 0 || paid < 0)
      miss(12, `${name}: ${opening} before, ${now} now and ${paid} paid`)
}

/** 8: one confirmation email for each order. */
function checkConfirmations(facts: Facts, miss: Report): void {
  const confirmed = Map.groupBy(facts.confirmations, (one) => one)
  for (const { id, webOrderId } of facts.orders) {
    const mails = confirmed.get(id)?.length ?? 0
    if (mails !== 1) miss(8, `${webOrderId} has ${mails} confirmations`)
  }
}

/** 9: the history of every payment and order is complete and ends in its current state. */
function checkStories(facts: Facts, miss: Report): void {
  const paymentStories = Map.groupBy(facts.paymentEvents, (one) => one.id)
  for (const { id, state } of facts.attempts) checkStory(id, paymentStories.get(id) ?? [], null, state)
  const orderStories = Map.groupBy(facts.orderEvents, (one) => one.id)
  for (const { id, webOrderId, stage, state } of facts.orders) {
    const story = orderStories.get(id) ?? []
    if (story.length > 0) checkStory(webOrderId, story, story[0]?.from ?? null, `${stage} ${state}`)
  }
  function checkStory(
    name: string,
    story: readonly { readonly from: string | null; readonly to: string }[],
    start: string | null,
    end: string,
  ): void {
    let at = start
    for (const { from, to } of story) {
      if (from !== at) miss(9, `${name} went from ${from} though it was ${at}`)
      at = to
    }
    if (at !== end) miss(9, `${name} is ${end} and its story ends with ${at}`)
  }
}

/** 10: to the cent. */
function checkTotals(facts: Facts, held: ReadonlyMap<string, number>, miss: Report): void {
  const ledger = [...held.values()].reduce((sum, one) => sum + one, 0)
  const ours = facts.payments.reduce((sum, one) => sum + one.cents - one.refunded, 0)
  if (ledger !== ours) miss(10, `providers hold ${ledger} and orders were paid ${ours}`)
}

/** 11: of a split payment both parts were captured, for an order, or neither. */
function checkPairs(facts: Facts, miss: Report): void {
  const payments = Map.groupBy(facts.payments, (one) => one.attemptId)
  const taken = new Set(facts.movements.filter((one) => one.kind === 'capture').map((one) => one.reference))
  for (const [pair, parts] of Map.groupBy(facts.attempts, (one) => one.pairId)) {
    if (pair === null) continue
    const count = parts.filter((one) => taken.has(one.id)).length
    const requested = parts.every((one) => payments.has(one.id)) ? parts.length : 0
    if (parts.length !== 2 || count !== requested) miss(11, `${pair}: ${count} of ${parts.length} parts were taken`)
  }
}

function heldByReference(facts: Facts): ReadonlyMap<string, number> {
  const byReference = Map.groupBy(facts.movements, (one) => one.reference)
  return new Map([...byReference].map(([reference, movements]) => [reference, heldCents(movements)]))
}
