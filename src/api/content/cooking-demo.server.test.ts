import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brandAtExample } from '../../testing/brand.ts'
import { brandOf } from '../../brands/brands.ts'
import type { NewCookingDemo, CookingDemoDetail, CookingDemoList } from '../../modules/events/events.ts'
import type { DemoMailOrder } from '../../modules/events/demo-mails.ts'
import { demoMail } from '../../modules/events/mail/demo-mail.tsx'
import { demoJsonLd } from '../../modules/events/json-ld.ts'
import { hours } from '../../platform/clock.ts'
import { databaseEngines } from '../../testing/database.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'

/** Cooking demos over HTTP. It is 11 am on Tuesday 24 November 2026 in Sydney. */

const session = (startsAt: string, more: Partial<NewCookingDemo> = {}): NewCookingDemo => ({
  storeUri: 'newtown',
  title: 'Bread',
  summary: 'From flour to crust.',
  description: '<p>Two hours.</p><script>alert(1)</script>',
  brand: 'Miele',
  presenter: 'A. Baker',
  cookingDemoType: 2,
  cookingDemoSubEventType: 0,
  startsAt: new Date(startsAt),
  endsAt: new Date(Date.parse(startsAt) + hours(2)),
  priceCents: 25_50,
  imageUrl: '/media/showroom.svg',
  capacity: 10,
  seatsTaken: 0,
  maxGuests: 4,
  isBookedByStore: false,
  skus: ['FR-1', 'GONE-1'],
  isDemo: false,
  ...more,
})

const person = { firstName: 'Ana', lastName: 'Botha', email: 'ana@example.com', phone: '0412 345 678', guests: 2 }
const booking = { ...person, orderNumber: null, dietaryRequirements: null, newsletter: false }

describe.each(await databaseEngines())('on $name', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ engine, sandbox: false })
  })
  afterAll(async () => shop.close())

  const list = async (query: string, app: 'wa' | 'aol' = 'wa') =>
    shop.visitor(app).get(`/api/v2/cookingdemo${query === '' ? '' : `?${query}`}`)
  const titles = async (query: string) => (await list(query)).json<CookingDemoList>().items.map(({ title }) => title)
  const messages = (answer: { json<T>(): T }) =>
    answer
      .json<{ errors: { field: string | null; message: string }[] }>()
      .errors.map(({ field, message }) => [field, message])
  /** A demo of its own; its id. */
  async function demo(more: Partial<NewCookingDemo> = {}, startsAt = '2027-02-01T00:00:00Z'): Promise<string> {
    const title = `Session ${++count}`
    await shop.services.events.add([session(startsAt, { title, ...more })])
    const all = (await list('startDate=2026-11-24&recordsPerPage=48&sortDirection=2')).json<CookingDemoList>()
    return all.items.find((one) => one.title === title)?.id ?? expect.fail(`no ${title}`)
  }
  let count = 0
  const detail = async (id: string) =>
    (await shop.visitor('wa').get(`/api/v2/cookingdemo/${id}`)).json<CookingDemoDetail>()
  const book = (cookingDemoId: string, more: object = {}) =>
    shop.visitor('wa').post('/api/v2/cookingdemo/booking', { cookingDemoId, ...booking, ...more })
  const wait = (cookingDemoId: string, more: object = {}) =>
    shop.visitor('wa').post('/api/v2/cookingdemo/wait-list', { cookingDemoId, ...person, message: null, ...more })
  const rsvp = (cookingDemoId: string, more: object) =>
    shop.visitor('wa').post('/api/cookingdemo/rsvp', {
      cookingDemoId,
      bookingReference: null,
      email: person.email,
      attending: true,
      guests: 2,
      ...more,
    })
  const orders = async () => {
    const { rows } = await sql<{ data: DemoMailOrder }>`
      select data from pgboss.job where name = 'cooking-demo-mail' order by created_on`.execute(shop.database.db)
    return rows.map(({ data }) => data)
  }
  const mailsTo = async (email: string) => {
    const made = await Promise.all((await orders()).map((order) => shop.services.events.mailFor(order)))
    return made.flatMap((mail) => (mail?.to === email ? [mail] : []))
  }

  test('the list is filtered by store, brand, type, subtype and days, and sorted by start [DEMO-01] [DEMO-04] [DEMO-06] [DEMO-07] [DEMO-14] [DEMO-15]', async () => {
    await shop.services.events.add([
      session('2026-11-23T20:00:00Z', { title: 'Over' }),
      session('2026-11-24T07:00:00Z', { title: 'Today' }),
      session('2026-11-25T12:30:00Z', { title: 'Tomorrow, late' }),
      session('2026-11-25T13:00:00Z', { title: 'Thursday', brand: 'Nordhaus', cookingDemoType: 0 }),
      session('2026-11-28T00:00:00Z', { title: 'Saturday', storeUri: 'perth', cookingDemoSubEventType: 2 }),
      session('2026-12-01T00:00:00Z', { title: 'Owners', cookingDemoType: 1 }),
    ])
    expect(await titles('')).toEqual(['Today', 'Tomorrow, late'])
    expect(await titles('startDate=2026-11-24')).toEqual(['Today', 'Tomorrow, late', 'Thursday', 'Saturday', 'Owners'])
    expect(await titles('startDate=2026-11-26&endDate=2026-11-26')).toEqual(['Thursday'])
    expect(await titles('endDate=2026-11-26&sortDirection=2')).toEqual(['Thursday', 'Tomorrow, late', 'Today'])
    expect(await titles('endDate=2026-11-26&sortDirection=0')).toEqual(['Today', 'Tomorrow, late', 'Thursday'])
    expect(await titles('endDate=2026-11-26&sortDirection=1')).toEqual(['Today', 'Tomorrow, late', 'Thursday'])
    expect(await titles('storeUri=perth&startDate=')).toEqual(['Saturday'])
    expect(await titles('brand=nordhaus&cookingDemoType=-1')).toEqual(['Thursday'])
    expect(await titles('cookingDemoType=0')).toEqual(['Thursday'])
    expect(await titles('cookingDemoType=1')).toEqual(['Owners'])
    expect(await titles('cookingDemoType=2')).toEqual(['Today', 'Tomorrow, late', 'Saturday'])
    expect(await titles('cookingDemoType=&endDate=2026-11-26')).toEqual(['Today', 'Tomorrow, late', 'Thursday'])
    expect(await titles('cookingDemoSubEventType=2')).toEqual(['Saturday'])
    expect(await titles('brand=Nordhaus&storeUri=perth')).toEqual([])
    // An app without showrooms has none.
    expect((await list('startDate=2026-11-24', 'aol')).json()).toEqual({
      items: [],
      totalCount: 0,
      pageNo: 0,
      recordsPerPage: 12,
    })
  })

  test('a page has twelve, and up to 48 on request [DEMO-02] [DEMO-14]', async () => {
    const days = Array.from({ length: 14 }, (_, at) => session(`2027-03-${String(at + 1).padStart(2, '0')}T00:00:00Z`))
    await shop.services.events.add(days)
    const march = 'startDate=2027-03-01&endDate=2027-03-31'
    const first = (await list(march)).json<CookingDemoList>()
    expect([first.items.length, first.totalCount, first.pageNo, first.recordsPerPage]).toEqual([12, 14, 0, 12])
    const second = (await list(`${march}&pageNo=1`)).json<CookingDemoList>()
    expect([second.items.length, second.totalCount, second.pageNo]).toEqual([2, 14, 1])
    const all = new Set([...first.items, ...second.items].map(({ id }) => id))
    expect(all.size).toBe(14)
    expect((await list(`${march}&recordsPerPage=48`)).json<CookingDemoList>().items).toHaveLength(14)
    const wrong = await list(`${march}&recordsPerPage=49`)
    expect([wrong.status, messages(wrong)]).toEqual([
      400,
      [['recordsPerPage', 'recordsPerPage: must be a whole number from 1 to 48']],
    ])
    const both = await list('startDate=soon&pageNo=x')
    expect([both.status, messages(both)]).toEqual([
      400,
      [
        ['startDate', 'startDate: must be a day like 2026-11-24'],
        ['pageNo', 'pageNo: must be a whole number of at most 10000'],
      ],
    ])
  })

  test('a demo has location, presenter, seats and products; another app does not have it [DEMO-14] [DEMO-16]', async () => {
    const id = await demo({ seatsTaken: 3 })
    const listed = {
      id,
      title: `Session ${count}`,
      summary: 'From flour to crust.',
      storeUri: 'newtown',
      storeName: 'Newtown',
      brand: 'Miele',
      cookingDemoType: 2,
      cookingDemoSubEventType: 0,
      availability: 0,
      startDateTime: '2027-02-01T00:00:00.000Z',
      endDateTime: '2027-02-01T02:00:00.000Z',
      timeZone: 'Australia/Sydney',
      price: 25.5,
      thumbnail: { src: '/media/showroom.svg', alt: '' },
    }
    const february = (await list('startDate=2027-02-01&endDate=2027-02-01')).json<CookingDemoList>()
    expect(february.items).toContainEqual(listed)
    expect(await detail(id)).toEqual({
      ...listed,
      description: '<p>Two hours.</p>',
      presenter: 'A. Baker',
      images: [{ src: '/media/showroom.svg', alt: '' }],
      address: {
        street: '12 Example Street',
        suburb: 'Newtown',
        state: 'NSW',
        postcode: '2042',
        phone: '02 5550 0001',
      },
      capacity: 10,
      seatsRemaining: 7,
      maxGuestsPerBooking: 4,
      products: [{ sku: 'FR-1', title: 'French door fridge 600 L', uri: 'french-door-fridge-600-l' }],
    })
    expect((await shop.visitor('aol').get(`/api/v2/cookingdemo/${id}`)).status).toBe(404)
    for (const none of ['0', 'x', '999999', '1e3'])
      expect([none, (await shop.visitor('wa').get(`/api/v2/cookingdemo/${none}`)).status]).toEqual([none, 404])
  })

  test('a booking takes seats and is mailed with a calendar appointment [DEMO-19]', async () => {
    const id = await demo()
    const answer = await book(id, { dietaryRequirements: 'No nuts' })
    expect(answer.status).toBe(201)
    const { bookingReference, ...rest } = answer.json<{ bookingReference: string }>()
    expect(bookingReference).toMatch(/^D\d{8}$/)
    expect(rest).toEqual({ cookingDemoId: id, guests: 2, status: 'Confirmed' })
    expect((await detail(id)).seatsRemaining).toBe(8)
    const { attendees } = await shop.services.events.people(id)
    expect(attendees).toEqual([
      { ...person, reference: bookingReference, orderNumber: null, dietaryRequirements: 'No nuts', hasSaidYes: false },
    ])

    const [mail, ...others] = await mailsTo('ana@example.com')
    if (mail === undefined) expect.fail('no mail')
    expect(others).toEqual([])
    const made = await demoMail(mail, { brand: brandAtExample('wa'), now: shop.clock.now(), from: undefined })
    expect(made.subject).toBe(`Your seats are booked: Session ${count}`)
    expect(made.plain).toContain(`Your reference is ${bookingReference}`)
    expect(made.plain).toContain('Monday, 1 February 2027, 11:00 AM – 1:00 PM')
    expect(made.plain).toContain('12 Example Street, Newtown NSW 2042')
    expect(made.calendar).toMatchObject({ method: 'PUBLISH', filename: `cooking-demo-${bookingReference}.ics` })
    expect(made.calendar?.content).toContain('DTSTART:20270201T000000Z\r\n')
    await shop.services.mail.send(made)
    expect((await shop.services.mail.byId(made.id))?.calendar?.content).toBe(made.calendar?.content)
  })

  test('the older booking endpoint creates the same booking [DEMO-18] [events-06]', async () => {
    const id = await demo()
    const older = (more: object) =>
      shop.visitor('wa').post('/api/cookingdemo/booking', {
        cookingDemoId: id,
        name: 'Bo Lind Quist',
        email: 'bo@example.com',
        phone: '0412 345 678',
        guests: 3,
        ...more,
      })
    const answer = await older({})
    expect([answer.status, answer.json()]).toEqual([
      201,
      { bookingReference: expect.stringMatching(/^D\d{8}$/), cookingDemoId: id, guests: 3, status: 'Confirmed' },
    ])
    const { attendees } = await shop.services.events.people(id)
    expect(attendees).toMatchObject([{ firstName: 'Bo', lastName: 'Lind Quist', guests: 3 }])
    const again = await older({ name: '' })
    expect([again.status, messages(again)]).toEqual([400, [['name', 'Please enter your name (max 50 characters)']]])
  })

  test('booking errors name their field, and no seat is taken [events-06]', async () => {
    const id = await demo({ cookingDemoType: 1 })
    const wrong = await book(id, { firstName: '', guests: 5 })
    expect([wrong.status, messages(wrong)]).toEqual([
      400,
      [
        ['firstName', 'Please enter a first name (max 20 characters)'],
        ['guests', 'Choose between 1 and 4 seats'],
        ['orderNumber', 'Enter your order number, like W12345678'],
      ],
    ])
    expect((await book(id, { orderNumber: 'W12345678' })).status).toBe(201)
    const twice = await book(id, { orderNumber: 'W12345678', email: 'ANA@example.com' })
    expect([twice.status, messages(twice)]).toEqual([400, [['email', 'You have already booked this session.']]])
    expect((await detail(id)).seatsRemaining).toBe(8)
    const past = await demo({}, '2026-11-24T00:30:00Z')
    shop.clock.advance(hours(1))
    expect(messages(await book(past))).toEqual([['cookingDemoId', 'This session has taken place.']])
    shop.clock.advance(-hours(1))
    const soon = await demo({}, '2026-11-24T20:00:00Z')
    expect(messages(await book(soon))).toEqual([['cookingDemoId', 'Please contact the store to book this session.']])
    expect((await book('999999')).status).toBe(404)
  })

  test('concurrent bookings never exceed the seats', async () => {
    const id = await demo({ capacity: 7 })
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => book(id, { email: `guest${at}@example.com`, guests: 1 + (at % 3) })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
    const taken = answers
      .filter(({ status }) => status === 201)
      .reduce((sum, answer) => sum + answer.json<{ guests: number }>().guests, 0)
    const { attendees } = await shop.services.events.people(id)
    expect(attendees.reduce((sum, { guests }) => sum + guests, 0)).toBe(taken)
    expect((await detail(id)).seatsRemaining).toBe(7 - taken)
    // Parties of three and two were refused while one seat was left, at the worst.
    expect(taken).toBeGreaterThanOrEqual(5)
    const refused = answers.find(({ status }) => status === 409)
    expect(messages(refused ?? expect.fail('nobody was refused'))).toEqual([[null, 'This session is full.']])
    // One address books once, however often it asks at the same time.
    const other = await demo()
    const same = await Promise.all(Array.from({ length: 5 }, () => book(other)))
    expect(same.filter(({ status }) => status === 201)).toHaveLength(1)
    expect((await detail(other)).seatsRemaining).toBe(8)
  })

  test('without free seats a visitor joins the waiting list, once [DEMO-20] [DEMO-08]', async () => {
    const id = await demo({ capacity: 2 })
    const early = await wait(id)
    expect([early.status, messages(early)]).toEqual([
      400,
      [['guests', 'There are still seats available. Please book them instead.']],
    ])
    await book(id, { email: 'first@example.com' })
    expect((await detail(id)).availability).toBe(1)
    const places = await Promise.all(
      [1, 2, 3].map((at) => wait(id, { email: `wait${at}@example.com`, guests: 1, message: 'Any day' })),
    )
    expect(places.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(places.map((one) => one.json<{ position: number }>().position).toSorted()).toEqual([1, 2, 3])
    expect(places[0]?.json()).toEqual({
      enquiryId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      position: expect.any(Number),
    })
    const { waiting } = await shop.services.events.people(id)
    expect(waiting).toContainEqual({
      ...person,
      email: 'wait1@example.com',
      guests: 1,
      message: 'Any day',
      notifiedAt: null,
    })
    const again = await wait(id, { email: 'WAIT1@example.com', guests: 1 })
    expect([again.status, messages(again)]).toEqual([400, [['email', 'You are already on the wait list.']]])
    expect(messages(await wait(id, { email: 'first@example.com' }))).toEqual([
      ['email', 'You have already booked this session.'],
    ])
    expect((await wait('999999')).status).toBe(404)
    expect((await mailsTo('wait2@example.com')).map(({ order }) => order.kind)).toEqual(['waits'])
  })

  test('confirming keeps the seats, reducing frees some, cancelling frees all [DEMO-17] [events-06]', async () => {
    const id = await demo({ capacity: 4 })
    const { bookingReference } = (await book(id, { guests: 3 })).json<{ bookingReference: string }>()
    await book(id, { email: 'other@example.com', guests: 1 })
    await wait(id, { email: 'pair@example.com', guests: 2 })
    await wait(id, { email: 'single@example.com', guests: 1 })
    const yes = await rsvp(id, { guests: 3 })
    expect([yes.status, yes.json()]).toEqual([
      200,
      { rsvpId: expect.stringMatching(/^[0-9a-f-]{36}$/), attending: true },
    ])
    expect((await detail(id)).seatsRemaining).toBe(0)
    const said = (await shop.services.events.people(id)).attendees.map((one) => [one.email, one.guests, one.hasSaidYes])
    expect(said).toContainEqual([person.email, 3, true])
    // A seat becomes free: the pair does not fit into it, so who waits behind them hears.
    const fewer = await rsvp(id, { guests: 2, bookingReference })
    expect(fewer.json<{ rsvpId: string }>().rsvpId).toBe(yes.json<{ rsvpId: string }>().rsvpId)
    expect([(await detail(id)).seatsRemaining, (await detail(id)).availability]).toEqual([1, 0])
    expect((await mailsTo('single@example.com')).map(({ order }) => order.kind)).toEqual(['waits', 'seat_free'])
    expect((await mailsTo('pair@example.com')).map(({ order }) => order.kind)).toEqual(['waits'])
    expect(messages(await rsvp(id, { guests: 3 }))).toEqual([['guests', 'Choose between 1 and 2 seats']])
    expect((await rsvp(id, { bookingReference: 'D99999999' })).status).toBe(404)
    for (const email of ['', 'ana', 'ana@', `${'x'.repeat(300)}@example.com`])
      expect(messages(await rsvp(id, { email })).map(([field]) => field)).toEqual(['email'])
    expect(messages(await rsvp(id, { email: 'nobody@example.com', guests: 0 }))).toEqual([
      ['guests', 'Choose 1 seat or more'],
    ])
    expect((await rsvp(id, { email: 'ana', guests: -1 })).status).toBe(400)
    expect((await rsvp(id, { email: 'nobody@example.com' })).status).toBe(404)
    const no = await rsvp(id, { attending: false, guests: 0 })
    expect([no.status, no.json()]).toEqual([200, { rsvpId: expect.any(String), attending: false }])
    expect((await detail(id)).seatsRemaining).toBe(3)
    expect((await mailsTo('pair@example.com')).map(({ order }) => order.kind)).toEqual(['waits', 'seat_free'])
    const cancelled = (await mailsTo(person.email)).find(
      (mail) => mail.order.kind === 'cancelled' && mail.demo.id === id,
    )
    const mail = await demoMail(cancelled ?? expect.fail('no mail'), {
      brand: brandAtExample('wa'),
      now: shop.clock.now(),
      from: undefined,
    })
    expect(mail.calendar).toMatchObject({ method: 'CANCEL' })
    expect((await rsvp(id, { attending: true })).status).toBe(404)
    expect((await book(id)).status).toBe(201)
  })

  test('a mail link opens its own booking only, in its own app', async () => {
    const id = await demo()
    await book(id, { email: 'link@example.com' })
    const [mail] = await mailsTo('link@example.com')
    const token = mail?.booking?.token ?? ''
    const { events: cookingDemos } = shop.services
    expect(await cookingDemos.booking(brandOf('wa'), token)).toMatchObject({
      email: 'link@example.com',
      isCancelled: false,
    })
    expect(await cookingDemos.booking(brandOf('aol'), token)).toBeNull()
    for (const bad of ['', 'x', `${token}0`, token.replace(/.$/, (last) => (last === '0' ? '1' : '0')), `${token}.x`])
      expect([bad, await cookingDemos.booking(brandOf('wa'), bad)]).toEqual([bad, null])
  })

  test('has structured data for search engines (schema.org Event)', async () => {
    const id = await demo({ capacity: 1, seatsTaken: 1 })
    const reported = demoJsonLd(await detail(id), {
      companyName: 'Shop',
      origin: 'https://shop.example',
      currency: 'AUD',
      country: 'AU',
    })
    expect(reported).toMatchObject({
      '@type': 'Event',
      name: `Session ${count}`,
      startDate: '2027-02-01T00:00:00.000Z',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      location: { '@type': 'Place', address: { '@type': 'PostalAddress', addressLocality: 'Newtown' } },
      offers: { '@type': 'Offer', price: '25.50', priceCurrency: 'AUD', availability: 'https://schema.org/SoldOut' },
    })
  })
})
