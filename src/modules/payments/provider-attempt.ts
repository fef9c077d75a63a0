import { sha256 } from '../../platform/digest.ts'
import type { PaymentAttempt } from './payments.ts'
import type { AttemptRow } from './payments-store.server.ts'

/** What of an order an attempt keeps that a provider is told. */
type Delivered = { readonly delivery: { readonly address: Pick<PaymentAttempt, 'country'> } }

/** What a provider is told of an attempt. */
export const providerAttempt = (attempt: AttemptRow<Delivered>): PaymentAttempt => ({
  id: attempt.id,
  cents: attempt.cents,
  currency: attempt.currency,
  country: attempt.snapshot.delivery.address.country,
  createdAt: attempt.createdAt,
  providerRef: attempt.providerRef,
  seller: attempt.seller,
  ...(attempt.pairId === null ? {} : { part: attempt.part }),
})

/** Derived, not random: the same step of the same attempt always has the same key. */
export function providerKey(attemptId: string, operation: string, sequence = 1): string {
  return sha256(`${attemptId}|${operation}|${sequence}`)
}
