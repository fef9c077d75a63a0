import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseEngines } from '../../testing/database.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { until } from '../../testing/shop/until.ts'
import { gstIn } from '../pricing/pricing.ts'
import { insertBundle } from '../promotions/bundle-records.server.ts'

/** A bundle on its way through cart, payment, order and refund, on the databases themselves. */

describe.each(await databaseEngines())('on $name', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ engine })
    await shop.database.transaction(async (tx) => {
      // 999 + 49.50 + 10 = 1,058.50: the bundle saves $58.49.
      await insertBundle(tx, {
        title: 'Laundry set',
        app: 'aol',
        price: 1_000_01,
        skus: ['WM-1', 'LAMP-1', 'HOSE-1'],
        isPublished: true,
      })
      await insertBundle(tx, {
        title: 'Draft',
        app: 'aol',
        price: 1_00,
        skus: ['WM-1', 'FR-1'],
        isPublished: false,
      })
    })
    await until(() => shop.services.promotions.bundles({ app: 'aol', country: 'AU' }).length === 1)
  })
  afterAll(async () => shop.close())

  const whole = async () => {
    const visitor = shop.visitor()
    for (const sku of ['WM-1', 'LAMP-1', 'HOSE-1']) await visitor.add(sku)
    return visitor
  }

  test('the cart takes its saving off as soon as all parts are there', async () => {
    const visitor = shop.visitor()
    await visitor.add('WM-1')
    expect(await visitor.add('LAMP-1')).toMatchObject({ bundles: [], orderTotal: 1_048.5 })
    const cart = await visitor.add('HOSE-1')
    expect(cart).toMatchObject({
      subTotal: 1_058.5,
      bundles: [{ title: 'Laundry set', discount: 58.49 }],
      orderTotal: 1_000.01,
      messages: [],
    })
    expect(cart.products.map((line) => line.price)).toEqual([999, 49.5, 10])
  })

  test('a part that is removed takes the saving with it, with a word why', async () => {
    const visitor = await whole()
    const response = await visitor.delete('/api/cart/product/LAMP-1')
    const cart = response.json<Awaited<ReturnType<typeof visitor.cart>>>()
    expect(cart).toMatchObject({ bundles: [], subTotal: 1_009, orderTotal: 1_009 })
    expect(cart.messages).toEqual([
      {
        message: 'The saving of the Laundry set no longer applies, because Reading lamp is not in your cart any more.',
      },
    ])
    expect((await visitor.cart()).messages).toEqual([])
  })

  test('a part that has become cheaper ends it where it would save nothing', async () => {
    const { catalogue } = shop.services
    const visitor = await whole()
    const id = catalogue.productBySku('WM-1')?.id ?? 0
    await catalogue.setOffer(id, 'aol', { price: 900_00, rrp: 1_299_00 })
    await until(async () => (await visitor.cart()).subTotal === 959.5)
    expect((await visitor.cart()).bundles).toEqual([])
    await catalogue.setOffer(id, 'aol', { price: 999_00, rrp: 1_299_00 })
    await until(async () => (await visitor.cart()).bundles.length === 1)
  })

  test('an order is charged its price, keeps each line’s share, and refunds a part at what it was charged', async () => {
    const visitor = await whole()
    const body = await visitor.order({ card: await shop.card() })
    const submitted = await visitor.submit(body)
    expect([submitted.status, submitted.status === 200 ? '' : submitted.text]).toEqual([200, ''])
    const { webOrderId, totals } = (await visitor.get(`/api/checkout/confirmation?id=${body.cartId}`)).json<{
      webOrderId: string
      totals: { subTotal: number; shipping: number; total: number }
    }>()
    expect(totals.subTotal).toBe(1_000.01)
    expect(Math.round((totals.subTotal + totals.shipping) * 100)).toBe(Math.round(totals.total * 100))

    const { db } = shop.database
    const order = await db
      .selectFrom('customer_order')
      .selectAll()
      .where('web_order_id', '=', webOrderId)
      .executeTakeFirstOrThrow()
    const lines = await db
      .selectFrom('order_line')
      .select(['product_code', 'unit_cents', 'line_discount_cents'])
      .where('order_id', '=', order.id)
      .orderBy('unit_cents', 'desc')
      .execute()
    expect(lines).toEqual([
      { product_code: 'WM-1', unit_cents: 999_00, line_discount_cents: 55_20 },
      { product_code: 'LAMP-1', unit_cents: 49_50, line_discount_cents: 2_74 },
      { product_code: 'HOSE-1', unit_cents: 10_00, line_discount_cents: 55 },
    ])
    const paid = await db.selectFrom('order_payment').selectAll().where('order_id', '=', order.id).execute()
    expect(paid.map((one) => one.amount_cents)).toEqual([order.total_cents])

    const cancelled = await shop.services.orders.cancellations.cancel({
      orderId: order.id,
      lines: [{ productCode: 'LAMP-1', quantity: 1 }],
      expected: null,
      key: 'cancel-the-lamp',
      actor: { kind: 'staff', id: 'W7' },
    })
    expect(cancelled.ok).toBe(true)
    const { rows } = await sql<{ cents: number }>`select p.cents from order_refund_part p
      join payment_attempt a on a.id = p.attempt_id where a.cart_id = ${body.cartId}`.execute(db)
    expect(rows).toEqual([{ cents: 49_50 - 2_74 }])
    const refund = await db
      .selectFrom('order_refund')
      .selectAll()
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow()
    expect([refund.cents, refund.gst_cents]).toEqual([46_76, gstIn(46_76, 'AU')])
  })
})
