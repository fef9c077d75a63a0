import { json, canReturnTo } from '../http.ts'
import { randomReference, type Ledger } from '../ledger.ts'
import { CheckoutBody, NoBody } from './afterpay-bodies.ts'
import { centsOf, moneyOf, Refused, type AfterpayCalls } from './afterpay-calls.ts'
import type { AfterpayStore } from './afterpay-store.ts'

export type AfterpayLimits = { readonly minimumCents: number | null; readonly maximumCents: number }

const tokenLivesMs = 3 * 60 * 60_000

/** The merchant's limits, and creating and reading checkouts. */
export function checkoutCalls({
  calls: { call },
  store: { insertCheckout, checkoutOf },
  ledger,
  shopUrl,
  limits,
}: {
  readonly calls: AfterpayCalls
  readonly store: AfterpayStore
  readonly ledger: Ledger
  readonly shopUrl: string
  readonly limits: () => AfterpayLimits
}) {
  const configuration = call(NoBody, () => {
    const { minimumCents, maximumCents } = limits()
    const body = {
      ...(minimumCents === null ? {} : { minimumAmount: moneyOf(minimumCents, 'AUD') }),
      maximumAmount: moneyOf(maximumCents, 'AUD'),
    }
    return json(200, body, { 'cache-control': 'max-age=86400' })
  })

  const createCheckout = call(CheckoutBody, (body, request) => {
    const cents = centsOf(body.amount, 'amount')
    for (const [at, item] of (body.items ?? []).entries()) centsOf(item.price, `items[${at}].price`)
    for (const [at, discount] of (body.discounts ?? []).entries()) centsOf(discount.amount, `discounts[${at}].amount`)
    if (body.shippingAmount !== undefined) centsOf(body.shippingAmount, 'shippingAmount')
    if (body.taxAmount !== undefined) centsOf(body.taxAmount, 'taxAmount')
    for (const url of [body.merchant.redirectConfirmUrl, body.merchant.redirectCancelUrl]) {
      if (!canReturnTo(url, shopUrl)) {
        throw new Refused(422, 'invalid_object', 'merchant: return addresses must lead to the shop or to this machine')
      }
    }
    if (cents === 0 || cents > limits().maximumCents || cents < (limits().minimumCents ?? 0)) {
      throw new Refused(422, 'unsupported_payment_type', 'The amount is outside the range of this merchant.')
    }
    const token = `002.${randomReference(40).toLowerCase()}`
    const expiresAt = ledger.now().getTime() + tokenLivesMs
    insertCheckout.run({
      token,
      body: JSON.stringify(body),
      cents,
      currency: body.amount.currency,
      reference: body.merchantReference,
      confirm_url: body.merchant.redirectConfirmUrl,
      cancel_url: body.merchant.redirectCancelUrl,
      expires_at: expiresAt,
    })
    const redirectCheckoutUrl = `${request.origin}/afterpay/checkout/${token}`
    return json(201, { token, expires: new Date(expiresAt).toISOString(), redirectCheckoutUrl })
  })

  const readCheckout = call(NoBody, (_body, request) => {
    const checkout = checkoutOf(request.params['token'] ?? '')
    if (checkout === undefined) throw new Refused(404, 'not_found', 'No checkout was found.')
    const { token, expires_at: expiresAt, body } = checkout
    const redirectCheckoutUrl = `${request.origin}/afterpay/checkout/${token}`
    const requested = JSON.parse(body) as object
    return json(200, { token, expires: new Date(expiresAt).toISOString(), redirectCheckoutUrl, ...requested })
  })

  return { configuration, createCheckout, readCheckout }
}
