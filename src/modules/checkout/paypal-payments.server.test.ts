import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minutes } from '../../platform/clock.ts'
import { anyEngine } from '../../testing/database.ts'
import { chooseAtProvider } from '../../testing/shop/provider-pages.ts'
import { holdEnds } from '../../testing/shop/hold.ts'
import { openDays } from '../../testing/shop/delivery-days.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { checkoutOf, result, startedPayment } from './internal/payments-for-tests.ts'

/** What a notice, a review and a declined source of money do to a payment with PayPal: over HTTP, against the sandbox. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ engine: anyEngine })
  await openDays(shop, { last: '2026-12-10' })
})
afterAll(async () => shop.close())

const { attemptsOf, ordersOf, moneyOf } = checkoutOf(() => shop)
const started = (option: number) => startedPayment(shop, option)
const paidOnce = { charges: 1, held: 999_00 }

describe('PayPal only', () => {
  const notice = (raw: string, headers: Record<string, string>) =>
    shop.visitor().post('/api/payment/webhook/paypal', undefined, { raw, headers })

  /** PayPal's notice of a capture, whenever a test wants it to come. */
  const captured = (attemptId: string, orderId: string, more: object = {}) =>
    JSON.stringify({
      id: `WH-${attemptId}`,
      event_type: 'PAYMENT.CAPTURE.COMPLETED',
      resource: {
        status: 'COMPLETED',
        amount: { currency_code: 'AUD', value: '999.00' },
        custom_id: attemptId,
        supplementary_data: { related_ids: { order_id: orderId } },
        ...more,
      },
    })

  test('a webhook before the return places the order, and the return finds it', async () => {
    const { visitor, body, answer } = await started(2)
    const home = new URL(await chooseAtProvider(answer.redirectUrl, 'approve'), shop.url)
    const [attempt] = await attemptsOf(body.cartId)
    const raw = captured(attempt?.id ?? '', attempt?.provider_ref ?? '')
    for (let times = 0; times < 2; times++)
      expect((await notice(raw, shop.sandbox().signAsPayPal(raw))).status).toBe(200)
    await shop.services.checkout.webhooks.work()
    expect(await ordersOf(body.cartId)).toHaveLength(1)
    const returned = await visitor.post(`/api/checkout/paypalconfirmation${home.search}`)
    expect(result(returned)).toMatchObject({ orderCompleted: true })
  })

  test('replayed and reordered webhooks, concurrent with return and reconciler, end as a normal run does', async () => {
    for (let round = 0; round < 20; round++) {
      const { visitor, body, answer } = await started(2)
      const home = new URL(await chooseAtProvider(answer.redirectUrl, 'approve'), shop.url)
      const { id = '', provider_ref: orderId } = (await attemptsOf(body.cartId))[0] ?? {}
      const of = (what: string, status: string) =>
        captured(id, orderId ?? '', { status })
          .replace('PAYMENT.CAPTURE.COMPLETED', `PAYMENT.CAPTURE.${what}`)
          .replace(`WH-${id}`, `WH-${what}-${id}`)
      const completed = of('COMPLETED', 'COMPLETED')
      const pending = of('PENDING', 'PENDING')
      // The failure of an earlier try, told last.
      const declined = of('DECLINED', 'DECLINED')
      const send = async (raw: string) => {
        expect((await notice(raw, shop.sandbox().signAsPayPal(raw))).status).toBe(200)
        await shop.services.checkout.webhooks.work()
      }
      const returning = visitor.post(`/api/checkout/paypalconfirmation${home.search}`)
      const both = round % 2 === 0 ? [completed, pending] : [pending, completed]
      await Promise.all([returning, ...both.map(send), send(completed), shop.services.checkout.reconcile()])
      for (const raw of [declined, completed, pending, declined, completed]) await send(raw)
      expect([(await ordersOf(body.cartId)).length, (await attemptsOf(body.cartId)).map((one) => one.state)]).toEqual([
        1,
        ['Approved'],
      ])
      expect(await moneyOf(body.cartId)).toEqual(paidOnce)
    }
    await shop.settleNotices()
    expect(
      await shop.database.db
        .selectFrom('late_money')
        .select('reason')
        .where('reason', 'like', 'approved after Declined')
        .execute(),
    ).toEqual([])
  })

  test('a webhook with another amount places no order', async () => {
    const { visitor, body } = await started(2)
    const [attempt] = await attemptsOf(body.cartId)
    const raw = captured(attempt?.id ?? '', attempt?.provider_ref ?? '', {
      amount: { currency_code: 'AUD', value: '1.00' },
    })
    expect((await notice(raw, shop.sandbox().signAsPayPal(raw))).status).toBe(200)
    await shop.services.checkout.webhooks.work()
    expect(await ordersOf(body.cartId)).toEqual([])
    await visitor.post('/api/checkout/void', { cartId: body.cartId })
  })

  test('a webhook with an invalid or missing signature, a changed body or a foreign certificate is rejected and logged', async () => {
    const raw = captured('0'.repeat(26), 'ORDER')
    const headers = shop.sandbox().signAsPayPal(raw)
    const bad = [
      [raw, {}],
      [raw.replace('999.00', '1.00'), headers],
      [raw, { ...headers, 'paypal-transmission-sig': Buffer.from('forged').toString('base64') }],
      [raw, { ...headers, 'paypal-transmission-time': '2020-01-01T00:00:00Z' }],
      [raw, { ...headers, 'paypal-cert-url': 'https://certs.evil.example/paypal.com' }],
      [raw, { ...headers, 'paypal-cert-url': 'https://api.paypal.com@evil.example/cert' }],
    ] as const
    const before = shop.logged.length
    for (const [sent, by] of bad) expect((await notice(sent, by)).status).toBe(400)
    const lines = shop.logged.slice(before).filter((line) => line.includes('a webhook was rejected'))
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      bad.map(() => expect.objectContaining({ level: 'warn', provider: 'paypal' })),
    )
  })

  test('a payment held for review waits, is not requested twice, and is settled by webhook', async () => {
    const { visitor, body, answer } = await started(2)
    const home = new URL(await chooseAtProvider(answer.redirectUrl, 'review'), shop.url)
    const returned = result(await visitor.post(`/api/checkout/paypalconfirmation${home.search}`))
    expect(returned).toMatchObject({
      orderCompleted: false,
      paymentStatus: 'Pending',
      message: 'Your payment is being reviewed. We will email you as soon as it is decided. Please do not pay again.',
    })
    // Nobody can take it back while PayPal looks at it.
    await shop.advance(holdEnds)
    await shop.services.checkout.reconcile()
    expect((await attemptsOf(body.cartId))[0]?.state).toBe('Pending')
    await shop.control('paypal/review', { reference: answer.paymentReference, isAccepted: true })
    await shop.settleNotices()
    expect(await ordersOf(body.cartId)).toHaveLength(1)
    expect(await moneyOf(body.cartId)).toEqual(paidOnce)
  })

  test('a declined funding source sends the shopper back to choose another', async () => {
    const { visitor, body, answer } = await started(2)
    const home = new URL(await chooseAtProvider(answer.redirectUrl, 'decline-instrument'), shop.url)
    const again = result(await visitor.post(`/api/checkout/paypalconfirmation${home.search}`))
    expect(again).toMatchObject({ orderCompleted: false, redirectUrl: expect.stringContaining('/paypal/checkoutnow') })
    await shop.advance(minutes(1))
    const second = new URL(await chooseAtProvider(again.redirectUrl, 'approve'), shop.url)
    expect(result(await visitor.post(`/api/checkout/paypalconfirmation${second.search}`)).orderCompleted).toBe(true)
    expect(await moneyOf(body.cartId)).toEqual(paidOnce)
  })
})
