import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { places } from '../../testing/catalogue.ts'
import { brandOf } from '../../brands/brands.ts'
import { anyDemo } from '../../modules/events/events.ts'
import { days, minutes } from '../../platform/clock.ts'
import { allRows } from '../../testing/shop/rows.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'
import { sendCareMail, sendIdentityMails } from '../../composition/jobs.server.ts'
import type { CareMailOrder } from '../../modules/account/care-mails.ts'

/** What somebody owns, what they are sent, their copy of their data, and their leaving. */

let shop: TestShop
const password = 'a long fridge 42'
const offers = ['wa', 'aol'].map((app) => ({ app: app as 'wa' | 'aol', price: 100_00 }))

beforeAll(async () => {
  shop = await openTestShop({
    moreProducts: {
      owned: {
        sku: 'FD-1',
        title: 'French door fridge with ice',
        brand: 'Nordhaus',
        categoryUri: 'kitchen/fridges/french-door-fridges',
        offers,
        stock: { '2000': { quantity: 50 } },
        attributes: { warranty_years: 2 },
        documents: [{ title: 'User manual', url: 'https://maker.example/manual.pdf', sizeKb: 900 }],
      },
      filter: {
        sku: 'WF-1',
        title: 'Fridge Water Filter',
        brand: 'Nordhaus',
        categoryUri: 'accessories/kitchen-accessories',
        offers,
        stock: { '2000': { quantity: 50 } },
        attributes: { fits: ['French door fridges', 'Side by side fridges'] },
      },
      kit: {
        sku: 'AK-1',
        title: 'A plumbing kit',
        brand: 'Nordhaus',
        categoryUri: 'accessories/kitchen-accessories',
        offers,
        stock: { '2000': { quantity: 50 } },
        attributes: { fits: ['French door fridges'] },
      },
      other: {
        sku: 'TR-1',
        title: 'A tray',
        brand: 'Nordhaus',
        categoryUri: 'accessories/kitchen-accessories',
        offers,
        stock: { '2000': { quantity: 50 } },
        attributes: { fits: ['Built-in ovens'] },
      },
    },
  })
  const category = shop.database.db.updateTable('category').set({ title: 'French Door Fridges' })
  await category.where('uri', '=', 'kitchen/fridges/french-door-fridges').execute()
})
afterAll(() => shop.close())

let count = 0
async function member({ isConfirmed = true } = {}): Promise<{ visitor: Visitor; email: string; userId: string }> {
  const email = `private${++count}@shopper.example`
  const visitor = shop.visitor()
  const body = {
    email,
    password,
    firstName: 'Zelda',
    lastName: 'Quist',
    phone: '0412 345 678',
    clientId: 'storefront-aol',
    ABN: '',
  }
  await visitor.identity('POST', '/api/account/register', { body })
  if (isConfirmed)
    await shop.database.db
      .updateTable('account')
      .set({ email_confirmed_at: shop.clock.now() })
      .where('email', '=', email)
      .execute()
  await visitor.signIn(email, password)
  const { userId } = (await visitor.get('/api/account')).json<{ userId: string }>()
  return { visitor, email, userId }
}

async function buy(visitor: Visitor, sku: string, more: object = {}): Promise<void> {
  await visitor.add(sku)
  const done = await visitor.submit({ ...(await visitor.order({ card: await shop.card() })), ...more })
  expect(done.status).toBe(200)
}

type Owned = {
  orderId: string
  sku: string
  since: string
  parts: { sku: string }[]
  filter: { sku: string; dueOn: string } | null
}
const owned = async (visitor: Visitor) => (await visitor.get('/api/account/owned')).json<{ owned: Owned[] }>().owned

describe('what one owns', () => {
  test('comes from one’s orders, with papers, warranty, fitting parts and the next filter', async () => {
    const { visitor } = await member()
    expect(await owned(visitor)).toEqual([])
    await visitor.add('WF-1')
    await buy(visitor, 'FD-1')
    const [one, ...more] = await owned(visitor)
    // The filter itself is no appliance.
    expect(more).toEqual([])
    const since = one?.since ?? ''
    expect(since > '2026-11-24').toBe(true)
    expect(one).toMatchObject({
      sku: 'FD-1',
      title: 'French door fridge with ice',
      quantity: 1,
      warranty: { years: 2, endsOn: since.replace('2026', '2028'), isOver: false },
      manuals: [{ title: 'User manual', url: 'https://maker.example/manual.pdf' }],
      filter: { sku: 'WF-1', title: 'Fridge Water Filter' },
    })
    expect(one?.parts.map(({ sku }) => sku)).toEqual(['WF-1', 'AK-1'])
    expect(one?.filter?.dueOn.startsWith('2027-05')).toBe(true)
    // Somebody else's, and another shop's, are not there.
    expect(await owned((await member()).visitor)).toEqual([])
  })

  test('a reminder goes out when a filter is due, once, to who wants it', async () => {
    const { visitor, email, userId } = await member()
    await buy(visitor, 'FD-1')
    const { visitor: quiet, userId: quietId } = await member()
    await buy(quiet, 'FD-1')
    const chosen = await quiet.send('PATCH', '/api/account/privacy', { body: { careReminders: false } })
    // News was ticked at the checkout.
    expect(chosen.json()).toEqual({ newsletter: true, careReminders: false })
    const [one] = await owned(visitor)
    const reminders = () =>
      shop.database.db.selectFrom('owned_reminder').selectAll().where('account_id', 'in', [userId, quietId]).execute()
    await shop.services.account.ownedProducts.remind()
    expect(await reminders()).toEqual([])
    await shop.advance(days(190))
    await Promise.all([shop.services.account.ownedProducts.remind(), shop.services.account.ownedProducts.remind()])
    await shop.services.account.ownedProducts.remind()
    const sent = await reminders()
    expect(sent.map((row) => [row.account_id, row.sku, row.due_on])).toEqual([[userId, 'FD-1', one?.filter?.dueOn]])

    const order: CareMailOrder = {
      app: 'aol',
      accountId: userId,
      orderId: one?.orderId ?? '',
      sku: 'FD-1',
      dueOn: one?.filter?.dueOn ?? '',
    }
    await sendCareMail(shop.services, shop.config, order)
    await sendCareMail(shop.services, shop.config, order)
    const mails = (await shop.services.mail.newest(50)).filter(
      (mail) => mail.recipient === email && mail.id.startsWith('care-'),
    )
    expect(mails.map((mail) => mail.subject)).toEqual(['Time for a new filter: Nordhaus French door fridge with ice'])
    expect(mails[0]?.plain).toContain('This one fits: Fridge Water Filter.')
    // Its link ends them without a login.
    const [, token = ''] = /no-reminders\/([\w.-]+)/.exec(mails[0]?.html ?? '') ?? []
    expect(await shop.services.account.personalData.stopReminders(token.replace(/.$/, 'x'))).toBe(false)
    expect(await shop.services.account.personalData.stopReminders(`${quietId}.${token.split('.')[1]}`)).toBe(false)
    expect(await shop.services.account.personalData.stopReminders(token)).toBe(true)
    expect(await shop.services.account.ownedProducts.mailFor(order)).toBeNull()
    // So late it says nothing any more.
    await shop.advance(days(30))
    await shop.services.account.ownedProducts.remind()
    expect(await reminders()).toHaveLength(1)
  })
})

/** What a salesperson has noted of a customer; its id. */
async function project(email: string): Promise<string> {
  const id = crypto.randomUUID()
  const [created_at, updated_at] = [shop.clock.now(), shop.clock.now()]
  const made = { id, app: 'aol', currency: 'AUD', name: `Kitchen of ${email}`, customer_name: 'Zelda Quist', customer_email: email, customer_phone: '0412 345 678', status: 'Won' } as const // prettier-ignore
  await shop.database.db
    .insertInto('staff_project')
    .values({ ...made, created_at, updated_at })
    .execute()
  return id
}

async function priceMatch(email: string): Promise<void> {
  const product_id = shop.services.catalogue.productBySku('FD-1')?.id ?? 0
  const requested = { app: 'aol', product_id, own_cents: 100_00, competitor: 'Other', competitor_url: 'https://other.example/p', competitor_cents: 90_00, postcode: '3000' } as const // prettier-ignore
  await shop.database.db
    .insertInto('price_match')
    .values({ ...requested, reference: 'M10000001', name: 'Zelda Quist', email, asked_at: shop.clock.now() })
    .execute()
}

/** Has booked seats at one cooking demo and waits for another; the id of the first. */
async function bookedDemo(email: string): Promise<string> {
  const { events: cookingDemos } = shop.services
  const wa = brandOf('wa')
  const startsAt = new Date(shop.clock.now().getTime() + days(30))
  const common = {
    storeUri: 'newtown', summary: '', description: '', brand: '', presenter: null, cookingDemoType: 2, cookingDemoSubEventType: 0, startsAt,
    endsAt: new Date(startsAt.getTime() + 3_600_000), priceCents: 0, imageUrl: null, capacity: 4, maxGuests: 4, isBookedByStore: false, skus: [], isDemo: false,
  } as const // prettier-ignore
  await cookingDemos.add([
    { ...common, title: 'Bread', seatsTaken: 0 },
    { ...common, title: 'Full', seatsTaken: 4 },
  ])
  const { items } = await cookingDemos.list(wa, { ...anyDemo, sortDirection: 2 }, 2)
  const idOf = (required: string) => items.find(({ title }) => title === required)?.id ?? ''
  const typed = { firstName: 'Zelda', lastName: 'Quist', email, phone: '0412 345 678', guests: '2' }
  const booked = await cookingDemos.book(wa, { cookingDemoId: idOf('Bread'), typed: { ...typed, dietaryRequirements: 'No nuts' } }) // prettier-ignore
  const waits = await cookingDemos.wait(wa, { cookingDemoId: idOf('Full'), typed: { ...typed, message: 'Please' } })
  expect([booked.ok, waits.ok]).toEqual([true, true])
  return idOf('Bread')
}

describe('a copy of one’s data', () => {
  test('has everything that is held, nothing of others, and no secret', async () => {
    const { visitor, email, userId } = await member()
    await buy(visitor, 'FD-1')
    await visitor.post('/api/account/order/addresses/save', {
      firstName: 'Zelda', lastName: 'Quist', address: '99 Hidden Lane', suburb: 'Sydney', state: 'NSW', postcode: '2000', country: 'AU',
    }) // prettier-ignore
    await visitor.post('/api/geo/setlocation', { localityId: places.melbourne.id })
    for (const sku of ['TR-1', 'AK-1']) await visitor.post('/api/compare/product/', { sku })
    const demo = await bookedDemo(email)
    const stranger = await member()
    await stranger.visitor.post('/api/geo/setlocation', { localityId: places.orange.id })
    const copy = await visitor.get('/api/account/data')
    expect(copy.headers['content-disposition']).toBe('attachment; filename="my-data.json"')
    expect(copy.headers['cache-control']).toBe('private, no-store')
    const held = copy.json<Record<string, unknown>>()
    expect(Object.keys(held)).toEqual([
      'made at', 'addresses', 'Deals Club', 'orders', 'carts', 'delivery locations', 'compare lists', 'reviews and questions', 'messages to our experts', 'news by mail', 'consents to news and offers', 'cooking demos', 'price match requests', 'projects of our salespeople', 'products you want to hear about', 'mails', 'account',
    ]) // prettier-ignore
    expect(held).toMatchObject({
      account: { email, firstName: 'Zelda', signIns: [{ client: 'storefront-aol' }] },
      addresses: [{ address: '99 Hidden Lane' }],
      orders: [{ order: { lines: [{ sku: 'FD-1' }] } }],
      'delivery locations': [{ app: 'aol', suburb: 'Melbourne', postcode: '3000', state: 'VIC', country: 'AU' }],
      'compare lists': [{ app: 'aol', skus: ['TR-1', 'AK-1'] }],
      'cooking demos': {
        bookings: [{ title: 'Bread', guests: 2, dietaryRequirements: 'No nuts' }],
        waiting: [{ title: 'Full', message: 'Please' }],
      },
    })
    expect(demo).not.toBe('')
    expect(copy.text).not.toContain(stranger.email)
    expect(copy.text).not.toMatch(/argon2|secret|hash/i)
    expect(copy.text).not.toContain(visitor.cookies.get('idsession'))
    await shop.advance(minutes(6))
    expect((await visitor.get('/api/account/data')).json()).toMatchObject({
      errors: [{ code: 'fresh_login_required', message: 'Please confirm that it is you.' }],
    })
    expect(userId).not.toBe('')
  })

  test('shows what was left under an address to whoever has confirmed it only', async () => {
    const { visitor, email } = await member({ isConfirmed: false })
    const productId = shop.services.catalogue.productBySku('FD-1')?.id ?? 0
    await shop.database.db
      .insertInto('review')
      .values({ product_id: productId, app: 'aol', rating: 5, title: 'Cold', body: 'Very cold', author: 'Zelda', email, status: 'approved', written_at: shop.clock.now(), decided_at: shop.clock.now() })
      .execute() // prettier-ignore
    expect((await visitor.get('/api/account/data')).json()).toMatchObject({ 'reviews and questions': { reviews: [] } })
    await shop.database.db
      .updateTable('account')
      .set({ email_confirmed_at: shop.clock.now() })
      .where('email', '=', email)
      .execute()
    expect((await visitor.get('/api/account/data')).json()).toMatchObject({
      'reviews and questions': { reviews: [{ text: 'Very cold' }] },
    })
  })
})

describe('closing an account', () => {
  const close = (visitor: Visitor, email: string) => visitor.post('/api/account/close', { email })

  test('asks for a fresh login and for the address, and changes nothing without them', async () => {
    const { visitor, email } = await member()
    expect((await close(visitor, 'other@shopper.example')).json()).toMatchObject({
      errors: [{ field: 'email', message: 'Please enter the email address of this account' }],
    })
    await shop.advance(minutes(6))
    expect((await close(visitor, email)).status).toBe(403)
    expect((await close(shop.visitor(), email)).status).toBe(401)
    expect((await visitor.get('/api/account')).status).toBe(200)
  })

  test('leaves nothing of the person but the orders, ends every sign-in, and says so', async () => {
    const { visitor, email } = await member()
    const elsewhere = shop.visitor('wa')
    await elsewhere.signIn(email, password)
    await buy(visitor, 'FD-1', { email })
    await visitor.add('LAMP-1')
    await visitor.post('/api/geo/setlocation', { localityId: places.melbourne.id })
    await visitor.post('/api/compare/product/', { sku: 'LAMP-1' })
    const question = {
      name: 'Zelda Quist',
      email,
      phone: null,
      postcode: null,
      topic: 'Other',
      orderNumber: null,
      message: 'Why?',
    }
    expect((await visitor.post('/api/contact', question)).status).toBe(201)
    const demoId = await bookedDemo(email)
    await sendIdentityMails(shop.services, shop.config, { kind: 'password-changed', app: 'aol', email })
    const projectId = await project(email)
    await priceMatch(email)
    const productId = shop.services.catalogue.productBySku('FD-1')?.id ?? 0
    for (const body of ['Cold', 'Colder'])
      await shop.database.db
        .insertInto('review')
        .values({ product_id: productId, app: 'aol', rating: 5, title: 'Cold', body, author: 'Zelda', email, status: 'approved', written_at: shop.clock.now(), decided_at: shop.clock.now() })
        .execute() // prettier-ignore
    expect((await close(visitor, ` ${email.toUpperCase()} `)).status).toBe(200)
    expect([(await visitor.get('/api/account')).status, (await elsewhere.get('/api/account')).status]).toEqual([
      401, 401,
    ])
    expect((await shop.visitor().postLogin({ email, password })).headers.location).toContain('error=invalid')

    expect((await visitor.get('/api/geo')).json()).toMatchObject({ localityId: null })
    const left = [...(await allRows(shop.database))].filter(([, rows]) => rows.some((row) => row.includes(email)))
    // An order and how it was paid are kept by law; the gateway is asked about by the attempt.
    expect(left.map(([table]) => table).toSorted()).toEqual(['public.customer_order', 'public.payment_attempt'])
    expect((await shop.services.events.detail(brandOf('wa'), demoId))?.seatsRemaining).toBe(4)
    const reviews = await shop.database.db
      .selectFrom('review')
      .select(['author', 'email'])
      .where('body', 'in', ['Cold', 'Colder'])
      .execute()
    expect(reviews.map((row) => row.author)).toEqual(['A customer', 'A customer'])
    const stored = await shop.database.db.selectFrom('staff_project').selectAll().where('id', '=', projectId).execute()
    expect(stored).toMatchObject([
      { name: 'Closed account', customer_name: '', customer_email: null, customer_phone: null, status: 'Won' },
    ])

    const [order] = await shop.services.identity.provider.mailFor({
      kind: 'closed',
      app: 'aol',
      email,
      firstName: 'Zelda',
    })
    expect(order?.mail).toMatchObject({ to: email, firstName: 'Zelda' })
    // The address is free again, for a new account with nothing in it.
    const again = shop.visitor()
    const body = {
      email,
      password,
      firstName: 'New',
      lastName: 'Quist',
      phone: '0412 345 678',
      clientId: 'storefront-aol',
      ABN: '',
    }
    expect((await again.identity('POST', '/api/account/register', { body })).status).toBe(200)
    await again.signIn(email, password)
    expect((await again.get('/api/account/orders')).json()).toMatchObject({ orders: [], page: 0 })
  })

  test('is done once, by however many at a time', async () => {
    const { visitor, email } = await member()
    const both = await Promise.all([close(visitor, email), close(visitor, email)])
    expect(both.filter((one) => one.status === 200)).toHaveLength(1)
    const jobs = (await allRows(shop.database, { withJobs: true })).get('pgboss.job_common') ?? []
    const all = [...(await allRows(shop.database, { withJobs: true }))].flatMap(([, rows]) => rows)
    expect(all.filter((row) => row.includes('closed') && row.includes(email)).length).toBeGreaterThanOrEqual(1)
    expect(jobs.filter((row) => row.includes('"closed"') && row.includes(email)).length).toBeLessThanOrEqual(1)
  })

  test.each([
    ['staff', { role: 'administrator', winning_user_id: 'W1' }, 'Accounts of staff are closed by the company.'],
    [
      'trade customers with credit',
      { role: 'trade', has_approved_credit: true },
      'Accounts with credit are closed by our team. Please call us.',
    ],
  ])('is not for %s', async (_who, more, message) => {
    const { visitor, email } = await member()
    await shop.database.db.updateTable('account').set(more).where('email', '=', email).execute()
    await visitor.signIn(email, password)
    expect((await close(visitor, email)).json()).toMatchObject({ errors: [{ message }] })
    expect((await visitor.get('/api/account')).status).toBe(200)
  })
})
