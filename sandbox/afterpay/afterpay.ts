import { withQuery, type Route } from '../http.ts'
import type { Ledger } from '../ledger.ts'
import { createAfterpayCalls } from './afterpay-calls.ts'
import { captureCalls } from './afterpay-captures.ts'
import { checkoutCalls, type AfterpayLimits } from './afterpay-checkouts.ts'
import { paymentCalls } from './afterpay-payments.ts'
import { createAfterpayRecords } from './afterpay-records.ts'
import { refundCalls } from './afterpay-refunds.ts'
import { openAfterpayStore, type Checkout } from './afterpay-store.ts'

/** Afterpay's online API, version 2: the same paths, bodies, codes and strictness. */

export type Afterpay = ReturnType<typeof createAfterpay>

export function createAfterpay(options: {
  readonly ledger: Ledger
  readonly merchantId: string
  readonly secretKey: string
  readonly shopUrl: string
  readonly limits: AfterpayLimits
}) {
  const { ledger, merchantId, secretKey, shopUrl } = options
  let limits = options.limits
  const store = openAfterpayStore(ledger)
  const { setCheckout, checkoutOf, paymentOfToken } = store
  const calls = createAfterpayCalls({ ledger, store, merchantId, secretKey })
  const records = createAfterpayRecords({ ledger, store, merchantId })
  const checkouts = checkoutCalls({ calls, store, ledger, shopUrl, limits: () => limits })
  const payments = paymentCalls({ calls, records, store, ledger })
  const captures = captureCalls({ calls, records, store })
  const refunds = refundCalls({ calls, records, store, ledger })

  const base = '/afterpay/v2'
  const routes: Route[] = [
    { name: 'afterpay.configuration', method: 'GET', path: `${base}/configuration`, handle: checkouts.configuration },
    { name: 'afterpay.checkouts', method: 'POST', path: `${base}/checkouts`, handle: checkouts.createCheckout },
    {
      name: 'afterpay.checkout-read',
      method: 'GET',
      path: `${base}/checkouts/{token}`,
      handle: checkouts.readCheckout,
    },
    { name: 'afterpay.capture', method: 'POST', path: `${base}/payments/capture`, handle: payments.captureNow },
    { name: 'afterpay.auth', method: 'POST', path: `${base}/payments/auth`, handle: payments.authorise },
    {
      name: 'afterpay.token-read',
      method: 'GET',
      path: `${base}/payments/token:{token}`,
      handle: payments.readByToken,
    },
    {
      name: 'afterpay.reversal',
      method: 'POST',
      path: `${base}/payments/token:{token}/reversal`,
      handle: refunds.reverse,
    },
    { name: 'afterpay.payment-read', method: 'GET', path: `${base}/payments/{id}`, handle: payments.readPayment },
    {
      name: 'afterpay.capture-later',
      method: 'POST',
      path: `${base}/payments/{id}/capture`,
      handle: captures.captureLater,
    },
    { name: 'afterpay.void', method: 'POST', path: `${base}/payments/{id}/void`, handle: captures.voidPayment },
    { name: 'afterpay.refund', method: 'POST', path: `${base}/payments/{id}/refund`, handle: refunds.refund },
  ]

  return {
    routes,
    merchantId,
    checkoutOf: (token: string): Checkout | null => checkoutOf(token) ?? null,
    isPaid: (token: string): boolean => paymentOfToken(token) !== undefined,
    isExpired: (checkout: Checkout): boolean => ledger.now().getTime() >= checkout.expires_at,
    setLimits: (next: AfterpayLimits) => void (limits = next),
    /** Records the shopper's choice on the hosted page; a confirmation is final. Returns where the browser goes. */
    choose(checkout: Checkout, choice: 'approve' | 'decline' | 'cancel'): string {
      const isConfirmed = choice !== 'cancel'
      setCheckout.run(isConfirmed ? 'confirmed' : 'cancelled', choice === 'decline' ? 1 : 0, checkout.token)
      const after = checkoutOf(checkout.token) ?? checkout
      const isSuccess = after.state === 'confirmed'
      return withQuery(isSuccess ? after.confirm_url : after.cancel_url, {
        status: isSuccess ? 'SUCCESS' : 'CANCELLED',
        orderToken: after.token,
      })
    },
  }
}
