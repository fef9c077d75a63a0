import { setTimeout as wait } from 'node:timers/promises'
import { brandOf } from '../src/brands/brands.ts'
import { encryptCard } from '../src/modules/payments/ui/encrypt-card.ts'
import { GaveUp, openAgent, openCheckoutShopper, type Answer, type CheckoutShopper } from './checkout-shopper.ts'
import { buyableSkus } from './calls.ts'
import { median, type Figures } from './figures.ts'
import { startShop, type BenchShop, type BenchSite } from './shop.ts'

/**
 * What of the checkout's capacity is left when five times as many shoppers come as it can serve, with the waiting room and without (decision
 * 0083). Their carts are filled before: a sale begins at a certain time. In each round the capacity is measured first, on the same machine with
 * the same other load.
 */

const place = { suburb: 'Sydney', state: 'NSW', postcode: '2000' }
const address = { firstName: 'Robin', lastName: 'Vale', address: '12 Harbour Street', ...place }
const atOnce = 16
const crowd = 5
/** The rate is set a little below what the checkout takes, for those who wait ask too. */
const rateShare = 0.95

export type WaitingRoomEffort = { readonly rounds: number; readonly seconds: number }

type Phase = {
  isOver: boolean
  orders: number
  gaveUp: number
  refused: number
  /** The last refusal. */
  why: string
  countedFrom: number
  pollCount: number
}

class Refused extends Error {
  override name = 'Refused'
}

/** Shoppers with a cart each, and what they do at the checkout. */
async function openShoppers(port: number, deliverable: { skus: readonly string[] }) {
  let agent = openAgent()
  const shopperAt = () => openCheckoutShopper(() => agent, port)
  // Once, in a shop without a room.
  if (deliverable.skus.length === 0)
    deliverable.skus = await deliveredSkus(await buyableSkus(`http://127.0.0.1:${port}`), shopperAt)
  const { skus } = deliverable
  const view = JSON.parse((await shopperAt().call('GET', '/api/checkout')).text) as {
    x509EncryptionKeys: Record<string, string>
  }
  const seller = brandOf('aol').companyName
  const card = { number: '4111111111111111', cvc: '737', expiryMonth: 3, expiryYear: 2030, holderName: 'Robin Vale' }
  const encryptedValues = { [seller]: await encryptCard(view.x509EncryptionKeys[seller] ?? '', card, new Date()) }
  let next = 0

  async function withCart(): Promise<CheckoutShopper> {
    for (;;) {
      const shopper = shopperAt()
      const sku = skus[next++ % skus.length]
      if ((await shopper.call('POST', '/api/cart/product/', { sku, quantity: 1 })).status === 200) return shopper
    }
  }

  /** So many shoppers with a cart each, sixteen at a time. */
  async function withCarts(count: number): Promise<CheckoutShopper[]> {
    const made: CheckoutShopper[] = []
    const lane = async () => {
      while (made.length < count) made.push(await withCart())
    }
    await Promise.all(Array.from({ length: atOnce }, lane))
    return made
  }

  /** From the click on the checkout to the confirmation. */
  async function buy(shopper: CheckoutShopper, phase: Phase): Promise<void> {
    await enter(shopper, phase)
    const cart = read<{ cartId: string; orderTotal: number }>(await shopper.call('GET', '/api/cart/'))
    read(await shopper.call('GET', '/api/checkout'))
    const body = { cartId: cart.cartId, deliveryAddress: place }
    const days = daysIn(await shopper.call('POST', '/api/checkout/avail', body))
    const order = {
      cartId: cart.cartId,
      email: `shopper${next++}@shopper.example`,
      phoneNumber: '0412 345 678',
      deliveryAddress: address,
      billingAddress: null,
      deliveryDate: days[next % days.length]?.date ?? null,
      cart: { orderTotal: cart.orderTotal },
      cardDetails: null,
      encryptedValues,
      cardHolderName: 'Robin Vale',
      brandsWarnings: { mieleWarning: true },
    }
    read(await shopper.call('POST', '/api/checkout', order))
    read(await shopper.call('GET', `/api/checkout/confirmation?id=${cart.cartId}`))
    if (!phase.isOver && performance.now() >= phase.countedFrom) phase.orders++
  }

  async function attempt(shopper: CheckoutShopper, phase: Phase): Promise<void> {
    try {
      await buy(shopper, phase)
    } catch (error) {
      if (error instanceof GaveUp) phase.gaveUp++
      else if (error instanceof Refused) {
        phase.refused++
        phase.why = error.message
      } else throw error
    }
  }

  return {
    withCarts,
    attempt,
    /** Whoever is still there gives up. */
    leave() {
      agent.destroy()
      agent = openAgent()
    },
    close: () => agent.destroy(),
  }
}

async function openRush(port: number, deliverable: { skus: readonly string[] }) {
  const { withCarts, attempt, leave, close } = await openShoppers(port, deliverable)

  /** Orders a second, sixteen shoppers at a time: what the checkout can do. */
  async function capacity(seconds: number): Promise<number> {
    const shoppers = await withCarts(Math.ceil(seconds * 120))
    const startedAt = performance.now()
    const phase = newPhase(startedAt)
    const lane = async () => {
      while (performance.now() < startedAt + seconds * 1_000) {
        const shopper = shoppers.pop()
        if (shopper === undefined) throw new Error('There are more orders than carts: prepare more.')
        await attempt(shopper, phase)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, lane))
    return phase.orders / ((performance.now() - startedAt) / 1_000)
  }

  /** Orders a second while so many shoppers a second come to the checkout; the first third of the time is not counted. */
  async function rush(perSecond: number, seconds: number): Promise<{ readonly orders: number; readonly phase: Phase }> {
    const shoppers = await withCarts(Math.ceil(perSecond * seconds))
    const startedAt = performance.now()
    const phase = newPhase(startedAt + (seconds * 1_000) / 3)
    const running: Promise<void>[] = []
    for (const [at, shopper] of shoppers.entries()) {
      const dueAt = startedAt + (at / perSecond) * 1_000
      if (dueAt - performance.now() > 2) await wait(dueAt - performance.now())
      running.push(attempt(shopper, phase))
    }
    phase.isOver = true
    const result = { orders: phase.orders / ((seconds * 2) / 3), phase: { ...phase } }
    leave()
    await Promise.all(running)
    return result
  }

  return { capacity, rush, close }
}

/** The first products that come with our own trucks, which have a day; the others are ordered in another way. */
async function deliveredSkus(skus: readonly string[], shopperAt: () => CheckoutShopper): Promise<readonly string[]> {
  const found: string[] = []
  for (const sku of skus) {
    if (found.length === 12) return found
    const shopper = shopperAt()
    const { status, text } = await shopper.call('POST', '/api/cart/product/', { sku, quantity: 1 })
    if (status !== 200) continue
    const { cartId } = JSON.parse(text) as { cartId: string }
    const requested = await shopper.call('POST', '/api/checkout/avail', { cartId, deliveryAddress: place })
    if (requested.status === 200 && daysIn(requested).length > 0) found.push(sku)
  }
  return found
}

type Dates = { readonly availability: { readonly dates: readonly { date: number[]; available: boolean }[] } | null }

const daysIn = (answer: Answer) => (read<Dates>(answer).availability?.dates ?? []).filter((one) => one.available)

const newPhase = (countedFrom: number): Phase => ({
  isOver: false,
  orders: 0,
  gaveUp: 0,
  refused: 0,
  why: '',
  pollCount: 0,
  countedFrom,
})

/** Waits in the queue, if there is one, as the page does. */
async function enter(shopper: CheckoutShopper, phase: Phase): Promise<void> {
  let { status, text } = await shopper.page('/customer/checkout')
  let seconds = Number(/data-ask-again="(\d+)"/.exec(text)?.[1] ?? 0)
  while (status === 200 && seconds > 0) {
    await wait(seconds * 1_000)
    if (phase.isOver) throw new GaveUp('the sale is over')
    phase.pollCount++
    const requested = read<{ isTurn: boolean; askAgainSeconds?: number }>(
      await shopper.page('/customer/checkout', true),
    )
    seconds = requested.isTurn ? 0 : (requested.askAgainSeconds ?? 10)
    if (requested.isTurn) ({ status, text } = await shopper.page('/customer/checkout'))
  }
  if (status !== 200) throw new Refused(text.slice(0, 200))
}

function read<Value>({ status, text }: Answer): Value {
  if (status !== 200) throw new Refused(`${status}: ${text.slice(0, 200)}`)
  return JSON.parse(text) as Value
}

/**
 * `settings` name the database; `emptyQueue` takes those out of its queue who are left from the round before. The capacity of a round is the mean of what was measured before and after its rush with the room, each in a
 * process of its own.
 */
export async function measureWaitingRoom(
  site: BenchSite,
  { settings, emptyQueue }: { readonly settings: Record<string, string>; readonly emptyQueue: () => Promise<void> },
  { rounds, seconds }: WaitingRoomEffort,
  say: (text: string) => void,
): Promise<Figures> {
  const start = (perMinute: number | null) =>
    startShop(site, { ...settings, ...(perMinute === null ? {} : { WAITING_ROOM_PER_MINUTE: String(perMinute) }) })
  const deliverable = { skus: [] as readonly string[] }
  const found = { capacity: [] as number[], without: [] as number[], room: [] as number[] }
  /** The capacity; with `isCrowded` also what is left of it in a rush. */
  async function alone({ isCrowded }: { readonly isCrowded: boolean }): Promise<number> {
    return withRush({ shop: await start(null), deliverable }, async ({ capacity, rush }) => {
      await capacity(3)
      const orders = await capacity(seconds / 3)
      if (!isCrowded) return orders
      const crowded = await rush(crowd * orders, seconds)
      found.without.push(crowded.orders / orders)
      say(`  ${orders.toFixed(1)} orders/s; at ${crowd} times without a room ${summary(crowded)}`)
      return orders
    })
  }
  for (let round = 0; round < rounds; round++) {
    await alone({ isCrowded: true })
    const before = await alone({ isCrowded: false })
    await emptyQueue()
    const perMinute = Math.round(before * 60 * rateShare)
    const orders = await withRush({ shop: await start(perMinute), deliverable }, async ({ capacity, rush }) => {
      await capacity(3)
      const crowded = await rush(crowd * before, seconds)
      say(`  with a room of ${perMinute} a minute ${summary(crowded)}`)
      return crowded.orders
    })
    const after = await alone({ isCrowded: false })
    say(`  capacity ${before.toFixed(1)} before, ${after.toFixed(1)} after`)
    found.capacity.push((before + after) / 2)
    found.room.push(orders / ((before + after) / 2))
  }
  return {
    'sale.capacity_rps': median(found.capacity),
    'sale.goodput.ratio': median(found.room),
    'sale.goodput.ratio.min': Math.min(...found.room),
    'sale.goodput.ratio.without_room': median(found.without),
  }
}

const summary = ({ orders, phase }: { readonly orders: number; readonly phase: Phase }) =>
  `${orders.toFixed(1)} orders/s, ${phase.gaveUp} gave up, ${phase.refused} refused${phase.why === '' ? '' : ` (${phase.why})`}, ${phase.pollCount} polls`

async function withRush<Value>(
  { shop, deliverable }: { readonly shop: BenchShop; readonly deliverable: { skus: readonly string[] } },
  work: (rush: Awaited<ReturnType<typeof openRush>>) => Promise<Value>,
): Promise<Value> {
  const rush = await openRush(shop.port, deliverable)
  try {
    return await work(rush)
  } finally {
    rush.close()
    await shop.stop()
  }
}
