import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databaseEngines } from '../../testing/database.ts'
import { openDays } from '../../testing/shop/delivery-days.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { until } from '../../testing/shop/until.ts'
import type { TestAnswer } from '../../testing/shop/browser.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'
import { createWaitingRoomTokens } from './waiting-room-tokens.server.ts'

/** The waiting room over HTTP: who is stopped, who never is, and what they are answered. */

const checkout = '/customer/checkout'
const checkoutPage = 'The page of the checkout'
type Place = { readonly isTurn: boolean; readonly texts: { readonly number: string }; readonly isNewPlace: boolean }

/** So slow that no place becomes free by itself while a test runs. */
const env = { WAITING_ROOM_PER_MINUTE: '1', WAITING_ROOM_BURST: '1' }

describe.each(await databaseEngines())('on $name', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    const pages = async () => new Response(`<!DOCTYPE html><title>${checkoutPage}</title>`)
    shop = await openTestShop({ engine, env, pages })
    await openDays(shop, { last: '2026-12-10' })
  })
  afterAll(async () => shop.close())
  beforeEach(() => crowd())

  /** The process knows the row as it is now; the first may be a reading that had begun before. */
  async function read(): Promise<void> {
    await shop.waitingRoom?.refresh()
    await shop.waitingRoom?.refresh()
  }

  /** Nine hundred wait. */
  async function crowd(serving = 100): Promise<void> {
    await sql`update waiting_room set issued = greatest(issued, ${serving + 900}), serving = ${serving}, lost = 0, marked = 0,
      advanced_at = clock_timestamp(), marked_at = clock_timestamp()`.execute(shop.database.db)
    await read()
  }

  /** From now on everybody who has a ticket is let in. */
  async function serveAll(): Promise<void> {
    await sql`update waiting_room set serving = issued, advanced_at = clock_timestamp()`.execute(shop.database.db)
    await read()
  }

  async function shopper(sku = 'LAMP-1'): Promise<Visitor> {
    const visitor = shop.visitor()
    await visitor.add(sku)
    return visitor
  }

  /** A shopper who has waited, and holds a pass. */
  async function letIn(sku = 'LAMP-1'): Promise<Visitor> {
    const visitor = await shopper(sku)
    expect((await visitor.get(checkout)).text).toContain('in the queue')
    await serveAll()
    expect((await place(visitor)).isTurn).toBe(true)
    return visitor
  }

  const asScript = { headers: { accept: 'application/json' } }
  const place = async (visitor: Visitor) => (await visitor.get(checkout, asScript)).json<Place>()
  const codeOf = (answer: TestAnswer) => answer.json<{ errors?: { code: string }[] }>().errors?.[0]?.code ?? null
  const issued = async () =>
    (await sql<{ issued: number }>`select issued from waiting_room`.execute(shop.database.db)).rows[0]?.issued
  const isIn = (answer: TestAnswer) => answer.status === 200 && answer.text.includes(checkoutPage)
  const isWaiting = (answer: TestAnswer) => answer.status === 200 && answer.text.includes('in the queue')

  describe('a shopper', () => {
    test('passes at once while there is a free place, and sees no queue', async () => {
      await serveAll()
      await sql`update waiting_room set serving = issued + 1`.execute(shop.database.db)
      const visitor = await shopper()
      const answer = await visitor.get(checkout)
      expect(isIn(answer)).toBe(true)
      expect([...visitor.cookies.keys()].toSorted()).toEqual(['cart', 'checkout-pass'])
      const [line = ''] = answer.headers['set-cookie'] ?? []
      expect(line).toMatch(/^checkout-pass=p\.[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=7200$/)
    })

    test('who comes later sees the place, and keeps it however often the page is loaded', async () => {
      const visitor = await shopper()
      const first = await visitor.get(checkout)
      expect(isWaiting(first)).toBe(true)
      const [number, wait, ahead] = ['number', 'wait', 'ahead'].map((name) => shownIn(first, name))
      expect(Number(number?.replace(',', ''))).toBeGreaterThan(100)
      expect([wait, ahead]).toEqual([
        expect.stringMatching(/^about \d+ hours/),
        expect.stringMatching(/^[\d,]+ people$/),
      ])
      expect(first.text).toContain('http-equiv="refresh"')
      expect(first.headers).toMatchObject({
        'cache-control': 'private, no-store',
        'x-robots-tag': 'noindex',
        'content-type': 'text/html; charset=utf-8',
      })
      expect(first.headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-/)
      const again = await visitor.get(checkout)
      expect([isWaiting(again), shownIn(again, 'number')]).toEqual([true, shownIn(first, 'number')])
      expect(again.headers['set-cookie']).toBeUndefined()
      // The same from memory as from the routes, with the headers of every response.
      expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy'])
      expect(again.headers['x-content-type-options']).toBe('nosniff')
      // A browser that lost its ticket and not its cart has the same place too.
      visitor.cookies.delete('queue-ticket')
      expect(shownIn(await visitor.get(checkout), 'number')).toBe(shownIn(first, 'number'))
    })

    test('is let in at their turn, and the pass is theirs alone', async () => {
      const [visitor, friend] = [await shopper(), await shopper()]
      expect((await place(visitor)).isTurn).toBe(false)
      await serveAll()
      expect((await place(visitor)).isTurn).toBe(true)
      expect(isIn(await visitor.get(checkout))).toBe(true)
      expect(visitor.cookies.has('queue-ticket')).toBe(false)
      await crowd()
      expect(isIn(await visitor.get(checkout))).toBe(true)
      friend.cookies.set('checkout-pass', visitor.cookies.get('checkout-pass') ?? '')
      expect(isWaiting(await friend.get(checkout))).toBe(true)
    })

    test('whose ticket is another’s, or made up, has a place of their own', async () => {
      const [visitor, thief] = [await shopper(), await shopper()]
      await visitor.get(checkout)
      const before = await issued()
      thief.cookies.set('queue-ticket', visitor.cookies.get('queue-ticket') ?? '')
      expect(isWaiting(await thief.get(checkout))).toBe(true)
      expect(await issued()).toBe(Number(before) + 1)
      thief.cookies.set('queue-ticket', 't.1.1.1.AAAAAAAAAAAAAAAAAAAAAA')
      expect(isWaiting(await thief.get(checkout))).toBe(true)
      expect(await issued()).toBe(Number(before) + 1)
    })

    test('who was away at their turn gets a new place, and is told why', async () => {
      const visitor = await shopper()
      await visitor.get(checkout)
      await sql`update waiting_room set serving = issued, marked = issued, lost = issued`.execute(shop.database.db)
      await sql`update waiting_room set issued = issued + 500`.execute(shop.database.db)
      await read()
      const copy = new Map(visitor.cookies)
      expect(await place(visitor)).toMatchObject({ isTurn: false, isNewPlace: true })
      // A document says it too, in a process that has not given the new place yet.
      for (const [name, value] of copy) visitor.cookies.set(name, value)
      const { text } = await visitor.get(checkout)
      expect(text).toContain('Your turn came while you were away')
    })

    test('who signs in takes the pass along', async () => {
      const visitor = await letIn()
      const customer = await shop.colleague('customer')
      await crowd()
      visitor.token = customer.token
      for (const [name, value] of customer.cookies) if (name === 'binding') visitor.cookies.set(name, value)
      const before = visitor.cookies.get('cart')
      await visitor.post('/api/session/start')
      expect(visitor.cookies.get('cart')).not.toBe(before)
      expect(isIn(await visitor.get(checkout))).toBe(true)
    })
  })

  describe('the router', () => {
    test('loads the queue as a document in the place of the checkout’s data', async () => {
      const visitor = await shopper()
      const answer = await visitor.get(`${checkout}.data?_routes=routes%2Fcheckout%2Fcheckout`)
      expect([answer.status, answer.headers['x-remix-redirect'], answer.headers['x-remix-reload-document']]).toEqual([
        204,
        checkout,
        'true',
      ])
      expect(visitor.cookies.has('queue-ticket')).toBe(true)
    })

    test.each([
      '/Customer/Checkout',
      '/customer/checkout/',
      '//customer//checkout',
      '/customer/%63heckout',
      '/customer/checkout?step=2',
    ])('finds no way round by %s', async (path) => {
      const visitor = await shopper()
      const answer = await visitor.get(path)
      const { location } = answer.headers
      expect(isWaiting(location === undefined ? answer : await visitor.get(location))).toBe(true)
    })
  })

  describe('calls', () => {
    const guarded = ['/api/checkout', '/api/checkout/avail', '/api/checkout/applepaysession', '/API/Checkout/Avail/']

    test.each(guarded)('%s is refused with the wait, and nothing was charged', async (path) => {
      const visitor = await shopper()
      const { cartId } = await visitor.cart()
      const answer = await visitor.post(path, { cartId })
      expect([answer.status, codeOf(answer)]).toEqual([503, 'waiting_room'])
      expect(answer.json()).toMatchObject({ nothingCharged: true, type: 'refused' })
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(60)
      const numberOf = visitor.cookies.get('queue-ticket')?.split('.')[1]
      await visitor.get(checkout)
      expect(visitor.cookies.get('queue-ticket')?.split('.')[1]).toBe(numberOf)
    })

    test('a token without its cart’s cookie is no way round', async () => {
      const customer = await shop.colleague('customer')
      await customer.add('LAMP-1')
      const { cartId } = await customer.cart()
      customer.cookies.delete('cart')
      expect(codeOf(await customer.post('/api/checkout', { cartId }))).toBe('waiting_room')
      customer.cookies.set('cart', 'f'.repeat(32))
      expect(codeOf(await customer.post('/api/checkout', { cartId }))).toBe('waiting_room')
    })

    test('those that end a payment, and everything else, are never stopped', async () => {
      const visitor = await shopper()
      const { cartId } = await visitor.cart()
      const answers = {
        void: await visitor.post('/api/checkout/void', { cartId }),
        paypal: await visitor.post(`/api/checkout/paypalconfirmation?cartId=${cartId}&token=x`),
        afterpay: await visitor.post(`/api/checkout/afterpayconfirmation?cartId=${cartId}&orderToken=x&status=SUCCESS`),
        zip: await visitor.post(`/api/checkout/zipconfirmation?cartId=${cartId}&checkoutId=x&result=approved`),
        card: await visitor.get(`/api/checkout/cardreturn/${'x'.repeat(40)}`),
        webhook: await visitor.post('/api/payment/webhook/card', {}),
        view: await visitor.get('/api/checkout'),
        confirmation: await visitor.get(`/api/checkout/confirmation?id=${cartId}`),
        confirmationPage: await visitor.get(`/customer/confirmation?id=${cartId}`),
        account: await visitor.get('/account/orders'),
        cart: await visitor.get('/cart'),
        health: await visitor.get('/readyz/checkout'),
      }
      const stopped = Object.entries(answers).filter(([, { text }]) => /waiting_room|in the queue/.test(text))
      expect(stopped.map(([name]) => name)).toEqual([])
      expect([answers.card.status, answers.webhook.status, answers.health.status]).toEqual([303, 400, 200])
    })
  })

  test('staff are never stopped', async () => {
    const staff = await shop.colleague('sales')
    const cart = await staff.add('LAMP-1')
    expect(isIn(await staff.get(checkout))).toBe(true)
    staff.cookies.delete('checkout-pass')
    const deliveryAddress = { suburb: 'Sydney', state: 'NSW', postcode: '2000' }
    expect((await staff.post('/api/checkout/avail', { cartId: cart.cartId, deliveryAddress })).status).toBe(200)
  })

  describe('programs', () => {
    test('that store no cookies, or make them up, get a page and no ticket', async () => {
      const before = await issued()
      const made = Array.from({ length: 20 }, (_, at) => {
        const program = shop.visitor()
        if (at % 2 === 0) program.cookies.set('cart', String(at).padStart(32, '0'))
        return program
      })
      for (const { status, text } of await Promise.all(made.map((one) => one.get(checkout))))
        expect([status, text.includes('There’s a queue for the checkout')]).toEqual([200, true])
      expect(await issued()).toBe(before)
    })

    test('that come with one cart again and again have one ticket', async () => {
      const visitor = await shopper()
      const before = await issued()
      for (let at = 0; at < 10; at++) {
        visitor.cookies.delete('queue-ticket')
        await visitor.get(checkout)
      }
      await Promise.all(Array.from({ length: 20 }, () => visitor.post('/api/checkout/avail', {})))
      expect(await issued()).toBe(Number(before) + 1)
    })
  })

  describe('a whole order', () => {
    test('goes through the queue, and the next cart has a place of its own', async () => {
      const visitor = await letIn()
      await crowd()
      expect(isIn(await visitor.get(checkout))).toBe(true)
      const body = await visitor.order({ card: await shop.card() })
      const paid = await visitor.submit(body)
      expect(paid.json()).toMatchObject({ orderCompleted: true })
      expect((await visitor.get(`/api/checkout/confirmation?id=${body.cartId}`)).status).toBe(200)
      await visitor.add('LAMP-1')
      expect(isWaiting(await visitor.get(checkout))).toBe(true)
    })

    test('that is paid elsewhere comes back whatever the queue is, also when the pass has ended', async () => {
      const visitor = await letIn('WM-1')
      const body = await visitor.order({ option: 2 })
      await crowd()
      const pass = visitor.cookies.get('checkout-pass')
      expect((await visitor.submit(body)).json()).toMatchObject({ orderCompleted: false, paymentStatus: 'Pending' })
      // An hour for the provider's page.
      const endOf = (token = '') => Number(token.split('.')[2])
      expect(endOf(visitor.cookies.get('checkout-pass')) - endOf(pass)).toBeGreaterThan(35 * 60_000)
      const back = `${checkout}?provider=paypal&cartId=${body.cartId}&token=x`
      for (const name of ['checkout-pass', 'queue-ticket']) visitor.cookies.delete(name)
      expect(isIn(await visitor.get(back))).toBe(true)
      expect(isWaiting(await (await shopper()).get(back))).toBe(true)
    })
  })

  test('a pass ends when it was not used, and goes on while it is', async () => {
    const visitor = await shopper()
    const secret = visitor.cookies.get('cart') ?? ''
    const { sign, minute } = signer(shop)
    const passOf = async (admittedAt: number, endsAt: number) => {
      visitor.cookies.delete('queue-ticket')
      visitor.cookies.set('checkout-pass', await sign({ admittedAt, endsAt }, secret))
      return isIn(await visitor.get(checkout))
    }
    expect(await passOf(-21 * minute, -minute)).toBe(false)
    expect(await passOf(-15 * minute, 5 * minute)).toBe(true)
    expect((await endsIn(shop, visitor)) > 19 * minute).toBe(true)
    // Not for longer than two hours, however often it is used.
    expect(await passOf(-115 * minute, 2 * minute)).toBe(true)
    expect((await endsIn(shop, visitor)) <= 5 * minute).toBe(true)
  })

  test('what is counted: the length, who was let in, how long they waited, and who got no ticket', async () => {
    await shop.visitor().get(checkout)
    const text = (await shop.visitor().get('/metrics')).text
    expect(text).toMatch(/^waiting_room_per_minute 1$/m)
    expect(text).toMatch(/^waiting_room_length \d+$/m)
    expect(text).toMatch(/^waiting_room_admitted_total\{from="queue"\} \d+$/m)
    expect(text).toMatch(/^waiting_room_wait_seconds_count \d+$/m)
    expect(text).toMatch(/^waiting_room_refused_total\{reason="no cart"\} \d+$/m)
    // Those who wait are no requests of the checkout, so that its objective is about the checkout.
    expect(text).toMatch(/^http_request_duration_seconds_count\{[^}]*route="waiting-room"[^}]*status="503"\}/m)
    expect(text).not.toMatch(/route="\/api\/checkout[^"]*",method="POST",status="503"/)
  })

  test.skipIf(engine.name === 'PGlite')(
    'two processes share the queue: places and passes of one are good in the other',
    async () => {
      const second = await shop.openSecond()
      const here = await shopper()
      const there = second.visitor()
      for (const [name, value] of here.cookies) there.cookies.set(name, value)
      await here.get(checkout)
      there.cookies.set('queue-ticket', here.cookies.get('queue-ticket') ?? '')
      const before = await issued()
      expect(isWaiting(await there.get(checkout))).toBe(true)
      expect(await issued()).toBe(before)
      await serveAll()
      await until(async () => (await place(there)).isTurn)
      await crowd()
      here.cookies.set('checkout-pass', there.cookies.get('checkout-pass') ?? '')
      expect(isIn(await here.get(checkout))).toBe(true)
      await second.close()
    },
  )
})

/** What the page shows in a place of its own. */
const shownIn = ({ text }: TestAnswer, name: string): string =>
  new RegExp(`id="queue-${name}">([^<]*)`).exec(text)?.[1] ?? expect.fail(`no ${name}`)

/** Signs passes by the database's time, in milliseconds from now. */
function signer({ config, database }: TestShop) {
  const tokens = createWaitingRoomTokens(config.secretKey)
  return {
    minute: 60_000,
    async sign(pass: { admittedAt: number; endsAt: number }, cartSecret: string): Promise<string> {
      const now = await databaseNow(database)
      return tokens.pass({ ...pass, admittedAt: now + pass.admittedAt, endsAt: now + pass.endsAt }, cartSecret)
    },
  }
}

/** In how many milliseconds the visitor's pass ends. */
async function endsIn({ config, database }: TestShop, { cookies }: Visitor): Promise<number> {
  const tokens = createWaitingRoomTokens(config.secretKey)
  const pass = tokens.readPass(cookies.get('checkout-pass') ?? null, cookies.get('cart') ?? null)
  return (pass?.endsAt ?? 0) - (await databaseNow(database))
}

async function databaseNow({ db }: TestShop['database']): Promise<number> {
  const { rows } = await sql<{
    now: number
  }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db)
  return rows[0]?.now ?? 0
}
