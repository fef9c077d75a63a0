import { encryptCard } from '../src/modules/payments/ui/encrypt-card.ts'
import { percentile, type Figures } from './figures.ts'

/** Shoppers who buy over HTTP, a few at a time: what they wait for when they add, ask for dates and pay by card. */

const atATime = 4
const place = { suburb: 'Sydney', state: 'NSW', postcode: '2000' }
const address = { firstName: 'Robin', lastName: 'Vale', address: '12 Harbour Street', ...place }

type Cart = { readonly cartId: string; readonly orderTotal: number }
type Dates = {
  readonly dates: readonly { readonly date: number[]; readonly price: number; readonly available: boolean }[]
}
type Availability = {
  /** Null when makers bring everything themselves. */
  readonly availability: Dates | null
  readonly supplierAvailability: Readonly<Record<string, Dates>>
}
type Checkout = { readonly x509EncryptionKeys: Readonly<Record<string, string>> }

export async function measureCalls(port: number, shoppers: number): Promise<Figures> {
  const shop = `http://127.0.0.1:${port}`
  const skus = await buyableSkus(shop)
  const promises = await measurePromises(shop, skus)
  const took = { add: [] as number[], dates: [] as number[], submit: [] as number[] }

  async function buy(number: number, isMeasured: boolean): Promise<void> {
    const visitor = visitorOf(shop)
    const time = async <Answer>(list: number[], call: Promise<Answer>): Promise<Answer> => {
      const startedAt = performance.now()
      const answer = await call
      if (isMeasured) list.push(performance.now() - startedAt)
      return answer
    }
    let cart: Cart | null = null
    let next = number * 3
    for (let lines = 0; lines < 3; next++) {
      const item = { sku: skus[next % skus.length], quantity: 1 }
      try {
        cart = await time(took.add, visitor.call<Cart>('POST', '/api/cart/product/', item))
        lines++
      } catch (error) {
        // Hundreds of shoppers sell the demo shop out; the next product will do.
        if (!(error instanceof CallError && soldOut.has(error.code))) throw error
      }
    }
    if (cart === null) throw new Error('a shopper without a cart')
    const { cartId, orderTotal } = cart
    const question = { cartId, deliveryAddress: place }
    const found = await time(took.dates, visitor.call<Availability>('POST', '/api/checkout/avail', question))
    const days = found.availability?.dates.filter((one) => one.available) ?? []
    const order = {
      cartId,
      email: `shopper${number}@shopper.example`,
      phoneNumber: '0412 345 678',
      deliveryAddress: address,
      billingAddress: null,
      // Spread over the days, because a depot takes only so many a day.
      deliveryDate: days[number % Math.min(days.length, 20)]?.date ?? null,
      supplierDeliveryDates: Object.entries(found.supplierAvailability).flatMap(([supplier, { dates }]) => {
        const first = dates.find((one) => one.available)
        return first === undefined ? [] : [{ supplier, deliveryDate: first.date, price: first.price }]
      }),
      cart: { orderTotal },
      cardDetails: null,
      encryptedValues: await encryptedCard(visitor),
      cardHolderName: 'Robin Vale',
      // Asked for when the special brand is in the cart.
      brandsWarnings: { mieleWarning: true },
    }
    const paid = await time(took.submit, visitor.call<{ orderCompleted: boolean }>('POST', '/api/checkout', order))
    if (!paid.orderCompleted) throw new Error(`An order was not completed: ${JSON.stringify(paid)}`)
  }

  const queue = Array.from({ length: shoppers + atATime * 2 }, (_, number) => number)
  const work = async () => {
    // The first few warm up.
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await buy(next, next >= atATime * 2)
  }
  await Promise.all(Array.from({ length: atATime }, work))
  return {
    'cart.add.p50_ms': percentile(took.add, 0.5),
    'cart.add.p99_ms': percentile(took.add, 0.99),
    ...promises,
    'availability.p50_ms': percentile(took.dates, 0.5),
    'availability.p99_ms': percentile(took.dates, 0.99),
    'checkout.submit.p50_ms': percentile(took.submit, 0.5),
    'checkout.submit.p99_ms': percentile(took.submit, 0.99),
  }
}

type Visitor = { call<Answer>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer> }

/** What an add is refused with when somebody else has bought the last piece. */
const soldOut = new Set<string | undefined>(['not_available', 'quantity_over_stock'])

/** A call that was refused; `code` is the first one of the error envelope. */
class CallError extends Error {
  readonly code: string | undefined

  constructor(message: string, body: string) {
    super(message)
    this.code = /"code":"(\w+)"/.exec(body)?.[1]
  }
}

/** Somebody with a cookie jar. */
function visitorOf(shop: string): Visitor {
  const cookies = new Map<string, string>()
  return {
    async call<Answer>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer> {
      const answer = await fetch(`${shop}${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; '),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      for (const cookie of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        cookies.set(name, value)
      }
      const text = await answer.text()
      if (!answer.ok) throw new CallError(`${method} ${path} answered ${answer.status}: ${text.slice(0, 500)}`, text)
      return JSON.parse(text) as Answer
    },
  }
}

async function encryptedCard(visitor: Visitor): Promise<Record<string, string>> {
  const { x509EncryptionKeys } = await visitor.call<Checkout>('GET', '/api/checkout')
  const card = { number: '4111111111111111', cvc: '737', expiryMonth: 3, expiryYear: 2030, holderName: 'Robin Vale' }
  const values = Object.entries(x509EncryptionKeys).map(
    async ([seller, key]) => [seller, await encryptCard(key, card, new Date())] as const,
  )
  return Object.fromEntries(await Promise.all(values))
}

/** Date and price for the 24 cards of a page at a time, while nobody buys. */
async function measurePromises(shop: string, skus: readonly string[]): Promise<Figures> {
  const localities = await someLocalities(shop)
  const milliseconds: number[] = []
  const visitor = visitorOf(shop)
  const work = async (first: number) => {
    for (let page = first; page < 400; page += atATime) {
      const cards = Array.from({ length: 24 }, (_, at) => `sku=${skus[(page * 24 + at) % skus.length]}`)
      const place = localities[page % localities.length]
      const startedAt = performance.now()
      await visitor.call('GET', `/api/v2/delivery/estimates?localityId=${place}&${cards.join('&')}`)
      if (page >= 100) milliseconds.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: atATime }, (_, first) => work(first)))
  return {
    'delivery.estimates.p50_ms': percentile(milliseconds, 0.5),
    'delivery.estimates.p95_ms': percentile(milliseconds, 0.95),
  }
}

async function someLocalities(shop: string): Promise<string[]> {
  const found = await Promise.all(
    ['2000', '3000', '4000', '2830', '6000', '0800'].map(async (postcode) => {
      const answer = await fetch(`${shop}/api/locality/${postcode}`)
      return ((await answer.json()) as { readonly _id: string }[]).map((place) => place._id)
    }),
  )
  return found.flat()
}

/** What stands on the first pages of the list and can be bought. */
export async function buyableSkus(shop: string): Promise<string[]> {
  const lists = await Promise.all(
    Array.from({ length: 20 }, async (_, at) => (await fetch(`${shop}/products?page=${at + 1}`)).text()),
  )
  return lists.flatMap((html) =>
    [...html.matchAll(/<button [^>]*value="([^"]+)"[^>]*name="sku"/g)].map(([, sku = '']) => sku),
  )
}
