import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GatewayEvent } from '../../../sandbox/webhooks/delivery.ts'
import { heldCents } from '../../../sandbox/ledger.ts'
import { databaseEngines } from '../../testing/database.ts'
import { minutes } from '../../platform/clock.ts'
import { passChallenge } from '../../testing/shop/provider-pages.ts'
import { holdEnds } from '../../testing/shop/hold.ts'
import { openDays } from '../../testing/shop/delivery-days.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { testCard } from '../../testing/shop/merchant.ts'
import { until } from '../../testing/shop/until.ts'
import { startJobs } from '../../composition/jobs.server.ts'
import {
  checkoutOf,
  codeOf,
  expectAgreement,
  expectNoCardData,
  refusal,
  result,
} from './internal/payments-for-tests.ts'

/** Payments whose end comes by a notice, a return, the reconciler or too late: over HTTP, against the sandbox, on every engine there is. */

describe.each(await databaseEngines())('on $name', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ engine })
    await openDays(shop, { last: '2026-12-10' })
  })
  afterAll(async () => shop.close())

  const { ordersOf, attemptsOf, moneyOf, shopperWith, goodsAndDays, notice, captureUnseen } = checkoutOf(() => shop)

  test('replayed and reordered webhooks end as a normal run does', async () => {
    const visitor = await shopperWith('WM-1')
    const body = await visitor.order({ card: await shop.card({ number: testCard.challenged }) })
    const { paymentReference, secure3DResponse } = result(await visitor.submit(body))
    const id = paymentReference ?? ''
    const back = await passChallenge(secure3DResponse, '1234')
    // A cancellation of nobody's and a failed authorisation of another try come before and after the good one, each three times.
    const late: Partial<GatewayEvent>[] = [
      { eventCode: 'CANCELLATION', pspReference: 'LATE-1', success: true },
      { eventCode: 'AUTHORISATION', pspReference: 'LATE-2', success: false, reason: 'Refused' },
    ]
    await visitor.get(back)
    for (const event of [...late, {}, ...late.toReversed(), {}, ...late, {}]) {
      await notice(id, event)
      await shop.services.checkout.webhooks.work()
    }
    await shop.settleNotices()
    expect(await ordersOf(body.cartId)).toHaveLength(1)
    expect((await attemptsOf(body.cartId)).map((one) => one.state)).toEqual(['Approved'])
    expect(await moneyOf(body.cartId)).toEqual({ charges: 1, held: 999_00 })
  })

  test('the webhook can arrive before the shopper: the return still ends at the confirmation', async () => {
    const visitor = await shopperWith('WM-1')
    const body = await visitor.order({ card: await shop.card({ number: testCard.challenged }) })
    const answer = result(await visitor.submit(body))
    const back = await passChallenge(answer.secure3DResponse, '1234')
    expect((await notice(answer.paymentReference ?? '')).text).toBe('[accepted]')
    await shop.services.checkout.webhooks.work()
    expect(await ordersOf(body.cartId)).toHaveLength(1)
    expect((await visitor.get(back)).headers.location).toBe(`/customer/confirmation?id=${body.cartId}`)
    expect(await ordersOf(body.cartId)).toHaveLength(1)
  })

  test('the shopper can arrive before the webhook, and the webhook three times', async () => {
    const visitor = await shopperWith('WM-1')
    const body = await visitor.order({ card: await shop.card() })
    await shop.control('webhooks', { duplicateNext: 1 })
    const done = result(await visitor.submit(body))
    await shop.settleNotices()
    await notice(done.paymentReference ?? '')
    await notice(done.paymentReference ?? '', { eventCode: 'CANCELLATION', pspReference: 'ANOTHERPSP', success: false })
    await shop.services.checkout.webhooks.work()
    expect(await ordersOf(body.cartId)).toHaveLength(1)
    expect(await moneyOf(body.cartId)).toEqual({ charges: 1, held: 999_00 })
  })

  test(
    'concurrent return, webhooks and reconciler make one order, a hundred times over',
    { timeout: 60_000 },
    async () => {
      const card = await shop.card({ number: testCard.challenged })
      const race = async () => {
        const visitor = await shopperWith('LAMP-1')
        const body = await visitor.order({ card })
        const answer = result(await visitor.submit(body))
        const back = await passChallenge(answer.secure3DResponse, '1234')
        const id = answer.paymentReference ?? ''
        const { services } = shop
        await Promise.all([
          visitor.get(back),
          notice(id).then(() => services.checkout.webhooks.work()),
          notice(id).then(() => services.checkout.webhooks.work()),
          services.checkout.reconcile(),
          visitor.submit(body).then((one) => expect([200, 409, 500]).toContain(one.status)),
        ])
        return body.cartId
      }
      for (let round = 0; round < 10; round++) {
        const carts = await Promise.all(Array.from({ length: 10 }, race))
        await shop.settleNotices()
        for (const cartId of carts) {
          expect(await ordersOf(cartId)).toHaveLength(1)
          expect((await moneyOf(cartId)).charges).toBeLessThanOrEqual(1)
        }
      }
      const { rows } = await sql<{ open: number }>`select count(*)::int as open from payment_attempt a
      join customer_order o on o.cart_id = a.cart_id where a.state in ('Pending', 'Unknown')`.execute(shop.database.db)
      expect(rows[0]?.open).toBe(0)
    },
  )

  test('a payment approved after the shopper cancelled is refunded, without an order', async () => {
    const opening = await goodsAndDays()
    const visitor = await shopperWith('WM-1')
    const body = await visitor.order({ card: await shop.card() })
    await shop.injectFault('card.payments', 'delay', 1, 300)
    await shop.control('webhooks', { paused: true })
    const submitting = visitor.submit(body)
    await until(async () => (await moneyOf(body.cartId)).charges === 1)
    const [attempt] = await attemptsOf(body.cartId)
    await shop.services.checkout.settle(attempt?.id ?? '', { kind: 'cancelled' }, 'test')
    const answer = await submitting
    expect([answer.status, codeOf(answer)]).toEqual([400, 'payment_refused'])
    expect(await ordersOf(body.cartId)).toEqual([])
    const [late] = await shop.database.db
      .selectFrom('late_money')
      .selectAll()
      .where('attempt_id', '=', attempt?.id ?? '')
      .execute()
    expect(late).toMatchObject({ amount_cents: 999_00, returned_at: null })
    await shop.services.checkout.reverse(late?.attempt_id ?? '', late?.provider_ref ?? '')
    await shop.services.checkout.reverse(late?.attempt_id ?? '', late?.provider_ref ?? '')
    expect(await moneyOf(body.cartId)).toEqual({ charges: 1, held: 0 })
    await shop.control('webhooks', { paused: false })
    await shop.settleNotices()
    expect(await ordersOf(body.cartId)).toEqual([])
    expect(await goodsAndDays()).toBe(opening)
  })

  test('a response lost for good is unknown and cannot be retried, until the webhook settles it [CERR-15]', async () => {
    const visitor = await shopperWith('WM-1')
    const body = await visitor.order({ card: await shop.card() })
    await shop.injectFault('card.payments', 'error-after', 3)
    await shop.control('webhooks', { paused: true })
    const answer = await visitor.submit(body, 'one-key-for-this-submit')
    expect(answer.status).toBe(500)
    const text =
      'An error occurred when processing your checkout request. Please do not attempt to checkout again. ' +
      'To resolve this issue, kindly contact a member of our team on 1300 975 708.'
    expect(refusal(answer)).toMatchObject({ errorCode: 500, errorMessages: [text] })
    const [attempt] = await attemptsOf(body.cartId)
    expect(refusal(answer).paymentReference).toBe(attempt?.id)
    expect(attempt?.state).toBe('Unknown')
    const again = await visitor.submit(body, 'one-key-for-this-submit')
    expect({ ...again.json(), traceId: '' }).toEqual({ ...answer.json(), traceId: '' })
    expect(await attemptsOf(body.cartId)).toHaveLength(1)
    const status = () =>
      visitor.get(`/api/payment/status?cartId=${body.cartId}&paymentReference=${attempt?.id}&selectedPaymentOption=0`)
    expect((await status()).json()).toEqual({ paymentStatus: 'Unknown', message: null, nothingCharged: false })
    await shop.control('webhooks', { paused: false })
    await shop.settleNotices()
    expect((await status()).json()).toEqual({ paymentStatus: 'Approved', message: null, nothingCharged: false })
    expect(await ordersOf(body.cartId)).toHaveLength(1)
    expect(await moneyOf(body.cartId)).toEqual({ charges: 1, held: 999_00 })
  })

  test('a charge whose response was lost is found by the reconciler', async () => {
    const visitor = await shopperWith('WM-1')
    const body = await visitor.order({ afterpay: true })
    await captureUnseen(result(await visitor.submit(body)))
    await shop.services.checkout.reconcile()
    expect(await ordersOf(body.cartId)).toEqual([])
    await shop.advance(minutes(2))
    await shop.services.checkout.reconcile()
    expect(await ordersOf(body.cartId)).toHaveLength(1)
    expect(await moneyOf(body.cartId)).toEqual({ charges: 1, held: 999_00 })
    expect(result(await visitor.submit(body))).toMatchObject({ orderCompleted: true })
  })

  test('reservations of abandoned checkouts are released by the reconciler', async () => {
    const opening = await goodsAndDays()
    const atBank = await shopperWith('SC-20', 3)
    const cardBody = await atBank.order({ card: await shop.card({ number: testCard.challenged }) })
    await atBank.submit(cardBody)
    const atAfterpay = await shopperWith('SC-20', 3)
    const afterpayBody = await atAfterpay.order({ afterpay: true })
    await atAfterpay.submit(afterpayBody)
    await shop.services.checkout.reconcile()
    expect(await goodsAndDays()).not.toBe(opening)
    await shop.advance(holdEnds)
    await shop.services.checkout.reconcile()
    expect(await goodsAndDays()).toBe(opening)
    expect((await attemptsOf(cardBody.cartId))[0]?.state).toBe('Cancelled')
    expect(['Cancelled', 'Expired']).toContain((await attemptsOf(afterpayBody.cartId))[0]?.state)
    expect((await atBank.add('SC-20')).products[0]?.quantity).toBe(4)
  })

  test('one payment that cannot be settled does not delay the others', async () => {
    const card = await shop.card({ number: testCard.challenged })
    const [stuck, noticed, abandoned] = await Promise.all(['LAMP-1', 'LAMP-1', 'SC-20'].map((sku) => shopperWith(sku)))
    if (stuck === undefined || noticed === undefined || abandoned === undefined) expect.fail()
    const stuckBody = await stuck.order({ card })
    const first = result(await stuck.submit(stuckBody)).paymentReference ?? ''
    await shop.advance(1)
    const noticedBody = await noticed.order({ card })
    const second = result(await noticed.submit(noticedBody)).paymentReference ?? ''
    const abandonedBody = await abandoned.order({ card })
    await abandoned.submit(abandonedBody)
    // The gateway says that it paid under a reference that another order has: the database refuses to believe it.
    await shop.control('webhooks', { paused: true })
    const other = await shopperWith('LAMP-1')
    const otherBody = await other.order({ card: await shop.card() })
    await other.submit(otherBody)
    const [taken] = await attemptsOf(otherBody.cartId)
    expect((await notice(first, { pspReference: taken?.provider_ref ?? '' })).status).toBe(200)
    await shop.advance(1)
    await notice(second)
    await shop.services.checkout.webhooks.work()
    expect(await ordersOf(stuckBody.cartId)).toEqual([])
    expect(await ordersOf(noticedBody.cartId)).toHaveLength(1)
    await shop.control('webhooks', { paused: false })
    await shop.advance(holdEnds)
    await shop.services.checkout.reconcile()
    expect((await attemptsOf(abandonedBody.cartId))[0]?.state).toBe('Cancelled')
    expect(await ordersOf(stuckBody.cartId)).toEqual([])
    expect(
      shop.logged.filter((line) => line.includes(first) && line.includes('"level":"error"')).length,
    ).toBeGreaterThan(1)
    // The notice is taken back, and what it held up can be ended.
    await shop.database.db.deleteFrom('webhook_event').where('attempt_id', '=', first).execute()
    await stuck.post('/api/checkout/void', { cartId: stuckBody.cartId })
    await shop.settleNotices()
    expect((await attemptsOf(stuckBody.cartId))[0]?.state).toBe('Cancelled')
  })

  test('shop, orders and provider agree to the cent', () => expectAgreement(shop, { minimum: 100 }))

  test('no table or log line has a card number, security code or encrypted card', () =>
    expectNoCardData(shop, { minimumLines: 100 }))
})

test('background jobs send mail, receive webhooks and refund late payments', { timeout: 60_000 }, async () => {
  const shop = await openTestShop()
  try {
    await startJobs(shop.services, shop)
    const visitor = shop.visitor()
    await visitor.add('LAMP-1')
    const { webOrderId } = result(await visitor.submit(await visitor.order({ card: await shop.card() })))
    await until(async () =>
      (await shop.services.mail.newest(5)).some((mail) => mail.subject.includes(webOrderId ?? '?')),
    )
    const late = shop.visitor()
    await late.add('LAMP-1')
    const body = await late.order({ card: await shop.card() })
    await shop.injectFault('card.payments', 'delay', 1, 200)
    const submitting = late.submit(body)
    let attemptId = ''
    await until(async () => {
      attemptId = (await shop.services.checkout.progress(body.cartId))?.reference ?? ''
      return attemptId !== '' && shop.sandbox().movements(attemptId).length > 0
    })
    await shop.services.checkout.settle(attemptId, { kind: 'cancelled' }, 'test')
    await submitting
    await until(() => heldCents(shop.sandbox().movements(attemptId)) === 0)
  } finally {
    await shop.close()
  }
})
