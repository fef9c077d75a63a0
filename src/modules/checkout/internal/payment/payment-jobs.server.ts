import type { OrderSnapshot } from '../../../orders/orders.ts'
import { attemptById, markCapture } from '../../../payments/payments-store.server.ts'
import { closeOrphanedPayment, lateMoneyIsOpen } from '../../../payments/payment-exceptions-store.server.ts'
import { providerAttempt, providerKey } from '../../../payments/provider-attempt.ts'
import type { ProviderDeps } from './provider-calls.server.ts'

/** Jobs that call providers after a payment has ended. A throw makes the queue retry the job. */

/** Refunds a payment without an order. */
export async function reverse(
  { database, providers, clock, failpoint }: ProviderDeps,
  attemptId: string,
  providerRef: string,
): Promise<void> {
  const attempt = await attemptById<OrderSnapshot>(database.db, attemptId)
  if (attempt === null || !(await lateMoneyIsOpen(database.db, attemptId))) return
  const key = providerKey(attemptId, 'give-back')
  failpoint('before-give-back')
  const isDone = await providers[attempt.provider].reverse({ ...providerAttempt(attempt), providerRef }, key)
  failpoint('after-give-back')
  if (!isDone) throw new Error('the provider did not take the money back yet')
  await closeOrphanedPayment(database.db, attemptId, clock.now())
}

/** Captures the payment of a part whose order has been placed. */
export async function capture({ database, providers, failpoint }: ProviderDeps, attemptId: string): Promise<void> {
  const attempt = await attemptById<OrderSnapshot>(database.db, attemptId)
  if (attempt === null || attempt.capture !== 'due') return
  failpoint('before-capture')
  const provider = providers[attempt.provider]
  const isDone = await provider.capture?.(providerAttempt(attempt), providerKey(attemptId, 'capture'))
  failpoint('after-capture')
  if (isDone !== true) throw new Error('the provider did not take the money of a part yet')
  await markCapture(database.db, attemptId, 'done')
}
