import { withQuery, type Route } from '../http.ts'
import { randomReference, type Ledger } from '../ledger.ts'
import { createPayPalCalls } from './paypal-calls.ts'
import { orderCalls } from './paypal-orders.ts'
import { captureBody, createPayPalRecords, orderLivesMs } from './paypal-records.ts'
import { captureCalls } from './paypal-refunds.ts'
import { openPayPalStore, type PayPalCapture, type PayPalChoice, type PayPalOrder } from './paypal-store.ts'
import type { PayPalEvent } from './paypal-webhooks.ts'

/** PayPal's Orders v2 and Payments v2: the same paths, bodies, codes and strictness. */

export type PayPal = ReturnType<typeof createPayPal>

export function createPayPal(options: {
  readonly ledger: Ledger
  readonly clientId: string
  readonly clientSecret: string
  readonly shopUrl: string
  /** Puts a notice into the queue, in the transaction that is open now. */
  readonly notify: (event: PayPalEvent) => void
}) {
  const { ledger, clientId, clientSecret, shopUrl, notify } = options
  const store = openPayPalStore(ledger)
  const calls = createPayPalCalls({ ledger, store, clientId, clientSecret })
  const records = createPayPalRecords({ ledger, store, clientId, notify })
  const ordering = orderCalls({ calls, records, store, ledger, shopUrl })
  const capturing = captureCalls({ calls, records, store })
  const { setOrder, setCapture, captureById, captureOfReference } = store
  const nowMs = () => ledger.now().getTime()

  const orders = '/paypal/v2/checkout/orders'
  const captures = '/paypal/v2/payments/captures'
  const routes: Route[] = [
    { name: 'paypal.token', method: 'POST', path: '/paypal/v1/oauth2/token', handle: calls.token },
    { name: 'paypal.orders', method: 'POST', path: orders, handle: ordering.createOrder },
    { name: 'paypal.order-read', method: 'GET', path: `${orders}/{id}`, handle: ordering.readOrder },
    { name: 'paypal.capture', method: 'POST', path: `${orders}/{id}/capture`, handle: ordering.captureOrder },
    { name: 'paypal.capture-read', method: 'GET', path: `${captures}/{id}`, handle: capturing.readCapture },
    { name: 'paypal.refund', method: 'POST', path: `${captures}/{id}/refund`, handle: capturing.refund },
  ]

  return {
    routes,
    clientId,
    orderOf: (id: string): PayPalOrder | null => records.orderOf(id) ?? null,
    isExpired: (order: PayPalOrder): boolean => nowMs() - order.created_at >= orderLivesMs,
    /** What the shopper chose on the hosted page. Answers where the browser goes. */
    choose(order: PayPalOrder, choice: PayPalChoice, origin: string): string {
      if (choice === 'cancel') return withQuery(order.cancel_url, { token: order.id })
      ledger.inOneStep(() => {
        setOrder.run('APPROVED', choice, nowMs(), order.id)
        records.notifyOf(
          'CHECKOUT.ORDER.APPROVED',
          'checkout-order',
          records.orderBody(records.orderOf(order.id) as PayPalOrder, origin),
        )
      })
      return withQuery(order.confirm_url, { token: order.id, PayerID: randomReference(13) })
    },
    /** Ends the review of a capture that waits for it; false when there is none. */
    decide(reference: string, isAccepted: boolean, origin: string): boolean {
      const capture = captureOfReference.get(reference) as PayPalCapture | undefined
      if (capture?.state !== 'PENDING') return false
      ledger.inOneStep(() => {
        setCapture.run(isAccepted ? 'COMPLETED' : 'DECLINED', 0, capture.id)
        const decided = captureById.get(capture.id) as PayPalCapture
        if (isAccepted) records.take(decided, { headers: {}, origin })
        else records.notifyOf('PAYMENT.CAPTURE.DENIED', 'capture', captureBody(decided, origin))
      })
      return true
    },
  }
}
