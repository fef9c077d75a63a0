import { afterAll, beforeAll, expect, test } from 'vitest'
import { brandAtExample } from '../../testing/brand.ts'
import { chooseAtProvider } from '../../testing/shop/provider-pages.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { until } from '../../testing/shop/until.ts'
import { orderConfirmationMail } from '../orders/mail/order-confirmation.tsx'

/** A line discount on its way through cart, payment, order, confirmation and mail: every one of them says the same. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  const { catalogue } = shop.services
  const id = catalogue.productBySku('LAMP-1')?.id ?? 0
  for (const app of ['aol', 'hc'] as const)
    await catalogue.setOffer(id, app, { price: 49_50, rrp: 60_00, lineDiscount: 10_00, altPriceMsg: 'Floor stock' })
  await until(() => catalogue.productBySku('LAMP-1')?.offers.hc?.lineDiscount === 10_00)
})
afterAll(async () => shop.close())

test('the cart deducts it once per line, the outlet not at all [PRICE-08]', async () => {
  const cart = await shop.visitor().add('LAMP-1', 2)
  expect(cart.products[0]).toMatchObject({ price: 49.5, rrp: 60, lineDiscount: 10, altPriceMsg: 'Floor stock' })
  expect(cart).toMatchObject({ subTotal: 89, orderTotal: 89, savingTotal: 31, totalRrp: 120 })
  const outlet = await shop.visitor('hc').add('LAMP-1', 2)
  expect(outlet.products[0]).toMatchObject({ price: 49.5, lineDiscount: 0 })
  expect(outlet.subTotal).toBe(99)
})

test.each(['card', 'afterpay'] as const)('paid by %s, it is charged, stored and shown as promised', async (method) => {
  const visitor = shop.visitor()
  await visitor.add('LAMP-1', 2)
  const body = await visitor.order(method === 'card' ? { card: await shop.card() } : { afterpay: true })
  const submitted = await visitor.submit(body)
  expect([submitted.status, submitted.status === 200 ? '' : submitted.text]).toEqual([200, ''])
  if (method === 'afterpay') {
    const { redirectUrl } = submitted.json<{ redirectUrl: string }>()
    const back = await chooseAtProvider(redirectUrl, 'approve')
    await visitor.post(back.replace('/customer/checkout', '/api/checkout/afterpayconfirmation'))
  }
  const confirmed = (await visitor.get(`/api/checkout/confirmation?id=${body.cartId}`)).json<{
    webOrderId: string
    lines: { quantity: number; price: number; total: number }[]
    totals: { subTotal: number; shipping: number; total: number }
  }>()
  expect(confirmed.lines).toMatchObject([{ quantity: 2, price: 49.5, total: 89 }])
  expect(confirmed.totals.subTotal).toBe(89)
  expect(Math.round((89 + confirmed.totals.shipping) * 100)).toBe(Math.round(confirmed.totals.total * 100))
  expect(confirmed.totals.total).toBe(body.expectedTotal)

  const { db } = shop.database
  const order = await db
    .selectFrom('customer_order')
    .selectAll()
    .where('web_order_id', '=', confirmed.webOrderId)
    .executeTakeFirstOrThrow()
  const lines = await db.selectFrom('order_line').selectAll().where('order_id', '=', order.id).execute()
  expect(lines).toMatchObject([{ quantity: 2, unit_cents: 49_50, line_discount_cents: 10_00 }])
  const paid = await db.selectFrom('order_payment').selectAll().where('order_id', '=', order.id).execute()
  expect(paid.map((one) => one.amount_cents)).toEqual([order.total_cents])

  const placed = await shop.services.orders.byId(order.id)
  if (placed === null) throw new Error('the order is gone')
  const { plain } = await orderConfirmationMail(placed, brandAtExample('aol'), undefined)
  expect(plain).toContain('$89')
  expect(plain).not.toContain('$99')
})
