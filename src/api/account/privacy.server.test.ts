import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { places } from '../../testing/catalogue.ts'
import { brandOf } from '../../brands/brands.ts'
import { anyDemo } from '../../modules/events/events.ts'
import { days, minutes } from '../../platform/clock.ts'
import { allRows } from '../../testing/shop/rows.ts'
import type { TestShop } from '../../testing/shop.server.ts'
import { memberPassword } from '../../testing/members.ts'
import { buy, openFridgeShop, openOwner } from '../../testing/owners.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'
import { sendIdentityMails } from '../../composition/jobs.server.ts'

/** A customer's copy of their data, and the closing of their account. */

let shop: TestShop
beforeAll(async () => {
  shop = await openFridgeShop()
})
afterAll(() => shop.close())
const member = (how?: { isConfirmed: boolean }) => openOwner(shop, how)

/** What a salesperson has noted of a customer; its id. */
async function project(email: string): Promise<string> {
  const id = crypto.randomUUID()
  const [created_at, updated_at] = [shop.clock.now(), shop.clock.now()]
  const made = {
    id,
    app: 'aol',
    currency: 'AUD',
    name: `Kitchen of ${email}`,
    customer_name: 'Zelda Quist',
    customer_email: email,
    customer_phone: '0412 345 678',
    status: 'Won',
  } as const
  await shop.database.db
    .insertInto('staff_project')
    .values({ ...made, created_at, updated_at })
    .execute()
  return id
}

async function priceMatch(email: string): Promise<void> {
  const product_id = shop.services.catalogue.productBySku('FD-1')?.id ?? 0
  const requested = {
    app: 'aol',
    product_id,
    own_cents: 100_00,
    competitor: 'Other',
    competitor_url: 'https://other.example/p',
    competitor_cents: 90_00,
    postcode: '3000',
  } as const
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
    storeUri: 'newtown',
    summary: '',
    description: '',
    brand: '',
    presenter: null,
    cookingDemoType: 2,
    cookingDemoSubEventType: 0,
    startsAt,
    endsAt: new Date(startsAt.getTime() + 3_600_000),
    priceCents: 0,
    imageUrl: null,
    capacity: 4,
    maxGuests: 4,
    isBookedByStore: false,
    skus: [],
    isDemo: false,
  } as const
  await cookingDemos.add([
    { ...common, title: 'Bread', seatsTaken: 0 },
    { ...common, title: 'Full', seatsTaken: 4 },
  ])
  const { items } = await cookingDemos.list(wa, { ...anyDemo, sortDirection: 2 }, 2)
  const idOf = (required: string) => items.find(({ title }) => title === required)?.id ?? ''
  const typed = { firstName: 'Zelda', lastName: 'Quist', email, phone: '0412 345 678', guests: '2' }
  const booked = await cookingDemos.book(wa, {
    cookingDemoId: idOf('Bread'),
    typed: { ...typed, dietaryRequirements: 'No nuts' },
  })
  const waits = await cookingDemos.wait(wa, { cookingDemoId: idOf('Full'), typed: { ...typed, message: 'Please' } })
  expect([booked.ok, waits.ok]).toEqual([true, true])
  return idOf('Bread')
}

describe('the data export', () => {
  test('has all data held about the account, none of others, and no secrets', async () => {
    const { visitor, email, userId } = await member()
    await buy(shop, visitor, 'FD-1')
    await visitor.post('/api/account/order/addresses/save', {
      firstName: 'Zelda',
      lastName: 'Quist',
      address: '99 Hidden Lane',
      suburb: 'Sydney',
      state: 'NSW',
      postcode: '2000',
      country: 'AU',
    })
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
      'made at',
      'addresses',
      'saved cards',
      'Deals Club',
      'orders',
      'carts',
      'delivery locations',
      'compare lists',
      'wish lists',
      'reviews and questions',
      'messages to our experts',
      'news by mail',
      'consents to news and offers',
      'cooking demos',
      'price match requests',
      'projects of our salespeople',
      'products you want to hear about',
      'mails',
      'account',
    ])
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

  test('includes data left under an email address only once that address is confirmed', async () => {
    const { visitor, email } = await member({ isConfirmed: false })
    const productId = shop.services.catalogue.productBySku('FD-1')?.id ?? 0
    await shop.database.db
      .insertInto('review')
      .values({
        product_id: productId,
        app: 'aol',
        rating: 5,
        title: 'Cold',
        body: 'Very cold',
        author: 'Zelda',
        email,
        status: 'approved',
        written_at: shop.clock.now(),
        decided_at: shop.clock.now(),
      })
      .execute()
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

  test('requires a recent login and the email address, and changes nothing without them', async () => {
    const { visitor, email } = await member()
    expect((await close(visitor, 'other@shopper.example')).json()).toMatchObject({
      errors: [{ field: 'email', message: 'Please enter the email address of this account' }],
    })
    await shop.advance(minutes(6))
    expect((await close(visitor, email)).status).toBe(403)
    expect((await close(shop.visitor(), email)).status).toBe(401)
    expect((await visitor.get('/api/account')).status).toBe(200)
  })

  test('deletes all personal data except orders, ends every session, and says so', async () => {
    const { visitor, email } = await member()
    const elsewhere = shop.visitor('wa')
    await elsewhere.signIn(email, memberPassword)
    await buy(shop, visitor, 'FD-1', { email })
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
        .values({
          product_id: productId,
          app: 'aol',
          rating: 5,
          title: 'Cold',
          body,
          author: 'Zelda',
          email,
          status: 'approved',
          written_at: shop.clock.now(),
          decided_at: shop.clock.now(),
        })
        .execute()
    const { id: accountId } = await shop.database.db
      .selectFrom('account')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect((await close(visitor, ` ${email.toUpperCase()} `)).status).toBe(200)
    // For the operator who restores a backup from before: by its id alone.
    const line = shop.logged.find((one) => one.includes('an account was closed')) ?? ''
    expect(JSON.parse(line)).toEqual({
      level: 'info',
      time: expect.any(String),
      closedAccountId: accountId,
      msg: 'an account was closed',
    })
    expect([(await visitor.get('/api/account')).status, (await elsewhere.get('/api/account')).status]).toEqual([
      401, 401,
    ])
    expect((await shop.visitor().postLogin({ email, password: memberPassword })).headers.location).toContain(
      'error=invalid',
    )

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
      password: memberPassword,
      firstName: 'New',
      lastName: 'Quist',
      phone: '0412 345 678',
      clientId: 'storefront-aol',
      ABN: '',
    }
    expect((await again.identity('POST', '/api/account/register', { body })).status).toBe(200)
    await again.signIn(email, memberPassword)
    expect((await again.get('/api/account/orders')).json()).toMatchObject({ orders: [], page: 0 })
  })

  test('happens once, even with concurrent requests', async () => {
    const { visitor, email } = await member()
    const both = await Promise.all([close(visitor, email), close(visitor, email)])
    expect(both.filter((one) => one.status === 200)).toHaveLength(1)
    const jobs = (await allRows(shop.database, { withJobs: true })).get('pgboss.job_common') ?? []
    const all = [...(await allRows(shop.database, { withJobs: true }))].flatMap(([, rows]) => rows)
    expect(all.filter((row) => row.includes('closed') && row.includes(email)).length).toBeGreaterThanOrEqual(1)
    expect(jobs.filter((row) => row.includes('"closed"') && row.includes(email)).length).toBeLessThanOrEqual(1)
  })

  test.each([
    ['staff', { role: 'administrator', winning_user_id: 'W1' }, 'Staff accounts can only be closed by the company.'],
    [
      'trade customers with credit',
      { role: 'trade', has_approved_credit: true },
      'Only our team can close an account with credit. Please call us.',
    ],
  ])('is refused for %s', async (_who, more, message) => {
    const { visitor, email } = await member()
    await shop.database.db.updateTable('account').set(more).where('email', '=', email).execute()
    await visitor.signIn(email, memberPassword)
    expect((await close(visitor, email)).json()).toMatchObject({ errors: [{ message }] })
    expect((await visitor.get('/api/account')).status).toBe(200)
  })
})
