import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { heldCents } from '../../../sandbox/ledger.ts'
import { bodyOf, signatureOf, type GatewayEvent } from '../../../sandbox/webhooks/delivery.ts'
import { codes, deliveryProducts, places } from '../../testing/catalogue.ts'
import type { OrderView } from '../../modules/orders/order-view.ts'
import { days, hours, minutes } from '../../platform/clock.ts'
import { databaseEngines } from '../../testing/database.ts'
import { randomIds } from '../../platform/ids.ts'
import { chooseAtProvider, passChallenge } from '../../testing/shop/provider-pages.ts'
import { hmacKey, merchantAccount, testCard } from '../../testing/shop/merchant.ts'
import { until } from '../../testing/shop/until.ts'
import { openTestShop, testNow, type TestShop } from '../../testing/shop.server.ts'
import type { SubmitBody } from '../../testing/shop/order-body.ts'
import type { TestAnswer } from '../../testing/shop/browser.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'
import { sendOrderNews } from '../../composition/jobs.server.ts'

/** After the purchase, over HTTP against the sandbox and on every engine there is: seeing, changing, paying and ending orders. */

type ErrorAnswer = { errors: { code: string; message: string; field: string | null }[] }
const codeOf = (answer: TestAnswer) => [answer.status, answer.json<ErrorAnswer>().errors[0]?.code]
const email = 'ana.botha@example.com'
const key = () => randomIds.uuid()

describe.each(await databaseEngines())('on $name', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ engine, moreProducts: deliveryProducts })
    await sql`insert into delivery_day (warehouse_code, tier_code, delivers_on, capacity)
      select '2000', 'metro-au', day::date, 100000 from generate_series('2026-11-24'::date, '2026-12-31'::date, '1 day') as day`.execute(
      shop.database.db,
    )
  })
  afterAll(async () => shop.close())

  type Bought = { id: string; webOrderId: string; cartId: string; visitor: Visitor; body: SubmitBody }

  /** An order of these goods, and a visitor who has looked it up. */
  async function bought(
    goods: Readonly<Record<string, number>>,
    more: Partial<Record<string, unknown>> = {},
    prepare: (visitor: Visitor) => Promise<unknown> = async () => {},
  ): Promise<Bought> {
    const buyer = shop.visitor()
    for (const [sku, quantity] of Object.entries(goods)) await buyer.add(sku, quantity)
    await prepare(buyer)
    const body = { ...(await buyer.order({ card: await shop.card() })), ...more }
    const answer = await buyer.submit(body)
    if (answer.status !== 200) throw new Error(`buying: ${answer.text}`)
    return { ...(await found(body.cartId)), cartId: body.cartId, body }
  }

  async function found(cartId: string) {
    const { id, web_order_id: webOrderId } = await rowOf(cartId)
    const visitor = shop.visitor()
    const answer = await visitor.post('/api/orders/lookup', { orderNumber: webOrderId, email })
    expect([answer.status, answer.json()]).toEqual([200, { id }])
    return { id, webOrderId, visitor }
  }

  const rowOf = (cartId: string) =>
    shop.database.db.selectFrom('customer_order').selectAll().where('cart_id', '=', cartId).executeTakeFirstOrThrow()
  const viewOf = async ({ visitor, id }: Pick<Bought, 'visitor' | 'id'>) =>
    (await visitor.get(`/api/orders/${id}`)).json<OrderView>()
  const cancel = ({ visitor, id }: Bought, lines: object[] | null, more: object = {}, withKey = key()) =>
    visitor.post(`/api/orders/${id}/cancel`, { lines, ...more }, { headers: { 'idempotency-key': withKey } })
  async function heldOf(cartId: string): Promise<number> {
    const attempts = await shop.database.db
      .selectFrom('payment_attempt')
      .select('id')
      .where('cart_id', '=', cartId)
      .execute()
    return heldCents(attempts.flatMap((one) => shop.sandbox().movements(one.id)))
  }
  const onHand = async (sku: string): Promise<number> => {
    const { rows } = await sql<{ total: number }>`select sum(quantity + incoming_quantity)::int as total from stock s
      join product p on p.id = s.product_id where p.sku = ${sku}`.execute(shop.database.db)
    return rows[0]?.total ?? 0
  }
  const bookedOn = async (day: string): Promise<number> => {
    const row = await shop.database.db
      .selectFrom('delivery_day')
      .select('booked')
      .where('warehouse_code', '=', '2000')
      .where('tier_code', '=', 'metro-au')
      .where('delivers_on', '=', day)
      .executeTakeFirst()
    return row?.booked ?? 0
  }
  /** Everything a refused call must leave as it was. */
  async function everything(): Promise<string> {
    const { rows } = await sql<{ all: string }>`select concat(
      (select json_agg(o order by id) from customer_order o), (select json_agg(s order by product_id, warehouse_code) from stock s),
      (select json_agg(d order by delivers_on) from delivery_day d), (select json_agg(r order by id) from order_refund r),
      (select json_agg(a order by id) from payment_attempt a), (select count(*) from order_event)) as all`.execute(
      shop.database.db,
    )
    return rows[0]?.all ?? ''
  }

  describe('looking an order up', () => {
    test('number and address open it for half an hour, however they are typed', async () => {
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

    test('a wrong number, a wrong address and an order of another shop are told alike', async () => {
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

    test('access to one order opens no other, and a changed cookie opens none', async () => {
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

    test('guessing is slowed down, for each number as well', async () => {
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

    test('a link of a mail shows and pays, and changes nothing; changed or over it opens nothing', async () => {
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

  describe('cancelling', () => {
    test('the whole order gives back money, goods, day and coupon, and says so by mail', async () => {
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
      expect(mail.plain).toContain('Back to you: Card')
    })

    test('one line of several gives back that line; then the rest, with delivery and services, to the cent', async () => {
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

    test('a gift card gets its part back last', async () => {
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

    test('of an order with a deposit what is owed falls away first', async () => {
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

    test('asked for twice, at once or again, it is done once', async () => {
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

    test('after the cut-off, another amount than shown, lines that are not there: refused, and nothing is changed', async () => {
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

    test('a provider that is away keeps the refund due; it is made once when it is back', async () => {
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

    test('a process that died after the provider had answered asks again, and the money goes back once', async () => {
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

    test('a refund that comes back is no longer called done', async () => {
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

    test('the table itself refuses to give back more than was paid', async () => {
      const order = await bought({ 'LAMP-1': 1 })
      await expect(
        sql`update order_payment set refunded_cents = amount_cents + 1 where order_id = ${order.id}`.execute(
          shop.database.db,
        ),
      ).rejects.toThrow('order_payment_refunded')
    })
  })

  describe('another day', () => {
    type Dates = { dates: { date: [number, number, number]; price: number | null; available: boolean }[] }
    const datesOf = async ({ visitor, id }: Bought) =>
      (await visitor.get(`/api/orders/${id}/dates`)).json<Dates>().dates.filter((one) => one.available)
    const move = ({ visitor, id }: Bought, deliveryDate: readonly number[]) =>
      visitor.post(`/api/orders/${id}/reschedule`, { deliveryDate })

    test('takes a place on the new day and gives back the old one', async () => {
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

    test('that costs less gives back the difference, once', async () => {
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

    test('that is full, past, dearer, no day at all, or asked for too late is refused and nothing is changed', async () => {
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

    test('what a supplier brings keeps its day; without goods of ours our place on the truck is free again', async () => {
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

    test('is nothing for what its maker delivers: that is agreed on by phone', async () => {
      const order = await bought({ 'MI-1': 1 }, { brandsWarnings: { mieleWarning: true } })
      expect((await viewOf(order)).may).toMatchObject({ cancel: true, reschedule: false })
      expect(codeOf(await order.visitor.get(`/api/orders/${order.id}/dates`))).toEqual([409, 'not_dated'])
    })

    test('two who want the last place of a day: one gets it', async () => {
      const [one, two] = [await bought({ 'LAMP-1': 1 }), await bought({ 'LAMP-1': 1 })]
      await sql`update delivery_day set capacity = booked + 1 where delivers_on = '2026-12-08'`.execute(
        shop.database.db,
      )
      const answers = await Promise.all([move(one, [2026, 12, 8]), move(two, [2026, 12, 8])])
      expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 400])
    })
  })

  describe('what a deposit left', () => {
    type Result = {
      orderCompleted: boolean
      paymentReference: string
      redirectUrl: string | null
      secure3DResponse: never
      paymentStatus: string
    }
    const withDeposit = () => bought({ 'WM-1': 1 }, { partialPayment: 300 })
    async function pay({ visitor, id }: Bought, more: object = {}, withKey = key()): Promise<TestAnswer> {
      const card = await shop.card()
      const encrypted = { encryptedValues: { 'Appliances Online': card.encrypted }, cardHolderName: card.holder }
      return visitor.post(
        `/api/orders/${id}/payment`,
        { expectedBalance: 699, ...encrypted, ...more },
        { headers: { 'idempotency-key': withKey } },
      )
    }

    test('is paid by card, exactly, and the order is paid', async () => {
      const order = await withDeposit()
      const offer = (await order.visitor.get(`/api/orders/${order.id}/payment`)).json<{
        balance: number
        methods: string[]
      }>()
      expect([offer.balance, offer.methods]).toEqual([699, ['card', 'paypal', 'afterpay', 'zip']])
      const answer = await pay(order)
      expect([answer.status, answer.json<Result>().orderCompleted]).toEqual([200, true])
      expect(await heldOf(order.cartId)).toBe(999_00)
      expect(await viewOf(order)).toMatchObject({
        standing: 'paid',
        balance: 0,
        payments: [{ amount: 300 }, { amount: 699 }],
        history: [{}, { text: 'Balance of $699 paid' }],
      })
      // A replayed form, and another one, find nothing left to pay.
      expect(codeOf(await pay(order))).toEqual([409, 'nothing_owed'])
      expect(codeOf(await order.visitor.get(`/api/orders/${order.id}/payment`))).toEqual([409, 'nothing_owed'])
      // All of it goes back, to both payments.
      await cancel(order, null)
      await shop.services.orders.refunds.work()
      expect(await heldOf(order.cartId)).toBe(0)
    })

    test('a tampered amount is refused before anything leaves', async () => {
      const order = await withDeposit()
      const before = await everything()
      for (const expectedBalance of [1, 698.99, 999, 0, -699])
        expect(codeOf(await pay(order, { expectedBalance }))).toEqual([409, 'balance_changed'])
      expect(codeOf(await pay(order, { expectedBalance: 699.001 }))).toEqual([400, 'invalid_amount'])
      expect(codeOf(await pay(order, { selectedPaymentOption: 128 }))).toEqual([400, 'method_unavailable'])
      expect(codeOf(await pay(order, { encryptedValues: {} }))).toEqual([400, 'payment_missing'])
      expect(await everything()).toBe(before)
    })

    test('double clicks and two tabs charge once', async () => {
      const order = await withDeposit()
      const same = key()
      await Promise.all([pay(order, {}, same), pay(order, {}, same), pay(order), pay(order)])
      await shop.settleNotices()
      expect(await heldOf(order.cartId)).toBe(999_00)
      expect((await viewOf(order)).standing).toBe('paid')
    })

    test('a decline changes nothing, and another try may follow', async () => {
      const order = await withDeposit()
      const card = await shop.card({ holder: 'NOT_ENOUGH_BALANCE' })
      const declined = await pay(order, {
        encryptedValues: { 'Appliances Online': card.encrypted },
        cardHolderName: card.holder,
      })
      expect(codeOf(declined)).toEqual([400, 'payment_refused'])
      expect((await viewOf(order)).balance).toBe(699)
      expect((await pay(order)).json<Result>().orderCompleted).toBe(true)
    })

    test.each([
      ['paypal', 2],
      ['afterpay', 2048],
      ['zip', 256],
    ])('is paid by %s, whose return leads to the order', async (provider, option) => {
      const order = await withDeposit()
      const { redirectUrl, paymentStatus } = (await pay(order, { selectedPaymentOption: option })).json<Result>()
      expect(paymentStatus).toBe('Pending')
      // While it waits nothing else may be done with the order.
      expect(codeOf(await cancel(order, null))).toEqual([409, 'payment_in_progress'])
      const back = await chooseAtProvider(redirectUrl, 'approve')
      expect(back.startsWith(`/order/${order.id}?provider=${provider}`)).toBe(true)
      const query = new URL(back, shop.url).searchParams
      query.delete('provider')
      const answer = await order.visitor.post(`/api/orders/${order.id}/payment/${provider}?${query}`)
      expect(answer.json<Result>()).toMatchObject({ orderCompleted: true, paymentStatus: 'Approved' })
      const again = await order.visitor.post(`/api/orders/${order.id}/payment/${provider}?${query}`)
      expect(again.json<Result>().orderCompleted).toBe(true)
      expect(await heldOf(order.cartId)).toBe(999_00)
    })

    test('after 3-D Secure the bank leads back to the order', async () => {
      const order = await withDeposit()
      const card = await shop.card({ number: testCard.challenged })
      const { secure3DResponse, paymentReference } = (
        await pay(order, { encryptedValues: { 'Appliances Online': card.encrypted }, cardHolderName: card.holder })
      ).json<Result>()
      const back = await passChallenge(secure3DResponse, '1234')
      expect((await shop.visitor().get(back)).headers.location).toBe(`/order/${order.id}?payment=${paymentReference}`)
      const status = await order.visitor.get(`/api/orders/${order.id}/payment/${paymentReference}`)
      expect(status.json<Result>().orderCompleted).toBe(true)
      // The token is used up.
      expect((await shop.visitor().get(back)).headers.location).toBe('/customer/checkout')
    })

    test('a shopper who gives up owes what they owed, and the goods stay theirs', async () => {
      const order = await withDeposit()
      const stock = await onHand('WM-1')
      await pay(order, { selectedPaymentOption: 2048 })
      const answer = await order.visitor.post(`/api/orders/${order.id}/payment/void`)
      expect(answer.json()).toEqual({
        success: true,
        paymentStatus: 'Cancelled',
        nothingCharged: true,
        message: null,
      })
      expect([await onHand('WM-1'), (await viewOf(order)).balance]).toEqual([stock, 699])
      expect((await rowOf(order.cartId)).stage).toBe('placed')
    })

    test('money that comes after it was paid otherwise goes back', async () => {
      const order = await withDeposit()
      const { paymentReference } = (await pay(order, { selectedPaymentOption: 2048 })).json<Result>()
      await order.visitor.post(`/api/orders/${order.id}/payment/void`)
      await shop.advance(1_000)
      await pay(order)
      const approved = { kind: 'approved', providerRef: 'LATE-1', cents: 699_00, currency: 'AUD', card: null } as const
      await shop.services.checkout.settle(paymentReference, approved, 'test')
      const late = await shop.database.db
        .selectFrom('late_money')
        .selectAll()
        .where('attempt_id', '=', paymentReference)
        .executeTakeFirst()
      expect(late?.amount_cents).toBe(699_00)
      const reported = await order.visitor.get(`/api/orders/${order.id}/payment/${paymentReference}`)
      expect(reported.json()).toMatchObject({ nothingCharged: false })
      // Whoever gives up a payment that is over is told of the newest one.
      const ended = await order.visitor.post(`/api/orders/${order.id}/payment/void`)
      expect(ended.json()).toMatchObject({ success: false, paymentStatus: 'Approved', nothingCharged: false })
      const row = await rowOf(order.cartId)
      expect([row.state, row.balance_cents]).toEqual(['paid', 0])
    })
  })

  describe('at the desk', () => {
    const actor = { kind: 'staff', id: 'DEMO-1' } as const

    test('an order goes on its way and arrives; from then on its owner changes nothing', async () => {
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

    test('nothing leaves while a rest is owed', async () => {
      const order = await bought({ 'WM-1': 1 }, { partialPayment: 300 })
      expect((await shop.services.orders.admin.move(order.id, 'dispatch', actor)).ok).toBe(false)
    })

    test('lines and other amounts are given back while the goods stay, each wish once and never beyond what was paid', async () => {
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

  test('a line that was charged nothing is cancelled without a refund, and giving back nothing is refused', async () => {
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

  test('buying again puts what is still sold into the cart and says what is not', async () => {
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

  test('an order that nobody pays at the till within seven days lapses and gives its goods back', async () => {
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

  test('an order whose gift card has been removed stays as it is, and keeps no other one from lapsing', async () => {
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

  test('in New Zealand the GST of a refund is three parts of 23', async () => {
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
