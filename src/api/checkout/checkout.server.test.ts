import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { places } from '../../testing/catalogue.ts'
import { chooseAtProvider } from '../../testing/shop/provider-pages.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { testAddress } from '../../testing/shop/order-body.ts'

/** What the calls of checkout and payment carry, field by field, over HTTP. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(async () => shop.close())

async function withLamp() {
  const visitor = shop.visitor()
  await visitor.add('LAMP-1', 2)
  return visitor
}

describe('GET /api/checkout', () => {
  test('returns the customer, empty for a guest, and the deposit percentage [CHK-25] [CHK-27]', async () => {
    const visitor = await withLamp()
    const view = (await visitor.get('/api/checkout')).json()
    expect(view).toMatchObject({
      cartId: (await visitor.cart()).cartId,
      customer: { email: null, phone: null, locked: false, shippingAddress: null, billingAddress: null },
      partialPaymentPercentage: 30,
    })
    expect(view['opts']).toBe(2 + 16 + 256 + 2048)
    expect((await shop.visitor().get('/api/checkout')).json()['cartId']).toBe('00000000-0000-0000-0000-000000000000')
  })

  test('returns the card encryption keys per seller, as the payment configuration does [CHK-28] [PAYO-05]', async () => {
    const visitor = await withLamp()
    const keys = (await visitor.get('/api/checkout')).json<{ x509EncryptionKeys: Record<string, string> }>()
    expect(Object.keys(keys.x509EncryptionKeys)).toEqual(['Appliances Online'])
    expect(Buffer.from(keys.x509EncryptionKeys['Appliances Online'] ?? '', 'base64').length).toBeGreaterThan(500)
    const configured = (await visitor.get('/api/checkout/v2/paymentconfiguration')).json()
    expect(configured['x509EncryptionKeys']).toEqual(keys.x509EncryptionKeys)
  })

  test('returns the storage fee: free for 60 days, then at most $4 a day, from $300 [FEE-09] [FEE-10] [FEE-11]', async () => {
    const view = (await (await withLamp()).get('/api/checkout')).json()
    expect(view['extendedStorage']).toEqual({ freeDays: 60, feeCapPerDay: 4, minimumPrice: 300 })
  })
})

describe('the payment configuration', () => {
  const set = async (name: string, change: object) => {
    await shop.database.db.updateTable('payment_method').set(change).where('name', '=', name).execute()
    await shop.advance(31_000)
    await shop.services.payments.follow()
  }
  const v2 = async () =>
    (await shop.visitor().get('/api/checkout/v2/paymentconfiguration')).json<{
      paymentConfigurations: Record<string, { isEnabled: boolean; details: object | null }>
      x509EncryptionKeys: Record<string, string>
    }>()
  const v1 = async (app: 'wa' | 'aol-nz' = 'wa') =>
    (await shop.visitor(app).get('/api/checkout/paymentconfiguration')).json<{
      paymentOptions: Record<string, { isEnabled: boolean } & Record<string, unknown>>
    }>()

  test('lists eight methods with their state and limits [PAYO-02] [PAYO-03] [PAYO-04] [PAYO-11]', async () => {
    const off = { isEnabled: false, details: null }
    const on = (minimumAmount: number, maximumAmount: number, more = {}) => ({
      isEnabled: true,
      details: { minimumAmount, maximumAmount, ...more },
    })
    const configured = await v2()
    expect(configured.paymentConfigurations).toEqual({
      klarna: off,
      afterpay: on(1, 2000),
      paypalbnpl: on(30, 2000),
      humm: on(1, 30000),
      zipnz: on(1, 1500),
      zipmoney: on(1, 50000, { repaymentPeriodMonths: 24, offerExpiry: null, offerExpiryInclusion: null }),
      applepay: off,
      googlepay: off,
    })
    expect(Object.keys(configured.x509EncryptionKeys)).toEqual(['Appliances Online'])
  })

  test('lists five of them for the other apps, with their own Zip [PAYO-12]', async () => {
    const nothing = { repaymentPeriodMonths: null, offerExpiry: null, offerExpiryInclusion: null }
    const zip = { isEnabled: true, minimumAmount: 1, maximumAmount: 50000, ...nothing, repaymentPeriodMonths: 24 }
    expect((await v1()).paymentOptions).toEqual({
      Klarna: { isEnabled: false, minimumAmount: 0, maximumAmount: 0, ...nothing },
      AfterPay: { isEnabled: true, minimumAmount: 1, maximumAmount: 2000, ...nothing },
      PayPal: { isEnabled: true, minimumAmount: 30, maximumAmount: 2000, ...nothing },
      Humm: { isEnabled: true, minimumAmount: 1, maximumAmount: 30000, ...nothing },
      Zip: zip,
    })
    const nz = { ...zip, maximumAmount: 1500, ...nothing }
    expect((await v1('aol-nz')).paymentOptions['Zip']).toEqual(nz)
  })

  test('follows a change, and the last day of an offer is the day before it expires [PAYO-17]', async () => {
    await set('zipmoney', { offer_expiry: '2027-03-01' })
    expect((await v1()).paymentOptions['Zip']).toMatchObject({
      offerExpiry: '2027-03-01',
      offerExpiryInclusion: '2027-02-28',
    })
    await set('zipmoney', { is_enabled: false })
    expect((await v2()).paymentConfigurations['zipmoney']).toEqual({ isEnabled: false, details: null })
    await set('zipmoney', { is_enabled: true, offer_expiry: null })
  })

  test('leaves only the card when it cannot be read [PAYO-13]', async () => {
    await sql`alter table payment_method rename to elsewhere`.execute(shop.database.db)
    await shop.advance(31_000)
    await shop.services.payments.follow()
    expect(Object.values((await v1()).paymentOptions).map((one) => one.isEnabled)).toEqual(Array(5).fill(false))
    expect((await (await withLamp()).get('/api/checkout')).json()['opts']).toBe(16)
    await sql`alter table elsewhere rename to payment_method`.execute(shop.database.db)
    await shop.advance(31_000)
    await shop.services.payments.follow()
    expect((await v1()).paymentOptions['Zip']?.isEnabled).toBe(true)
  })
})

describe('POST /api/checkout/avail', () => {
  const ask = async () => {
    const visitor = await withLamp()
    const { cartId } = await visitor.cart()
    const { suburb, state, postcode } = places.sydney
    const answer = await visitor.post('/api/checkout/avail', {
      cartId,
      deliveryAddress: { ...testAddress, suburb, state, postcode },
      cardDetails: null,
      deliveryDate: null,
      winningDeliveryServiceOverride: false,
    })
    return { cartId, answer: answer.json<Record<string, unknown> & { availability: { dates: object[] } }>() }
  }

  test('returns dates with price and availability [DLV-20]', async () => {
    const { answer } = await ask()
    expect(answer.availability).toMatchObject({ unavailable: false })
    expect(answer.availability.dates).toHaveLength(120)
    expect(answer.availability.dates.slice(0, 5)).toEqual([
      { date: [2026, 11, 24], price: 0, available: false },
      { date: [2026, 11, 25], price: 0, available: true },
      { date: [2026, 11, 26], price: 0, available: true },
      { date: [2026, 11, 27], price: 0, available: true },
      { date: [2026, 11, 28], price: 40, available: true },
    ])
  })

  test('returns the other parts of delivery, empty where the cart has none [DLV-22] [DLV-24]', async () => {
    const { cartId, answer } = await ask()
    expect(answer).toMatchObject({
      cartId,
      supplierErrors: [],
      winningDeliveryServiceOverride: false,
      showNotifyIfAvailableSooner: false,
      showInstallationContact: false,
      showUniqueDeliveryRequirements: false,
    })
  })
})

test('POST /api/checkout returns the payment result with all fields [CHK-30] [CHK-54]', async () => {
  const visitor = await withLamp()
  const body = await visitor.order({ card: await shop.card() })
  expect((await visitor.submit(body)).json()).toEqual({
    orderCompleted: true,
    success: true,
    cartId: body.cartId,
    webOrderId: expect.stringMatching(/^W\d{8}$/),
    paymentReference: expect.stringMatching(/^\w{26}$/),
    redirectUrl: null,
    secure3DResponse: null,
    paymentStatus: 'Approved',
    message: null,
  })
  const other = await withLamp()
  const challenged = await other.submit(await other.order({ card: await shop.card({ number: '4212 3456 7890 1237' }) }))
  expect(challenged.json()).toMatchObject({
    orderCompleted: false,
    secure3DResponse: { htmlFormAction: expect.stringMatching(/^http/), htmlFormToPost: { MD: expect.any(String) } },
    paymentStatus: 'Pending',
  })
})

describe('POST /api/checkout with field lengths', () => {
  const long = (count: number) => 'x'.repeat(count)
  const named = (field: string) => (text: string) => ({ deliveryAddress: { [field]: text } })
  /** How a field is posted, its longest text, and what is said of one character more. */
  const limits: [string, (text: string) => object, string, string][] = [
    ['deliveryAddress.firstName', named('firstName'), long(20), 'Please enter a first name (max 20 characters)'],
    ['deliveryAddress.lastName', named('lastName'), long(29), 'Please enter a last name (max 20 characters)'],
    ['deliveryAddress.companyName', named('companyName'), long(50), 'Company Name cannot be more than 50 characters'],
    ['deliveryAddress.address', named('address'), `1 ${long(48)}`, 'Address cannot be more than 50 characters'],
    [
      'deliveryAddress.deliveryInstructions',
      named('deliveryInstructions'),
      long(150),
      'Only 150 characters are aloud in this field.',
    ],
    ['poNumber', (poNumber) => ({ poNumber }), long(40), 'Please enter a valid PO number (max 40 characters)'],
    [
      'email',
      (email) => ({ email }),
      `${long(56)}@${long(60)}.${long(60)}.${long(60)}.example.com.au`,
      'Please enter a valid email address',
    ],
  ]
  type Body = Awaited<ReturnType<Awaited<ReturnType<typeof withLamp>>['order']>>
  const withFields = (body: Body, ...more: object[]): Body =>
    more.reduce<Body>((whole, one) => {
      const { deliveryAddress, ...rest } = one as { deliveryAddress?: object }
      const address = { ...(whole['deliveryAddress'] as object), ...deliveryAddress }
      return { ...whole, ...rest, deliveryAddress: address }
    }, body)

  test('accepts the maximum of every field at once', async () => {
    const visitor = await withLamp()
    const body = await visitor.order({ card: await shop.card() })
    const answer = await visitor.submit(withFields(body, ...limits.map(([, post, text]) => post(text))))
    expect(answer.json()).toMatchObject({ orderCompleted: true })
  })

  test('rejects one character more with the field’s text, and the cart is unchanged', async () => {
    const visitor = await withLamp()
    const body = await visitor.order({ card: await shop.card() })
    const before = await visitor.cart()
    for (const [field, post, text, message] of limits) {
      const answer = await visitor.submit(withFields(body, post(`${text}x`)))
      const { errors } = answer.json<{ errors: { field: string | null; message: string }[] }>()
      expect([answer.status, errors.map((one) => [one.field, one.message])]).toEqual([
        400,
        [
          [null, 'There has been an error. Please check below to see what fields are invalid.'],
          [field, message],
        ],
      ])
    }
    // Every fault is told at once.
    const all = await visitor.submit(withFields(body, ...limits.map(([, post, text]) => post(`${text}x`))))
    const { errors } = all.json<{ errors: { field: string | null }[] }>()
    expect(errors.flatMap((one) => one.field ?? []).toSorted()).toEqual(limits.map(([field]) => field).toSorted())
    expect(await visitor.cart()).toEqual(before)
  })
})

test('an order can be paid by card or in instalments [PAYO-01]', async () => {
  const byCard = await withLamp()
  const paid = await byCard.submit(await byCard.order({ card: await shop.card() }))
  expect(paid.json()).toMatchObject({ orderCompleted: true })
  const inInstalments = await withLamp()
  const sent = await inInstalments.submit(await inInstalments.order({ afterpay: true }))
  const back = await chooseAtProvider(sent.json<{ redirectUrl: string }>().redirectUrl, 'approve')
  const confirmed = await inInstalments.post(back.replace('/customer/checkout', '/api/checkout/afterpayconfirmation'))
  expect(confirmed.json()).toMatchObject({ orderCompleted: true, paymentStatus: 'Approved' })
})

test('a confirmation by cart id alone shows no personal data', async () => {
  const visitor = await withLamp()
  const body = await visitor.order({ card: await shop.card(), place: places.orange })
  const { webOrderId } = (await visitor.submit(body)).json<{ webOrderId: string }>()
  const path = `/api/checkout/confirmation?id=${body.cartId}`
  type Shown = { confirmation: { name: string } }
  expect((await visitor.get(path)).json<Shown>().confirmation.name).toBe('Ana Botha')
  const stranger = shop.visitor()
  const seen = await stranger.get(path)
  expect([seen.status, seen.json()]).toEqual([200, expect.objectContaining({ webOrderId })])
  for (const personal of ['Ana', 'Botha', 'example.com', 'Harbour', 'Orange', '2800', '412'])
    expect(JSON.stringify(seen.json<Shown>().confirmation)).not.toContain(personal)
  // Whoever proves to know the order sees it all.
  const looked = await stranger.post('/api/orders/lookup', { orderNumber: webOrderId, email: 'ana.botha@example.com' })
  expect(looked.status).toBe(200)
  expect((await stranger.get(path)).json<Shown>().confirmation.name).toBe('Ana Botha')
})

test('GET /api/checkout/confirmation returns the order as its page shows it [CONF-22] [CONF-24]', async () => {
  const visitor = await withLamp()
  const body = await visitor.order({ card: await shop.card(), place: places.orange })
  const { webOrderId } = (await visitor.submit({ ...body, requestedDeliveryContact: true })).json()
  const answer = (await visitor.get(`/api/checkout/confirmation?id=${body.cartId}`)).json()
  expect(answer).toMatchObject({ webOrderId, proformaMsg: null })
  expect(answer['confirmation']).toEqual({
    name: 'Ana Botha',
    email: 'ana.botha@example.com',
    phone: '0412 345 678',
    delivery: {
      lines: ['12 Harbour Street', 'Orange NSW 2800', 'Australia'],
      street: '12 Harbour Street',
      suburb: 'Orange',
      state: 'NSW',
      postcode: '2800',
      country: 'Australia',
    },
    deliveryDateStr: 'Friday, 27 November 2026',
    pickup: null,
    shippingCost: 65,
    deliveryConfirmationFlag: true,
    rewards: [],
  })
})
