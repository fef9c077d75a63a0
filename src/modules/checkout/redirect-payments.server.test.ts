import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brandOf } from '../../brands/brands.ts'
import { minutes, seconds } from '../../platform/clock.ts'
import { anyEngine } from '../../testing/database.ts'
import { chooseAtProvider } from '../../testing/shop/provider-pages.ts'
import { holdEnds } from '../../testing/shop/hold.ts'
import { openDays } from '../../testing/shop/delivery-days.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { until } from '../../testing/shop/until.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'
import { checkoutOf, codeOf, result, startedPayment, type Result } from './internal/payments-for-tests.ts'

/** PayPal and Zip as a shopper, the providers and impostors drive them: over HTTP, against the sandbox. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ engine: anyEngine })
  await openDays(shop, { last: '2026-12-10' })
})
afterAll(async () => shop.close())

const { attemptsOf, ordersOf, moneyOf } = checkoutOf(() => shop)
const started = (option: number) => startedPayment(shop, option)
const paidOnce = { charges: 1, held: 999_00 }
const unpaid = { charges: 0, held: 0 }

describe.each([
  {
    name: 'PayPal [PAY-02] [PAY-38]',
    option: 2,
    call: 'paypalconfirmation',
    reference: 'token',
    provider: 'paypal',
    route: 'paypal.capture',
  },
  {
    name: 'Zip [PAY-37]',
    option: 256,
    call: 'zipconfirmation',
    reference: 'checkoutId',
    provider: 'zip',
    route: 'zip.charges',
  },
  {
    name: 'Afterpay [PAY-39]',
    option: 2048,
    call: 'afterpayconfirmation',
    reference: 'orderToken',
    provider: 'afterpay',
    route: 'afterpay.capture',
  },
])('$name', ({ option, call, reference, provider, route }) => {
  /** Where the shopper comes back with what they decided, as the query of the confirmation. */
  async function back(answer: Result, choice: Parameters<typeof chooseAtProvider>[1] = 'approve'): Promise<URL> {
    return new URL(await chooseAtProvider(answer.redirectUrl, choice), shop.url)
  }
  const confirm = (visitor: Visitor, { search }: URL) => visitor.post(`/api/checkout/${call}${search}`)

  test('redirects the shopper, and the return captures the payment and places the order, once', async () => {
    const { visitor, body, answer } = await started(option)
    expect(answer).toMatchObject({ orderCompleted: false, paymentStatus: 'Pending' })
    const home = await back(answer)
    expect([home.pathname, home.searchParams.get('provider'), home.searchParams.get('cartId')]).toEqual([
      '/customer/checkout',
      provider,
      body.cartId,
    ])
    expect(await moneyOf(body.cartId)).toEqual(unpaid)
    const first = await confirm(visitor, home)
    expect(result(first)).toMatchObject({ orderCompleted: true, paymentStatus: 'Approved' })
    // Again, after a day, and by somebody else.
    expect((await confirm(visitor, home)).json()).toEqual(first.json())
    expect(codeOf(await confirm(shop.visitor(), home))).toBe('cart_changed')
    expect(await moneyOf(body.cartId)).toEqual(paidOnce)
    expect(await ordersOf(body.cartId)).toMatchObject([{ total_cents: 999_00, state: 'paid' }])
  })

  test('a double click and two concurrent returns make one order and one charge', async () => {
    const visitor = shop.visitor()
    await visitor.add('WM-1')
    const body = await visitor.order({ option })
    const answers = await Promise.all([
      visitor.submit(body, 'one-key-for-both-clicks'),
      visitor.submit(body, 'one-key-for-both-clicks'),
    ])
    expect(answers.map((one) => one.status).toSorted()[0]).toBe(200)
    expect(await attemptsOf(body.cartId)).toHaveLength(1)
    const sent = answers.find((one) => one.status === 200) ?? expect.fail()
    const home = await back(result(sent))
    await Promise.all([confirm(visitor, home), confirm(visitor, home), shop.services.checkout.reconcile()])
    await shop.settleNotices()
    expect(await ordersOf(body.cartId)).toHaveLength(1)
    expect(await moneyOf(body.cartId)).toEqual(paidOnce)
  })

  test('a forged reference, or that of another cart, moves no money and changes nothing', async () => {
    const mine = await started(option)
    const other = await started(option)
    const home = await back(other.answer)
    for (const forged of ['MADEUP', home.searchParams.get(reference) ?? '']) {
      const url = new URL(home)
      url.searchParams.set('cartId', mine.body.cartId)
      url.searchParams.set(reference, forged)
      expect(codeOf(await confirm(mine.visitor, url))).toBe('payment_missing')
    }
    expect(await moneyOf(mine.body.cartId)).toEqual(unpaid)
    expect((await attemptsOf(mine.body.cartId))[0]?.state).toBe('Pending')
    await mine.visitor.post('/api/checkout/void', { cartId: mine.body.cartId })
    await other.visitor.post('/api/checkout/void', { cartId: other.body.cartId })
  })

  test('a return that claims approval of an unapproved payment places no order', async () => {
    const { visitor, body } = await started(option)
    const [attempt] = await attemptsOf(body.cartId)
    const said = new URL(
      `/?cartId=${body.cartId}&result=approved&status=SUCCESS&PayerID=X&${reference}=${attempt?.provider_ref}`,
      shop.url,
    )
    expect(result(await confirm(visitor, said))).toMatchObject({ orderCompleted: false, paymentStatus: 'Pending' })
    expect(await moneyOf(body.cartId)).toEqual(unpaid)
    await visitor.post('/api/checkout/void', { cartId: body.cartId })
  })

  test('another amount at the provider is no approval: no order, and the charge is detected', async () => {
    const { visitor, body, answer } = await started(option)
    const home = await back(answer)
    await shop.injectFault(route, 'wrong-amount')
    const confirmed = await confirm(visitor, home)
    expect([confirmed.status, codeOf(confirmed)]).toEqual([500, 'payment_unknown'])
    expect(await ordersOf(body.cartId)).toEqual([])
    await shop.advance(minutes(2))
    await shop.services.checkout.reconcile()
    await shop.settleNotices()
    expect(await ordersOf(body.cartId)).toHaveLength(1)
    expect(await moneyOf(body.cartId)).toEqual(paidOnce)
  })

  test('a decline answers 400 with code 401 and reopens the cart', async () => {
    const { visitor, body, answer } = await started(option)
    const refused = await confirm(visitor, await back(answer, 'decline'))
    expect([refused.status, codeOf(refused), refused.json<{ errorCode: number }>().errorCode]).toEqual([
      400,
      'payment_refused',
      401,
    ])
    expect(await moneyOf(body.cartId)).toEqual(unpaid)
    expect((await visitor.add('LAMP-1')).products).toHaveLength(2)
  })

  test('a shopper who cancels pays nothing, and can pay another way', async () => {
    const { visitor, body, answer } = await started(option)
    const home = await back(answer, 'cancel')
    expect([home.searchParams.get('status'), home.searchParams.get('result')].join().toLowerCase()).toContain(
      'cancelled',
    )
    const cancelled = await visitor.post('/api/checkout/void', { cartId: body.cartId, selectedPaymentOption: option })
    expect(cancelled.json()).toMatchObject({ success: true, paymentStatus: 'Cancelled', nothingCharged: true })
    expect((await visitor.submit(await visitor.order({ card: await shop.card() }))).status).toBe(200)
    expect(await moneyOf(body.cartId)).toEqual(paidOnce)
  })

  test('a shopper who approved and never returned gets the order from the reconciler', async () => {
    const { body, answer } = await started(option)
    await back(answer, 'approve-and-stay')
    await shop.services.checkout.reconcile()
    expect(await ordersOf(body.cartId)).toEqual([])
    await shop.advance(minutes(1))
    await shop.services.checkout.reconcile()
    expect(await ordersOf(body.cartId)).toHaveLength(1)
    expect(await moneyOf(body.cartId)).toEqual(paidOnce)
  })

  test('a shopper who never approves is waited for until the reservation ends, and never charged', async () => {
    const { visitor, body, answer } = await started(option)
    await shop.advance(holdEnds)
    await shop.services.checkout.reconcile()
    expect((await attemptsOf(body.cartId))[0]?.state).toBe('Cancelled')
    const late = await confirm(visitor, await back(answer))
    expect([late.status, codeOf(late)]).toEqual([400, 'payment_refused'])
    expect(await moneyOf(body.cartId)).toEqual(unpaid)
  })

  test('a charge after the shopper cancelled is refunded, without an order', async () => {
    const { visitor, body, answer } = await started(option)
    const home = await back(answer)
    await shop.injectFault(route, 'delay', 1, 300)
    const confirming = confirm(visitor, home)
    await until(async () => (await moneyOf(body.cartId)).charges === 1)
    const [attempt] = await attemptsOf(body.cartId)
    await shop.services.checkout.settle(attempt?.id ?? '', { kind: 'cancelled' }, 'test')
    const reported = await confirming
    expect([codeOf(reported), reported.json<{ nothingCharged: boolean }>().nothingCharged]).toEqual([
      'payment_refused',
      false,
    ])
    const late = await shop.database.db
      .selectFrom('late_money')
      .selectAll()
      .where('attempt_id', '=', attempt?.id ?? '')
      .executeTakeFirstOrThrow()
    await shop.services.checkout.reverse(late.attempt_id, late.provider_ref)
    await shop.services.checkout.reverse(late.attempt_id, late.provider_ref)
    await shop.settleNotices()
    expect(await moneyOf(body.cartId)).toEqual({ charges: 1, held: 0 })
    expect(await ordersOf(body.cartId)).toEqual([])
  })

  test('starting another payment ends this one, unless it was paid', async () => {
    const { visitor, body, answer } = await started(option)
    await shop.advance(minutes(1))
    expect((await visitor.submit(await visitor.order({ card: await shop.card() }))).status).toBe(200)
    expect(result(await confirm(visitor, await back(answer)))).toMatchObject({ orderCompleted: true })
    expect(await ordersOf(body.cartId)).toHaveLength(1)
    expect((await moneyOf(body.cartId)).charges).toBe(1)
  })
})

describe('Zip only', () => {
  test('an application in manual review is shown as such, and not charged in the background', async () => {
    const { visitor, body, answer } = await started(256)
    const home = new URL(await chooseAtProvider(answer.redirectUrl, 'refer'), shop.url)
    const returned = result(await visitor.post(`/api/checkout/zipconfirmation${home.search}`))
    expect(returned).toMatchObject({ orderCompleted: false, paymentStatus: 'Pending' })
    expect(returned.message).toContain('being reviewed')
    await chooseAtProvider(answer.redirectUrl, 'approve-and-stay')
    await shop.advance(minutes(5))
    await shop.services.checkout.reconcile()
    expect(await moneyOf(body.cartId)).toEqual(unpaid)
    await visitor.post('/api/checkout/void', { cartId: body.cartId })
  })

  test('a total outside its range is rejected before anything is reserved', async () => {
    await shop.database.db
      .updateTable('payment_method')
      .set({ maximum_cents: 500_00 })
      .where('name', '=', 'zipmoney')
      .execute()
    await shop.advance(minutes(1))
    await shop.services.payments.follow()
    const visitor = shop.visitor()
    await visitor.add('WM-1')
    const body = await visitor.order({ option: 256 })
    const refused = await visitor.submit(body)
    expect([refused.status, codeOf(refused)]).toEqual([403, 'option_not_granted'])
    expect(await attemptsOf(body.cartId)).toEqual([])
    await shop.database.db
      .updateTable('payment_method')
      .set({ is_enabled: false })
      .where('name', '=', 'zipmoney')
      .execute()
    await shop.advance(minutes(1))
    await shop.services.payments.follow()
    expect((await visitor.get('/api/checkout')).json<{ opts: number }>().opts & 256).toBe(0)
  })
})

test('a failing provider is hidden within 30 seconds and back within 60 of recovery; others are unaffected', async () => {
  const configuration = shop.services.payments
  await shop.database.db
    .updateTable('payment_method')
    .set({ is_enabled: true, maximum_cents: 5_000_00 })
    .where('name', '=', 'zipmoney')
    .execute()
  await shop.advance(minutes(1))
  await configuration.follow()
  const visitor = shop.visitor()
  await visitor.add('LAMP-1')
  const offers = async () => {
    const { opts } = (await visitor.get('/api/checkout')).json<{ opts: number }>()
    const { paymentOptions } = (await visitor.get('/api/checkout/paymentconfiguration')).json<{
      paymentOptions: Record<string, { isEnabled: boolean }>
    }>()
    expect(paymentOptions['Zip']?.isEnabled).toBe((opts & 256) !== 0)
    return { zip: (opts & 256) !== 0, paypal: (opts & 2) !== 0 }
  }
  /** Seconds until Zip is offered, or is no more; every process looks once a second. */
  async function secondsUntil(isOffered: boolean): Promise<number> {
    for (let passed = 1; passed <= 120; passed++) {
      shop.clock.advance(seconds(1))
      await configuration.watch()
      if ((configuration.offered('zipmoney', brandOf('aol')) !== null) === isOffered) return passed
    }
    return Infinity
  }
  await configuration.watch()
  expect(await offers()).toEqual({ zip: true, paypal: true })
  const body = await visitor.order({ option: 256 })

  await shop.injectFault('zip.charge-list', 'error-before', 1_000)
  expect(await secondsUntil(false)).toBeLessThanOrEqual(30)
  expect(await offers()).toEqual({ zip: false, paypal: true })
  const refused = await visitor.submit(body)
  expect([refused.status, refused.json<{ errors: object[] }>().errors]).toEqual([
    400,
    [
      {
        message: 'This payment method is not available right now. Please choose another one.',
        code: 'method_unavailable',
        field: 'selectedPaymentOption',
      },
    ],
  ])
  expect(await attemptsOf(body.cartId)).toEqual([])

  await shop.control('faults/clear', {})
  expect(await secondsUntil(true)).toBeLessThanOrEqual(60)
  expect(await offers()).toEqual({ zip: true, paypal: true })
})

describe('a payment method without settings', () => {
  test.each([
    ['card', undefined],
    ['paypal', 2],
    ['zip', 256],
    ['afterpay', 2048],
  ] as const)('%s is rejected with a clear message, and nothing is started', async (provider, option) => {
    const visitor = shop.visitor()
    await visitor.add('WM-1')
    const body = await visitor.order(option === undefined ? { card: await shop.card() } : { option })
    // As with settings that are not there: the shop reads which there are with every question.
    const configured = shop.config.providers as Set<string>
    configured.delete(provider)
    try {
      const answer = await visitor.submit(body)
      expect([answer.status, answer.json<{ errors: object[] }>().errors]).toEqual([
        400,
        [
          {
            message: 'This payment method is not available right now. Please choose another one.',
            code: 'method_unavailable',
            field: 'selectedPaymentOption',
          },
        ],
      ])
      expect(await attemptsOf(body.cartId)).toEqual([])
      expect((await visitor.add('LAMP-1')).products).toHaveLength(2)
    } finally {
      configured.add(provider)
    }
  })
})

test('a wallet pays like a card, for exactly its total, and only where offered', async () => {
  const visitor = shop.visitor()
  await visitor.add('LAMP-1')
  const body = await visitor.order()
  const tokenFor = async (cents: number) => {
    const input = { amount: { currency: 'AUD', value: cents }, authMethod: 'CRYPTOGRAM_3DS' }
    const answer = await fetch(`${shop.sandbox().url}/wallets/googlepay/tokens`, {
      method: 'POST',
      body: JSON.stringify(input),
    })
    return ((await answer.json()) as { token: string }).token
  }
  const pay = async (cents: number) =>
    visitor.submit({ ...body, wallet: { type: 'GooglePay', token: await tokenFor(cents) } })
  const total = Math.round(body.expectedTotal * 100)
  const refused = await pay(total)
  expect([refused.status, refused.json<{ errors: { code: string; field: string }[] }>().errors[0]]).toMatchObject([
    403,
    { code: 'option_not_granted', field: 'wallet' },
  ])
  await shop.database.db
    .updateTable('payment_method')
    .set({ is_enabled: true })
    .where('name', '=', 'googlepay')
    .execute()
  await shop.advance(minutes(1))
  await shop.services.payments.follow()
  expect((await pay(total - 1)).status).toBe(400)
  const paid = await pay(total)
  expect([paid.status, paid.json<{ orderCompleted: boolean }>().orderCompleted]).toEqual([200, true])
})
