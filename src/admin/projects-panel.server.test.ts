import { sql } from 'kysely'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brandAtExample } from '../testing/brand.ts'
import { brandOf } from '../brands/brands.ts'
import type { CartResponse } from '../modules/cart/cart.ts'
import { sharedCartMail } from '../modules/cart/mail/shared-cart-mail.tsx'
import { buyableLines } from '../modules/cart/shared-carts.server.ts'
import { days } from '../platform/clock.ts'
import { databaseEngines } from '../testing/database.ts'
import { openTestShop, type TestShop } from '../testing/shop.server.ts'
import { until } from '../testing/shop/until.ts'
import type { Visitor } from '../testing/shop/visitor.ts'
import { project, reminder, staffHostOf } from '../testing/staff-host.ts'

/** Reminders and projects of salespeople, in panels and by calls. */

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
  const { audit, lastAudit, call, makeProject, makeReminder } = staffHostOf(() => shop)

  describe('reminders', () => {
    test('lists the ten soonest open reminders and their total [STAFF-16] [ACCT-11]', async () => {
      const who = await shop.colleague('sales')
      await who.openPanel('/panel/reminders?salesperson=NT01')
      for (let day = 12; day > 0; day--)
        await makeReminder(who, { name: `Day ${day}`, date: `2026-12-${String(day).padStart(2, '0')}T01:00:00.000Z` })
      await makeReminder(who, { name: 'Done', date: '2026-11-01T00:00:00.000Z', isDone: true })
      const answer = (await who.get('/api/account/reminders')).json<{ totalCount: number; reminders: object[] }>()
      expect([answer.totalCount, answer.reminders.length]).toEqual([12, 10])
      expect(answer.reminders[0]).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        name: 'Day 1',
        notes: 'about the fridge',
        date: '2026-12-01T01:00:00.000Z',
        projectId: null,
        isDone: false,
      })
      const stats = (await call(who, 'GET', '/api/reminders/stats?to=2026-12-02T00:00:00Z')).json()
      expect(stats).toEqual({
        open: 1,
        done: 1,
        overdue: 0,
        byDay: [
          { date: '2026-11-01', count: 1 },
          { date: '2026-12-01', count: 1 },
        ],
      })
    })

    test('are created, changed and deleted by forms that keep the input on an error', async () => {
      const path = '/panel/reminders/create?salesperson=NT01'
      const wrong = await seller.panelForm(path, { intent: 'save', name: ' ', date: 'soon', notes: 'keep <me>' })
      expect(wrong.status).toBe(400)
      expect(wrong.text).toContain('Please enter a name')
      expect(wrong.text).toContain('Please enter a date and a time')
      expect(wrong.text).toContain('keep &lt;me&gt;')
      const done = await seller.panelForm(path, { intent: 'save', name: 'Ring', date: '2026-12-24T09:30', notes: '' })
      expect(done.headers.location).toBe('/panel/reminders?salesperson=NT01&done=save')
      const entry = await lastAudit()
      // Half past nine in Sydney's summer.
      expect(entry).toMatchObject({
        act: 'create reminder',
        after: { name: 'Ring', dueAt: '2026-12-23T22:30:00.000Z' },
      })
      const id = entry?.subject.replace('reminder ', '') ?? ''
      await seller.panelForm(`${path}&reminderId=${id}`, {
        intent: 'save',
        name: 'Ring',
        date: '2026-12-24T09:30',
        notes: '',
        isDone: 'on',
      })
      expect(await lastAudit()).toMatchObject({ before: { isDone: false }, after: { isDone: true } })
      await seller.panelForm(`${path}&reminderId=${id}`, { intent: 'delete' })
      expect(await lastAudit()).toMatchObject({ act: 'delete reminder', before: { name: 'Ring' }, after: null })
      expect((await seller.staff('GET', `${path}&reminderId=${id}`)).status).toBe(404)
    })

    test('belong to one person: another’s is a 404, and the attempt is logged', async () => {
      const { id } = await makeReminder(seller)
      const other = await shop.colleague('sales')
      await other.openPanel('/panel/reminders?salesperson=NT01')
      expect((await call(other, 'PUT', `/api/reminders/${id}`, reminder)).status).toBe(404)
      expect((await call(other, 'DELETE', `/api/reminders/${id}`)).status).toBe(404)
      expect((await other.staff('GET', `/panel/reminders/create?salesperson=NT01&reminderId=${id}`)).status).toBe(404)
      expect((await audit()).slice(-3).map((one) => [one.act, one.outcome])).toEqual([
        ['change reminder', 'not_found'],
        ['delete reminder', 'not_found'],
        ['open reminder', 'not_found'],
      ])
    })
  })

  describe('projects', () => {
    test('belong to a store: colleagues there open them, other stores cannot find them', async () => {
      const { id } = await makeProject(seller)
      const colleague = await shop.colleague('sales')
      const elsewhere = await shop.colleague('sales', { store: '2', code: 'NT09' })
      await colleague.openPanel('/panel/project?salesperson=NT01')
      await elsewhere.openPanel('/panel/project?salesperson=NT09')
      expect((await call(colleague, 'GET', `/api/projects/${id}`)).json()).toMatchObject({
        name: 'Kitchen',
        customerEmail: 'ana@example.com',
        customerPhone: '0412345678',
        status: 'Open',
        total: 2_400,
        lines: [{ sku: 'FR-1', title: 'French door fridge 600 L', room: 'Kitchen', quantity: 1, price: 2_400 }],
      })
      expect((await call(elsewhere, 'GET', `/api/projects/${id}`)).status).toBe(404)
      expect((await call(elsewhere, 'PUT', `/api/projects/${id}`, project)).status).toBe(404)
      expect((await call(elsewhere, 'POST', `/api/projects/${id}/cart`, { app: 'aol' })).status).toBe(404)
      expect((await elsewhere.staff('GET', `/panel/project?salesperson=NT09&id=${id}`)).status).toBe(404)
      const theirs = (await audit()).filter((one) => one.subject === `project ${id}` && one.outcome === 'not_found')
      expect(theirs.map((one) => one.act)).toEqual([
        'open project',
        'change project',
        'project to cart',
        'open project',
      ])
      // The same person at another of our shops keeps other projects there.
      const atWa = await shop.colleague('sales', { app: 'wa' })
      await atWa.openPanel('/panel/project?salesperson=NT01')
      expect((await call(atWa, 'GET', `/api/projects/${id}`)).status).toBe(404)
    })

    test('are found by name, customer, email and phone; a customer’s email finds all of theirs [STAFF-25]', async () => {
      const customerEmail = 'rita@shopper.example'
      await makeProject(seller, {
        name: 'Laundry 100%',
        customerName: 'Rita Ng',
        customerEmail,
        customerPhone: '0298765432',
      })
      const found = async (query: string) =>
        (await call(seller, 'GET', `/api/projects?${query}`)).json<{ items: { name: string }[]; totalCount: number }>()
      for (const search of ['laundry', 'rita', 'RITA@', '98765', '100%25'])
        expect((await found(`search=${search}`)).items.map((one) => one.name)).toEqual(['Laundry 100%'])
      expect((await found('search=_')).totalCount).toBe(0)
      expect((await found('email=Rita@Shopper.example')).totalCount).toBe(1)
      const panel = await seller.staff(
        'GET',
        `/panel/project?salesperson=NT01&email=${encodeURIComponent(customerEmail)}`,
      )
      expect(panel.text).toContain('Laundry 100%')
      expect(panel.text).not.toContain('>Kitchen<')
      expect((await seller.get('/api/staff/projects?search=laundry')).json()).toMatchObject({ totalCount: 1 })
    })

    test('agreed prices stay within the salesperson’s limit, and a rejected change changes nothing', async () => {
      const { id } = await makeProject(seller)
      const put = (more: object) => call(seller, 'PUT', `/api/projects/${id}`, { ...project, ...more })
      const at = (price: number) => ({ lines: [{ sku: 'FR-1', room: 'Kitchen', quantity: 2, price }] })
      // Ten percent off 2,499.95.
      expect((await put(at(2_249.96))).status).toBe(200)
      const beyond = await put(at(2_249.95))
      expect([beyond.status, beyond.json()['errors']]).toEqual([
        400,
        [
          {
            field: 'lines.0.price',
            code: 'invalid',
            message: 'You can discount at most 10 %: the minimum is $2249.96',
          },
        ],
      ])
      for (const price of [2_500, 2_249.999]) expect((await put(at(price))).status).toBe(400)
      expect((await put({ lines: [{ sku: 'NOPE', quantity: 1 }] })).status).toBe(400)
      expect((await put({ lines: [{ sku: 'FR-1', quantity: 100 }] })).status).toBe(400)
      expect((await call(seller, 'GET', `/api/projects/${id}`)).json()).toMatchObject({ total: 4_499.92, version: 2 })
      // Somebody with a wider limit.
      const manager = await shop.colleague('sales')
      await manager.openPanel('/panel/project?salesperson=NT01')
      const sub = decodeJwt(manager.token ?? '').sub ?? ''
      await shop.database.db.insertInto('staff_limit').values({ account_id: sub, discount_percent: 30 }).execute()
      const wide = await call(manager, 'PUT', `/api/projects/${id}`, { ...project, ...at(1_749.97) })
      expect(wide.status).toBe(200)
      // What was agreed stays agreed, whoever saves the rest.
      expect((await put({ ...at(1_749.97), name: 'Kitchen again' })).status).toBe(200)
    })

    test('a price fixed by the manufacturer cannot be negotiated', async () => {
      const { catalogue } = shop.services
      const id = catalogue.productBySku('MI-1')?.id ?? 0
      await catalogue.setOffer(id, 'aol', { price: 1_899_00, rrp: null, priceType: 'manufacturer' })
      await until(() => catalogue.product(id)?.offers.aol?.priceType === 'manufacturer')
      const lines = [{ sku: 'MI-1', quantity: 1, price: 1_800 }]
      const answer = await call(seller, 'POST', '/api/projects', { ...project, lines })
      expect([answer.status, answer.json()['errors']]).toEqual([
        400,
        [{ field: 'lines.0.price', code: 'invalid', message: 'The manufacturer sets this price' }],
      ])
    })

    test('concurrent edits do not overwrite each other', async () => {
      const { id, version } = await makeProject(seller)
      const first = await call(seller, 'PUT', `/api/projects/${id}`, { ...project, name: 'Mine', version })
      expect(first.status).toBe(200)
      const second = await call(seller, 'PUT', `/api/projects/${id}`, { ...project, name: 'Theirs', version })
      expect(second.status).toBe(409)
      const form = { intent: 'details', version: String(version), name: 'Theirs', customerName: '', status: 'Won' }
      const panel = await seller.panelForm(`/panel/project?salesperson=NT01&id=${id}`, form)
      expect(panel.status).toBe(409)
      expect(panel.text).toContain('Someone else has changed this.')
      expect((await call(seller, 'GET', `/api/projects/${id}`)).json()).toMatchObject({ name: 'Mine' })
    })

    test('go into the salesperson’s cart at the agreed prices, all lines or none', async () => {
      const who = await shop.colleague('sales')
      await who.openPanel('/panel/project?salesperson=NT01')
      const lines = [
        { sku: 'FR-1', room: 'Kitchen', quantity: 1, price: 2_400 },
        { sku: 'FR-1', room: 'Garage', quantity: 1, price: 2_300 },
        { sku: 'LAMP-1', quantity: 3 },
      ]
      const { id } = await makeProject(who, { lines })
      expect((await call(who, 'POST', `/api/projects/${id}/cart`, { app: 'wa' })).status).toBe(400)
      expect((await call(who, 'POST', `/api/projects/${id}/cart`, { app: 'aol' })).json()).toEqual({ success: true })
      const cart = await who.cart()
      expect(cart.products.map((line) => [line.sku, line.quantity, line.price])).toEqual([
        ['FR-1', 2, 2_300],
        ['LAMP-1', 3, 49.5],
      ])
      expect(cart.orderTotal).toBe(4_748.5)
      const many = await makeProject(who, {
        lines: [
          { sku: 'LAMP-1', quantity: 1 },
          { sku: 'SC-20', quantity: 21 },
        ],
      })
      const over = await call(who, 'POST', `/api/projects/${many.id}/cart`, { app: 'aol' })
      expect(over.status).toBe(400)
      expect((await who.cart()).products).toEqual(cart.products)
      const entries = (await audit()).filter((one) => one.act === 'project to cart' && one.subject === `project ${id}`)
      expect(entries).toMatchObject([{ outcome: 'done', after: { cartId: cart.cartId } }])
    })

    test('are emailed as a quote, which the customer opens and orders at the agreed prices', async () => {
      const lines = [
        { sku: 'FR-1', quantity: 2, price: 2_300 },
        { sku: 'LAMP-1', quantity: 1 },
      ]
      const { id } = await makeProject(seller, { lines, customerEmail: 'quoted@shopper.example' })
      const panel = `/panel/project?salesperson=NT01&id=${id}`
      const done = await seller.panelForm(panel, { intent: 'quote' })
      expect(done.headers.location).toBe(`${panel}&done=quote`)
      const { rows } = await sql<{ data: { app: string; token: string; recipient: string } }>`
      select data from pgboss.job where name = 'mail-cart' order by created_on desc limit 1`.execute(shop.database.db)
      const { token, recipient } = rows[0]?.data ?? { token: '', recipient: '' }
      expect(recipient).toBe('quoted@shopper.example')
      const sent = await shop.services.cart.shared.open(brandOf('aol'), token)
      const link = `http://aol.localhost/cart/${token}`
      const mail = await sharedCartMail({ ...sent!, brand: brandAtExample('aol'), link, recipient, from: undefined })
      expect(mail.subject).toBe('Your quote from Appliances Online')
      for (const part of [
        'Our sales team put this together for you.',
        '$4,600',
        '$4,649.50',
        'The prices and the link are valid until',
      ])
        expect(mail.plain).toContain(part)
      expect(await shop.services.cart.shared.open(brandOf('wa'), token)).toBeNull()

      const taken = await shop.services.cart.putAll(brandOf('aol'), null, buyableLines(sent!))
      expect(taken.ok && taken.value.cart.totals.orderTotal).toBe(4_649_50)
      const customer = shop.visitor()
      customer.cookies.set('cart', taken.ok ? taken.value.secret : '')
      // Fewer cost as much each, more than were quoted what the shop asks.
      const ask = (quantity: number) =>
        customer
          .post('/api/cart/product/', { sku: 'FR-1', productCode: 'FR-1', quantity })
          .then((one) => one.json<CartResponse>())
      expect((await ask(1)).products[0]?.price).toBe(2_300)
      expect((await ask(3)).products[0]?.price).toBe(2_499.95)
      expect((await ask(2)).products[0]?.price).toBe(2_300)
      await shop.advance(days(31))
      expect((await customer.cart()).products[0]?.price).toBe(2_499.95)
      await shop.advance(-days(31))
      expect(await lastAudit()).toMatchObject({ act: 'send quote', after: { recipient, total: 4_649_50 } })
      const anonymous = await makeProject(seller, { customerEmail: null })
      const refused = await seller.panelForm(`/panel/project?salesperson=NT01&id=${anonymous.id}`, { intent: 'quote' })
      expect([refused.status, refused.text.includes('email first')]).toEqual([400, true])
    })

    test('one form changes, removes and adds lines', async () => {
      const made = await makeProject(seller, {
        lines: [
          { sku: 'FR-1', quantity: 1 },
          { sku: 'LAMP-1', quantity: 1 },
        ],
      })
      const panel = `/panel/project?salesperson=NT01&id=${made.id}`
      const { rows } = await sql<{ id: number; sku: string }>`select id, sku from product`.execute(shop.database.db)
      const idOf = (sku: string) => String(rows.find((row) => row.sku === sku)?.id)
      const form = {
        intent: 'lines',
        version: '1',
        id_0: idOf('FR-1'),
        room_0: 'Kitchen',
        quantity_0: '2',
        price_0: '$2,400.00',
        id_1: idOf('LAMP-1'),
        room_1: '',
        quantity_1: '1',
        price_1: '',
        remove_1: 'on',
        new_sku: 'HOSE-1',
        new_room: 'Laundry',
        new_quantity: '3',
      }
      const wrong = await seller.panelForm(panel, { ...form, price_0: '2,0o0' })
      expect([
        wrong.status,
        wrong.text.includes('Please enter an amount'),
        wrong.text.includes('value="2,0o0"'),
      ]).toEqual([400, true, true])
      const done = await seller.panelForm(panel, form)
      expect(done.headers.location).toBe(`${panel}&done=lines`)
      expect((await call(seller, 'GET', `/api/projects/${made.id}`)).json()).toMatchObject({
        total: 4_830,
        lines: [
          { sku: 'FR-1', room: 'Kitchen', quantity: 2, price: 2_400 },
          { sku: 'HOSE-1', room: 'Laundry', quantity: 3, price: 10 },
        ],
      })
    })
  })
})
