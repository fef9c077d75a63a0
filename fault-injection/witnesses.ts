import { setTimeout as wait } from 'node:timers/promises'
import { catalogueChange } from './market.ts'
import { heldCents } from '../sandbox/ledger.ts'
import type { Movement } from '../sandbox/ledger.ts'
import type { Operation } from './history.ts'
import { openBrowser } from './shoppers.ts'
import type { Site } from './site.ts'

/** Beside the shoppers: who looks up what they bought, who changes a price and looks at it, and who watches the money. */

type Placed = { readonly webOrderId: string; readonly cartId: string }

export type Witnesses = {
  readonly history: readonly Operation[]
  /** A shopper was told of an order. */
  sawOrder(placed: Placed): void
  /** By payment, how long its money was held before it had an order or was given back; Infinity while it has neither. */
  moneyDelaysMs(): ReadonlyMap<string, number>
  /** Waits until both applications show the newest price; false on timeout. */
  agree(withinMs: number): Promise<boolean>
  close(): Promise<void>
}

const readPauseMs = 150
const writePauseMs = 1_000
const moneyPauseMs = 500

export async function openWitnesses(site: Site, random: () => number, sku: string): Promise<Witnesses> {
  const history: Operation[] = []
  const placed: Placed[] = []
  const state = { isOver: false }
  const money = watchMoney(site, state)
  const price = await watchPrice(site, { sku, history, state, random })

  /** Looks up an order of the last few as its customer would, at either application. */
  async function readOrder(): Promise<void> {
    const order = placed[placed.length - 1 - Math.floor(random() * Math.min(placed.length, 30))]
    if (order === undefined) return
    const browser = openBrowser({ shops: site.shops, random })
    const beganAt = Date.now()
    const body = { orderNumber: order.webOrderId, email: `shopper-${order.cartId}@shopper.example` }
    const found = await browser.send('POST', '/api/orders/lookup', { body })
    const read = (refundedCents: number | null) =>
      void history.push({ kind: 'order read', order: order.webOrderId, beganAt, endedAt: Date.now(), refundedCents })
    if (found?.status === 404) return read(null)
    const view = found?.status === 200 ? await browser.send('GET', `/api/orders/${String(found.body['id'])}`) : null
    if (view?.status !== 200) return
    const refunds = view.body['refunds'] as readonly { readonly amount: number }[]
    read(Math.round(refunds.reduce((sum, { amount }) => sum + amount * 100, 0)))
  }

  const running = [repeatedly(state, readPauseMs, readOrder), price.running, money.running]
  return {
    history,
    sawOrder({ webOrderId, cartId }) {
      placed.push({ webOrderId, cartId })
      history.push({ kind: 'placed', order: webOrderId, cart: cartId, endedAt: Date.now() })
    },
    moneyDelaysMs: money.delaysMs,
    agree: price.agree,
    async close() {
      state.isOver = true
      await Promise.all(running)
    },
  }
}

/** What fails while the shop is down is tried again. */
async function repeatedly(state: { readonly isOver: boolean }, pauseMs: number, work: () => Promise<void>) {
  while (!state.isOver) {
    await work().catch(() => {})
    await wait(pauseMs)
  }
}

/** Raises a price by a cent again and again, and looks at it at both applications. */
async function watchPrice(
  site: Site,
  {
    sku,
    history,
    state,
    random,
  }: { sku: string; history: Operation[]; state: { readonly isOver: boolean }; random: () => number },
) {
  const { rows } = await site.database.query<{ id: number; cents: number }>(
    `select p.id, o.price_cents as cents from product p join offer o on o.product_id = p.id and o.app = 'aol' where p.sku = $1`,
    [sku],
  )
  const [{ id, cents: opening } = { id: 0, cents: 0 }] = rows
  let cents = opening
  history.push({ kind: 'price written', cents, endedAt: Date.now() })

  async function write(): Promise<void> {
    const next = cents + 1
    // Whether it was committed is not known when the connection breaks, so it counts as written.
    history.push({ kind: 'price written', cents: next, endedAt: Date.now() })
    await site.database.query(
      `with changed as (update offer set price_cents = $1 where product_id = $2 and app = 'aol' and price_cents < $1 returning 1)
        select publish_change('${catalogueChange}', $3) from changed`,
      [next, id, JSON.stringify({ products: [id] })],
    )
    cents = next
  }

  const browser = openBrowser({ shops: site.shops, random })
  async function readAt(node: 0 | 1): Promise<number | null> {
    const beganAt = Date.now()
    const answer = await browser.send('GET', `/api/v2/product/sku/${sku}`, { shop: site.shops[node] })
    const shown = answer?.status === 200 ? Number(answer.body['price']) * 100 : NaN
    if (!Number.isFinite(shown)) return null
    const rounded = Math.round(shown)
    history.push({ kind: 'price read', node: `app-${node + 1}`, cents: rounded, beganAt, endedAt: Date.now() })
    return rounded
  }

  return {
    running: Promise.all([
      repeatedly(state, writePauseMs, write),
      repeatedly(state, readPauseMs, async () => void (await readAt(0))),
      repeatedly(state, readPauseMs, async () => void (await readAt(1))),
    ]),
    async agree(withinMs: number): Promise<boolean> {
      const last = cents
      for (const end = Date.now() + withinMs; Date.now() < end; await wait(readPauseMs)) {
        const shown = await Promise.all([readAt(0), readAt(1)])
        if (shown.every((one) => one !== null && one >= last)) return true
      }
      return false
    },
  }
}

/** When each payment's money was first held, by the provider, and when it first had an order or was given back, by the watch here. */
function watchMoney(site: Site, state: { readonly isOver: boolean }) {
  const heldSince = new Map<string, number>()
  const settledAt = new Map<string, number>()

  async function look(): Promise<void> {
    const ledger = await fetch(`${site.sandboxUrl}/ledger`, { headers: { accept: 'application/json' } })
    const { movements } = (await ledger.json()) as { movements: Movement[] }
    const byReference = Map.groupBy(movements, ({ reference }) => reference)
    for (const [reference, [first]] of byReference)
      if (first !== undefined && !heldSince.has(reference)) heldSince.set(reference, Date.parse(first.at))
    const { rows } = await site.database.query<{ id: string }>('select attempt_id as id from order_payment')
    const ordered = new Set(rows.map(({ id }) => id))
    for (const [reference, of] of byReference)
      if (!settledAt.has(reference) && (ordered.has(reference) || heldCents(of) === 0))
        settledAt.set(reference, Date.now())
  }

  return {
    running: repeatedly(state, moneyPauseMs, look),
    delaysMs: () =>
      new Map(Array.from(heldSince, ([reference, at]) => [reference, (settledAt.get(reference) ?? Infinity) - at])),
  }
}
