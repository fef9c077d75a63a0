import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliveryProducts } from '../../testing/catalogue.ts'
import { databaseEngines } from '../../testing/database.ts'
import { chooseAtProvider, passChallenge } from '../../testing/shop/provider-pages.ts'
import { testCard } from '../../testing/shop/merchant.ts'
import { openDays } from '../../testing/shop/delivery-days.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import type { TestAnswer } from '../../testing/shop/browser.ts'
import { boughtOrdersOf, codeOf, key, type Bought } from './orders-for-tests.ts'

/** Paying what a deposit left, over HTTP against the sandbox and on every engine there is. */

describe.each(await databaseEngines())('on $name', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ engine, moreProducts: deliveryProducts })
    await openDays(shop, { last: '2026-12-31' })
  })
  afterAll(async () => shop.close())

  const { bought, rowOf, viewOf, cancel, heldOf, onHand, everything } = boughtOrdersOf(() => shop)

  describe('the balance after a deposit', () => {
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

    test('is paid by card to the cent, and the order is paid', async () => {
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

    test('a tampered amount is rejected before the provider is called', async () => {
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

    test('a decline changes nothing and can be retried', async () => {
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
    ])('is paid by %s, which returns the shopper to the order', async (provider, option) => {
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

    test('after 3-D Secure the bank returns the shopper to the order', async () => {
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

    test('a shopper who cancels still owes the balance, and the stock stays reserved', async () => {
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

    test('a payment that arrives after another one was made is refunded', async () => {
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
})
