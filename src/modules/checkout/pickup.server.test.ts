import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { brandAtExample } from '../../testing/brand.ts'
import { upsells } from '../../testing/catalogue.ts'
import { databaseEngines } from '../../testing/database.ts'
import { testCard } from '../../testing/shop/merchant.ts'
import type { SubmitBody } from '../../testing/shop/order-body.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'
import { brandOf } from '../../brands/brands.ts'
import { hours } from '../../platform/clock.ts'
import { orderConfirmationMail } from '../orders/mail/order-confirmation.tsx'
import { orderNewsMail } from '../orders/mail/order-news.tsx'
import type { Confirmation, Order } from '../orders/orders.ts'
import { checkoutOf, refusal, result } from './internal/payments-for-tests.ts'

/** Orders that are picked up: priced, refused, reserved, placed, cancelled and handed over, on a real database. */

describe.each(await databaseEngines())('on $name', (engine) => {
  let shop: TestShop
  let newtown: number
  beforeAll(async () => {
    shop = await openTestShop({ engine })
    newtown = shop.services.stores.find(brandOf('wa'), 'newtown')?.storeId ?? expect.fail()
  })
  afterAll(async () => shop.close())
  beforeEach(async () => {
    await sql`delete from store_stock`.execute(shop.database.db)
  })
  const { ordersOf, attemptsOf, moneyOf, onHand } = checkoutOf(() => shop)

  const productId = (sku: string) => shop.services.catalogue.productBySku(sku)?.id ?? expect.fail()
  const stock = (sku: string, quantity: number, storeId = newtown) =>
    sql`insert into store_stock (product_id, store_id, quantity) values (${productId(sku)}, ${storeId}, ${quantity})
      on conflict (product_id, store_id) do update set quantity = ${quantity}`.execute(shop.database.db)
  const unitsOf = async (sku: string) => (await shop.services.catalogue.storeUnits(productId(sku))).get(newtown) ?? null
  const holds = async () =>
    (await sql<{ quantity: number }>`select quantity from store_stock_hold`.execute(shop.database.db)).rows

  const shopperWith = async (sku: string, quantity = 1): Promise<Visitor> => {
    const visitor = shop.visitor('wa')
    await visitor.add(sku, quantity)
    return visitor
  }
  /** A submit for a pickup today, of goods only: $49.50 a lamp. */
  async function pickupBody(visitor: Visitor, more: object = {}): Promise<SubmitBody> {
    const body = await visitor.order({ card: await shop.card() })
    const { orderTotal } = await visitor.cart()
    const pickup = { storeId: newtown, readyOn: [2026, 11, 24] }
    return { ...body, deliveryDate: null, deliveryServices: null, expectedTotal: orderTotal, pickup, ...more }
  }
  async function placed(visitor: Visitor, body: SubmitBody): Promise<Order> {
    const answer = await visitor.submit(body)
    expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
    const [row] = await ordersOf(body.cartId)
    return (await shop.services.orders.byId(row?.id ?? '')) ?? expect.fail()
  }
  const textsOf = async (visitor: Visitor, body: SubmitBody) => {
    const answer = await visitor.submit(body)
    return [answer.status, ...refusal(answer).errors.map(({ code, field, message }) => `${code} ${field}: ${message}`)]
  }

  test('an order takes its goods from the store, and the delivery costs nothing', async () => {
    await stock('LAMP-1', 3)
    const before = await onHand('LAMP-1')
    const visitor = await shopperWith('LAMP-1', 2)
    const body = await pickupBody(visitor)
    const order = await placed(visitor, body)
    expect(order.snapshot.totals).toMatchObject({ shipping: 0, total: 99_00 })
    expect(order.snapshot.services).toBeUndefined()
    expect(order.snapshot.delivery).toMatchObject({
      address: {
        firstName: 'Ana',
        lastName: 'Botha',
        address: '12 Example Street',
        suburb: 'Newtown',
        postcode: '2042',
      },
      instructions: '',
      deliversOn: null,
      pickup: { storeId: newtown, name: 'Newtown', readyAt: '2026-11-24T02:00:00.000Z' },
    })
    expect(order.snapshot.billing).toMatchObject({ address: '12 Harbour Street', suburb: 'Sydney' })
    expect([await unitsOf('LAMP-1'), await onHand('LAMP-1'), await holds()]).toEqual([1, before, []])
    expect(await moneyOf(body.cartId)).toEqual({ charges: 1, held: 99_00 })
    // A repeat is the same order, and takes nothing more.
    expect((await visitor.submit(body)).status).toBe(200)
    expect([(await ordersOf(body.cartId)).length, await unitsOf('LAMP-1')]).toEqual([1, 1])
  })

  test('a PO Box is an address for an invoice', async () => {
    await stock('LAMP-1', 1)
    const visitor = await shopperWith('LAMP-1')
    const body = await pickupBody(visitor)
    const deliveryAddress = { ...(body['deliveryAddress'] as object), address: 'PO Box 12' }
    const order = await placed(visitor, { ...body, deliveryAddress })
    expect(order.snapshot.billing.address).toBe('PO Box 12')
  })

  test('the confirmation, its mail and the order’s page say where, from when and what to bring', async () => {
    await stock('LAMP-1', 1)
    const visitor = await shopperWith('LAMP-1')
    const body = await pickupBody(visitor)
    const order = await placed(visitor, body)
    const shown = (await visitor.get(`/api/checkout/confirmation?id=${body.cartId}`)).json<Confirmation>()
    const pickup = {
      name: 'Newtown',
      storeUri: 'newtown',
      lines: ['12 Example Street', 'Newtown NSW 2042'],
      phone: '02 5550 0001',
      bring: 'Bring your order number and photo ID.',
    }
    const from = 'Ready for pickup from Tuesday, 24 November 2026, 1:00 PM'
    expect(shown.confirmation).toMatchObject({ deliveryDateStr: from, deliveryConfirmationFlag: false, pickup })
    const { plain } = await orderConfirmationMail(order, brandAtExample('wa'), undefined)
    for (const text of [from, 'Pick up at Newtown', '12 Example Street', 'Mon to Tue 9:00 AM – 5:30 PM', pickup.bring])
      expect(plain).toContain(text)
    expect(plain).not.toContain('arrival time')
    const view = await shop.services.checkout.orderView(order, { isLink: false })
    expect(view).toMatchObject({ standingText: 'Paid', delivery: { text: from, expectsCall: false, pickup } })
    expect([view.may.cancel, view.may.reschedule]).toEqual([true, false])
  })

  test('a store that lacks something is refused by name, and so is a day that has passed', async () => {
    await stock('LAMP-1', 1)
    const visitor = await shopperWith('LAMP-1', 2)
    const body = await pickupBody(visitor)
    const what = 'Nothing was charged. Please choose another store, or have your order delivered.'
    expect(await textsOf(visitor, body)).toEqual([
      400,
      `pickup_unavailable pickup: Newtown has only 1 of your 2 items in stock. ${what}`,
    ])
    await stock('LAMP-1', 0)
    expect(await textsOf(visitor, body)).toEqual([
      400,
      `pickup_unavailable pickup: Newtown no longer has everything in your order in stock. ${what}`,
    ])
    await stock('LAMP-1', 2)
    const yesterday = { ...body, pickup: { storeId: newtown, readyOn: [2026, 11, 23] } }
    expect((await textsOf(visitor, yesterday))[1]).toContain(
      'Newtown can now have your order ready today from 1:00 PM.',
    )
    expect(await textsOf(visitor, { ...body, pickup: { storeId: null, readyOn: null } })).toContain(
      'validation pickup: Please choose a store',
    )
    const elsewhere = shop.services.stores.find(brandOf('andoo'), 'elsewhere')?.storeId
    const foreign = { ...body, pickup: { storeId: elsewhere, readyOn: [2026, 11, 24] } }
    expect((await textsOf(visitor, foreign))[1]).toContain('This store no longer offers pickup.')
    expect([await attemptsOf(body.cartId), await unitsOf('LAMP-1')]).toEqual([[], 2])
    expect((await visitor.submit(body)).status).toBe(200)
  })

  test('the total of a delivery is not that of a pickup', async () => {
    await stock('LAMP-1', 1)
    const visitor = await shopperWith('LAMP-1')
    const body = await pickupBody(visitor)
    expect((await textsOf(visitor, { ...body, expectedTotal: body.expectedTotal + 40 }))[1]).toContain('cart_changed')
  })

  test('the last unit is sold once, however many want it at the same time', async () => {
    await stock('LAMP-1', 1)
    const shoppers = [await shopperWith('LAMP-1'), await shopperWith('LAMP-1'), await shopperWith('LAMP-1')]
    const bodies = await Promise.all(shoppers.map((visitor) => pickupBody(visitor)))
    const answers = await Promise.all(shoppers.map((visitor, at) => visitor.submit(bodies[at] ?? expect.fail())))
    expect(answers.map((one) => one.status).toSorted()).toEqual([200, 400, 400])
    expect(await unitsOf('LAMP-1')).toBe(0)
  })

  test('goods wait in the store while the payment is open, and are free again when it fails', async () => {
    await stock('LAMP-1', 1)
    const visitor = await shopperWith('LAMP-1')
    const { encryptedValues, ...body } = await pickupBody(visitor)
    expect(encryptedValues).toBeDefined()
    const challenged = await visitor.order({ card: await shop.card({ number: testCard.challenged }) })
    const open = { ...body, encryptedValues: challenged['encryptedValues'] }
    expect(result(await visitor.submit(open as SubmitBody)).paymentStatus).toBe('Pending')
    expect([await unitsOf('LAMP-1'), await holds()]).toEqual([0, [{ quantity: 1 }]])
    await visitor.post('/api/checkout/void', { cartId: body.cartId, selectedPaymentOption: 0 })
    expect([await unitsOf('LAMP-1'), await holds()]).toEqual([1, []])
    expect((await visitor.submit(await pickupBody(visitor))).status).toBe(200)
  })

  test('a cancelled line goes back to the store, and to no warehouse', async () => {
    await stock('LAMP-1', 2)
    const before = await onHand('LAMP-1')
    const visitor = await shopperWith('LAMP-1', 2)
    const order = await placed(visitor, await pickupBody(visitor))
    const cancel = (lines: { productCode: string; quantity: number }[] | null, key: string) =>
      shop.services.orders.cancellations.cancel({
        orderId: order.id,
        lines,
        expected: null,
        key,
        actor: { kind: 'owner' },
      })
    expect((await cancel([{ productCode: 'LAMP-1', quantity: 1 }], 'one')).ok).toBe(true)
    expect(await unitsOf('LAMP-1')).toBe(1)
    expect((await cancel(null, 'rest')).ok).toBe(true)
    expect([await unitsOf('LAMP-1'), await onHand('LAMP-1')]).toEqual([2, before])
  })

  test('staff mark it ready, which is mailed, and collected', async () => {
    await stock('LAMP-1', 1)
    const visitor = await shopperWith('LAMP-1')
    const order = await placed(visitor, await pickupBody(visitor))
    const actor = { kind: 'staff', id: 'W1' } as const
    const standing = async () => {
      const now = (await shop.services.orders.byId(order.id)) ?? expect.fail()
      return shop.services.checkout.orderView(now, { isLink: false })
    }
    expect((await shop.services.orders.admin.move(order.id, 'dispatch', actor)).ok).toBe(true)
    const ready = await standing()
    expect([ready.standingText, ready.history.at(-1)?.text]).toEqual(['Ready for pickup', 'Ready for pickup'])
    expect(ready.may.cancel).toBe(false)
    const mail = await orderNewsMail(
      { view: ready, eventId: 1, move: 'dispatch', text: 'Ready for pickup', refundNumber: null },
      { brand: brandAtExample('wa'), link: 'https://shop.example/order', from: undefined },
    )
    expect(mail.subject).toBe(`Your order is ready for pickup: ${order.webOrderId}`)
    for (const text of ['Pick up at Newtown', 'Bring your order number and photo ID.'])
      expect(mail.plain).toContain(text)
    expect((await shop.services.orders.admin.move(order.id, 'deliver', actor)).ok).toBe(true)
    expect((await standing()).standingText).toBe('Collected')
  })

  test('an installation is refused, because it comes with a delivery', async () => {
    const visitor = shop.visitor('aol')
    await visitor.add('WM-1', 1, { installId: await shop.upsellId(upsells.connection) })
    expect((await textsOf(visitor, await pickupBody(visitor)))[1]).toContain(
      'Installation can’t be combined with pickup',
    )
  })

  test('a page offers pickup only where one store has the whole cart', async () => {
    const offered = async (visitor: Visitor) =>
      (await visitor.get('/api/checkout/pickup')).json<{
        stores: { name: string; isAvailable: boolean; stock: string }[]
      }>().stores
    const visitor = await shopperWith('LAMP-1', 2)
    await stock('LAMP-1', 1)
    expect((await offered(visitor)).map((one) => [one.name, one.isAvailable, one.stock])).toEqual([
      ['Newtown', false, '1 of 2 items in stock'],
      ['Perth <b>"West"</b>', false, 'Not in stock'],
    ])
    await stock('LAMP-1', 2)
    expect((await offered(visitor))[0]).toMatchObject({
      isAvailable: true,
      stock: 'All 2 items in stock, ready today from 1:00 PM',
    })
    // Other shops have no store, and none of them is offered.
    const other = shop.visitor('hc')
    await other.add('HC-1')
    expect(await offered(other)).toEqual([])
  })

  test('a public holiday of the store’s state moves the day', async () => {
    await stock('LAMP-1', 1)
    await sql`insert into public_holiday (country, state, holiday_on, title) values ('AU', 'NSW', '2026-11-24', 'A day off')`.execute(
      shop.database.db,
    )
    await shop.advance(hours(0.05))
    const visitor = await shopperWith('LAMP-1')
    const { stores } = (await visitor.get('/api/checkout/pickup?suburb=Sydney&state=NSW&postcode=2000')).json<{
      stores: { name: string; hours: string; stock: string; distance: string | null }[]
    }>()
    expect(stores[0]).toMatchObject({
      name: 'Newtown',
      hours: 'Closed today',
      // Wednesday it is closed anyway.
      stock: 'In stock, ready Thu 26 Nov from 11:00 AM',
    })
    expect(stores[0]?.distance).toMatch(/^\d+\.\d km$/)
    await sql`delete from public_holiday where title = 'A day off'`.execute(shop.database.db)
  })
})
