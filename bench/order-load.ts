import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { brandOf } from '../src/brands/brands.ts'
import { encryptCard } from '../src/modules/payments/ui/encrypt-card.ts'
import { paymentOptions } from '../src/modules/payments/payments.ts'
import { openShopper } from './cart-load.ts'
import { percentile, type Figures } from './figures.ts'

/** Whole orders: many at once, a steady ten a second, and those who wait for a payment and ask. */

const connections = 16
const steadyPerSecond = 10
const place = { suburb: 'Sydney', state: 'NSW', postcode: '2000' }
const address = { firstName: 'Robin', lastName: 'Vale', address: '12 Harbour Street', ...place }

export type OrderLoad = { readonly seconds: number; readonly steadyOrders: number }

type Cart = { readonly cartId: string; readonly orderTotal: number }
type Dates = { readonly availability: { readonly dates: readonly { date: number[]; available: boolean }[] } | null }
type Result = { readonly orderCompleted: boolean; readonly paymentReference: string | null }
type Order = { readonly cartId: string } & Readonly<Record<string, unknown>>
type Shopper = ReturnType<typeof openShopper>
export type Filled = readonly [Shopper, Order]

/** Shoppers of the demonstration, each with a cart and a form of their own. `days` says whether all want the first day that is offered. */
export async function openBuyers(
  agent: Agent,
  port: number,
  skus: readonly string[],
  days: 'first' | 'spread' = 'spread',
) {
  let next = 0
  // A depot takes only so many orders a day, so they are spread.
  let orders = 0
  const shopper = () => openShopper(agent, port, () => skus[next % skus.length] ?? '')
  const keys = ((await shopper().call('GET', '/api/checkout')) as { x509EncryptionKeys: Record<string, string> })
    .x509EncryptionKeys
  const seller = brandOf('aol').companyName
  // The page encrypts while the shopper waits for nothing: it is no part of what is measured, and one card does for all.
  const card = { number: '4111111111111111', cvc: '737', expiryMonth: 3, expiryYear: 2030, holderName: 'Robin Vale' }
  const encryptedValues = { [seller]: await encryptCard(keys[seller] ?? '', card, new Date()) }

  /** Somebody with one thing in the cart and a form that is filled in. */
  async function filled(): Promise<Filled> {
    for (;;) {
      next++
      const buyer = shopper()
      // Hundreds of shoppers sell the demo shop out, and some things are brought by their makers; the next product will do.
      const isIn = await buyer.add().then(
        () => true,
        () => false,
      )
      if (!isIn) continue
      const { cartId, orderTotal } = (await buyer.call('GET', '/api/cart/')) as Cart
      const found = (await buyer.call('POST', '/api/checkout/avail', { cartId, deliveryAddress: place })) as Dates
      const offered = (found.availability?.dates ?? []).filter((one) => one.available)
      const day = offered[days === 'first' ? 0 : orders++ % offered.length]
      if (day === undefined) continue
      const order = {
        cartId,
        email: `shopper${next}@shopper.example`,
        phoneNumber: '0412 345 678',
        deliveryAddress: address,
        billingAddress: null,
        deliveryDate: day.date,
        cart: { orderTotal },
        cardDetails: null,
        encryptedValues,
        cardHolderName: 'Robin Vale',
        brandsWarnings: { mieleWarning: true },
      }
      return [buyer, order]
    }
  }

  /** From the product to the confirmation. */
  async function buy(): Promise<void> {
    const [buyer, order] = await filled()
    if (await submit(buyer, order)) await buyer.call('GET', `/api/checkout/confirmation?id=${order.cartId}`)
    else await buy()
  }

  return { filled, buy }
}

/** False when somebody else has bought the last piece or taken the day’s last place meanwhile. */
export async function submit(buyer: Shopper, order: Order): Promise<boolean> {
  try {
    const paid = (await buyer.call('POST', '/api/checkout', order)) as Result
    if (!paid.orderCompleted) throw new Error(`An order was not completed: ${JSON.stringify(paid)}`)
    return true
  } catch (error) {
    if (/"code":"(out_of_stock|date_unavailable)"/.test(String(error))) return false
    throw error
  }
}

async function keepDoing(work: () => Promise<unknown>, until: number): Promise<number> {
  let count = 0
  for (; performance.now() < until; count++) await work()
  return count
}
async function perSecond(work: () => Promise<unknown>, forSeconds: number): Promise<number> {
  const startedAt = performance.now()
  const until = startedAt + forSeconds * 1_000
  const counts = await Promise.all(Array.from({ length: connections }, () => keepDoing(work, until)))
  return counts.reduce((sum, one) => sum + one, 0) / ((performance.now() - startedAt) / 1_000)
}

/** How long each of so many orders took, as many a second as are wanted, each counted from when it was due: a shop that falls behind shows it. */
async function steadySubmits(filled: () => Promise<Filled>, count: number): Promise<number[]> {
  const ready: Filled[] = []
  while (ready.length < count) ready.push(await filled())
  const from = performance.now()
  return Promise.all(
    ready.map(async ([buyer, order], at) => {
      const due = from + (at * 1_000) / steadyPerSecond
      await wait(Math.max(0, due - performance.now()))
      await submit(buyer, order)
      return performance.now() - due
    }),
  )
}

/** How often a second those can ask who have been sent to a provider and whose page asks how it went. */
async function statusPolls([waiting, order]: Filled, forSeconds: number): Promise<number> {
  const sent = { ...order, selectedPaymentOption: paymentOptions.paypal }
  const { paymentReference } = (await waiting.call('POST', '/api/checkout', sent)) as Result
  const query = new URLSearchParams({
    cartId: order.cartId,
    paymentReference: paymentReference ?? '',
    selectedPaymentOption: String(paymentOptions.paypal),
  })
  return perSecond(() => waiting.call('GET', `/api/payment/status?${query}`), forSeconds)
}

/** `engine` ends the names of the figures: nothing for the embedded database. Throws when an order fails. */
export async function measureOrderLoad(
  port: number,
  skus: readonly string[],
  { seconds, steadyOrders }: OrderLoad,
  engine: '' | '.postgres',
): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { filled, buy } = await openBuyers(agent, port, skus)
  await perSecond(buy, 1)
  const flows = await perSecond(buy, seconds)
  const took = await steadySubmits(filled, steadyOrders)
  const polls = await statusPolls(await filled(), Math.min(3, seconds))
  agent.destroy()
  return {
    [`order.flows.rps${engine}`]: flows,
    [`order.submit.steady.p50_ms${engine}`]: percentile(took, 0.5),
    [`order.submit.steady.p99_ms${engine}`]: percentile(took, 0.99),
    [`payment.status.rps${engine}`]: polls,
  }
}
