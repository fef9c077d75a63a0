import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, signatureOf, type GatewayEvent } from '../../../sandbox/webhooks/delivery.ts'
import { codes, deliveryProducts, places } from '../../testing/catalogue.ts'
import type { OrderView } from '../../modules/orders/order-view.ts'
import { hours, minutes } from '../../platform/clock.ts'
import { databaseEngines } from '../../testing/database.ts'
import { randomIds } from '../../platform/ids.ts'
import { hmacKey, merchantAccount } from '../../testing/shop/merchant.ts'
import { openDays } from '../../testing/shop/delivery-days.ts'
import { openTestShop, testNow, type TestShop } from '../../testing/shop.server.ts'
import { boughtOrdersOf, codeOf, email, key } from './orders-for-tests.ts'
import { sendOrderNews } from '../../composition/jobs.server.ts'

/** Cancelling and refunding over HTTP against the sandbox and on every engine there is: money, goods, days and cards go back once. */

describe.each(await databaseEngines())('on $name', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ engine, moreProducts: deliveryProducts })
    await openDays(shop, { last: '2026-12-31' })
  })
  afterAll(async () => shop.close())

  const { bought, found, rowOf, viewOf, cancel, heldOf, onHand, bookedOn, everything } = boughtOrdersOf(() => shop)

  describe('cancelling', () => {
    test('the whole order refunds money and releases stock, delivery slot and coupon, with a mail', async () => {
      const [stock, booked] = [await onHand('FR-1'), await bookedOn('2026-11-25')]
      const order = await bought({ 'FR-1': 2 })
      expect([await onHand('FR-1'), await bookedOn('2026-11-25')]).toEqual([stock - 2, booked + 1])
      const before = await viewOf(order)
      expect(before.may).toMatchObject({ cancel: true, reschedule: true })
      expect(before.closesText).toBe('until 2:00 PM on 24 November 2026')
      const answer = await cancel(order, null, { expectedAmount: 4_999.9 })
      expect(answer.status).toBe(200)
      expect(answer.json<OrderView>()).toMatchObject({ standing: 'refunded', balance: 0, may: { cancel: false } })
      expect([await onHand('FR-1'), await bookedOn('2026-11-25')]).toEqual([stock, booked])
      // Written down first: the provider is asked after it.
      expect(await heldOf(order.cartId)).toBe(4_999_90)
      await shop.services.orders.refunds.work()
      expect(await heldOf(order.cartId)).toBe(0)
      const [refund] = (await viewOf(order)).refunds
      expect(refund).toMatchObject({
        amount: 4_999.9,
        unpaid: 0,
        payouts: [{ method: 'Card', amount: 4_999.9, isDone: true, isGiftCard: false }],
      })
      const row = await shop.database.db
        .selectFrom('order_refund')
        .selectAll()
        .where('order_id', '=', order.id)
        .executeTakeFirstOrThrow()
      expect([row.cents, row.gst_cents]).toEqual([4_999_90, 454_54])
      const event = await shop.database.db
        .selectFrom('order_event')
        .selectAll()
        .where('order_id', '=', order.id)
        .executeTakeFirstOrThrow()
      expect(event).toMatchObject({ move: 'cancel', actor: 'owner', from_stage: 'placed', to_stage: 'cancelled' })
      await sendOrderNews(shop.services, shop.config, { orderId: order.id, eventId: Number(event.id) })
      const mail = await shop.database.db
        .selectFrom('mail')
        .selectAll()
        .where('subject', '=', `Your order is cancelled: ${order.webOrderId}`)
        .executeTakeFirstOrThrow()
      expect(mail.recipient).toBe(email)
      expect(mail.plain).toContain('$4,999.90')
      expect(mail.plain).toContain('Refunded to: Card')
    })

    test('one line of several refunds that line; cancelling the rest refunds delivery and services, to the cent', async () => {
      const order = await bought({ 'FR-1': 1, 'LAMP-1': 3 }, {}, (visitor) => visitor.applyCode(codes.tenPercent))
      const total = order.body.expectedTotal
      const lamps = await onHand('LAMP-1')
      const preview = await order.visitor.post(`/api/orders/${order.id}/refund-preview`, {
        lines: [{ productCode: 'LAMP-1', quantity: 2 }],
      })
      const { amount } = preview.json<{ amount: number }>()
      expect(amount).toBeLessThan(99)
      const answer = await cancel(order, [{ productCode: 'LAMP-1', quantity: 2 }], { expectedAmount: amount })
      expect(answer.json<OrderView>()).toMatchObject({
        standing: 'paid',
        lines: [
          { productCode: 'FR-1', cancelled: 0 },
          { productCode: 'LAMP-1', cancelled: 2 },
        ],
      })
      expect(await onHand('LAMP-1')).toBe(lamps + 2)
      await shop.services.orders.refunds.work()
      expect(await heldOf(order.cartId)).toBe(Math.round((total - amount) * 100))
      // More lamps than are left.
      expect(codeOf(await cancel(order, [{ productCode: 'LAMP-1', quantity: 2 }]))).toEqual([400, 'line_gone'])
      expect((await cancel(order, null)).json<OrderView>().standing).toBe('refunded')
      await shop.services.orders.refunds.work()
      expect(await heldOf(order.cartId)).toBe(0)
      const { rows } = await sql<{
        cents: number
        gst: number
      }>`select sum(cents)::int as cents, sum(gst_cents)::int as gst
        from order_refund where order_id = ${order.id}`.execute(shop.database.db)
      // The GST of all refunds is that of the order.
      expect(rows[0]).toEqual({ cents: Math.round(total * 100), gst: Math.round((total * 100) / 11) })
    })

    test('a gift card is refunded last', async () => {
      const balance = async () =>
        (
          await shop.database.db
            .selectFrom('gift_card')
            .select('balance_cents')
            .where('code', '=', codes.giftCard)
            .executeTakeFirstOrThrow()
        ).balance_cents
      const opening = await balance()
      const order = await bought({ 'WM-1': 1, 'LAMP-1': 1 }, {}, (visitor) => visitor.applyCode(codes.giftCard))
      expect(await balance()).toBe(opening - 500_00)
      await cancel(order, [{ productCode: 'LAMP-1', quantity: 1 }])
      await shop.services.orders.refunds.work()
      // The card gives first.
      expect([await balance(), await heldOf(order.cartId)]).toEqual([opening - 500_00, 499_00])
      await cancel(order, null)
      await shop.services.orders.refunds.work()
      expect([await balance(), await heldOf(order.cartId)]).toEqual([opening, 0])
      expect((await viewOf(order)).refunds[1]?.payouts).toEqual([
        { method: 'Card', amount: 499, isDone: true, isGiftCard: false },
        { method: 'Gift card -500', amount: 500, isDone: true, isGiftCard: true },
      ])
    })

    test('an order with a deposit first reduces the balance owed', async () => {
      const order = await bought({ 'WM-1': 1, 'FR-1': 1 }, { partialPayment: 1_100 })
      expect((await viewOf(order)).balance).toBe(2_398.95)
      const answer = await cancel(order, [{ productCode: 'WM-1', quantity: 1 }])
      expect(answer.json<OrderView>()).toMatchObject({ standing: 'deposit-paid', balance: 1_399.95 })
      await shop.services.orders.refunds.work()
      expect(await heldOf(order.cartId)).toBe(1_100_00)
      await cancel(order, null)
      await shop.services.orders.refunds.work()
      expect(await heldOf(order.cartId)).toBe(0)
      expect(await viewOf(order)).toMatchObject({ balance: 0, refunds: [{ unpaid: 999 }, { unpaid: 1_399.95 }] })
    })

    test('requested twice, at once or later, is done once', async () => {
      const order = await bought({ 'LAMP-1': 4 })
      const stock = await onHand('LAMP-1')
      const lines = [{ productCode: 'LAMP-1', quantity: 1 }]
      const same = key()
      const answers = await Promise.all([1, 2, 3].map(() => cancel(order, lines, {}, same)))
      expect(answers.map((one) => one.status)).toEqual([200, 200, 200])
      expect((await cancel(order, lines, {}, same)).status).toBe(200)
      expect((await viewOf(order)).lines[0]?.cancelled).toBe(1)
      // Two tabs, each with a key of its own.
      const tabs = await Promise.all([cancel(order, null), cancel(order, null)])
      expect(tabs.map((one) => one.status).toSorted()).toEqual([200, 409])
      expect(await onHand('LAMP-1')).toBe(stock + 4)
      await shop.services.orders.refunds.work()
      await shop.services.orders.refunds.work()
      expect(await heldOf(order.cartId)).toBe(0)
      expect(codeOf(await cancel(order, null))).toEqual([409, 'already_cancelled'])
    })

    test('after the cut-off, with another amount than shown, or with unknown lines is rejected, and nothing changes', async () => {
      const order = await bought({ 'LAMP-1': 2 })
      const before = await everything()
      const one = [{ productCode: 'LAMP-1', quantity: 1 }]
      expect(codeOf(await cancel(order, null, { expectedAmount: 0.01 }))).toEqual([409, 'order_changed'])
      expect(codeOf(await cancel(order, [{ productCode: 'FR-1', quantity: 1 }]))).toEqual([400, 'line_gone'])
      expect(codeOf(await cancel(order, [{ productCode: 'LAMP-1', quantity: 3 }]))).toEqual([400, 'line_gone'])
      expect(codeOf(await cancel(order, [...one, ...one]))).toEqual([400, 'line_gone'])
      expect((await cancel(order, [])).status).toBe(400)
      expect((await cancel(order, [{ productCode: 'LAMP-1', quantity: 0.5 }])).status).toBe(400)
      expect(codeOf(await order.visitor.post(`/api/orders/${order.id}/cancel`, { lines: null }))).toEqual([
        400,
        'invalid_key',
      ])
      expect(codeOf(await shop.visitor().get(`/api/orders/${order.id}`))).toEqual([404, 'not_found'])
      shop.clock.advance(hours(3))
      const late = { ...order, ...(await found(order.cartId)) }
      expect(codeOf(await cancel(late, null))).toEqual([409, 'too_late'])
      expect((await viewOf(late)).may).toMatchObject({ cancel: false, reschedule: false })
      shop.clock.moveTo(testNow)
      expect(await everything()).toBe(before)
    })

    test('during a provider outage keeps the refund pending and makes it once afterwards', async () => {
      const order = await bought({ 'LAMP-1': 2 })
      await cancel(order, null)
      await shop.injectFault('card.reversals', 'drop-after', 3)
      await shop.services.orders.refunds.work()
      const [part] = (await viewOf(order)).refunds[0]?.payouts ?? []
      expect(part?.isDone).toBe(false)
      await shop.services.orders.refunds.work()
      await shop.advance(minutes(2))
      await shop.services.orders.refunds.work()
      expect((await viewOf({ ...order, ...(await found(order.cartId)) })).refunds[0]?.payouts[0]?.isDone).toBe(true)
      const attempts = await shop.database.db
        .selectFrom('payment_attempt')
        .select('id')
        .where('cart_id', '=', order.cartId)
        .execute()
      const back = attempts.flatMap((one) => shop.sandbox().movements(one.id)).filter((one) => one.kind === 'reversal')
      expect(back).toHaveLength(1)
      await shop.advance(-minutes(2))
    })

    test('after a crash that followed the provider’s response repeats the call, and refunds once', async () => {
      const order = await bought({ 'LAMP-1': 2, 'WM-1': 1 })
      await cancel(order, [{ productCode: 'LAMP-1', quantity: 1 }])
      await shop.services.orders.refunds.work()
      // As it stands when nobody wrote the answer down.
      await sql`update order_refund_part set state = 'due', done_at = null, next_try_at = ${shop.clock.now()}
        where refund_id in (select id from order_refund where order_id = ${order.id})`.execute(shop.database.db)
      await shop.services.orders.refunds.work()
      expect(await heldOf(order.cartId)).toBe(1_048_50)
      expect((await viewOf(order)).refunds[0]?.payouts[0]?.isDone).toBe(true)
    })

    test('a refund that is returned is no longer shown as completed', async () => {
      const order = await bought({ 'LAMP-1': 1 })
      await cancel(order, null)
      await shop.services.orders.refunds.work()
      const [part] = await shop.database.db
        .selectFrom('order_refund_part')
        .selectAll()
        .where('attempt_id', 'is not', null)
        .orderBy('refund_id', 'desc')
        .where('refund_id', 'in', (of) => of.selectFrom('order_refund').select('id').where('order_id', '=', order.id))
        .execute()
      const event: GatewayEvent = {
        eventCode: 'REFUND_FAILED',
        success: true,
        pspReference: randomIds.secret().slice(0, 16).toUpperCase(),
        originalReference: '',
        merchantAccountCode: merchantAccount,
        merchantReference: part?.attempt_id ?? '',
        value: 49_50,
        currency: 'AUD',
        eventDate: shop.clock.now().toISOString(),
        paymentMethod: 'visa',
        reason: 'Account closed',
        operations: [],
        additionalData: {},
      }
      const raw = bodyOf(event, signatureOf(event, hmacKey))
      expect((await shop.visitor().post('/api/payment/webhook/card', undefined, { raw })).status).toBe(200)
      await shop.services.checkout.webhooks.work()
      expect((await viewOf(order)).refunds[0]?.payouts[0]?.isDone).toBe(false)
    })

    test('a database constraint prevents refunds beyond the amount paid', async () => {
      const order = await bought({ 'LAMP-1': 1 })
      await expect(
        sql`update order_payment set refunded_cents = amount_cents + 1 where order_id = ${order.id}`.execute(
          shop.database.db,
        ),
      ).rejects.toThrow('order_payment_refunded')
    })
  })

  describe('by staff', () => {
    const actor = { kind: 'staff', id: 'DEMO-1' } as const

    test('an order is dispatched and delivered; from then on its owner cannot change it', async () => {
      const order = await bought({ 'LAMP-1': 2 })
      const { admin: orderAdmin } = shop.services.orders
      expect(await orderAdmin.move(order.id, 'deliver', actor)).toEqual({
        ok: false,
        problem: { code: 'move_not_allowed' },
      })
      expect((await orderAdmin.move(order.id, 'dispatch', actor)).ok).toBe(true)
      expect(await viewOf(order)).toMatchObject({ standing: 'on-its-way', may: { cancel: false, reschedule: false } })
      expect(codeOf(await cancel(order, null))).toEqual([409, 'order_closed'])
      expect(
        codeOf(await order.visitor.post(`/api/orders/${order.id}/reschedule`, { deliveryDate: [2026, 11, 26] })),
      ).toEqual([409, 'order_closed'])
      expect((await orderAdmin.move(order.id, 'deliver', actor)).ok).toBe(true)
      expect((await viewOf(order)).history.map((one) => one.text)).toEqual(['Order placed', 'On its way', 'Delivered'])
    })

    test('nothing is dispatched while a balance is owed', async () => {
      const order = await bought({ 'WM-1': 1 }, { partialPayment: 300 })
      expect((await shop.services.orders.admin.move(order.id, 'dispatch', actor)).ok).toBe(false)
    })

    test('lines and other amounts are refunded without a return, each request once and never beyond the amount paid', async () => {
      const order = await bought({ 'LAMP-1': 2 })
      const stock = await onHand('LAMP-1')
      const { admin: orderAdmin, refunds } = shop.services.orders
      const lines = [{ productCode: 'LAMP-1', quantity: 1 }]
      const input = { orderId: order.id, lines, other: { text: 'A scratch', cents: 10_00 }, key: 'lamp 1', actor }
      for (let times = 0; times < 2; times++) expect((await orderAdmin.refund(input)).ok).toBe(true)
      await refunds.work()
      expect([await heldOf(order.cartId), await onHand('LAMP-1')]).toEqual([39_50, stock])
      const more = { ...input, lines: [], other: { text: 'More', cents: 39_51 }, key: 'more' }
      expect(await orderAdmin.refund(more)).toEqual({ ok: false, problem: { code: 'exceeds_paid' } })
      expect(await orderAdmin.refund({ ...more, other: null, key: 'none' })).toEqual({
        ok: false,
        problem: { code: 'nothing_to_refund' },
      })
      expect((await viewOf(order)).refunds).toMatchObject([
        { amount: 59.5, items: [{ title: 'Reading lamp' }, { title: 'A scratch', amount: 10 }] },
      ])
    })
  })

  test('a free line is cancelled without a refund, and a refund of nothing is rejected', async () => {
    const order = await bought({ 'HOSE-1': 1 }, {}, (visitor) => visitor.applyCode(codes.fiftyDollars))
    const input = {
      orderId: order.id,
      lines: [{ productCode: 'HOSE-1', quantity: 1 }],
      other: null,
      key: 'none',
      actor: { kind: 'staff', id: 'DEMO-1' } as const,
    }
    expect(await shop.services.orders.admin.refund(input)).toEqual({
      ok: false,
      problem: { code: 'nothing_to_refund' },
    })
    expect((await viewOf(order)).refunds).toEqual([])
    const given = (await rowOf(order.cartId)).total_cents
    const cancelled = await cancel(order, null)
    expect(cancelled.status).toBe(200)
    const { refunds, history } = cancelled.json<OrderView>()
    expect(refunds.map((one) => one.amount)).toEqual(given === 0 ? [] : [given / 100])
    expect(history.at(-1)?.text).toBe('Order cancelled')
  })

  test('in New Zealand the GST of a refund is 3/23', async () => {
    const buyer = shop.visitor('aol-nz')
    await buyer.add('NZ-1')
    const body = await buyer.order({ card: await shop.card(), place: places.ponsonby })
    expect((await buyer.submit(body)).status).toBe(200)
    const { id, web_order_id: orderNumber } = await rowOf(body.cartId)
    await buyer.post('/api/orders/lookup', { orderNumber, email })
    await buyer.post(`/api/orders/${id}/cancel`, { lines: null }, { headers: { 'idempotency-key': key() } })
    const refund = await shop.database.db
      .selectFrom('order_refund')
      .selectAll()
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow()
    expect([refund.cents, refund.gst_cents]).toEqual([1_150_00, 150_00])
  })
})
