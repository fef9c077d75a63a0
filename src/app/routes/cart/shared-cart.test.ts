import { afterAll, beforeAll, expect, test } from 'vitest'
import { upsells } from '../../../testing/catalogue.ts'
import type { PageRenderer } from '../../rendering/page-renderer.ts'
import { openTestShop, type TestShop } from '../../../testing/shop.server.ts'
import { until } from '../../../testing/shop/until.ts'
import type { Visitor } from '../../../testing/shop/visitor.ts'
import { startJobs } from '../../../composition/jobs.server.ts'
import { action as cartAction, loader as cartLoader } from './cart.tsx'
import { action, loader } from './shared-cart.tsx'

/** From the form that mails a cart to the page behind the link in the mail: the pages' own loaders and actions, the real work and mailer. */

type Args = Parameters<typeof loader>[0] & Parameters<typeof action>[0] & Parameters<typeof cartLoader>[0]

const pages: PageRenderer = async (request, context) => {
  const url = new URL(request.url)
  const token = /^\/cart\/(.+)$/.exec(url.pathname)?.[1]
  const args = { request, context, url, params: { token } } as unknown as Args
  const [load, act] = token === undefined ? [cartLoader, cartAction] : [loader, action]
  try {
    const answer: unknown = await (request.method === 'POST' ? act(args as never) : load(args))
    const { data, init } = answer as { data?: unknown; init?: ResponseInit }
    return Response.json(data ?? answer, init ?? {})
  } catch (thrown) {
    if (thrown instanceof Response) return thrown
    throw thrown
  }
}

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ pages, sandbox: false, env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' } })
  await startJobs(shop.services, shop)
})
afterAll(async () => shop.close())

let addresses = 0
/** Somebody at an address of their own. */
function somebody() {
  const visitor = shop.visitor()
  const from = { 'x-forwarded-for': `192.0.2.${++addresses}` }
  return {
    visitor,
    get: (path: string) => visitor.get(path, { headers: from }),
    post: (path: string, fields: Record<string, string> = {}) =>
      visitor.post(path, undefined, {
        raw: new URLSearchParams(fields).toString(),
        headers: { ...from, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      }),
  }
}
const mailTo = (email: string) => ({ intent: 'mail', email })
const mailsTo = async (email: string) =>
  (await shop.services.mail.newest(100)).filter(({ recipient }) => recipient === email)
const skus = async (visitor: Visitor) => (await visitor.cart()).products.map((line) => [line.sku, line.quantity])

async function mailed(fill: (visitor: Visitor) => Promise<unknown>, email: string) {
  const sender = somebody()
  await fill(sender.visitor)
  const answer = await sender.post('/cart', mailTo(email))
  expect([answer.status, answer.headers.location]).toEqual([303, '/cart?sent=mail'])
  await until(async () => (await mailsTo(email)).length === 1)
  const [mail] = await mailsTo(email)
  if (mail === undefined) throw new Error('no mail was made')
  return { sender, mail, path: /href="http:\/\/[^/]+(\/cart\/[0-9a-f]{32})"/.exec(mail.html)?.[1] ?? '' }
}

test('an emailed cart has its lines, total and a link to the brand’s host, and no data of the sender', async () => {
  const warrantyId = await shop.upsellId(upsells.oneYear)
  const { mail, path, sender } = await mailed(async (visitor) => {
    await visitor.add('A/B-1')
    await visitor.add('WM-1', 2, { warrantyId })
    await visitor.post('/api/cart/email', { email: 'sender@example.com' })
  }, 'bo@example.com')
  expect(mail).toMatchObject({ app: 'aol', subject: 'A cart from Appliances Online' })
  expect(mail.html).toContain(`href="${shop.url}${path}"`)
  for (const part of [
    'Front load washer 8 kg',
    'Quantity 2',
    '$1,998',
    'Extended warranty: One more year',
    '$118',
    '$2,236',
  ])
    expect([part, mail.plain.includes(part)]).toEqual([part, true])
  expect(mail.html).not.toContain('<script>')
  const cart = await sender.visitor.cart()
  for (const secret of ['sender@example.com', cart.cartId, sender.visitor.cookies.get('cart') ?? '?'])
    expect([secret, mail.html.includes(secret), mail.plain.includes(secret)]).toEqual([secret, false, false])
})

test('its link shows the cart to anyone, who can copy it to their own cart, with the same result when repeated', async () => {
  const { path, sender } = await mailed((visitor) => visitor.add('LAMP-1', 3), 'ci@example.com')
  const reader = somebody()
  await reader.visitor.add('HOSE-1')
  const page = await reader.get(path)
  expect([page.status, page.headers['cache-control']]).toEqual([200, 'private, no-store'])
  expect(page.json()).toMatchObject({
    sent: {
      gone: [],
      until: 'Thursday, 24 December 2026',
      cart: { products: [{ sku: 'LAMP-1', quantity: 3, price: 49.5 }], orderTotal: 148.5, couponCode: null },
    },
  })
  const { cartId, version } = await sender.visitor.cart()
  expect(page.text).not.toContain(cartId)
  expect(await skus(reader.visitor)).toEqual([['HOSE-1', 1]])
  for (const time of [1, 2]) {
    const taken = await reader.post(path)
    expect([time, taken.status, taken.headers.location]).toEqual([time, 303, '/cart'])
    expect(await skus(reader.visitor)).toEqual([
      ['HOSE-1', 1],
      ['LAMP-1', 3],
    ])
  }
  expect(await sender.visitor.cart()).toMatchObject({ cartId, version, productCount: 3 })
  // Who had no cart has one now, and it is not the sender's.
  const newcomer = somebody()
  await newcomer.post(path)
  expect(await skus(newcomer.visitor)).toEqual([['LAMP-1', 3]])
  expect((await newcomer.visitor.cart()).cartId).not.toBe(cartId)
})

test('an invalid link, or one of another brand, shows no cart and copies none', async () => {
  const { path } = await mailed((visitor) => visitor.add('LAMP-1'), 'di@example.com')
  const stranger = somebody()
  for (const wrong of [`/cart/${'0'.repeat(32)}`, '/cart/x', `${path}0`]) {
    const page = await stranger.get(wrong)
    expect([wrong, page.status, page.json()]).toEqual([wrong, 404, { sent: null, quote: null }])
    const taken = await stranger.post(wrong)
    expect([taken.status, taken.json()]).toEqual([
      400,
      { problem: 'This link has expired or is not valid. Please ask for a new one.' },
    ])
  }
  expect((await shop.visitor('wa').get(path)).status).toBe(404)
  expect(await stranger.visitor.cart()).toMatchObject({ products: [] })
})

test('an invalid address is shown in the form again; an empty cart cannot be emailed', async () => {
  const { visitor, post } = somebody()
  const empty = await post('/cart', mailTo('ed@example.com'))
  expect([empty.status, empty.json()]).toEqual([400, { problem: 'Your cart is empty.' }])
  await visitor.add('LAMP-1')
  for (const email of [
    '',
    'ed',
    'ed@example',
    'ed@example.com, fi@example.com',
    'ed@example.com\nBcc: fi@example.com',
  ]) {
    const answer = await post('/cart', mailTo(email))
    const problems = { email: 'Enter an email address like name@example.com' }
    expect([email, answer.status, answer.json()['mail']]).toEqual([email, 400, { typed: { email }, problems }])
  }
})

test('limits mails to five an hour per sender and per recipient', async () => {
  const statuses = async (sends: readonly (() => ReturnType<ReturnType<typeof somebody>['post']>)[]) => {
    const found = []
    for (const send of sends) found.push((await send()).status)
    return found
  }
  const eager = somebody()
  await eager.visitor.add('LAMP-1')
  const toEach = Array.from({ length: 6 }, (_, at) => () => eager.post('/cart', mailTo(`g${at}@example.com`)))
  expect(await statuses(toEach)).toEqual([303, 303, 303, 303, 303, 429])

  const senders = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const one = somebody()
      await one.visitor.add('LAMP-1')
      return one
    }),
  )
  const toOne = senders.map(
    (one, at) => () => one.post('/cart', mailTo(at % 2 === 0 ? 'hal@example.com' : ' HAL@example.com')),
  )
  expect(await statuses(toOne)).toEqual([303, 303, 303, 303, 303, 429])
  const [, ...others] = senders
  expect((await others[0]?.post('/cart', mailTo('ida@example.com')))?.status).toBe(303)
})

test('the cart page reports price and stock changes once, and not to prefetch requests', async () => {
  const { visitor, get } = somebody()
  await visitor.add('LAMP-1')
  const { catalogue } = shop.services
  await catalogue.setOffer(catalogue.productBySku('LAMP-1')?.id ?? 0, 'aol', { price: 45_00, rrp: null })
  await until(() => catalogue.productBySku('LAMP-1')?.offers.aol?.price === 45_00)
  const changes = async (headers: Record<string, string> = {}) =>
    (await visitor.get('/cart', { headers })).json()['changes']
  expect(await changes({ 'sec-purpose': 'prefetch' })).toEqual([])
  expect(await changes()).toEqual(['Reading lamp: was $49.50, now $45.'])
  expect((await get('/cart')).json()['changes']).toEqual([])
})

test('a removed line can be restored by the form shown afterwards', async () => {
  const [warrantyId, installId] = [await shop.upsellId(upsells.oneYear), await shop.upsellId(upsells.connection)]
  const { visitor, get, post } = somebody()
  await visitor.add('WM-1', 2, { warrantyId, installId })
  const removal = await post('/cart', { intent: 'remove', productCode: 'WM-1' })
  const { removed } = (await get(removal.headers.location ?? '')).json<{ removed: Record<string, unknown> }>()
  expect(removed).toEqual({
    sku: 'WM-1',
    productCode: 'WM-1',
    title: 'Front load washer 8 kg',
    quantity: 2,
    warrantyId,
    installId,
  })
  const fields = Object.fromEntries(Object.entries(removed).map(([name, value]) => [name, String(value)]))
  expect((await post('/cart', { intent: 'add', ...fields })).headers.location).toBe('/cart')
  expect((await visitor.cart()).products).toMatchObject([{ sku: 'WM-1', quantity: 2, warrantyId, installId }])
  for (const wrong of ['NONE&quantity=1', 'NZ-1&quantity=1', 'WM-1&quantity=0', 'WM-1&quantity=100', 'WM-1', ''])
    expect([wrong, (await get(`/cart?removed=${wrong}`)).json()['removed']]).toEqual([wrong, null])
})
