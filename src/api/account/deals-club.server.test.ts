import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AppCode } from '../../brands/apps.ts'
import { writePrice } from '../../modules/catalogue/prices/price-records.server.ts'
import { databaseEngines } from '../../testing/database.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { until } from '../../testing/shop/until.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'

/** The Deals Club over HTTP: who joins, and what they and everybody else pay. */

const password = 'a long fridge 42'
const path = '/api/account/deals-club'
const publicPrice = 49.5
const membersPay = 45

describe.each(await databaseEngines())('on $name', (engine) => {
  let shop: TestShop

  beforeAll(async () => {
    shop = await openTestShop({ engine })
    for (const app of ['aol', 'andoo'] as const) await priceLamp(app, { member: 45_00 })
    await shop.set('aol', 'dealsClubEnabled', 'true')
  })
  afterAll(() => shop.close())

  const lamp = () => shop.services.catalogue.productBySku('LAMP-1')

  async function priceLamp(app: AppCode, values: { price?: number; member?: number | null }): Promise<void> {
    const key = `${lamp()?.id}.${app}`
    await shop.database.transaction((tx) => writePrice(tx, key, values, shop.clock.now()))
    const { price, member } = values
    await until(() => {
      const offer = lamp()?.offers[app]
      return (
        (price === undefined || offer?.price === price) &&
        (member === undefined || (offer?.memberPrice ?? null) === member)
      )
    })
  }

  let count = 0
  async function account(app: AppCode = 'aol'): Promise<{ visitor: Visitor; email: string }> {
    const visitor = shop.visitor(app)
    const email = `club${++count}@shopper.example`
    const person = {
      firstName: 'Ana',
      lastName: 'Botha',
      phone: '0412 345 678',
      clientId: `storefront-${app}`,
      ABN: '',
    }
    const body = { email, password, ...person }
    expect((await visitor.identity('POST', '/api/account/register', { body })).status).toBe(200)
    await visitor.signIn(email, password)
    return { visitor, email }
  }

  async function member(): Promise<{ visitor: Visitor; email: string }> {
    const one = await account()
    expect((await one.visitor.send('PATCH', path, { body: { isMember: true } })).status).toBe(200)
    return one
  }

  const priceIn = async (visitor: Visitor) => (await visitor.cart()).products[0]?.price

  test('an account joins and leaves, and repeating either changes nothing [SETT-22]', async () => {
    const { visitor } = await account()
    const set = async (isMember: boolean) => (await visitor.send('PATCH', path, { body: { isMember } })).json()
    expect((await visitor.get(path)).json()).toEqual({ isMember: false, joinedAt: null })
    const joined = await set(true)
    expect(joined).toEqual({ isMember: true, joinedAt: shop.clock.now().toISOString() })
    shop.clock.advance(1_000)
    expect(await set(true)).toEqual(joined)
    expect((await visitor.get(path)).json()).toEqual(joined)
    expect(await set(false)).toEqual({ isMember: false, joinedAt: null })
    expect(await set(false)).toEqual({ isMember: false, joinedAt: null })
  })

  test('guests and staff cannot join, nor anyone where the shop has no club [SETT-22]', async () => {
    const statuses = async (visitor: Visitor) =>
      Promise.all([visitor.get(path), visitor.send('PATCH', path, { body: { isMember: true } })]).then((all) =>
        all.map((one) => one.status),
      )
    expect(await statuses(shop.visitor())).toEqual([401, 401])
    expect(await statuses((await account('andoo')).visitor)).toEqual([404, 404])
    expect(await statuses(await shop.colleague('staff'))).toEqual([403, 403])
  })

  test('members pay less in the cart; former members, other accounts and guests do not [SETT-22]', async () => {
    const { visitor } = await member()
    const cart = await visitor.add('LAMP-1', 2)
    expect(cart.products[0]).toMatchObject({ price: membersPay, isMemberPrice: true, quantity: 2 })
    expect(cart).toMatchObject({ subTotal: 90, orderTotal: 90 })
    expect(await priceIn(visitor)).toBe(membersPay)
    await visitor.send('PATCH', path, { body: { isMember: false } })
    expect(await priceIn(visitor)).toBe(publicPrice)

    const other = (await account()).visitor
    expect((await other.add('LAMP-1')).products[0]).toMatchObject({ price: publicPrice, isMemberPrice: false })
    expect((await shop.visitor().add('LAMP-1')).products[0]?.price).toBe(publicPrice)
  })

  test('the member price applies from login until logout [SETT-22]', async () => {
    const { email } = await member()
    const visitor = shop.visitor()
    expect((await visitor.add('LAMP-1')).products[0]?.price).toBe(publicPrice)
    await visitor.signIn(email, password)
    expect(await priceIn(visitor)).toBe(membersPay)
    expect((await visitor.post('/api/session/end')).status).toBe(200)
    visitor.token = null
    expect(await visitor.cart()).toMatchObject({ products: [] })
    expect((await visitor.add('LAMP-1')).products[0]?.price).toBe(publicPrice)
  })

  test('the checkout charges the cart’s price, the order keeps it, and an expired price is not charged [SETT-22]', async () => {
    const { visitor } = await member()
    await visitor.add('LAMP-1', 2)
    const stale = await visitor.order({ card: await shop.card() })
    await visitor.send('PATCH', path, { body: { isMember: false } })
    const refused = await visitor.submit(stale)
    expect([refused.status, refused.json<{ errors: { code: string }[] }>().errors[0]?.code]).toEqual([
      400,
      'cart_changed',
    ])
    await visitor.send('PATCH', path, { body: { isMember: true } })
    const body = await visitor.order({ card: await shop.card() })
    const done = await visitor.submit(body)
    expect([done.status, done.status === 200 ? '' : done.text]).toEqual([200, ''])
    // What was paid stays as it was, whatever its buyer does next.
    await visitor.send('PATCH', path, { body: { isMember: false } })
    const confirmed = (await visitor.get(`/api/checkout/confirmation?id=${body.cartId}`)).json<{
      lines: object[]
      totals: { subTotal: number; total: number }
    }>()
    expect(confirmed.lines).toMatchObject([{ quantity: 2, price: membersPay, total: 90 }])
    expect(confirmed.totals).toMatchObject({ subTotal: 90, total: body.expectedTotal })
  })

  test('member prices appear in the account’s own cart only, never in shared cached responses [SETT-22]', async () => {
    const uri = lamp()?.uri ?? ''
    const pricesOf = async (visitor: Visitor) =>
      (await visitor.get(`/api/account/prices?uri=${uri}`)).json<{ prices: { price: number }[] }>().prices[0]?.price
    const { visitor } = await member()
    expect(await pricesOf(visitor)).toBe(membersPay)
    expect(await pricesOf((await account()).visitor)).toBe(publicPrice)
    const product = await visitor.get(`/api/v2/product/slug/${uri}`)
    expect(product.text).toContain('49.5')
    expect(product.text.toLowerCase()).not.toContain('member')
  })

  test('a lower public price wins, and feeds have no member prices [SETT-22]', async () => {
    const { visitor } = await member()
    await visitor.add('LAMP-1')
    await priceLamp('aol', { price: 40_00 })
    expect(await priceIn(visitor)).toBe(40)
    await shop.services.catalogue.setOffer(lamp()?.id ?? 0, 'aol', { price: 49_50, rrp: null })
    await until(() => lamp()?.offers.aol?.price === 49_50)
    expect(await priceIn(visitor)).toBe(membersPay)
  })

  test('switching the setting off removes member prices but keeps memberships [SETT-22]', async () => {
    const { visitor } = await member()
    await visitor.add('LAMP-1')
    await shop.set('aol', 'dealsClubEnabled', 'false')
    expect(await priceIn(visitor)).toBe(publicPrice)
    expect((await visitor.get(path)).status).toBe(404)
    await shop.set('aol', 'dealsClubEnabled', 'true')
    expect(await priceIn(visitor)).toBe(membersPay)
  })

  test('the data export says who has joined, and closing the account deletes it', async () => {
    const { visitor, email } = await member()
    const copy = (await visitor.get('/api/account/data')).json<Record<string, unknown>>()
    expect(copy['Deals Club']).toEqual([{ app: 'aol', joinedAt: shop.clock.now().toISOString() }])
    const members = async () => (await shop.database.db.selectFrom('deals_club_member').selectAll().execute()).length
    const before = await members()
    expect((await visitor.post('/api/account/close', { email })).status).toBe(200)
    expect(await members()).toBe(before - 1)
  })
})
