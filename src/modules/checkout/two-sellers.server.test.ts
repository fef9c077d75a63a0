import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { heldCents } from '../../../sandbox/ledger.ts'
import { codes } from '../../testing/catalogue.ts'
import { databaseEngines } from '../../testing/database.ts'
import { seconds } from '../../platform/clock.ts'
import { agencyAccount, merchantAccount, paysAgency, testCard } from '../../testing/shop/merchant.ts'
import { holdEnds } from '../../testing/shop/hold.ts'
import { openDays } from '../../testing/shop/delivery-days.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { passChallenge } from '../../testing/shop/provider-pages.ts'
import { until } from '../../testing/shop/until.ts'
import type { OrderChoices, SubmitBody } from '../../testing/shop/order-body.ts'
import type { TestAnswer } from '../../testing/shop/browser.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'
import { invoiceDocument } from '../account/invoice-document.ts'
import { brandAtExample } from '../../testing/brand.ts'
import { orderConfirmationMail } from '../orders/mail/order-confirmation.tsx'
import { orderByCart } from '../orders/orders-store.server.ts'

/** Carts with goods of two sellers, paid by card in two parts, or not at all (decision payments-08). */

type Result = {
  orderCompleted: boolean
  webOrderId: string | null
  paymentReference: string | null
  redirectUrl: string | null
  secure3DResponse: { htmlFormAction: string; htmlFormToPost: Record<string, string> } | null
  paymentStatus: string
}
type ErrorAnswer = { errors: { message: string; code: string; field: string | null }[]; refusalReason?: string | null }
const result = (answer: TestAnswer) => answer.json<Result>()
const codeOf = (answer: TestAnswer) => answer.json<ErrorAnswer>().errors[0]?.code

describe.each(await databaseEngines())('on $name', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ engine, env: paysAgency })
    await openDays(shop, { last: '2026-12-10' })
  })
  afterAll(async () => shop.close())

  const attemptsOf = (cartId: string) =>
    shop.database.db.selectFrom('payment_attempt').selectAll().where('cart_id', '=', cartId).orderBy('part').execute()
  const orderOf = (cartId: string) => orderByCart(shop.database.db, cartId)

  /** By merchant account: what was charged, taken, and is still held. */
  async function moneyOf(cartId: string) {
    const movements = (await attemptsOf(cartId)).flatMap((one) => shop.sandbox().movements(one.id))
    const of = (account: string) => {
      const theirs = movements.filter((one) => one.merchant === account)
      const sum = (kind: string) => theirs.reduce((all, one) => all + (one.kind === kind ? one.cents : 0), 0)
      return { charged: sum('authorise'), taken: sum('capture'), held: heldCents(theirs) }
    }
    return { agency: of(agencyAccount), shop: of(merchantAccount) }
  }
  const nothing = { charged: 0, taken: 0, held: 0 }

  /** Does what the outbox has to do with the payments of a cart: takes what is due, gives back what came for nothing. */
  async function workOff(cartId: string): Promise<void> {
    for (const { id, provider_ref } of await attemptsOf(cartId)) {
      await shop.services.checkout.capture(id)
      if (provider_ref !== null) await shop.services.checkout.reverse(id, provider_ref)
    }
  }

  async function shopper(skus: readonly string[] = ['MI-1', 'WM-1']): Promise<Visitor> {
    const visitor = shop.visitor()
    for (const sku of skus) await visitor.add(sku)
    return visitor
  }

  type Cards = { agency?: { number?: string; holder?: string }; own?: { number?: string; holder?: string } }
  async function bodyFor(visitor: Visitor, { agency, own }: Cards = {}, more: OrderChoices = {}): Promise<SubmitBody> {
    const cards = { card: await shop.card(own), agencyCard: await shop.agencyCard(agency) }
    return { ...(await visitor.order({ ...cards, ...more })), brandsWarnings: { mieleWarning: true } }
  }

  async function stockOf(sku: string): Promise<number> {
    const { rows } = await sql<{ total: number }>`select sum(quantity)::int as total from stock s
      join product p on p.id = s.product_id where p.sku = ${sku}`.execute(shop.database.db)
    return rows[0]?.total ?? 0
  }

  /** Follows the second part's bank from the redirect that leads there, and answers the way back. */
  async function answerAtBank(page: string, code: string): Promise<string> {
    const url = new URL(page)
    const challenge = { htmlFormAction: url.href, htmlFormToPost: { MD: url.searchParams.get('MD') ?? '' } }
    return passChallenge(challenge, code)
  }

  test('each seller is paid separately by its own merchant account, captured when the order is placed [CARD-37] [CHK-28]', async () => {
    const visitor = await shopper()
    const view = (await visitor.get('/api/checkout')).json<{ x509EncryptionKeys: object; opts: number }>()
    expect(Object.keys(view.x509EncryptionKeys)).toEqual(['Appliances Online', 'Miele'])
    const body = await bodyFor(visitor)
    const answer = await visitor.submit(body)
    expect([answer.status, result(answer).orderCompleted]).toEqual([200, true])
    const own = Math.round(body.expectedTotal * 100) - 1_899_00
    expect(await moneyOf(body.cartId)).toEqual({
      agency: { charged: 1_899_00, taken: 0, held: 1_899_00 },
      shop: { charged: own, taken: 0, held: own },
    })
    await workOff(body.cartId)
    await workOff(body.cartId)
    expect(await moneyOf(body.cartId)).toEqual({
      agency: { charged: 1_899_00, taken: 1_899_00, held: 1_899_00 },
      shop: { charged: own, taken: own, held: own },
    })
    const order = await orderOf(body.cartId)
    const { payments } = await shop.services.orders.storyOf(order?.id ?? '')
    expect(payments.map(({ seller, cents }) => [seller, cents])).toEqual([
      ['agency', 1_899_00],
      ['shop', own],
    ])
    // The same submit again, and every notice, change nothing.
    await shop.settleNotices()
    expect(result(await visitor.submit(body)).webOrderId).toBe(order?.webOrderId)
    expect((await moneyOf(body.cartId)).agency.charged).toBe(1_899_00)
  })

  test('mail and invoice show who was paid what, and our invoice has our part only', async () => {
    const visitor = await shopper()
    const body = await bodyFor(visitor)
    await visitor.submit(body)
    const order = await orderOf(body.cartId)
    if (order === null) throw new Error('there is no order')
    const brand = brandAtExample('aol')
    const { plain } = await orderConfirmationMail(order, brand, undefined)
    expect(plain).toContain('Paid by card to Miele')
    expect(plain).toContain('Paid by card to Appliances Online')
    const { payments, refunds } = await shop.services.orders.storyOf(order.id)
    const invoice = invoiceDocument(order, { brand, taxNumber: '51 824 753 556', payments, refunds })
    expect(invoice.rows.map((row) => row.text)).not.toContain('Dishwasher with auto dosing')
    expect(invoice.agency).toEqual([{ text: 'Dishwasher with auto dosing', amount: '$1,899.00' }])
    expect(invoice.sums.at(-1)).toEqual({ text: 'Still to pay', amount: '$0.00', isStrong: true })
  })

  test('agency goods alone are one payment to the agency', async () => {
    const visitor = await shopper(['MI-1'])
    await shop.set('aol', 'proformaShippingBrands', 'Miele')
    const body = await bodyFor(visitor)
    expect(result(await visitor.submit(body)).orderCompleted).toBe(true)
    await shop.set('aol', 'proformaShippingBrands', '')
    expect(await attemptsOf(body.cartId)).toMatchObject([{ seller: 'agency', pair_id: null, state: 'Approved' }])
    expect(await moneyOf(body.cartId)).toEqual({
      agency: { charged: 1_899_00, taken: 1_899_00, held: 1_899_00 },
      shop: nothing,
    })
  })

  test('single-seller methods are neither offered nor accepted, nor wallets, nor a card for us alone', async () => {
    const visitor = await shopper()
    const view = (await visitor.get('/api/checkout')).json<{ opts: number }>()
    expect(view.opts & (2 + 256 + 512 + 2048)).toBe(0)
    const body = await bodyFor(visitor)
    for (const option of [2, 256, 2048]) {
      const answer = await visitor.submit({ ...body, selectedPaymentOption: option } as SubmitBody)
      expect([answer.status, codeOf(answer)]).toEqual([403, 'option_not_granted'])
    }
    const wallet = { type: 'GooglePay', token: 'a token' }
    expect(codeOf(await visitor.submit({ ...body, wallet } as SubmitBody))).toBe('option_not_granted')
    const alone = await visitor.order({ card: await shop.card() })
    const answer = await visitor.submit({ ...alone, brandsWarnings: { mieleWarning: true } } as SubmitBody)
    expect([answer.status, codeOf(answer)]).toEqual([400, 'payment_missing'])
    expect(await attemptsOf(body.cartId)).toEqual([])
  })

  test('a decline of our part releases the agency’s: one decline, nothing held, and the cart reopens', async () => {
    const before = [await stockOf('MI-1'), await stockOf('WM-1')]
    const visitor = await shopper()
    const body = await bodyFor(visitor, { own: { holder: 'NOT_ENOUGH_BALANCE' } })
    const answer = await visitor.submit(body)
    expect([answer.status, codeOf(answer)]).toEqual([400, 'payment_refused'])
    expect(answer.json<ErrorAnswer>()).toMatchObject({ refusalReason: 'Not enough balance', errors: [{}] })
    expect(await orderOf(body.cartId)).toBeNull()
    expect((await attemptsOf(body.cartId)).map((one) => one.state)).toEqual(['Cancelled', 'Declined'])
    // The gateway does not take it back at first: it stays to be done until it is.
    await shop.injectFault('card.reversals', 'error-before', 3)
    await expect(workOff(body.cartId)).rejects.toThrow('did not take the money back yet')
    expect((await moneyOf(body.cartId)).agency.held).toBe(1_899_00)
    await workOff(body.cartId)
    expect(await moneyOf(body.cartId)).toEqual({
      agency: { charged: 1_899_00, taken: 0, held: 0 },
      shop: nothing,
    })
    expect([await stockOf('MI-1'), await stockOf('WM-1')]).toEqual(before)
    expect(result(await visitor.submit(await bodyFor(visitor))).orderCompleted).toBe(true)
  })

  test('a decline of the agency’s part never requests ours', async () => {
    const visitor = await shopper()
    const body = await bodyFor(visitor, { agency: { holder: 'CVC_DECLINED' } })
    const answer = await visitor.submit(body)
    expect(answer.json<ErrorAnswer>()).toMatchObject({ refusalReason: 'CVC Declined' })
    expect(await moneyOf(body.cartId)).toEqual({ agency: nothing, shop: nothing })
    expect((await attemptsOf(body.cartId)).map((one) => one.state)).toEqual(['Declined', 'Cancelled'])
  })

  const requested = { number: testCard.challenged }

  test('two 3-D Secure checks follow each other: after the first the shopper goes on to the second', async () => {
    const visitor = await shopper()
    const body = await bodyFor(visitor, { agency: requested, own: requested })
    const first = result(await visitor.submit(body))
    const back = await passChallenge(first.secure3DResponse, '1234')
    const onward = await visitor.get(back)
    expect(onward.status).toBe(303)
    expect(onward.headers.location).toContain('/gateway/threeds?MD=')
    expect(await orderOf(body.cartId)).toBeNull()
    const done = await visitor.get(await answerAtBank(onward.headers.location ?? '', '1234'))
    expect(done.headers.location).toContain('/customer/confirmation?id=')
    expect((await orderOf(body.cartId))?.state).toBe('paid')
    // The way back a second time leads nowhere else.
    expect((await visitor.get(back)).headers.location).toBe('/customer/checkout')
  })

  test('a failed second check reverses the first part as well', async () => {
    const visitor = await shopper()
    const body = await bodyFor(visitor, { agency: requested, own: requested })
    const back = await passChallenge(result(await visitor.submit(body)).secure3DResponse, '1234')
    const { headers } = await visitor.get(back)
    const failed = await visitor.get(await answerAtBank(headers.location ?? '', '9999'))
    const [, reference = ''] = /paymentError=(\w+)/.exec(failed.headers.location ?? '') ?? []
    const why = (await visitor.get(`/api/checkout/paymenterror/${reference}`)).json<ErrorAnswer>()
    expect(why.refusalReason).toBe('3D Not Authenticated')
    await workOff(body.cartId)
    expect((await moneyOf(body.cartId)).agency).toEqual({ charged: 1_899_00, taken: 0, held: 0 })
    expect(await orderOf(body.cartId)).toBeNull()
  })

  test('when only our bank asks, cancelling there reverses the agency’s part', async () => {
    const visitor = await shopper()
    const body = await bodyFor(visitor, { own: requested })
    const { redirectUrl, paymentStatus } = result(await visitor.submit(body))
    expect(paymentStatus).toBe('Pending')
    expect(redirectUrl).toContain('/gateway/threeds?MD=')
    const given = await visitor.post('/api/checkout/void', { cartId: body.cartId })
    await shop.settleNotices()
    expect(given.status).toBe(200)
    expect((await attemptsOf(body.cartId)).map((one) => one.state)).toEqual(['Cancelled', 'Cancelled'])
    await workOff(body.cartId)
    expect((await moneyOf(body.cartId)).agency.held).toBe(0)
    expect((await visitor.cart()).products).toHaveLength(2)
  })

  test('a lost response of the agency’s part does not stop ours, and its webhook completes the order', async () => {
    const visitor = await shopper()
    const body = await bodyFor(visitor)
    await shop.control('webhooks', { paused: true })
    await shop.injectFault('card.payments', 'drop-after', 3)
    const answer = await visitor.submit(body)
    expect([answer.status, codeOf(answer)]).toEqual([500, 'payment_unknown'])
    expect((await attemptsOf(body.cartId)).map((one) => one.state)).toEqual(['Unknown', 'Pending'])
    await shop.control('webhooks', { paused: false })
    await shop.settleNotices()
    expect((await orderOf(body.cartId))?.state).toBe('paid')
    await workOff(body.cartId)
    const { agency } = await moneyOf(body.cartId)
    expect(agency).toEqual({ charged: 1_899_00, taken: 1_899_00, held: 1_899_00 })
  })

  test('a part that never completes times out, and the other is reversed', async () => {
    const visitor = await shopper()
    const body = await bodyFor(visitor, { own: requested })
    await visitor.submit(body)
    await shop.advance(holdEnds)
    await shop.services.checkout.reconcile()
    await shop.settleNotices()
    expect((await attemptsOf(body.cartId)).map((one) => one.state)).toEqual(['Cancelled', 'Cancelled'])
    await workOff(body.cartId)
    expect(await moneyOf(body.cartId)).toEqual({
      agency: { charged: 1_899_00, taken: 0, held: 0 },
      shop: nothing,
    })
  })

  test('a gift card spent elsewhere during 3-D Secure: both parts are reversed', async () => {
    const setBalance = (cents: number) =>
      sql`update gift_card set balance_cents = ${cents} where code = ${codes.smallGiftCard}`.execute(shop.database.db)
    await setBalance(20_00)
    const visitor = await shopper()
    await visitor.applyCode(codes.smallGiftCard)
    const body = await bodyFor(visitor, { own: requested })
    const { redirectUrl } = result(await visitor.submit(body))
    await setBalance(0)
    const back = await visitor.get(await answerAtBank(redirectUrl ?? '', '1234'))
    expect(back.headers.location).toContain('paymentError=')
    await workOff(body.cartId)
    const { agency, shop: own } = await moneyOf(body.cartId)
    expect([agency.held, own.held, own.charged > 0]).toEqual([0, 0, true])
    expect(await orderOf(body.cartId)).toBeNull()
  })

  test('a late payment of one part is refunded, and the other is not requested', async () => {
    const visitor = await shopper()
    const body = await bodyFor(visitor)
    await shop.injectFault('card.payments', 'delay', 1, 300)
    await shop.control('webhooks', { paused: true })
    const submitting = visitor.submit(body)
    await until(async () => (await moneyOf(body.cartId)).agency.charged > 0)
    const [first] = await attemptsOf(body.cartId)
    await shop.services.checkout.settle(first?.id ?? '', { kind: 'expired' }, 'test')
    expect(codeOf(await submitting)).toBe('payment_refused')
    await shop.control('webhooks', { paused: false })
    await shop.settleNotices()
    expect((await attemptsOf(body.cartId)).map((one) => one.state)).toEqual(['Expired', 'Cancelled'])
    const late = shop.database.db
      .selectFrom('late_money')
      .selectAll()
      .where('attempt_id', '=', first?.id ?? '')
    const { provider_ref: ref } = await late.executeTakeFirstOrThrow()
    await shop.services.checkout.reverse(first?.id ?? '', ref)
    expect(await moneyOf(body.cartId)).toEqual({
      agency: { charged: 1_899_00, taken: 0, held: 0 },
      shop: nothing,
    })
  })

  test('twenty concurrent submits make one order and charge each seller once', async () => {
    const visitor = await shopper()
    const body = await bodyFor(visitor)
    const answers = await Promise.all(Array.from({ length: 20 }, () => visitor.submit(body)))
    expect(answers.some((one) => one.status === 200)).toBe(true)
    await shop.settleNotices()
    expect((await orderOf(body.cartId))?.state).toBe('paid')
    const { agency, shop: own } = await moneyOf(body.cartId)
    expect([agency.charged, agency.held]).toEqual([1_899_00, 1_899_00])
    expect(own.charged).toBe(own.held)
  })

  test('a cancelled line is refunded by its seller once captured', async () => {
    const visitor = await shopper()
    const body = await bodyFor(visitor)
    await visitor.submit(body)
    const order = await orderOf(body.cartId)
    const cancelled = await shop.services.orders.cancellations.cancel({
      orderId: order?.id ?? '',
      lines: [{ productCode: 'MI-1', quantity: 1 }],
      expected: null,
      key: 'cancel-the-dishwasher',
      actor: { kind: 'staff', id: 'W7' },
    })
    expect(cancelled.ok).toBe(true)
    const parts = () =>
      sql<{ seller: string; cents: number; state: string }>`select a.seller, p.cents, p.state from order_refund_part p
        join payment_attempt a on a.id = p.attempt_id where a.cart_id = ${body.cartId}`.execute(shop.database.db)
    expect((await parts()).rows).toEqual([{ seller: 'agency', cents: 1_899_00, state: 'due' }])
    await shop.services.orders.refunds.work()
    expect((await parts()).rows[0]?.state).toBe('due')
    const before = await moneyOf(body.cartId)
    await workOff(body.cartId)
    await shop.advance(seconds(60))
    await shop.services.orders.refunds.work()
    await until(async () => (await parts()).rows[0]?.state === 'done')
    const after = await moneyOf(body.cartId)
    expect(after.agency).toEqual({ charged: 1_899_00, taken: 1_899_00, held: 0 })
    expect(after.shop).toEqual({ ...before.shop, taken: before.shop.charged })
  })
})
