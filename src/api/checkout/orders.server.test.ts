import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes, deliveryProducts } from '../../testing/catalogue.ts'
import type { OrderView } from '../../modules/orders/order-view.ts'
import { days, hours, minutes } from '../../platform/clock.ts'
import { databaseEngines } from '../../testing/database.ts'
import { until } from '../../testing/shop/until.ts'
import { openDays } from '../../testing/shop/delivery-days.ts'
import { openTestShop, testNow, type TestShop } from '../../testing/shop.server.ts'
import { boughtOrdersOf, codeOf, email, type Bought, type ErrorAnswer } from './orders-for-tests.ts'

/** After the purchase, over HTTP against the sandbox and on every engine there is: seeing orders, moving their day, buying again and letting them lapse. */

describe.each(await databaseEngines())('on $name', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ engine, moreProducts: deliveryProducts })
    await openDays(shop, { last: '2026-12-31' })
  })
  afterAll(async () => shop.close())

  const { bought, found, rowOf, viewOf, cancel, heldOf, onHand, bookedOn, everything } = boughtOrdersOf(() => shop)

  describe('looking up an order', () => {
    test('number and email open it for half an hour, in any spelling', async () => {
      const { webOrderId, id } = await bought({ 'LAMP-1': 1 })
      const visitor = shop.visitor()
      const typed = { orderNumber: ` ${webOrderId.toLowerCase().replace('w', 'w-')} `, email: 'Ana.Botha@Example.com ' }
      expect((await visitor.post('/api/orders/lookup', typed)).json()).toEqual({ id })
      expect(await viewOf({ visitor, id })).toMatchObject({
        webOrderId,
        standing: 'paid',
        standingText: 'Paid',
        phone: '0412 345 678',
      })
      shop.clock.advance(minutes(31))
      expect(codeOf(await visitor.get(`/api/orders/${id}`))).toEqual([404, 'not_found'])
      shop.clock.moveTo(testNow)
    })

    test('a wrong number, a wrong email and an order of another shop get the same answer', async () => {
      const { webOrderId } = await bought({ 'LAMP-1': 1 })
      const answers = []
      for (const [app, body] of [
        ['aol', { orderNumber: 'W99999999', email }],
        ['aol', { orderNumber: webOrderId, email: 'somebody@example.com' }],
        ['andoo', { orderNumber: webOrderId, email }],
      ] as const) {
        const answer = await shop.visitor(app).post('/api/orders/lookup', body)
        expect(answer.headers['set-cookie']).toBeUndefined()
        answers.push([answer.status, answer.json<ErrorAnswer>().errors])
      }
      expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1)
      expect(answers[0]?.[0]).toBe(404)
    })

    test('access to one order opens no other, and a tampered cookie opens none', async () => {
      const [mine, other] = [await bought({ 'LAMP-1': 1 }), await bought({ 'LAMP-1': 1 })]
      expect(codeOf(await mine.visitor.get(`/api/orders/${other.id}`))).toEqual([404, 'not_found'])
      const cookie = mine.visitor.cookies.get('order') ?? ''
      const [claims = '', signature = ''] = cookie.split('.')
      const forged = Buffer.from(Buffer.from(claims, 'base64url').toString().replace(mine.id, other.id)).toString(
        'base64url',
      )
      for (const value of [`${forged}.${signature}`, `${claims}.`, claims, `${cookie}x`, '', '..', 'null.null']) {
        mine.visitor.cookies.set('order', value)
        const before = await everything()
        expect(codeOf(await mine.visitor.get(`/api/orders/${other.id}`))).toEqual([404, 'not_found'])
        expect(codeOf(await cancel({ ...mine, id: other.id }, null))).toEqual([404, 'not_found'])
        expect(await everything()).toBe(before)
      }
    })

    test('guessing is rate limited, also per order number', async () => {
      const limited = await openTestShop({ env: { RATE_LIMITS: 'on' }, sandbox: false })
      try {
        const visitor = limited.visitor()
        const tries = []
        for (let times = 0; times < 11; times++)
          tries.push((await visitor.post('/api/orders/lookup', { orderNumber: 'W10000001', email })).status)
        expect(tries).toEqual([...Array.from({ length: 10 }, () => 404), 429])
      } finally {
        await limited.close()
      }
    })

    test('a mail link can show and pay, but not change; a tampered or expired one opens nothing', async () => {
      const order = await bought({ 'LAMP-1': 2 })
      const link = shop.services.orders.access.link(order.id)
      const visitor = shop.visitor()
      expect((await visitor.post('/api/orders/open', { key: link })).json()).toEqual({ id: order.id })
      expect((await viewOf({ ...order, visitor })).may).toEqual({
        cancel: false,
        reschedule: false,
        pay: false,
        invoice: true,
      })
      expect(codeOf(await cancel({ ...order, visitor }, null))).toEqual([403, 'look_up_first'])
      expect(codeOf(await visitor.get(`/api/orders/${order.id}/dates`))).toEqual([403, 'look_up_first'])
      for (const bad of [`${link}x`, link.replace('.', ''), 'a.b']) {
        expect(codeOf(await shop.visitor().post('/api/orders/open', { key: bad }))).toEqual([404, 'not_found'])
      }
      shop.clock.advance(days(46))
      expect(codeOf(await shop.visitor().post('/api/orders/open', { key: link }))).toEqual([404, 'not_found'])
      shop.clock.moveTo(testNow)
    })
  })

  describe('rescheduling', () => {
    type Dates = { dates: { date: [number, number, number]; price: number | null; available: boolean }[] }
    const datesOf = async ({ visitor, id }: Bought) =>
      (await visitor.get(`/api/orders/${id}/dates`)).json<Dates>().dates.filter((one) => one.available)
    const move = ({ visitor, id }: Bought, deliveryDate: readonly number[]) =>
      visitor.post(`/api/orders/${id}/reschedule`, { deliveryDate })

    test('takes a slot on the new day and releases the old one', async () => {
      const order = await bought({ 'LAMP-1': 1 })
      const [first, second] = [await bookedOn('2026-11-25'), await bookedOn('2026-11-26')]
      const offered = await datesOf(order)
      // Saturdays and Sundays cost more than the weekday that was paid for.
      expect(offered.slice(0, 4).map((one) => one.date[2])).toEqual([25, 26, 27, 30])
      const answer = await move(order, [2026, 11, 26])
      expect(answer.json<OrderView>()).toMatchObject({
        delivery: { text: 'Thursday, 26 November 2026', day: '2026-11-26' },
        refunds: [],
        history: [{ text: 'Order placed' }, { text: 'Delivery moved to Thursday, 26 November 2026' }],
        closesText: 'until 2:00 PM on 25 November 2026',
      })
      expect([await bookedOn('2026-11-25'), await bookedOn('2026-11-26')]).toEqual([first - 1, second + 1])
      // A double click changes nothing more.
      expect((await move(order, [2026, 11, 26])).status).toBe(200)
      expect([await bookedOn('2026-11-25'), await bookedOn('2026-11-26')]).toEqual([first - 1, second + 1])
    })

    test('keeps the promised part of the day where the crew can, and drops it where it cannot', async () => {
      const order = await bought({ 'LAMP-1': 1 }, { deliveryWindow: '07:00-12:00' })
      const textAfter = async (day: number) => (await move(order, [2026, 11, day])).json<OrderView>().delivery.text
      expect((await viewOf(order)).delivery.text).toBe('Wednesday, 25 November 2026, 7 am to 12 pm')
      expect(await textAfter(26)).toBe('Thursday, 26 November 2026, 7 am to 12 pm')
      await sql`update delivery_tier set windows = '{}' where code = 'metro-au'`.execute(shop.database.db)
      // Terms are read again within a minute.
      shop.clock.advance(60_001)
      try {
        expect(await textAfter(27)).toBe('Friday, 27 November 2026')
      } finally {
        await sql`update delivery_tier set windows = '{07:00-12:00,12:00-17:00}' where code = 'metro-au'`.execute(
          shop.database.db,
        )
        shop.clock.advance(60_001)
        await datesOf(order)
        shop.clock.moveTo(testNow)
      }
    })

    test('to a cheaper day refunds the difference, once', async () => {
      const buyer = shop.visitor()
      await buyer.add('LAMP-1')
      const body = await buyer.order({ card: await shop.card() })
      const saturday = { ...body, deliveryDate: [2026, 11, 28] as const, expectedTotal: 89.5 }
      expect((await buyer.submit(saturday)).status).toBe(200)
      const dear = { ...(await found(body.cartId)), cartId: body.cartId, body }
      expect((await datesOf(dear)).some(({ date }) => date[1] === 11 && date[2] === 29)).toBe(false)
      expect((await move(dear, [2026, 11, 30])).json<OrderView>()).toMatchObject({
        refunds: [{ amount: 40, items: [{ title: 'Delivery', amount: 40 }] }],
      })
      await shop.services.orders.refunds.work()
      expect(await heldOf(dear.cartId)).toBe(49_50)
      // What was given back is not there for a dear day any more.
      expect(codeOf(await move(dear, [2026, 12, 5]))).toEqual([400, 'date_unavailable'])
      await cancel(dear, null)
      await shop.services.orders.refunds.work()
      expect(await heldOf(dear.cartId)).toBe(0)
    })

    test('to a full, past, dearer or invalid day, or after the cut-off, is rejected and changes nothing', async () => {
      const order = await bought({ 'LAMP-1': 1 })
      await sql`update delivery_day set capacity = booked where delivers_on = '2026-12-03'`.execute(shop.database.db)
      const before = await everything()
      for (const date of [
        [2026, 12, 3],
        [2026, 11, 23],
        [2026, 11, 28],
        [2026, 2, 30],
        [2028, 1, 3],
      ])
        expect(codeOf(await move(order, date))).toEqual([400, 'date_unavailable'])
      shop.clock.advance(hours(4))
      const late = { ...order, ...(await found(order.cartId)) }
      expect(codeOf(await move(late, [2026, 11, 26]))).toEqual([409, 'too_late'])
      shop.clock.moveTo(testNow)
      expect(await everything()).toBe(before)
    })

    test('does not move supplier deliveries; without goods of ours the truck slot is released', async () => {
      const order = await bought({ 'SOFA-1': 1, 'LAMP-1': 1 })
      const before = (await viewOf(order)).delivery.suppliers
      expect(before).toHaveLength(1)
      expect((await move(order, [2026, 11, 26])).json<OrderView>().delivery.suppliers).toEqual(before)
      const booked = await bookedOn('2026-11-26')
      const answer = await cancel(order, [{ productCode: 'LAMP-1', quantity: 1 }])
      expect(answer.json<OrderView>()).toMatchObject({
        standing: 'paid',
        delivery: { day: null },
        may: { reschedule: false },
      })
      expect(await bookedOn('2026-11-26')).toBe(booked - 1)
      expect(codeOf(await move(order, [2026, 11, 27]))).toEqual([409, 'not_dated'])
      expect((await cancel(order, null)).json<OrderView>().standing).toBe('refunded')
      expect(await bookedOn('2026-11-26')).toBe(booked - 1)
      // Of one payment one part is asked for at a time.
      await shop.services.orders.refunds.work()
      await shop.services.orders.refunds.work()
      expect(await heldOf(order.cartId)).toBe(0)
    })

    test('is not offered for manufacturer deliveries, which are arranged by phone', async () => {
      const order = await bought({ 'MI-1': 1 }, { brandsWarnings: { mieleWarning: true } })
      expect((await viewOf(order)).may).toMatchObject({ cancel: true, reschedule: false })
      expect(codeOf(await order.visitor.get(`/api/orders/${order.id}/dates`))).toEqual([409, 'not_dated'])
    })

    test('of two orders for the last slot of a day one succeeds', async () => {
      const [one, two] = [await bought({ 'LAMP-1': 1 }), await bought({ 'LAMP-1': 1 })]
      await sql`update delivery_day set capacity = booked + 1 where delivers_on = '2026-12-08'`.execute(
        shop.database.db,
      )
      const answers = await Promise.all([move(one, [2026, 12, 8]), move(two, [2026, 12, 8])])
      expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 400])
    })
  })

  test('reordering puts what is still sold into the cart and names the rest', async () => {
    const order = await bought({ 'LAMP-1': 2, 'SC-20': 1 })
    await sql`update stock set quantity = 0, incoming_quantity = 0 where product_id = (select id from product where sku = 'SC-20')
      and warehouse_code in ('2000', '3000')`.execute(shop.database.db)
    const product = shop.services.catalogue.productBySku('SC-20')
    const { announce } = await import('../../modules/catalogue/catalogue.server.ts')
    await announce(shop.database.db, { products: [product?.id ?? 0] })
    await until(() => shop.services.catalogue.productBySku('SC-20')?.stock['2000']?.quantity === 0)
    for (let times = 0; times < 2; times++) {
      const answer = await order.visitor.post(`/api/orders/${order.id}/reorder`)
      expect(answer.json()).toEqual({ added: ['Reading lamp'], missing: ['Copper range cooker'] })
      const { products } = await order.visitor.cart()
      expect(products.map((line) => [line.sku, line.quantity])).toEqual([['LAMP-1', 2]])
    }
  })

  test('an order not paid at the till within seven days expires and releases its stock', async () => {
    const order = await bought({ 'LAMP-1': 3 })
    await sql`update customer_order set state = 'awaiting-payment' where id = ${order.id}`.execute(shop.database.db)
    await sql`delete from order_payment where order_id = ${order.id}`.execute(shop.database.db)
    const stock = await onHand('LAMP-1')
    shop.clock.advance(days(6))
    await shop.services.orders.cancellations.lapse()
    expect(await onHand('LAMP-1')).toBe(stock)
    shop.clock.advance(days(2))
    await shop.services.orders.cancellations.lapse()
    await shop.services.orders.cancellations.lapse()
    expect(await onHand('LAMP-1')).toBe(stock + 3)
    expect((await rowOf(order.cartId)).stage).toBe('cancelled')
    shop.clock.moveTo(testNow)
    const known = await shop.services.orders.byId(order.id)
    if (known === null) throw new Error('the order is gone')
    expect((await shop.services.checkout.orderView(known, { isLink: false })).history.at(-1)?.text).toBe(
      'Order cancelled: it was not paid within 7 days',
    )
  })

  test('an order whose gift card has been deleted stays as it is and does not keep others from expiring', async () => {
    const stuck = await bought({ 'WM-1': 1 }, {}, (visitor) => visitor.applyCode(codes.giftCard))
    const other = await bought({ 'LAMP-1': 1 })
    for (const { id } of [stuck, other]) {
      await sql`update customer_order set state = 'awaiting-payment' where id = ${id}`.execute(shop.database.db)
      await sql`delete from order_payment where order_id = ${id}`.execute(shop.database.db)
    }
    await sql`update customer_order set snapshot = jsonb_set(snapshot, '{giftCards,0,code}', '"REMOVED-CARD-1"')
      where id = ${stuck.id}`.execute(shop.database.db)
    shop.clock.advance(days(8))
    await shop.services.orders.cancellations.lapse()
    expect([(await rowOf(stuck.cartId)).stage, (await rowOf(other.cartId)).stage]).toEqual(['placed', 'cancelled'])
    const refunds = shop.database.db.selectFrom('order_refund').selectAll().where('order_id', '=', stuck.id)
    expect(await refunds.execute()).toEqual([])
    expect(shop.logged.some((line) => line.includes('GiftCardGoneError') && line.includes(stuck.id))).toBe(true)
    shop.clock.moveTo(testNow)
  })
})
