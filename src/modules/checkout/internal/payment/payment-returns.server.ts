import { sha256 } from '../../../../platform/digest.ts'
import { err } from '../../../../platform/result.ts'
import type { OrderSnapshot } from '../../../orders/orders.ts'
import { orderByCart } from '../../../orders/orders-store.server.ts'
import { chargeOf } from '../../../payments/payment-exceptions-store.server.ts'
import { liveAttempt, newestAttempt, takeReturnToken } from '../../../payments/payments-store.server.ts'
import { providerAttempt } from '../../../payments/provider-attempt.ts'
import { type ProviderDeps, isSameToken } from './provider-calls.server.ts'
import type { ProviderCalls } from './provider-calls.server.ts'
import type { Checkout } from '../checkout-service.ts'
import { answerOf, doneAlready, progressOf } from './payment-answers.server.ts'

/** Returns from providers, and polling of a payment in progress. */

export function createPaymentReturns({
  database,
  providers,
  calls: { callAndSettle, cancelAttempt },
}: ProviderDeps & { readonly calls: ProviderCalls }): Pick<Checkout, 'cardReturn' | 'confirm' | 'cancel' | 'progress'> {
  return {
    async cardReturn(token, returned) {
      const attempt = await takeReturnToken<OrderSnapshot>(database.db, sha256(token))
      if (attempt === null) return null
      if (attempt.state !== 'Pending' && attempt.state !== 'Unknown') {
        return { attempt, order: await orderByCart(database.db, attempt.cartId), goOn: null }
      }
      const settled = await callAndSettle(attempt, 'finalise', 'card return', (key) =>
        providers[attempt.provider].finalise({ attempt: providerAttempt(attempt), returned, idempotencyKey: key }),
      )
      const { id, state, action } = settled.attempt
      const asksNext = id !== attempt.id && state === 'Pending' && action?.kind === 'redirect'
      return { ...settled, goOn: asksNext ? action.url : null }
    },
    async confirm(cartId, provider, returned) {
      const attempt = await newestAttempt<OrderSnapshot>(database.db, cartId)
      const order = await orderByCart(database.db, cartId)
      // An order is the answer, whichever attempt paid it.
      if (attempt !== null && order !== null) return answerOf(database, { attempt, order })
      if (attempt === null || attempt.provider !== provider) return err({ code: 'payment_missing' })
      const isOver = attempt.state !== 'Pending' && attempt.state !== 'Unknown'
      if (isOver) return answerOf(database, { attempt, order })
      const { returnParameter } = providers[provider]
      if (returnParameter === null || !isSameToken(returned[returnParameter] ?? '', attempt.providerRef ?? ''))
        return err({ code: 'payment_missing' })
      const settled = await callAndSettle(attempt, 'finalise', 'return', (key) =>
        providers[provider].finalise({ attempt: providerAttempt(attempt), returned, idempotencyKey: key }),
      )
      return answerOf(database, settled)
    },
    async cancel(cartId) {
      const live = await liveAttempt<OrderSnapshot>(database.db, cartId)
      const attempt =
        live === null
          ? await newestAttempt<OrderSnapshot>(database.db, cartId)
          : (await cancelAttempt(live, 'cancelled by shopper')).attempt
      if (attempt === null) return { state: 'Cancelled', charge: 'none' }
      return { state: attempt.state, charge: await chargeOf(database.db, attempt) }
    },
    async progress(cartId) {
      const attempt = await newestAttempt<OrderSnapshot>(database.db, cartId)
      const order = await orderByCart(database.db, cartId)
      if (attempt === null) return order === null ? null : doneAlready(order)
      return progressOf(attempt, order)
    },
  }
}
