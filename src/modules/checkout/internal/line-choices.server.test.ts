import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { codes, upsells } from '../../../testing/catalogue.ts'
import { brandAtExample } from '../../../testing/brand.ts'
import { chooseAtProvider } from '../../../testing/shop/provider-pages.ts'
import { openTestShop, type TestShop } from '../../../testing/shop.server.ts'
import { until } from '../../../testing/shop/until.ts'
import type { Confirmation, OrderSnapshot } from '../../orders/orders.ts'
import { orderConfirmationMail } from '../../orders/mail/order-confirmation.tsx'
import { paymentOrder } from './order-snapshot.ts'

/** A warranty and an install on their way through cart, payment, order, confirmation and mail: every one of them says the same. */

let shop: TestShop
let chosen: { warrantyId: number; installId: number }
beforeAll(async () => {
  shop = await openTestShop()
  chosen = {
    warrantyId: await shop.upsellId(upsells.oneYear),
    installId: await shop.upsellId(upsells.connection),
  }
})
afterAll(async () => shop.close())

async function withWasher(quantity = 1) {
  const visitor = shop.visitor()
  const cart = await visitor.add('WM-1', quantity, chosen)
  return { visitor, cart }
}
const items = (more: object = {}) => [{ qty: 1, sku: 'WM-1', productCode: 'WM-1', ...chosen, ...more }]

test.each(['card', 'afterpay'] as const)(
  'paid by %s, options are charged, stored and shown as chosen',
  async (method) => {
    const { visitor, cart } = await withWasher()
    expect(cart.orderTotal).toBe(1_107.5)
    await visitor.applyCode(codes.tenPercent)
    const order = await visitor.order(method === 'card' ? { card: await shop.card() } : { afterpay: true })
    const body = { ...order, cart: { orderTotal: 1_007.6, items: items() } }
    const submitted = await visitor.submit(body)
    expect([submitted.status, submitted.status === 200 ? '' : submitted.text]).toEqual([200, ''])
    if (method === 'afterpay') {
      const { redirectUrl } = submitted.json<{ redirectUrl: string }>()
      const back = await chooseAtProvider(redirectUrl, 'approve')
      await visitor.post(back.replace('/customer/checkout', '/api/checkout/afterpayconfirmation'))
    }
    const confirmed = (await visitor.get(`/api/checkout/confirmation?id=${order.cartId}`)).json<Confirmation>()
    expect(confirmed.lines).toMatchObject([
      {
        total: 999,
        choices: [
          { name: 'Extended warranty: One more year', total: 59 },
          { name: 'Washer connection', total: 49.5 },
        ],
      },
    ])
    expect(confirmed.totals).toEqual({
      subTotal: 1_107.5,
      discount: 99.9,
      code: codes.tenPercent,
      discounts: [{ name: `Coupon ${codes.tenPercent}`, amount: 99.9 }],
      shipping: 0,
      total: 1_007.6,
    })

    const { db } = shop.database
    const placed = await db
      .selectFrom('customer_order')
      .selectAll()
      .where('web_order_id', '=', confirmed.webOrderId)
      .executeTakeFirstOrThrow()
    const [attempt] = await db.selectFrom('payment_attempt').selectAll().where('cart_id', '=', order.cartId).execute()
    expect([placed.total_cents, attempt?.amount_cents]).toEqual([1_007_60, 1_007_60])
    expect(
      shop
        .sandbox()
        .movements(attempt?.id ?? '')
        .find((one) => one.kind === 'authorise')?.cents,
    ).toBe(1_007_60)
    const stored = { order_id: placed.id, product_code: 'WM-1' }
    expect(
      await db.selectFrom('order_line_choice').selectAll().where('order_id', '=', placed.id).orderBy('kind').execute(),
    ).toEqual([
      { ...stored, kind: 'install', option_id: chosen.installId, name: 'Washer connection', unit_cents: 49_50 },
      {
        ...stored,
        kind: 'warranty',
        option_id: chosen.warrantyId,
        name: 'Extended warranty: One more year',
        unit_cents: 59_00,
      },
    ])

    const { lines, shippingCents, discountCents } = paymentOrder(attempt?.snapshot as unknown as OrderSnapshot)
    expect(lines.map(({ name, quantity, unit }) => [name, quantity, unit])).toEqual([
      ['Front load washer 8 kg', 1, 999_00],
      ['Extended warranty: One more year', 1, 59_00],
      ['Washer connection', 1, 49_50],
    ])
    const sum = lines.reduce((total, { unit, quantity }) => total + unit * quantity, shippingCents - discountCents)
    expect(sum).toBe(attempt?.amount_cents)

    const whole = await shop.services.orders.byId(placed.id)
    if (whole === null) throw new Error('the order is gone')
    const { plain } = await orderConfirmationMail(whole, brandAtExample('aol'), undefined)
    for (const text of ['Extended warranty: One more year', '$59', 'Washer connection', '$49.50', '$1,007.60'])
      expect(plain).toContain(text)
  },
)

describe('a submit', () => {
  test('with other options than the cart is rejected, and the correct one succeeds', async () => {
    const { visitor, cart } = await withWasher()
    const order = await visitor.order({ card: await shop.card() })
    const submit = (more: object) =>
      visitor.submit({ ...order, cart: { orderTotal: cart.orderTotal, items: items(more) } })
    for (const more of [
      { warrantyId: null },
      { warrantyId: await shop.upsellId(upsells.twoYears) },
      { warrantyId: chosen.installId, installId: chosen.warrantyId },
      { installId: 1_000_000 },
      { qty: 2 },
      { productCode: 'WM-2' },
    ]) {
      const answer = await submit(more)
      expect([more, answer.status, answer.json<{ errors: { code: string }[] }>().errors[0]?.code]).toEqual([
        more,
        400,
        'cart_changed',
      ])
    }
    expect((await submit({})).status).toBe(200)
  })

  test('at the price without options is rejected', async () => {
    const { visitor } = await withWasher()
    const order = await visitor.order({ card: await shop.card() })
    const answer = await visitor.submit({ ...order, cart: { orderTotal: 999 }, expectedTotal: 999 })
    expect([answer.status, answer.json<{ errors: { message: string }[] }>().errors[0]?.message]).toEqual([
      400,
      'Your cart has changed. Please review your order and try again.',
    ])
  })
})

test('the checkout says that the cart has paid installation', async () => {
  const { visitor } = await withWasher()
  const paidInstalls = async () => (await visitor.get('/api/checkout')).json<{ opts: number }>().opts & 32
  expect(await paidInstalls()).toBe(32)
  await visitor.add('WM-1', 1, { installId: null })
  expect(await paidInstalls()).toBe(0)
})

describe('an option that is no longer offered', () => {
  const goneText =
    'Extended warranty for Front load washer 8 kg is no longer available as you chose it, so we have removed it. Please choose again if you still want it.'
  const setPrice = async (price: number) => {
    const { catalogue } = shop.services
    await catalogue.setOffer(catalogue.productBySku('WM-1')?.id ?? 0, 'aol', { price, rrp: 1_299_00 })
    await until(() => catalogue.productBySku('WM-1')?.offers.aol?.price === price)
  }
  afterEach(() => setPrice(999_00))

  test('after a price change is dropped from the cart with a message, and an order at the old total is rejected', async () => {
    const { visitor, cart } = await withWasher()
    const order = await visitor.order({ card: await shop.card() })
    await setPrice(1_200_00)
    const now = await visitor.cart()
    expect(now.messages).toEqual([{ message: goneText }])
    expect(now.products[0]).toMatchObject({ warrantyId: null, selectedWarranty: null, installId: chosen.installId })
    expect(now.orderTotal).toBe(1_249.5)
    const late = await visitor.submit({ ...order, cart: { orderTotal: cart.orderTotal, items: items() } })
    expect(late.json<{ errors: { code: string }[] }>().errors[0]?.code).toBe('cart_changed')

    // The first change of the line is an answer to what was said, and it does not come back with the price.
    const changed = await visitor.add('WM-1')
    expect(changed.messages).toEqual([])
    await setPrice(999_00)
    expect((await visitor.cart()).products[0]).toMatchObject({ warrantyId: null, installId: chosen.installId })
  })

  test('after being withdrawn is treated the same', async () => {
    const { visitor } = await withWasher()
    await shop.database.db.deleteFrom('upsell_option').where('id', '=', chosen.warrantyId).execute()
    expect(await visitor.cart()).toMatchObject({ messages: [{ message: goneText }], orderTotal: 1_048.5 })
  })
})
