import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CompareList } from '../modules/compare/compare.ts'
import { databaseEngines } from '../testing/database.ts'
import { openTestShop, type TestShop } from '../testing/shop.server.ts'
import { until } from '../testing/shop/until.ts'
import type { Visitor } from '../testing/shop/visitor.ts'
import { storedVersion } from '../testing/versions/stored-version.ts'
import { startJobs } from './jobs.server.ts'

/**
 * The program on a database of the version before, with the browsers of that version's visitors. A cookie, a column or a job that is renamed
 * without a way for what exists fails here.
 */

const version = storedVersion('0.1.0', { lastMigration: 51 })

describe.each(await databaseEngines())('after an upgrade from version 0.1.0 on $name', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ engine: { name: engine.name, open: () => version.open(engine) }, sandbox: false })
  })
  afterAll(() => shop.close())

  function browserOf(name: string): Visitor {
    const stored = version.visitors[name] ?? expect.fail(`no visitor is called ${name}`)
    const visitor = shop.visitor()
    for (const [cookie, value] of Object.entries(stored.cookies)) visitor.cookies.set(cookie, value)
    for (const [cookie, value] of Object.entries(stored.staffCookies)) visitor.staffCookies.set(cookie, value)
    return visitor
  }

  test('a guest keeps cart, location and comparison', async () => {
    const guest = browserOf('guest')
    const { products, orderTotal } = await guest.cart()
    expect(products.map(({ sku, quantity }) => [sku, quantity])).toEqual([
      ['LAMP-1', 2],
      ['WM-1', 1],
    ])
    expect(orderTotal).toBeGreaterThan(0)
    expect((await guest.get('/api/geo')).json()).toMatchObject({ city: 'Melbourne', postcode: '3000' })
    const { products: compared } = (await guest.get('/api/compare/')).json<CompareList>()
    expect(compared.map(({ sku }) => sku)).toEqual(['WM-1'])
    expect((await guest.add('LAMP-1')).products.map(({ quantity }) => quantity)).toEqual([3, 1])
  })

  test('a customer can open the order confirmation, and its mail is sent', async () => {
    const confirmation = await browserOf('buyer').get(
      '/api/checkout/confirmation?id=433d7443-2198-465a-bbc0-7c5b58af861f',
    )
    expect(confirmation.json()).toMatchObject({ confirmation: { name: 'Ana Botha' } })
    const { database, services } = shop
    await database.transaction(async (tx) => {
      for (const { job, data } of version.jobs) await services.jobs.enqueue(tx, job, data)
    })
    await startJobs(services, shop)
    await until(async () => (await shop.services.mail.newest(10)).length === 2)
    const mails = await shop.services.mail.newest(10)
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      'A new way to log in to your account at Appliances Online',
      'Your order W10000001 is confirmed',
    ])
  })

  test('a signed-in customer stays signed in', async () => {
    const member = browserOf('member')
    const body = { token: '', origin: member.origin, nonce: '0123456789abcdef0123456789abcdef', returnUrl: '/' }
    const renewed = await member.identity('POST', '/api/account/relogin', { body })
    expect(renewed.status).toBe(200)
    member.token = renewed.json<Record<string, string>>()['access_token'] ?? ''
    expect((await member.get('/api/account')).json()).toMatchObject({ firstName: 'Kim' })
    expect((await member.cart()).products).toHaveLength(1)
  })

  test('staff stay signed in to the back office', async () => {
    expect((await browserOf('administrator').staff('GET', '/office')).status).toBe(200)
    expect((await browserOf('guest').staff('GET', '/office')).status).toBe(401)
  })
})
