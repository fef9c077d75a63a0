import { applySchedules } from '../modules/catalogue/prices/price-schedule.server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseEngines } from '../testing/database.ts'
import { minutes } from '../platform/clock.ts'
import { openTestShop, type TestShop } from '../testing/shop.server.ts'
import { until } from '../testing/shop/until.ts'
import type { Visitor } from '../testing/shop/visitor.ts'
import { sql } from 'kysely'
import { backOfficeOf, decoded, entryOf, formOf } from '../testing/staff-host.ts'
import { examples } from '../testing/admin-examples.ts'

/** What single lists of the back office change, and what the shop makes of it at once. */

describe.each(await databaseEngines())('on $name', (engine) => {
  let shop: TestShop
  let people: Readonly<Record<'staff' | 'sales' | 'administrator', Visitor>>

  beforeAll(async () => {
    shop = await openTestShop({ engine, sandbox: false })
    people = {
      staff: await shop.colleague('staff'),
      sales: await shop.colleague('sales'),
      administrator: await shop.colleague('administrator'),
    }
    await shop.colleague('customer')
    for (const one of Object.values(people)) await one.openPanel('/office')
  })
  afterAll(() => shop.close())
  const { page, post } = backOfficeOf(() => people.administrator)
  const keys = {
    async customers() {
      const list = await page('/office/customers')
      return /<th scope="row"><a href="[^"]*\/([^"/]+)"/.exec(list.text)?.[1] ?? ''
    },
    async products() {
      const made = await post('/office/products/new', { intent: 'create', ...examples['products']?.make })
      return /\/([^/]+)\?done=create$/.exec(String(made.headers.location))?.[1] ?? ''
    },
  }

  test('a service is offered by its attribute conditions, which must name known attributes', async () => {
    const here = '/office/delivery-services/connect-washer-or-dishwasher'
    const send = async (conditions: string) => post(here, { ...formOf((await page(here)).text), conditions })
    const unread = await send('capacity: 8')
    expect([unread.status, unread.text.includes('must be the code of an attribute, = or !=')]).toEqual([400, true])
    const unknown = await send('moon = full')
    expect([unknown.status, unknown.text.includes('There is no attribute moon.')]).toEqual([400, true])
    const conditions = async () =>
      (await shop.services.delivery.services()).find((one) => one.code === 'connect-washer-or-dishwasher')?.conditions
    expect(await conditions()).toEqual([])
    // What a new shop starts with stays although no attribute of the catalogue has the name yet.
    const seeded = '/office/delivery-services/connect-fridge-water'
    expect((await post(seeded, { ...formOf((await page(seeded)).text), position: '41' })).status).toBe(303)
  })

  test('rejects cross-site forms, and no back office page can be framed', async () => {
    const refused = await post('/office/brands/1', { intent: 'save' }, people.administrator, {
      'sec-fetch-site': 'cross-site',
      origin: 'https://evil.example',
    })
    expect(refused.status).toBe(403)
    const shown = await page('/office/brands')
    expect(String(shown.headers['content-security-policy'])).toContain("frame-ancestors 'none'")
    expect(shown.headers['cache-control']).toBe('private, no-store')
  })

  test('a price change applies to the product page, API and listing at once, and never goes below the floor', async () => {
    const product = shop.services.catalogue.productBySku('LAMP-1')
    const here = `/office/prices/${product?.id}.aol`
    const form = formOf((await page(here)).text)
    const floored = await post(here, { ...form, price: '41.50', floor: '40' })
    expect(floored.status).toBe(303)
    await until(() => shop.services.catalogue.product(product?.id ?? 0)?.offers.aol?.price === 4_150)
    const call = await shop.visitor().get('/api/v2/product/slug/' + product?.uri)
    expect(JSON.stringify(call.json())).toContain('41.5')
    const low = await post(here, { ...formOf((await page(here)).text), price: '39.99' })
    expect([low.status, low.text.includes('The price must not be below the floor of $40.00.')]).toEqual([400, true])
  })

  test('a member price lies between floor and price, is logged, and applies to members only [SETT-22]', async () => {
    const id = shop.services.catalogue.productBySku('HOSE-1')?.id ?? 0
    const here = `/office/prices/${id}.aol`
    const send = async (values: Record<string, string>) => post(here, { ...formOf((await page(here)).text), ...values })
    const refused = async (values: Record<string, string>, message: string) => {
      const answer = await send({ floor: '8', ...values })
      expect([answer.status, answer.text.includes(message)]).toEqual([400, true])
    }
    await refused({ member: '0' }, 'Deals Club price must be at least')
    await refused({ member: '10' }, 'The Deals Club price must be lower than the normal price, $10.00.')
    await refused({ member: '9.50', lineDiscount: '1' }, 'must be lower than the normal price, $9.00.')
    await refused({ member: '7.99' }, 'The Deals Club price must not be below the floor of $8.00.')
    await refused({ member: '9', price: '' }, 'cannot have a Deals Club price')
    await refused({ member: '9', priceType: 'manufacturer' }, 'is the same for members')
    expect((await send({ floor: '8', member: '9.50' })).status).toBe(303)
    const offer = () => shop.services.catalogue.product(id)?.offers.aol
    await until(() => offer()?.memberPrice === 9_50)
    expect(offer()?.price).toBe(10_00)
    const written = await sql<{ after: unknown }>`select after from staff_audit
      where subject like ${`%${id}.aol%`} order by at desc, id desc limit 1`.execute(shop.database.db)
    expect(JSON.stringify(written.rows[0]?.after)).toContain('950')
    expect((await send({ member: '' })).status).toBe(303)
    await until(() => offer()?.memberPrice === undefined)
  })

  test('volume prices rise in number and fall in price, in shops of businesses only, and apply at once', async () => {
    const id = shop.services.catalogue.productBySku('LAMP-1')?.id ?? 0
    const here = `/office/prices/${id}.wac`
    const send = async (volume: string, more: Record<string, string> = {}, at = here) =>
      post(at, { ...formOf((await page(at)).text), volume, ...more })
    const refused = async (answer: ReturnType<typeof send>, message: string) => {
      const { status, text } = await answer
      expect([status, text.includes(`href="#field-volume">${message}`)]).toEqual([400, true])
    }
    await refused(send('five | 45'), 'Volume prices, line 1 (“five | 45”) must be a number of units')
    await refused(send('5 | 49.50'), 'Line 1: the price must be lower than the one before')
    await refused(send('5 | 45\n5 | 44'), 'Line 2: the quantity must be higher than on the line before.')
    await refused(send('5 | 45', { floor: '46' }), 'Line 1: the price must not be below the floor of $46.00.')
    await refused(send('5 | 45', { priceType: 'manufacturer' }), 'A price set by the manufacturer is the same')
    await refused(send('5 | 45', {}, `/office/prices/${id}.aol`), 'Only shops of businesses have volume prices.')
    expect((await send('5 | 45\n10|40.50')).status).toBe(303)
    expect((await page(here)).text).toContain('5 | 45.00\n10 | 40.50')
    await until(() => shop.services.catalogue.product(id)?.offers.wac?.volumePrices?.length === 2)
    expect((await shop.visitor('wac').add('LAMP-1', 10)).products[0]).toMatchObject({
      price: 40.5,
      priceNote: '10 at $40.50 each, volume price',
    })
    expect((await send('')).status).toBe(303)
    await until(() => shop.services.catalogue.product(id)?.offers.wac?.volumePrices === undefined)
  })

  test('a bundle is published only below the sum of its parts, is logged, and is then in every cart that has them', async () => {
    const input = { intent: 'create', title: 'Wash set', app: 'aol', skus: 'WM-1\nFR-1', 'has:isPublished': '1' }
    const refused = async (values: Record<string, string>, field: string, message: string) => {
      const answer = await post('/office/bundles/new', { ...input, isPublished: 'true', price: '3000', ...values })
      expect([answer.status, answer.text.includes(`href="#field-${field}">${message}`)]).toEqual([400, true])
    }
    const sum = 'The price must be below $3,498.95, which the products cost by themselves.'
    await refused({ price: '3498.95' }, 'price', sum)
    await refused({ skus: 'WM-1' }, 'skus', 'Please list 2 to 6 products.')
    await refused({ skus: 'WM-1\nWM-1' }, 'skus', 'A product is listed twice. A bundle has one of each.')
    await refused({ skus: 'WM-1\nNZ-1' }, 'skus', 'This shop does not sell NZ-1.')
    await refused({ app: 'hc' }, 'app', 'Shop')

    // A draft can have any price, and is in no shop.
    const made = await post('/office/bundles/new', { ...input, price: '3498.95' })
    const key = /\/([^/]+)\?done=create$/.exec(String(made.headers.location))?.[1] ?? ''
    const here = `/office/bundles/${key}`
    expect((await page(here)).text).toContain('The bundle saves nothing')
    const bundles = () => shop.services.promotions.bundles({ app: 'aol', country: 'AU' })
    const publish = async (price: string) =>
      post(here, { ...formOf((await page(here)).text), price, isPublished: 'true' })
    expect((await publish('3498.95')).text).toContain(sum)
    expect(bundles()).toEqual([])
    expect((await publish('3399')).status).toBe(303)
    await until(() => bundles().length === 1)
    const visitor = shop.visitor()
    await visitor.add('WM-1')
    expect((await visitor.add('FR-1')).bundles).toEqual([{ title: 'Wash set', discount: 99.95 }])
    const { rows } = await sql<{ after: unknown }>`select after from staff_audit
      where subject like ${`%bundles%${key}%`} order by at desc, id desc limit 1`.execute(shop.database.db)
    expect(JSON.stringify(rows[0]?.after)).toContain('339900')
    await shop.database.db.deleteFrom('bundle').execute()
    await until(() => bundles().length === 0)
  })

  test('a scheduled price starts and ends on time, and the previous price returns', async () => {
    const product = shop.services.catalogue.productBySku('LAMP-1')
    const id = product?.id ?? 0
    const priceOf = () => shop.services.catalogue.product(id)?.offers.aol?.price
    const before = priceOf()
    const now = shop.clock.now()
    const at = (ms: number) => {
      const parts = new Intl.DateTimeFormat('sv-SE', {
        timeZone: 'Australia/Sydney',
        dateStyle: 'short',
        timeStyle: 'short',
      })
      return parts.format(new Date(now.getTime() + ms)).replace(' ', 'T')
    }
    const input = { intent: 'create', sku: 'LAMP-1', app: 'aol', startsAt: at(minutes(10)), endsAt: at(minutes(30)) }
    expect((await post('/office/price-schedules/new', { ...input, price: '39' })).text).toContain(
      'must not be below the floor',
    )
    expect((await post('/office/price-schedules/new', { ...input, price: '40.50' })).status).toBe(303)
    expect((await post('/office/price-schedules/new', { ...input, price: '40.75' })).text).toContain(
      'overlaps with another schedule',
    )
    await applySchedules(shop.database, shop.clock.now())
    expect(priceOf()).toBe(before)
    await shop.advance(minutes(11))
    await applySchedules(shop.database, shop.clock.now())
    await until(() => priceOf() === 4_050)
    await shop.advance(minutes(20))
    await applySchedules(shop.database, shop.clock.now())
    await until(() => priceOf() === before)
    // The sign-ins of the other tests would end after half an hour without use.
    await shop.advance(-minutes(31))
  })

  test('a closed delivery day disappears from the calendar and returns when reopened', async () => {
    const place = { country: 'AU', postcode: '2000', state: 'NSW' } as const
    const open = async () => {
      const found = await shop.services.delivery.availability(place, [])
      return (found?.calendar?.dates ?? []).filter((one) => one.available).map((one) => one.day)
    }
    const [first] = await open()
    const zone = await shop.services.delivery.zoneOf(place)
    const made = await post('/office/delivery-days/new', {
      intent: 'create',
      deliversOn: first ?? '',
      warehouse: zone?.warehouse.code ?? '',
      tier: zone?.tier.code ?? '',
      isClosed: 'true',
    })
    expect(made.status).toBe(303)
    expect(await open()).not.toContain(first)
    const here = String(made.headers.location).replace('?done=create', '')
    const version = String(formOf((await page(here)).text)['version'])
    expect((await post(here, { intent: 'remove', version })).status).toBe(303)
    expect(await open()).toContain(first)
  })

  test('an account customer needs a credit limit, which cannot be below the balance owed', async () => {
    const here = `/office/customers/${await keys.customers()}`
    const form = { ...formOf((await page(here)).text), role: 'trade', hasApprovedCredit: 'true' }
    expect(decoded((await post(here, form)).text)).toContain('Please enter a credit limit.')
    expect((await post(here, { ...form, creditLimit: '5000' })).status).toBe(303)
    const account = shop.database.db.selectFrom('credit_account').selectAll()
    expect(await account.executeTakeFirst()).toMatchObject({ currency: 'AUD', limit_cents: 500_000, balance_cents: 0 })
    await shop.database.db.updateTable('credit_account').set({ balance_cents: 120_000 }).execute()
    const owing = formOf((await page(here)).text)
    const refused = await post(here, { ...owing, creditLimit: '1199.99' })
    expect(decoded(refused.text)).toContain('The customer already owes more than this.')
    expect((await post(here, { ...owing, hasApprovedCredit: '', creditLimit: '1200' })).status).toBe(303)
    expect(await account.executeTakeFirst()).toMatchObject({ limit_cents: 120_000 })
  })

  test('a setting applies without a restart and can be reset to its default', async () => {
    const brand = { app: 'hc', pricePromise: null, country: 'AU', supportNumber: '', newsletterDefault: true } as const
    const here = '/office/settings/hc.CrossSellEnabled'
    await post(here, { ...formOf((await page(here)).text), value: 'false' })
    await until(() => shop.services.settings.text(brand, 'CrossSellEnabled') === 'false')
    const version = String(formOf((await page(here)).text)['version'])
    await post(here, { intent: 'remove', version })
    await until(() => shop.services.settings.text(brand, 'CrossSellEnabled') === 'true')
  })

  test('a deletion can be undone at once', async () => {
    const made = await post('/office/redirects/new', {
      intent: 'create',
      app: 'aol',
      source: '/gone',
      destination: '/here',
    })
    const here = String(made.headers.location).replace('?done=create', '')
    const version = String(formOf((await page(here)).text)['version'])
    const removed = await post(here, { intent: 'remove', version })
    expect(removed.headers.location).toBe('/office/redirects?done=remove')
    expect((await page(here)).status).toBe(404)
    const list = await page('/office/redirects?done=remove')
    const entry = entryOf(list.text)
    expect((await post('/office/redirects', { intent: 'undo', entry })).status).toBe(303)
    expect((await page(here)).status).toBe(200)
  })

  test('undo is refused when the record has been changed since', async () => {
    const here = '/office/brands/1'
    await post(here, { ...formOf((await page(here)).text), blurb: 'One' })
    const entry = entryOf((await page(`${here}?done=save`)).text)
    await post(here, { ...formOf((await page(here)).text), blurb: 'Two' }, people.staff)
    expect((await post(here, { intent: 'undo', entry })).status).toBe(409)
    expect(formOf((await page(here)).text)['blurb']).toEqual(['Two'])
  })

  test('a saved view is visible only to the person who saved it', async () => {
    await post('/office/products?q=fridge&status=live', { intent: 'keep-view', name: 'Live fridges' })
    const own = await page('/office/products')
    expect(own.text).toMatch(/<a href="\/office\/products\?q=fridge&amp;status=live"[^>]*>Live fridges<\/a>/)
    expect((await page('/office/products', people.staff)).text).not.toContain('Live fridges')
  })

  test('an exported list contains no spreadsheet formulas', async () => {
    await post('/office/brands/new', { intent: 'create', title: '=cmd()', uri: 'cmd' })
    const csv = await page('/office/brands.csv?q=cmd')
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(csv.text).toBe("Name,Address,Products\r\n'=cmd(),cmd,0\r\n")
  })

  test('HTML is sanitised when saved', async () => {
    const here = `/office/products/${await keys.products()}`
    await post(here, {
      ...formOf((await page(here)).text),
      description: '<p onclick="x()">Good</p><script>alert(1)</script>',
    })
    expect(formOf((await page(here)).text)['description']).toEqual(['<p>Good</p>'])
  })
})
