import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { brandOf } from '../../brands/brands.ts'
import { minutes, seconds } from '../../platform/clock.ts'
import { anyEngine } from '../../testing/database.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import type { SubmitBody } from '../../testing/shop/order-body.ts'
import type { TestAnswer } from '../../testing/shop/browser.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'
import { guest, type Principal, type Staff } from '../identity/identity.ts'
import { codeOf, paymentRecordsOf, result, type Result } from './internal/payments-for-tests.ts'

/** Ways to pay that are not everybody's: Zip in a store, on account, and at the till. */

type Status = { paymentStatus: string; message: string | null; nothingCharged: boolean }

let who: Principal
let shop: TestShop
let newtown: string
beforeAll(async () => {
  shop = await openTestShop({ engine: anyEngine, identity: { principal: async () => who } })
  newtown = String(shop.services.stores.find(brandOf('wa'), 'newtown')?.storeId)
})
afterAll(async () => shop.close())
beforeEach(() => {
  who = guest
})

const seller = (): Staff => ({
  kind: 'staff',
  userId: 'u-3',
  winningUserId: 'W123',
  salespersonCode: 'NT02',
  subdivision: newtown,
})
const { attemptsOf, ordersOf, moneyOf } = paymentRecordsOf(() => shop)

describe('Zip in a store', () => {
  async function typed(devicePaymentCode: string): Promise<{ visitor: Visitor; body: SubmitBody; answer: TestAnswer }> {
    who = seller()
    const visitor = shop.visitor('wa')
    await visitor.add('LAMP-1')
    const body = { ...(await visitor.order({ option: 512 })), devicePaymentCode }
    // The sandbox's clock runs on while the shop's stands still.
    await shop.advance(0)
    return { visitor, body, answer: await visitor.submit(body) }
  }
  const statusOf = async (visitor: Visitor, cartId: string, { paymentReference }: Result) =>
    visitor.get(`/api/payment/status?cartId=${cartId}&paymentReference=${paymentReference}&selectedPaymentOption=512`)

  test('is for staff in a store, and needs six digits [PAY-13] [PAY-32]', async () => {
    for (const [code, text] of [
      ['', 'Please enter a zip store code'],
      ['12345', 'Zip store code should be exactly 6 digits and contain only numbers'],
    ] as const) {
      const { answer } = await typed(code)
      expect([answer.status, answer.json<{ errors: object[] }>().errors[0]]).toEqual([
        400,
        { message: text, code: 'validation', field: 'devicePaymentCode' },
      ])
    }
    const visitor = shop.visitor('wa')
    await visitor.add('LAMP-1')
    const body = { ...(await visitor.order({ option: 512 })), devicePaymentCode: '111111' }
    for (const anonymous of [guest, { ...seller(), subdivision: null }, { ...seller(), salespersonCode: null }]) {
      who = anonymous
      expect([(await visitor.submit(body)).status, await attemptsOf(body.cartId)]).toEqual([403, []])
    }
    // No other method needs one.
    who = guest
    const card = { ...(await visitor.order({ card: await shop.card() })), devicePaymentCode: null }
    expect((await visitor.submit(card)).status).toBe(200)
  })

  test('waits for the customer, and polling places the order once they confirm [PAY-26] [PAY-35]', async () => {
    const { visitor, body, answer } = await typed('111111')
    const started = result(answer)
    expect(started).toMatchObject({ orderCompleted: false, paymentStatus: 'Pending', redirectUrl: null })
    const status = () => statusOf(visitor, body.cartId, started)
    expect((await status()).json()).toEqual({ paymentStatus: 'Pending', message: null, nothingCharged: false })
    await shop.advance(seconds(2))
    expect((await status()).json()).toEqual({ paymentStatus: 'Pending', message: null, nothingCharged: false })
    await shop.advance(seconds(3))
    expect((await status()).json()).toEqual({ paymentStatus: 'Approved', message: null, nothingCharged: false })
    expect((await status()).json()).toEqual({ paymentStatus: 'Approved', message: null, nothingCharged: false })
    expect(await ordersOf(body.cartId)).toHaveLength(1)
    expect(await moneyOf(body.cartId)).toEqual({ charges: 1, held: 49_50 })
    const foreign = await visitor.get(
      `/api/payment/status?cartId=${body.cartId}&paymentReference=${'0'.repeat(26)}&selectedPaymentOption=512`,
    )
    expect(foreign.status).toBe(400)
  })

  test.each([
    ['222222', 'Declined', 'The customer has not enough funds for this purchase.'],
    ['333333', 'Cancelled', 'The customer cancelled this purchase.'],
    ['444444', 'Expired', 'The customer did not respond.'],
  ])('code %s ends as %s with Zip’s text, and the cart reopens', async (code, paymentStatus, message) => {
    const { visitor, body, answer } = await typed(code)
    await shop.advance(seconds(61))
    const status = await statusOf(visitor, body.cartId, result(answer))
    expect(status.json<Status>()).toEqual({ paymentStatus, message, nothingCharged: true })
    expect(await moneyOf(body.cartId)).toEqual({ charges: 0, held: 0 })
    expect((await visitor.add('HOSE-1')).products).toHaveLength(2)
  })

  test('a wrong code is rejected at once', async () => {
    const { answer } = await typed('000000')
    expect([answer.status, codeOf(answer)]).toEqual([400, 'payment_refused'])
  })

  test('provider errors are retried until it responds', async () => {
    const { visitor, body, answer } = await typed('777777')
    for (let times = 0; times < 3; times++) {
      await shop.advance(seconds(2))
      expect((await statusOf(visitor, body.cartId, result(answer))).json<Status>().paymentStatus).toBe('Pending')
    }
    await shop.advance(seconds(2))
    expect((await statusOf(visitor, body.cartId, result(answer))).json<Status>().paymentStatus).toBe('Approved')
  })

  test('cancelling ends it at Zip too; cancelling too late reports that it was paid', async () => {
    const waiting = await typed('123456')
    const voided = await waiting.visitor.post('/api/checkout/void', {
      cartId: waiting.body.cartId,
      selectedPaymentOption: 512,
    })
    expect(voided.json()).toEqual({ success: true, paymentStatus: 'Cancelled', nothingCharged: true, message: null })
    await shop.advance(minutes(2))
    expect(await moneyOf(waiting.body.cartId)).toEqual({ charges: 0, held: 0 })

    const paid = await typed('111111')
    await shop.advance(seconds(5))
    const late = await paid.visitor.post('/api/checkout/void', { cartId: paid.body.cartId, selectedPaymentOption: 512 })
    expect(late.json()).toEqual({ success: false, paymentStatus: 'Approved', nothingCharged: false, message: null })
    expect(await ordersOf(paid.body.cartId)).toHaveLength(1)
  })

  test('a customer who confirms after the page gave up still gets the order, because the server keeps polling', async () => {
    const { body } = await typed('555555')
    await shop.advance(seconds(63))
    await shop.services.checkout.reconcile()
    expect(await ordersOf(body.cartId)).toEqual([])
    await shop.advance(seconds(3))
    await shop.services.checkout.reconcile()
    expect(await ordersOf(body.cartId)).toHaveLength(1)
    expect(await moneyOf(body.cartId)).toEqual({ charges: 1, held: 49_50 })
  })

  test('a lost first response is unknown and not retried; after ten minutes it is ended, the cart reopens and staff are notified', async () => {
    const { visitor, body, answer } = await typed('666666')
    expect([answer.status, codeOf(answer)]).toEqual([500, 'payment_unknown'])
    await shop.advance(minutes(9))
    await shop.services.checkout.reconcile()
    expect((await attemptsOf(body.cartId))[0]?.state).toBe('Unknown')
    const again = await visitor.submit(body)
    expect([again.status, codeOf(again)]).toEqual([500, 'payment_unknown'])
    expect((await visitor.post('/api/cart/product/', { sku: 'LAMP-1', quantity: 1 })).status).toBe(409)
    await shop.advance(minutes(2))
    await shop.services.checkout.reconcile()
    const [attempt] = await attemptsOf(body.cartId)
    expect(attempt?.state).toBe('Expired')
    expect((await visitor.add('LAMP-1')).productCount).toBe(2)
    expect((await moneyOf(body.cartId)).charges).toBe(1)
    const open = await shop.database.db.selectFrom('unverified_payment').selectAll().execute()
    expect(open).toMatchObject([{ attempt_id: attempt?.id, resolved_at: null }])
  })

  test('a lost first response is ended after ten minutes even while Zip is down', async () => {
    const { visitor, body } = await typed('666666')
    const { payments: paymentConfiguration, checkout } = shop.services
    const switchOn = await shop.switchOffSandbox()
    for (let times = 0; paymentConfiguration.isUp('zip-in-store') && times < 20; times++) {
      shop.clock.advance(seconds(9))
      await paymentConfiguration.watch()
    }
    expect(paymentConfiguration.isUp('zip-in-store')).toBe(false)
    await checkout.reconcile()
    expect((await attemptsOf(body.cartId))[0]?.state).toBe('Unknown')
    shop.clock.advance(minutes(10))
    await checkout.reconcile()
    const [attempt] = await attemptsOf(body.cartId)
    expect(attempt?.state).toBe('Expired')
    expect((await visitor.add('LAMP-1')).productCount).toBe(2)
    const open = shop.database.db.selectFrom('unverified_payment').selectAll()
    expect(await open.where('attempt_id', '=', attempt?.id ?? '').execute()).toMatchObject([{ resolved_at: null }])
    await switchOn()
    while (!paymentConfiguration.isUp('zip-in-store')) {
      await shop.advance(seconds(9))
      await paymentConfiguration.watch()
    }
  })

  test('an unverified ended payment is never reported as not charged, but as being checked and not to be repeated', async () => {
    const { visitor, body } = await typed('666666')
    await shop.advance(minutes(11))
    await shop.services.checkout.reconcile()
    const [attempt] = await attemptsOf(body.cartId)
    expect([attempt?.state, (await moneyOf(body.cartId)).charges]).toEqual(['Expired', 1])
    const message = expect.stringMatching(/^We are checking the status of this payment. Please do not pay again/)
    const status = await statusOf(visitor, body.cartId, { paymentReference: attempt?.id ?? '' } as Result)
    expect(status.json()).toEqual({ paymentStatus: 'Expired', message, nothingCharged: false })
    const voided = await visitor.post('/api/checkout/void', { cartId: body.cartId, selectedPaymentOption: 512 })
    expect(voided.json()).toEqual({ success: true, paymentStatus: 'Expired', nothingCharged: false, message })
    const why = await visitor.get(`/api/checkout/paymenterror/${attempt?.id}`)
    expect(why.json()).toMatchObject({ nothingCharged: false, errors: [{ message }] })
  })
})

describe('a credit account', () => {
  const address = {
    firstName: 'Kim',
    lastName: 'Tran',
    companyName: 'Tran Building',
    address: '9 Quarry Road',
    suburb: 'Sydney',
    state: 'NSW',
    postcode: '2000',
    country: 'AU',
  } as const
  const builder = (userId: string, hasApprovedCredit = true): Principal => ({
    kind: 'trade',
    userId,
    hasApprovedCredit,
    profile: { email: 'kim@trade.example', phone: '0412 000 111', shippingAddress: address, billingAddress: address },
  })
  const opened = (userId: string, limit: number) =>
    shop.database.db
      .insertInto('credit_account')
      .values({ user_id: userId, currency: 'AUD', limit_cents: limit })
      .execute()
  const owed = async (userId: string) =>
    (
      await shop.database.db
        .selectFrom('credit_account')
        .select('balance_cents')
        .where('user_id', '=', userId)
        .executeTakeFirst()
    )?.balance_cents

  async function orderOnAccount(): Promise<{ visitor: Visitor; body: SubmitBody }> {
    const visitor = shop.visitor('wac')
    await visitor.add('LAMP-1')
    return { visitor, body: await visitor.order({ option: 4 }) }
  }

  test('is charged once within its limit, and the order is on account [PAY-01] [STFC-19]', async () => {
    await opened('k-1', 120_00)
    who = builder('k-1')
    const { visitor, body } = await orderOnAccount()
    const answer = await visitor.submit(body)
    expect(result(answer)).toMatchObject({ orderCompleted: true, paymentStatus: 'Approved', redirectUrl: null })
    expect((await visitor.submit(body)).status).toBe(200)
    const [order] = await ordersOf(body.cartId)
    expect(order?.state).toBe('on-account')
    expect(await owed('k-1')).toBe(order?.total_cents)
  })

  test('is credited line by line when its order is cancelled, each once', async () => {
    await opened('k-6', 200_00)
    who = builder('k-6')
    const visitor = shop.visitor('wac')
    await visitor.add('LAMP-1', 3)
    const body = await visitor.order({ option: 4 })
    await visitor.submit(body)
    const [order] = await ordersOf(body.cartId)
    const { cancellations, refunds } = shop.services.orders
    const input = { orderId: order?.id ?? '', expected: null, actor: { kind: 'owner' } as const }
    const one = [{ productCode: 'LAMP-1', quantity: 1 }]
    for (let times = 0; times < 2; times++)
      expect((await cancellations.cancel({ ...input, lines: one, key: 'one lamp' })).ok).toBe(true)
    await refunds.work()
    await refunds.work()
    expect(await owed('k-6')).toBe(99_00)
    expect((await cancellations.cancel({ ...input, lines: null, key: 'the rest' })).ok).toBe(true)
    await refunds.work()
    expect(await owed('k-6')).toBe(0)
  })

  test('over its limit, or missing, is declined without a reason, and nothing is owed', async () => {
    await opened('k-2', 40_00)
    for (const userId of ['k-2', 'nobody']) {
      who = builder(userId)
      const { visitor, body } = await orderOnAccount()
      const answer = await visitor.submit(body)
      expect([answer.status, codeOf(answer)]).toEqual([400, 'payment_refused'])
      expect(answer.json()).toMatchObject({ refusalReason: null, showRefusalReason: false })
      expect(await ordersOf(body.cartId)).toEqual([])
    }
    expect(await owed('k-2')).toBe(0)
  })

  test('two concurrent orders that only fit one at a time place one order', async () => {
    await opened('k-3', 60_00)
    who = builder('k-3')
    const carts = [await orderOnAccount(), await orderOnAccount()]
    const answers = await Promise.all(carts.map(({ visitor, body }) => visitor.submit(body)))
    expect(answers.map((one) => one.status).toSorted()).toEqual([200, 400])
    expect(await owed('k-3')).toBe(49_50)
  })

  test('a charge after the shopper cancelled is reversed, once', async () => {
    await opened('k-4', 500_00)
    who = builder('k-4')
    const { visitor, body } = await orderOnAccount()
    await visitor.submit(body)
    const [attempt] = await attemptsOf(body.cartId)
    const { id = '' } = attempt ?? {}
    await shop.database.db
      .insertInto('late_money')
      .values({ attempt_id: id, provider_ref: id, amount_cents: 49_50, reason: 'test', opened_at: shop.clock.now() })
      .execute()
    await shop.services.checkout.reverse(id, id)
    await shop.services.checkout.reverse(id, id)
    expect(await owed('k-4')).toBe(0)
  })

  test('is available only to approved customers of the brand', async () => {
    await opened('k-5', 500_00)
    who = builder('k-5')
    const { visitor, body } = await orderOnAccount()
    for (const anonymous of [guest, builder('k-5', false), seller()]) {
      who = anonymous
      expect((await visitor.submit(body)).status).toBe(403)
    }
    who = builder('k-5')
    const elsewhere = shop.visitor('aol')
    await elsewhere.add('LAMP-1')
    expect((await elsewhere.submit(await elsewhere.order({ option: 4 }))).status).toBe(403)
    expect(await owed('k-5')).toBe(0)
  })
})

describe('paying another way at the till', () => {
  test('places a staff order as awaiting payment, and calls no provider [PAY-14]', async () => {
    const visitor = shop.visitor('wa')
    await visitor.add('LAMP-1')
    const body = await visitor.order({ option: 128 })
    for (const anonymous of [guest, { ...seller(), salespersonCode: null }]) {
      who = anonymous
      expect((await visitor.submit(body)).status).toBe(403)
    }
    who = seller()
    const [first, second] = await Promise.all([visitor.submit(body), visitor.submit(body)])
    expect([first.status, second.status]).toContain(200)
    expect(await ordersOf(body.cartId)).toMatchObject([{ state: 'awaiting-payment' }])
    expect(await attemptsOf(body.cartId)).toEqual([])
    expect(await moneyOf(body.cartId)).toEqual({ charges: 0, held: 0 })
  })
})
