import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memberPassword, openMember } from '../../testing/members.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'

/** The account's calls over HTTP, by people who have signed in. */

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const member = (app?: 'aol' | 'aoc', visitor?: Visitor) => openMember(shop, app, visitor)

const address = {
  label: 'Home',
  firstName: 'Ana',
  lastName: 'Botha',
  companyName: null,
  address: '12 Harbour Street',
  suburb: 'sydney',
  state: 'NSW',
  postcode: '2000',
  country: 'AU',
  phone: '0412 345 678',
  deliveryInstructions: null,
  isDefault: false,
}

const save = (visitor: Visitor, more: object = {}) =>
  visitor.post('/api/account/order/addresses/save', { ...address, ...more })
type Saved = { id: string; isDefault: boolean; label: string | null }
const list = async (visitor: Visitor) =>
  (await visitor.get('/api/account/order/addresses')).json<{ addresses: Saved[] }>().addresses

async function buy(visitor: Visitor): Promise<string> {
  await visitor.add('FR-1')
  const card = await shop.card()
  const done = await visitor.submit(await visitor.order({ card }))
  expect(done.status).toBe(200)
  return done.json<{ webOrderId: string }>().webOrderId
}

test.each([
  ['GET', '/api/account'],
  ['PATCH', '/api/account'],
  ['GET', '/api/account/orders'],
  ['GET', '/api/account/order/invoiced'],
  ['GET', '/api/account/order/invoiced/x'],
  ['GET', '/api/account/order/addresses'],
  ['POST', '/api/account/order/addresses/save'],
  ['DELETE', '/api/account/order/addresses/x'],
  ['POST', '/api/session/start'],
])('%s %s is 401 for a guest [ACCT-18]', async (method, path) => {
  const body = method === 'PATCH' ? {} : path.endsWith('save') ? address : undefined
  const answer = await shop.visitor().send(method, path, body === undefined ? {} : { body })
  expect([answer.status, answer.json()['errors']]).toEqual([
    401,
    [{ code: 'login_required', field: null, message: 'Authentication required. Please log in again.' }],
  ])
})

describe('the signed-in account', () => {
  test('is returned by one call; staff fields are null for customers [ACCT-09]', async () => {
    const { visitor, email } = await member()
    const { userId, ...info } = (await visitor.get('/api/account')).json<{ userId: string }>()
    expect(userId).toMatch(/^[0-9a-f-]{36}$/)
    expect(info).toEqual({
      email,
      emailConfirmed: false,
      firstName: 'Ana',
      lastName: 'Botha',
      phone: '0412345678',
      companyName: null,
      abn: null,
      newsletter: false,
      isTradeAccount: false,
      winningUserId: null,
      winningCmsUrl: null,
      salespersonCode: null,
    })
    const staff = {
      role: 'sales',
      winning_user_id: 'W7',
      winning_cms_url: 'https://cms.example',
      salesperson_code: 'NT01',
    }
    await shop.database.db.updateTable('account').set(staff).where('email', '=', email).execute()
    // Whoever has become one of the shop's own people signs in again, with both factors.
    expect((await visitor.get('/api/account')).json()).toMatchObject({ errors: [{ code: 'session_ended' }] })
    await visitor.signIn(email, memberPassword)
    expect((await visitor.get('/api/account')).json()).toMatchObject({
      winningUserId: 'W7',
      winningCmsUrl: 'https://cms.example',
      salespersonCode: 'NT01',
      firstName: 'Ana',
    })
  })

  test('PATCH changes only the named fields, and an empty text clears one [ACCT-17]', async () => {
    const { visitor, email } = await member()
    const patch = (body: object) => visitor.send('PATCH', '/api/account', { body })
    const first = await patch({
      phone: '(02) 9876 5432',
      companyName: ' Bakery ',
      abn: '51 824 753 556',
      newsletter: true,
    })
    expect(first.json()).toMatchObject({
      phone: '0298765432',
      companyName: 'Bakery',
      abn: '51824753556',
      newsletter: true,
    })
    expect((await patch({ phone: '', abn: '' })).json()).toMatchObject({
      phone: null,
      abn: null,
      companyName: 'Bakery',
    })
    expect((await patch({ abn: '51 824 753 557' })).json()).toMatchObject({
      errors: [{ field: 'abn', message: 'Please enter a valid ABN' }],
    })
    // Whatever a patch does not name stays as it is, in the answer, in the account and in what is read again.
    await patch({ phone: '(02) 9876 5432', companyName: 'Bakery', abn: '51 824 753 556', newsletter: true })
    const rowOf = () =>
      shop.database.db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
    const changes = { phone: '(03) 9876 5432', companyName: 'Mill', abn: '', newsletter: false } as const
    for (const [name, value] of Object.entries(changes)) {
      const was = (await rowOf()) as Record<string, unknown>
      const shown = (await visitor.get('/api/account')).json<Record<string, unknown>>()
      const answer = (await patch({ [name]: value })).json<Record<string, unknown>>()
      const others = (all: Record<string, unknown>) => Object.entries(all).filter(([key]) => key !== name)
      expect([name, others(answer)]).toEqual([name, others(shown)])
      const is = (await rowOf()) as Record<string, unknown>
      const changed = Object.keys(is).filter((key) => JSON.stringify(is[key]) !== JSON.stringify(was[key]))
      expect([name, changed.filter((key) => key !== 'updated_at').length]).toBeOneOf([
        [name, 0],
        [name, 1],
      ])
    }
    const untouched = await rowOf()
    expect((await patch({})).status).toBe(200)
    expect(await rowOf()).toEqual(untouched)
    // The identity host alone changes it; a field that a call does not know is ignored.
    const before = (await visitor.get('/api/account')).json()
    expect((await patch({ email: 'other@shopper.example' })).json()).toEqual(before)
  })
})

describe('addresses', () => {
  test('are added, changed and deleted; the first one is the default [ACCT-14] [ACCT-15] [ACCT-16]', async () => {
    const { visitor } = await member()
    expect(await list(visitor)).toEqual([])
    const first = (await save(visitor)).json<Saved>()
    expect(first).toMatchObject({ ...address, suburb: 'Sydney', phone: '0412345678', isDefault: true })
    const second = (await save(visitor, { label: 'Work', isDefault: true })).json<Saved>()
    expect((await list(visitor)).map(({ label, isDefault }) => [label, isDefault])).toEqual([
      ['Work', true],
      ['Home', false],
    ])
    const changed = (await save(visitor, { id: first.id, label: 'Beach' })).json<Saved>()
    expect([changed.id, changed.label]).toEqual([first.id, 'Beach'])
    const remove = (id: string) => visitor.delete(`/api/account/order/addresses/${id}`)
    expect((await remove(second.id)).json()).toBe(true)
    expect((await list(visitor)).map(({ label, isDefault }) => [label, isDefault])).toEqual([['Beach', true]])
    expect((await remove(second.id)).json()).toBe(true)
  })

  test('are rejected with field and reason', async () => {
    const { visitor } = await member()
    const errors: readonly (readonly [object, string, string])[] = [
      [{ address: 'PO Box 12' }, 'address', "We don't deliver to PO Boxes"],
      [{ firstName: '' }, 'firstName', 'Please enter a first name (max 20 characters)'],
      [{ suburb: 'Nowhere' }, 'suburb', 'Please enter a valid suburb'],
      [{ state: 'XX' }, 'suburb', 'Please select a state'],
      [{ phone: '12' }, 'phone', 'Please enter a valid phone number'],
    ]
    for (const [more, field, message] of errors) {
      const answer = await save(visitor, more)
      expect([answer.status, answer.json()['errors']]).toEqual([400, [{ code: 'invalid', field, message }]])
    }
    expect((await save(visitor, { id: 'unknown' })).status).toBe(404)
    expect(await list(visitor)).toEqual([])
  })

  test('are limited to twenty, even with concurrent requests', async () => {
    const { visitor } = await member()
    const answers = await Promise.all(Array.from({ length: 22 }, () => save(visitor)))
    expect(answers.filter((one) => one.status === 200)).toHaveLength(20)
    expect(await list(visitor)).toHaveLength(20)
  })

  test('belong to their owner and one app', async () => {
    const { visitor, email } = await member()
    const { id } = (await save(visitor)).json<Saved>()
    const other = (await member()).visitor
    expect((await save(other, { id })).status).toBe(404)
    await other.delete(`/api/account/order/addresses/${id}`)
    expect(await list(visitor)).toHaveLength(1)
    const elsewhere = shop.visitor('wa')
    await elsewhere.signIn(email, memberPassword)
    expect(await list(elsewhere)).toEqual([])
  })
})

describe('invoices', () => {
  test('list purchases and payments, ten per page, for their owner only [ACCT-12] [ACCT-13]', async () => {
    const { visitor } = await member()
    const none = (await visitor.get('/api/account/order/invoiced')).json()
    expect(none).toEqual({ items: [], page: 0, pageSize: 10, totalCount: 0 })
    const webOrderId = await buy(visitor)
    type List = {
      items: { id: string; webOrderId: string; invoiceNumber: string; total: number }[]
      totalCount: number
    }
    const { items, totalCount } = (await visitor.get('/api/account/order/invoiced')).json<List>()
    expect([totalCount, items[0]?.webOrderId]).toEqual([1, webOrderId])
    const invoice = (await visitor.get(`/api/account/order/invoiced/${items[0]?.id ?? ''}`)).json<{
      total: number
      gst: number
      amountPaid: number
      balance: number
      lines: { sku: string; qty: number }[]
      payments: { method: string; amount: number }[]
    }>()
    expect(invoice).toMatchObject({
      balance: 0,
      amountPaid: invoice.total,
      payments: [{ method: 'Card', amount: invoice.total }],
    })
    expect(invoice.gst).toBe(Math.round((invoice.total * 100) / 11) / 100)
    expect(invoice.lines.map(({ sku, qty }) => [sku, qty])).toEqual([['FR-1', 1]])
    expect((await visitor.get('/api/account/order/invoiced?page=7')).json()).toMatchObject({ items: [], page: 7 })
    for (const page of ['-1', 'x', '1.5']) {
      expect((await visitor.get(`/api/account/order/invoiced?page=${page}`)).status).toBe(400)
    }
    expect((await visitor.get('/api/account/orders')).json()).toMatchObject({ orders: [{ webOrderId, state: 'paid' }] })
    const stranger = (await member()).visitor
    const theirs = await stranger.get(`/api/account/order/invoiced/${items[0]?.id ?? ''}`)
    expect([theirs.status, theirs.json<{ errors: { message: string }[] }>().errors[0]?.message]).toEqual([
      404,
      'Invoice not found.',
    ])
    expect((await stranger.get('/api/account/orders')).json()).toMatchObject({ orders: [], totalCount: 0 })
  })

  test('are paged by ten, newest first, with status and balance due', async () => {
    const { visitor } = await member()
    for (let times = 0; times < 11; times++) {
      shop.clock.advance(1_000)
      await buy(visitor)
    }
    type List = {
      orders: { id: string; webOrderId: string; standingText: string; balance: number }[]
      totalCount: number
    }
    const page = async (at: number) => (await visitor.get(`/api/account/orders?page=${at}`)).json<List>()
    const [first, second] = [await page(0), await page(1)]
    expect([first.orders.length, second.orders.length, first.totalCount]).toEqual([10, 1, 11])
    const numbers = [...first.orders, ...second.orders].map((one) => one.webOrderId)
    expect(numbers).toEqual(numbers.toSorted().toReversed())
    expect(first.orders[0]).toMatchObject({ standingText: 'Paid', balance: 0 })
    expect((await page(2)).orders).toEqual([])
    for (const bad of ['-1', 'x', '1.5'])
      expect((await visitor.get(`/api/account/orders?page=${bad}`)).status).toBe(400)
    // An order of the account is its page's as well, and nobody else's.
    const id = first.orders[0]?.id ?? ''
    expect((await visitor.get(`/api/orders/${id}`)).status).toBe(200)
    expect((await (await member()).visitor.get(`/api/orders/${id}`)).status).toBe(404)
    expect((await shop.visitor().get(`/api/orders/${id}/invoice.pdf`)).status).toBe(404)
    const pdf = await visitor.get(`/api/orders/${id}/invoice.pdf`)
    expect([pdf.status, pdf.headers['content-type'], pdf.headers['cache-control']]).toEqual([
      200,
      'application/pdf',
      'private, no-store',
    ])
    const cancelled = await visitor.post(
      `/api/orders/${id}/cancel`,
      { lines: null },
      { headers: { 'idempotency-key': 'k'.repeat(16) } },
    )
    expect(cancelled.status).toBe(200)
    expect((await page(0)).orders[0]).toMatchObject({ standingText: 'Refunded' })
    const invoiced = (await visitor.get('/api/account/order/invoiced')).json<{ items: { status: string }[] }>()
    expect(invoiced.items.slice(0, 2).map((one) => one.status)).toEqual(['Refunded', 'Invoiced'])
  })

  test('placed by a guest appear in the account once its email is confirmed', async () => {
    const guest = shop.visitor()
    await guest.add('FR-1')
    const { visitor, email } = await member()
    const order = await guest.order({ card: await shop.card() })
    const done = await guest.submit({ ...order, email })
    const { webOrderId } = done.json<{ webOrderId: string }>()
    const orders = async () =>
      (await visitor.get('/api/account/orders')).json<{ orders: { webOrderId: string }[] }>().orders
    expect(await orders()).toEqual([])
    const [link] = await shop.services.identity.provider.mailFor({ kind: 'confirm', app: 'aol', email })
    await visitor.identity('GET', `/api/account/confirmemail/${link?.mail.token ?? ''}`)
    expect((await orders()).map((one) => one.webOrderId)).toEqual([webOrderId])
  })
})

describe('at login', () => {
  test('the guest’s cart becomes the member’s or is merged into theirs, and stays with the account at logout', async () => {
    const guest = shop.visitor()
    await guest.add('FR-1')
    const before = guest.cookies.get('cart')
    const { email } = await member('aol', guest)
    expect(guest.cookies.get('cart')).not.toBe(before)
    expect((await guest.cart()).products.map((line) => [line.sku, line.quantity])).toEqual([['FR-1', 1]])
    const other = shop.visitor()
    await other.add('FR-1', 2)
    await other.signIn(email, memberPassword)
    expect((await other.cart()).products.map((line) => [line.sku, line.quantity])).toEqual([['FR-1', 3]])
    await other.post('/api/session/end')
    other.token = null
    expect((await other.cart()).products).toEqual([])
    await other.signIn(email, memberPassword)
    expect((await other.cart()).products).toHaveLength(1)
  })

  test('the checkout is prefilled with address and phone; a trade customer cannot change them', async () => {
    const { visitor, email } = await member()
    await save(visitor)
    await visitor.add('FR-1')
    const view = async () => (await visitor.get('/api/checkout')).json<{ customer: Record<string, unknown> }>().customer
    expect(await view()).toMatchObject({
      email,
      phone: '0412345678',
      locked: false,
      shippingAddress: { address: '12 Harbour Street', suburb: 'Sydney' },
    })
    await shop.database.db.updateTable('account').set({ role: 'trade' }).where('email', '=', email).execute()
    expect(await view()).toMatchObject({ email, locked: true })
  })

  test('the checkout is prefilled with the name even without an address, and the newsletter choice is one setting everywhere', async () => {
    const { visitor } = await member()
    await visitor.add('FR-1')
    const view = async () => (await visitor.get('/api/checkout')).json<{ customer: Record<string, unknown> }>().customer
    expect(await view()).toMatchObject({
      firstName: 'Ana',
      lastName: 'Botha',
      shippingAddress: null,
      newsletter: false,
    })
    const chosen = async () => (await visitor.get('/api/account/privacy')).json()
    const order = await visitor.order({ card: await shop.card() })
    // A refused order chooses nothing.
    expect((await visitor.submit({ ...order, newsletter: true, email: 'nobody' })).status).toBe(400)
    expect(await chosen()).toMatchObject({ newsletter: false })
    expect((await visitor.submit({ ...order, newsletter: true })).status).toBe(200)
    expect(await chosen()).toEqual({ newsletter: true, careReminders: true })
    const off = await visitor.send('PATCH', '/api/account/privacy', { body: { newsletter: false } })
    expect(off.json()).toEqual({ newsletter: false, careReminders: true })
    expect((await visitor.get('/api/account')).json()).toMatchObject({ newsletter: false })
  })

  test('an app that hides prices from guests sells to members', async () => {
    const add = (visitor: Visitor) => visitor.post('/api/cart/product/', { sku: 'FR-1', quantity: 1 })
    expect((await add(shop.visitor('aoc'))).json()).toMatchObject({ errors: [{ code: 'login_required' }] })
    const { visitor } = await member('aoc')
    expect((await add(visitor)).status).toBe(200)
  })

  test('members of such an app get prices from the API, never in a cached page', async () => {
    const uri = shop.services.catalogue.productBySku('FR-1')?.uri ?? ''
    const ask = (visitor: Visitor) => visitor.get(`/api/account/prices?uri=${uri}&uri=nothing&uri=${uri}`)
    expect((await ask(shop.visitor('aoc'))).status).toBe(401)
    const { visitor } = await member('aoc')
    const answer = await ask(visitor)
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.json()).toEqual({
      prices: [
        {
          uri,
          sku: 'FR-1',
          title: 'French door fridge 600 L',
          canBeBought: true,
          price: 2499.95,
          rrp: null,
          lineDiscount: 0,
          altPriceMsg: null,
          volumePrices: [],
        },
      ],
    })
    const many = await visitor.get(
      `/api/account/prices?${new URLSearchParams(Array.from({ length: 201 }, () => ['uri', 'x']))}`,
    )
    expect(many.status).toBe(400)
  })
})
