import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { specialBrandName } from '../src/brands/special-brand.ts'
import { encryptCard } from '../src/modules/payments/ui/encrypt-card.ts'
import { paymentOptions } from '../src/modules/payments/payments.ts'
import { findCards } from './card-search.ts'
import type { Reported } from './invariants.ts'

/**
 * Shoppers over HTTP who buy as a page would and record what they were told. After a failure they retry with the same
 * key a few times, on whichever application responds; then they leave, and background work has to finish what they began.
 */

export const purchases = [
  'card',
  'card with 3-D Secure',
  'card, challenge failed',
  'card declined',
  'PayPal',
  'PayPal, left after approving',
  'PayPal, cancelled',
  'PayPal, given up in the shop',
  'Afterpay',
  'Afterpay, left after approving',
  'Zip',
  'Zip declined',
  'two with one gift card',
  'cancelled after it was placed',
  'two sellers',
  'two sellers with 3-D Secure',
  'two sellers, ours declined',
  'nothing but a cart',
] as const
export type Purchase = (typeof purchases)[number]

/** Roughly how shoppers pay: card 40 %, half of them with a 3-D Secure challenge, PayPal 20, Afterpay 15, Zip 15. */
const weights: Readonly<Record<Purchase, number>> = {
  card: 16,
  'card with 3-D Secure': 16,
  'card, challenge failed': 3,
  'card declined': 5,
  PayPal: 10,
  'PayPal, left after approving': 3,
  'PayPal, cancelled': 3,
  'PayPal, given up in the shop': 4,
  Afterpay: 11,
  'Afterpay, left after approving': 4,
  Zip: 11,
  'Zip declined': 4,
  'two with one gift card': 3,
  'cancelled after it was placed': 6,
  'two sellers': 4,
  'two sellers with 3-D Secure': 4,
  'two sellers, ours declined': 3,
  'nothing but a cart': 1,
}

export function somePurchase(random: () => number): Purchase {
  let at = random() * Object.values(weights).reduce((sum, one) => sum + one, 0)
  return purchases.find((one) => (at -= weights[one]) < 0) ?? 'card'
}

/** What the shop sells, to whom, and its URLs. */
export type Market = {
  /** Two applications; any request may go to either. */
  readonly shops: readonly [string, string]
  readonly skus: readonly string[]
  /** With little stock. */
  readonly scarceSku: string
  /** Sold on behalf of its manufacturer, which is paid separately. */
  readonly agencySku: string
  readonly random: () => number
  /** An unused gift card. */
  readonly giftCard: () => string
  /** Gets the status of every response of the shop; null for a connection that broke. */
  readonly observe?: (status: number | null) => void
}

type Answer = { readonly status: number; readonly body: Json; readonly location: string | null }
type Json = { readonly [name: string]: unknown }
type Result = {
  readonly webOrderId: string | null
  readonly paymentStatus: string
  readonly redirectUrl: string | null
  readonly secure3DResponse: { readonly htmlFormAction: string; readonly htmlFormToPost: Record<string, string> } | null
}

const patienceMs = 30_000
const maxTries = 4
const address = {
  firstName: 'Robin',
  lastName: 'Vale',
  address: '12 Harbour Street',
  suburb: 'Sydney',
  state: 'NSW',
  postcode: '2000',
}

/** A browser: its cookies, and requests to either application. Null if no response came. */
export function openBrowser(market: Pick<Market, 'shops' | 'random' | 'observe'>) {
  const cookies = new Map<string, string>()
  async function send(
    method: 'GET' | 'POST',
    path: string,
    { body, key, shop }: { body?: object; key?: string; shop?: string } = {},
  ): Promise<Answer | null> {
    const at = shop ?? market.shops[market.random() < 0.5 ? 0 : 1]
    try {
      const answer = await fetch(`${at}${path}`, {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(patienceMs),
        headers: {
          cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; '),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      for (const cookie of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        if (/Max-Age=0/.test(cookie)) cookies.delete(name)
        else cookies.set(name, value)
      }
      const text = await answer.text()
      market.observe?.(answer.status)
      return { status: answer.status, body: jsonOf(text), location: answer.headers.get('location') }
    } catch {
      market.observe?.(null)
      return null
    }
  }
  /** Retries until the response is not a server error. */
  async function insist(...[method, path, how]: Parameters<typeof send>): Promise<Answer | null> {
    for (let tries = 0; tries < maxTries; tries++) {
      const answer = await send(method, path, how)
      const isFinal = answer !== null && answer.status < 500 && answer.status !== 409 && answer.status !== 429
      // The outcome is unknown: the page says so, and the shopper believes it.
      if (isFinal || (answer !== null && isUnknown(answer))) return answer
      await wait(150 + market.random() * 400 * (tries + 1))
    }
    return null
  }
  return { send, insist }
}

type Browser = ReturnType<typeof openBrowser>

const isUnknown = ({ body }: Answer): boolean => codeOf(body) === 'payment_unknown'
const codeOf = (body: Json): string => ((body['errors'] as { code: string }[] | undefined) ?? [])[0]?.code ?? ''

function jsonOf(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return {}
  }
}

type Note = { cartId: string; orders: string[]; declined: string[] }

/** Records what a response promises or denies. */
function note(reported: Note, answer: Answer | null): Result | null {
  if (answer === null) return null
  const { status, body } = answer
  if (status === 200 && typeof body['webOrderId'] === 'string') reported.orders.push(body['webOrderId'])
  const reference = body['paymentReference']
  if (codeOf(body) === 'payment_refused' && typeof reference === 'string') reported.declined.push(reference)
  return status === 200 ? (body as unknown as Result) : null
}

/** What a shopper submits. */
type Basket = { readonly cartId: string; readonly order: Json; readonly browser: Browser }

/** Fills a cart and the form; null if the shop does not respond or is sold out. */
async function fillBasket(
  market: Market,
  purchase: Purchase,
  { holderName = 'Robin Vale', giftCard = '' } = {},
): Promise<Basket | null> {
  const browser = openBrowser(market)
  const { random } = market
  const sku = random() < 0.1 ? market.scarceSku : market.skus[Math.floor(random() * market.skus.length)]
  const cart = (await browser.insist('POST', '/api/cart/product/', { body: { sku, quantity: 1 } }))?.body
  if (typeof cart?.['cartId'] !== 'string') return null
  const { cartId } = cart as { cartId: string }
  let { orderTotal } = cart as { orderTotal: number }
  if (purchase.startsWith('two sellers')) {
    const body = { sku: market.agencySku, quantity: 1 }
    const both = (await browser.insist('POST', '/api/cart/product/', { body }))?.body
    if (typeof both?.['orderTotal'] !== 'number') return null
    orderTotal = both['orderTotal']
  }
  if (purchase === 'two with one gift card') {
    const body = { code: giftCard, userEmail: null }
    const applied = (await browser.insist('POST', '/api/cart/coupon/', { body }))?.body
    if (typeof applied?.['orderTotal'] !== 'number') return null
    orderTotal = applied['orderTotal']
  }
  const question = { cartId, deliveryAddress: { suburb: 'Sydney', state: 'NSW', postcode: '2000' } }
  const found = (await browser.insist('POST', '/api/checkout/avail', { body: question }))?.body
  const dates = (found?.['availability'] as { dates: { date: number[]; available: boolean }[] } | null)?.dates ?? []
  const free = dates.filter((one) => one.available)
  const day = free[Math.floor(random() * Math.min(free.length, 10))]
  if (day === undefined) return null
  const option = optionOf(purchase)
  const card =
    option === paymentOptions.card
      ? await encrypted(browser, isChallenged(purchase) ? findCards.challenged : findCards.plain, holderName)
      : {}
  if (card === null) return null
  const order = {
    cartId,
    email: `shopper-${cartId}@shopper.example`,
    phoneNumber: '0412 345 678',
    deliveryAddress: address,
    billingAddress: null,
    deliveryDate: day.date,
    cart: { orderTotal },
    cardDetails: null,
    brandsWarnings: { mieleWarning: true },
    selectedPaymentOption: option,
    ...card,
  }
  return { cartId, order, browser }
}

const isChallenged = (purchase: Purchase) =>
  purchase.endsWith('with 3-D Secure') || purchase === 'card, challenge failed' || purchase === 'two with one gift card'

function optionOf(purchase: Purchase): number {
  if (purchase.startsWith('PayPal')) return paymentOptions.paypal
  if (purchase.startsWith('Afterpay')) return paymentOptions.afterpay
  return purchase.startsWith('Zip') ? paymentOptions.zip : paymentOptions.card
}

/** A card for each seller; the agency's acquirer approves everything. */
async function encrypted(browser: Browser, number: string, holderName: string): Promise<object | null> {
  const view = (await browser.insist('GET', '/api/checkout'))?.body
  const keys = Object.entries((view?.['x509EncryptionKeys'] ?? {}) as Record<string, string>)
  if (keys.length === 0) return null
  const card = { number, cvc: findCards.cvc, expiryMonth: 3, expiryYear: 2030 }
  const values = keys.map(async ([seller, key]) => {
    const name = seller === specialBrandName ? 'Robin Vale' : holderName
    return [seller, await encryptCard(key, { ...card, holderName: name }, new Date())] as const
  })
  return {
    encryptedValues: Object.fromEntries(await Promise.all(values)),
    cardHolderName: holderName,
    browserInfo: { screenHeight: 900, screenWidth: 1_440 },
  }
}

/** From the cart to its outcome. */
export async function buy(market: Market, purchase: Purchase): Promise<readonly Reported[]> {
  if (purchase !== 'two with one gift card') return reportedBy(await buyAlone(market, purchase, ''))
  // The last to pay gets nothing: the gift card is used up, and the payment must be refunded.
  const giftCard = market.giftCard()
  const both = await Promise.all([buyAlone(market, purchase, giftCard), buyAlone(market, purchase, giftCard)])
  return both.flatMap(reportedBy)
}

const reportedBy = (reported: Reported | null): readonly Reported[] => (reported === null ? [] : [reported])

async function buyAlone(market: Market, purchase: Purchase, giftCard: string): Promise<Reported | null> {
  const holderName = purchase.endsWith('declined') && purchase !== 'Zip declined' ? 'NOT_ENOUGH_BALANCE' : 'Robin Vale'
  const basket = await fillBasket(market, purchase, { holderName, giftCard })
  if (basket === null || purchase === 'nothing but a cart') return null
  const { browser, cartId, order } = basket
  const reported: Note = { cartId, orders: [], declined: [] }
  const result = note(reported, await browser.insist('POST', '/api/checkout', { body: order, key: randomUUID() }))
  if (purchase === 'PayPal, given up in the shop') {
    await browser.insist('POST', '/api/checkout/void', { body: { cartId } })
    // And pays with another method at once.
    const card = await encrypted(browser, findCards.plain, 'Robin Vale')
    const again = { ...order, ...card, selectedPaymentOption: paymentOptions.card }
    if (card !== null) note(reported, await browser.insist('POST', '/api/checkout', { body: again, key: randomUUID() }))
    return reported
  }
  if (result?.redirectUrl != null) await atProvider(basket, reported, purchase, result.redirectUrl)
  else if (result?.secure3DResponse != null) await atBank(basket, reported, purchase, result.secure3DResponse)
  if (purchase === 'cancelled after it was placed' && reported.orders[0] !== undefined)
    await cancelOrder(basket, reported.orders[0])
  return reported
}

async function atProvider(
  { browser, cartId }: Basket,
  reported: Note,
  purchase: Purchase,
  page: string,
): Promise<void> {
  const choice = purchase.includes('left after')
    ? 'approve-and-stay'
    : purchase.includes('cancelled')
      ? 'cancel'
      : purchase.includes('declined')
        ? 'decline'
        : 'approve'
  const location = await choose(page, new URLSearchParams({ do: choice, code: '000' }))
  if (location === null) return
  const query = new URL(location).searchParams
  const provider = query.get('provider') ?? ''
  query.delete('provider')
  query.set('cartId', cartId)
  note(reported, await browser.insist('POST', `/api/checkout/${provider}confirmation?${query.toString()}`))
}

async function atBank(
  { browser }: Basket,
  reported: Note,
  purchase: Purchase,
  { htmlFormAction, htmlFormToPost }: NonNullable<Result['secure3DResponse']>,
): Promise<void> {
  const code = purchase === 'card, challenge failed' ? '9999' : '1234'
  const page = new URL('/gateway/threeds/answer', htmlFormAction).href
  const location = await choose(page, new URLSearchParams({ MD: htmlFormToPost['MD'] ?? '', code, do: 'confirm' }))
  if (location === null) return
  const { pathname, search } = new URL(location)
  const back = await browser.insist('GET', pathname + search)
  const onward = back?.location ?? ''
  if (onward.includes('/gateway/threeds?')) {
    const htmlFormToPost = { MD: new URL(onward).searchParams.get('MD') ?? '' }
    await atBank({ browser, cartId: reported.cartId, order: {} }, reported, purchase, {
      htmlFormAction: onward,
      htmlFormToPost,
    })
    return
  }
  const [, refused] = /[?&]paymentError=(\w+)/.exec(back?.location ?? '') ?? []
  if (refused !== undefined) note(reported, await browser.insist('GET', `/api/checkout/paymenterror/${refused}`))
  const [, cartId] = /^\/customer\/confirmation\?id=([\w-]+)/.exec(back?.location ?? '') ?? []
  if (cartId === undefined) return
  // The page it redirects to shows the order.
  note(reported, await browser.insist('GET', `/api/checkout/confirmation?id=${cartId}`))
}

/** Presses a button on a provider's page; returns where it leads, or null. */
async function choose(page: string, form: URLSearchParams): Promise<string | null> {
  for (let tries = 0; tries < maxTries; tries++) {
    try {
      const answer = await fetch(page, {
        method: 'POST',
        body: form,
        redirect: 'manual',
        signal: AbortSignal.timeout(patienceMs),
      })
      return answer.headers.get('location')
    } catch {
      await wait(200)
    }
  }
  return null
}

async function cancelOrder({ browser, order }: Basket, webOrderId: string): Promise<void> {
  const body = { orderNumber: webOrderId, email: order['email'] }
  const id = (await browser.insist('POST', '/api/orders/lookup', { body }))?.body['id']
  if (typeof id === 'string')
    await browser.insist('POST', `/api/orders/${id}/cancel`, { body: { lines: null }, key: randomUUID() })
}

/** The same cart submitted several times at once, half of them with one idempotency key and half with their own. */
export async function storm(market: Market, copies: number): Promise<Reported | null> {
  const basket = await fillBasket(market, 'card')
  if (basket === null) return null
  const { browser, cartId, order } = basket
  const reported: Note = { cartId, orders: [], declined: [] }
  const shared = randomUUID()
  await Promise.all(
    Array.from({ length: copies }, async (_, at) => {
      const key = at % 2 === 0 ? shared : randomUUID()
      note(
        reported,
        await browser.send('POST', '/api/checkout', { body: order, key, shop: market.shops[at % 4 < 2 ? 0 : 1] }),
      )
    }),
  )
  // Retries if told to try again later.
  note(reported, await browser.insist('POST', '/api/checkout', { body: order, key: shared }))
  return reported
}
