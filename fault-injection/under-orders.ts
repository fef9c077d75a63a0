import { setTimeout as wait } from 'node:timers/promises'
import { factsOf, openingOf } from './facts.ts'
import { findAnomalies } from './history.ts'
import { findMisses, type Reported } from './invariants.ts'
import { comeToRest, openMarket } from './market.ts'
import { buy, type Market, type Purchase } from './shoppers.ts'
import type { Site } from './site.ts'
import { openWitnesses, type Witnesses } from './witnesses.ts'

/** Something breaks while shoppers buy; then nobody may have paid without an order or a refund, and no record or answer contradicts another. */

/** How soon whoever was charged has an order or the money back (docs/operations.md). */
const moneyWithinMs = 300_000
const shoppersAtOnce = 3
/** Orders before something breaks, and after it was mended. */
const ordersEach = 5
const ordersWithinMs = 120_000
const agreeWithinMs = 15_000

/** A shopper who leaves after approving is charged half an hour later or not at all, so these shoppers all come back. */
const purchases: readonly Purchase[] = [
  'card',
  'card',
  'card with 3-D Secure',
  'card declined',
  'PayPal',
  'Afterpay',
  'Zip',
  'two with one gift card',
  'cancelled after it was placed',
  'two sellers',
]

export type Records = {
  readonly market: Market
  readonly witnesses: Witnesses
  readonly reported: Reported[]
  readonly opening: Awaited<ReturnType<typeof openingOf>>
}

export type Outcome = {
  readonly orders: number
  /** From the end of the strike to the first order. */
  readonly recoveredMs: number
  /** The longest time that money was held without an order or a refund. */
  readonly worstMoneyMs: number
  readonly problems: readonly string[]
}

export async function openRecords(site: Site, random: () => number): Promise<Records> {
  const market = await openMarket(site, random)
  const opening = await openingOf(site)
  const witnesses = await openWitnesses(site, random, market.skus[0] ?? '')
  return { market, opening, witnesses, reported: [] }
}

export async function strikeUnderOrders(site: Site, records: Records, strike: () => Promise<void>): Promise<Outcome> {
  const { witnesses, reported, opening } = records
  const problems: string[] = []
  const shopping = openDoors(records)
  const before = reported.length
  const paid = new Set(witnesses.moneyDelaysMs().keys())
  await shopping.until(ordersEach)
  await strike()
  const mendedAt = Date.now()
  const recoveredMs = (await shopping.until(1)) ? Date.now() - mendedAt : Infinity
  if (!(await shopping.until(ordersEach))) problems.push('orders did not come in again')
  await shopping.close()

  const money = () => [...witnesses.moneyDelaysMs()].filter(([reference]) => !paid.has(reference)).map(([, ms]) => ms)
  for (const end = Date.now() + moneyWithinMs; money().includes(Infinity) && Date.now() < end;) await wait(1_000)
  const worstMoneyMs = Math.max(0, ...money())
  if (worstMoneyMs > moneyWithinMs)
    problems.push(`somebody paid and has neither order nor refund after ${worstMoneyMs / 1_000} s`)
  if (!(await witnesses.agree(agreeWithinMs))) problems.push('the nodes do not show the same price')
  problems.push(...(await comeToRest(site, 4_000)).map((what) => `left undone: ${what}`))
  const facts = await factsOf(site, opening, reported)
  problems.push(...findMisses(facts).map(({ invariant, what }) => `invariant ${invariant}: ${what}`))
  problems.push(...findAnomalies(witnesses.history))
  const orders = reported.slice(before).reduce((sum, one) => sum + one.orders.length, 0)
  return { orders, recoveredMs, worstMoneyMs, problems }
}

/** Shoppers who buy until they are told to stop. */
function openDoors({ market, witnesses, reported }: Records) {
  const state = { isOpen: true, orders: 0 }
  const shopping = Array.from({ length: shoppersAtOnce }, async () => {
    while (state.isOpen) {
      const purchase = purchases[Math.floor(market.random() * purchases.length)] ?? 'card'
      for (const one of await buy(market, purchase)) {
        reported.push(one)
        state.orders += one.orders.length
        for (const webOrderId of one.orders) witnesses.sawOrder({ webOrderId, cartId: one.cartId })
      }
    }
  })
  return {
    /** Waits for so many orders from now on; false on timeout. */
    async until(count: number): Promise<boolean> {
      const enough = state.orders + count
      for (const end = Date.now() + ordersWithinMs; state.orders < enough; await wait(20))
        if (Date.now() > end) return false
      return true
    },
    async close() {
      state.isOpen = false
      await Promise.all(shopping)
    },
  }
}
