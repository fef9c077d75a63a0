import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstBrokenEntry } from '../modules/admin/audit.server.ts'
import { brandOf } from '../brands/brands.ts'
import { places, upsells } from '../testing/catalogue.ts'
import { readQuoteForm } from '../modules/quotes/quotes.ts'
import { databaseEngines } from '../testing/database.ts'
import { openTestShop, type TestShop } from '../testing/shop.server.ts'
import type { Visitor } from '../testing/shop/visitor.ts'
import { project, staffHostOf } from '../testing/staff-host.ts'

/** Working for customers, products in panels, and the log of what staff do. */

describe.each(await databaseEngines())('on $name', (engine) => {
  let shop: TestShop
  let seller: Visitor
  let staff: Visitor
  let administrator: Visitor

  beforeAll(async () => {
    shop = await openTestShop({ engine, sandbox: false })
    seller = await shop.colleague('sales')
    staff = await shop.colleague('staff')
    administrator = await shop.colleague('administrator')
    for (const one of [seller, staff, administrator]) await one.openPanel('/panel/product?sku=LAMP-1')
  })
  afterAll(() => shop.close())
  const { audit, lastAudit, call, makeProject } = staffHostOf(() => shop)

  describe('acting for a customer', () => {
    const path = '/panel/customer?salesperson=NT01'
    let customer: Visitor
    let email = ''
    let who: Visitor
    const asks = (fields: Readonly<Record<string, string>>) => who.panelForm(path, fields)

    beforeAll(async () => {
      who = await shop.colleague('sales')
      await who.openPanel(path)
      customer = await shop.colleague('customer')
      email = (await customer.get('/api/account')).json<{ email: string }>().email
      await sql`update account set phone = '0411222333' where email = ${email}`.execute(shop.database.db)
      await customer.add('WM-1')
    })

    test('finds customers by complete email, phone or order number, and logs the search', async () => {
      for (const find of [email.toUpperCase(), '0411 222 333', '+61 411 222 333']) {
        const { status, text } = await asks({ intent: 'find', find })
        expect([find, status, text.includes(email), text.includes('1 piece, $999.00')]).toEqual([find, 200, true, true])
      }
      expect(await lastAudit()).toMatchObject({ act: 'find customer', after: { found: [email] } })
      expect((await asks({ intent: 'find', find: 'nobody@shopper.example' })).text).toContain('No customer found.')
      for (const find of ['%', 'W1', '0411', '@'])
        expect((await asks({ intent: 'find', find })).text).toContain(
          'Please enter a full email, phone or order number',
        )
    })

    test('opens the customer’s cart beside their own; the customer sees every change, and a price override needs a reason and has a limit', async () => {
      await asks({ intent: 'find', find: email })
      const opened = await asks({ intent: 'open', email, cart: (await customer.cart()).cartId })
      expect(opened.headers.location).toBe(`${path}&done=open`)
      await who.post('/api/session/start')
      expect((await who.cart()).products.map((line) => line.sku)).toEqual(['WM-1'])
      await who.add('LAMP-1', 2)
      expect((await customer.cart()).products.map((line) => line.sku)).toEqual(['WM-1', 'LAMP-1'])

      const line = { intent: 'line', code: 'WM-1', quantity: '1', reason: '', competitorUrl: '' }
      const wrong = await asks({ ...line, price: '950' })
      expect([wrong.status, wrong.text.includes('Please enter a reason for the price')]).toEqual([400, true])
      const beyond = await asks({ ...line, price: '899.00', reason: 'Regular' })
      expect(beyond.text).toContain('You can discount at most 10 %: the minimum is $899.10')
      expect((await asks({ ...line, price: '950', reason: 'x', competitorUrl: 'javascript:alert(1)' })).status).toBe(
        400,
      )
      expect((await customer.cart()).products[0]?.price).toBe(999)
      const agreed = { ...line, price: '950', reason: 'Price match', competitorUrl: 'https://other.example/wm' }
      expect((await asks(agreed)).status).toBe(303)
      expect((await customer.cart()).products[0]?.price).toBe(950)
      expect(await lastAudit()).toMatchObject({
        act: 'change line',
        before: { quantity: 1, agreed: null },
        after: { agreed: 950_00, reason: 'Price match', competitorUrl: 'https://other.example/wm' },
      })
      await asks({ intent: 'line', code: 'LAMP-1', quantity: '2', price: '', reason: '', remove: '1' })
      expect((await customer.cart()).products.map((one) => one.sku)).toEqual(['WM-1'])
      expect((await asks({ ...line, code: 'FR-1', price: '' })).status).toBe(404)

      // The checkout knows whom it is for; nothing of the salesperson is filled in.
      const view = (await who.get('/api/checkout')).json<{ customer: object }>()
      expect(view.customer).toEqual({ email, phone: null, locked: false, shippingAddress: null, billingAddress: null })

      await asks({ intent: 'finish' })
      expect((await who.cart()).products).toEqual([])
      expect((await customer.cart()).products[0]?.price).toBe(950)
    })

    test('an assisted order names the salesperson, belongs to the customer, and keeps staff prices', async () => {
      await asks({ intent: 'open', email, cart: (await customer.cart()).cartId })
      await who.post('/api/session/start')
      const order = await who.order({ option: 128 })
      const body = { ...order, email }
      const done = await who.submit(body)
      expect([done.status, done.text.slice(0, 300)]).toEqual([200, expect.any(String)])
      const { webOrderId } = done.json<{ webOrderId: string }>()
      const orders = (await customer.get('/api/account/orders')).json<{
        orders: { webOrderId: string; total: number }[]
      }>()
      expect(orders.orders.map((one) => one.webOrderId)).toEqual([webOrderId])
      const { rows } = await sql<{ sale: object; unit: number }>`
      select snapshot->'sale' as sale, (snapshot->'lines'->0->>'unit')::integer as unit from customer_order
      where web_order_id = ${webOrderId}`.execute(shop.database.db)
      expect(rows[0]).toMatchObject({ sale: { salespersonCode: 'NT01' }, unit: 950_00 })
      // It is found by its number, and the salesperson works in no cart any more.
      expect((await asks({ intent: 'find', find: webOrderId })).text).toContain(webOrderId)
      expect((await who.cart()).products).toEqual([])
      await customer.post('/api/session/start')
      await customer.add('WM-1')
    })

    test('a cart id alone opens no cart', async () => {
      const { cartId } = await customer.cart()
      const stranger = shop.visitor()
      const { cartId: strangers } = await stranger.add('HOSE-1')
      for (const [address, cart] of [
        ['other@shopper.example', cartId],
        [email, strangers],
        ['no address', ''],
      ] as const)
        expect((await asks({ intent: 'open', email: address, cart })).status).toBe(404)
      expect(await lastAudit()).toMatchObject({ act: 'work for customer', outcome: 'not_found' })
    })

    test('a cart started for a customer with an account belongs to that account from its first line', async () => {
      const other = await shop.colleague('customer')
      const address = (await other.get('/api/account')).json<{ email: string }>().email
      expect((await asks({ intent: 'open', email: address })).status).toBe(303)
      await who.post('/api/session/start')
      await who.add('FR-1')
      await other.post('/api/session/start')
      expect((await other.cart()).products.map((line) => line.sku)).toEqual(['FR-1'])
      // Opened for the next customer, it is out of the hands of who worked in it.
      expect((await asks({ intent: 'open', email: 'walk-in@shopper.example' })).status).toBe(303)
      await who.post('/api/session/start')
      expect((await who.cart()).products).toEqual([])
    })

    test('a quote given over the phone is opened by number or link and becomes a cart or project', async () => {
      const { quotes, catalogue } = shop.services
      const aol = brandOf('aol')
      const washer = catalogue.productBySku('WM-1')
      const warrantyId = await shop.upsellId(upsells.oneYear)
      const line = { productCode: 'WM-1', productId: washer?.id ?? 0, quantity: 2, warrantyId, installId: null }
      const form = readQuoteForm(new URLSearchParams({ place: '2800 Orange, NSW', service: 'old-appliance-removal' }))
      const made = await quotes.make(aol, { lines: [line], form, place: null })
      if (!made.ok) throw new Error('the quote was refused')
      const { token } = made.value
      const number = (await quotes.open(aol, token))?.number ?? ''

      for (const find of [
        number,
        ` ${number.slice(0, 4).toLowerCase()} ${number.slice(4)}`,
        `https://aol.shop/cart/${token}`,
      ]) {
        const { status, text } = await asks({ intent: 'find', find })
        expect([find, status]).toEqual([find, 200])
        for (const part of [
          `Quote ${number}`,
          '2800 Orange, NSW',
          'valid until 1 December 2026',
          'Old appliance removal',
        ])
          expect([part, text.includes(part)]).toEqual([part, true])
        expect(await lastAudit()).toMatchObject({ act: 'open quote', subject: `quote ${number}`, outcome: 'done' })
      }
      const missing = await asks({ intent: 'find', find: 'Q00000000' })
      expect([missing.status, missing.text.includes('No quote of this shop has this number or link')]).toEqual([
        400,
        true,
      ])

      await asks({ intent: 'open', email: 'caller@shopper.example' })
      for (const time of [1, 2]) {
        const done = await asks({ intent: 'quote-cart', number })
        expect([time, done.headers.location]).toEqual([time, `${path}&done=quote-cart`])
      }
      await who.post('/api/session/start')
      expect((await who.cart()).products).toMatchObject([{ sku: 'WM-1', quantity: 2, warrantyId, price: 999 }])
      expect((await who.order({ place: places.orange })).deliveryServices).toEqual(['old-appliance-removal'])
      expect(await lastAudit()).toMatchObject({ act: 'quote to cart', subject: `quote ${number}` })

      const project = await asks({ intent: 'quote-project', number })
      expect(project.headers.location).toMatch(/^\/panel\/project\?salesperson=NT01&id=[0-9a-f-]+&done=create$/)
      const page = await who.staff('GET', project.headers.location ?? '')
      expect([page.text.includes(`Quote ${number}`), page.text.includes('Front load washer 8 kg')]).toEqual([
        true,
        true,
      ])

      expect((await asks({ intent: 'quote-cart', number: 'Q00000000' })).status).toBe(404)
      expect((await asks({ intent: 'quote-project', number: 'Q00000000' })).status).toBe(404)
      // Not at another of our shops.
      const elsewhere = await shop.colleague('sales', { app: 'wa' })
      await elsewhere.openPanel(path)
      const foreign = await elsewhere.panelForm(path, { intent: 'find', find: number })
      expect([foreign.status, foreign.text.includes('No quote of this shop')]).toEqual([400, true])
    })
  })

  describe('a product', () => {
    test('shows stock by warehouse, notes and other interest, and can be added to the cart', async () => {
      const path = '/panel/product?sku=SC-20'
      await seller.panelForm(path, { intent: 'note', text: 'Door swings\nto the left' })
      const wrong = await seller.panelForm(path, {
        intent: 'competitor',
        competitor: 'Shop',
        url: 'javascript:alert(1)',
        price: '1',
      })
      expect([wrong.status, wrong.text.includes('Please enter the link to the offer, with https://')]).toEqual([
        400,
        true,
      ])
      const url = 'https://other.example/cooker'
      await seller.panelForm(path, { intent: 'competitor', competitor: 'Other shop', url, price: '$439.00' })
      const { text } = await seller.staff('GET', path)
      for (const part of [
        'Sydney</th><td>12',
        'Melbourne</th><td>8',
        'Door swings\nto the left',
        '$439.00',
        url,
        'Kim Vale',
      ])
        expect(text).toContain(part)
      const done = await seller.panelForm(path, { intent: 'cart', quantity: '2' })
      expect(done.headers.location).toBe(`${path}&done=cart`)
      // What the panel sends to the page around it, and to whose page.
      const reported = async (query: string) =>
        (await seller.staff('GET', `/panel/product.data?sku=SC-20${query}`)).text
      expect(await reported('&done=cart')).toContain('"refreshCart"')
      expect(await reported('&done=cart')).toContain(`"${seller.origin}"`)
      expect(await reported('')).not.toContain('"refreshCart"')
      const over = await seller.panelForm(path, { intent: 'cart', quantity: '19' })
      expect([over.status, over.text.includes('Only 20 of Copper range cooker available.')]).toEqual([400, true])
      expect((await call(seller, 'GET', '/api/product/SC-20')).json()).toEqual({
        sku: 'SC-20',
        title: 'Copper range cooker',
        price: 450,
        rrp: null,
        priceType: 0,
        stock: expect.arrayContaining([
          { warehouse: 'Sydney', onHand: 12, reserved: 0, nextArrival: null },
          { warehouse: 'Melbourne', onHand: 8, reserved: 0, nextArrival: null },
        ]) as object,
      })
    })

    test('can be added to an open project from its panel; its quantity grows where the room already has it', async () => {
      const { id } = await makeProject(seller)
      const path = '/panel/product?sku=LAMP-1'
      expect((await seller.staff('GET', path)).text).toContain(`<option value="${id}">Kitchen, Ana Botha</option>`)
      const add = (fields: object) =>
        seller.panelForm(path, { intent: 'project', project: id, room: 'Hall', pieces: '2', ...fields })
      expect((await add({})).headers.location).toBe(`${path}&done=project`)
      expect((await add({ pieces: '1' })).status).toBe(303)
      expect((await add({ pieces: '99' })).status).toBe(400)
      expect((await add({ project: 'none' })).status).toBe(404)
      expect((await call(seller, 'GET', `/api/projects/${id}`)).json()).toMatchObject({
        lines: [{ sku: 'FR-1' }, { sku: 'LAMP-1', room: 'Hall', quantity: 3 }],
      })
      // A status shuts it out of the choice; another store's is not found.
      const elsewhere = await shop.colleague('sales', { store: '2', code: 'NT09' })
      await elsewhere.openPanel(path)
      const foreign = { intent: 'project', project: id, room: '', pieces: '1' }
      expect((await elsewhere.panelForm(path, foreign)).status).toBe(404)
      expect((await staff.panelForm(path, foreign)).status).toBe(403)
    })

    test('that this app does not sell is a 404', async () => {
      expect((await seller.staff('GET', '/panel/product?sku=NZ-1')).status).toBe(404)
      expect((await call(seller, 'GET', '/api/product/NZ-1')).status).toBe(404)
    })
  })

  describe('the audit log', () => {
    test('is append-only and detects tampering', async () => {
      await makeProject(seller)
      for (const statement of [
        sql`update staff_audit set act = 'nothing'`,
        sql`delete from staff_audit`,
        sql`truncate staff_audit`,
      ])
        await expect(statement.execute(shop.database.db)).rejects.toThrow('the audit log is only ever added to')
      expect(await firstBrokenEntry(shop.database.db)).toBeNull()
      await sql`alter table staff_audit disable trigger staff_audit_stays`.execute(shop.database.db)
      await sql`update staff_audit set outcome = 'tampered' where id = 3`.execute(shop.database.db)
      expect(await firstBrokenEntry(shop.database.db)).toBe(3)
    })

    test('has no entry for a change that failed', async () => {
      const before = (await audit()).length
      expect((await call(seller, 'POST', '/api/projects', { ...project, name: '' })).status).toBe(400)
      expect((await audit()).length).toBe(before)
    })
  })
})
