import { ok, err, type Result } from '../../platform/result.ts'
import type { OrderSnapshot } from '../orders/orders.ts'
import { resolvePart } from '../orders/refunds-store.server.ts'
import { attemptById } from '../payments/payments-store.server.ts'
import {
  closeOrphanedPayment,
  lateMoneyIsOpen,
  openUnverified,
  resolveUnverified,
  unverifiedIsOpen,
} from '../payments/payment-exceptions-store.server.ts'
import { settle, type SettleDeps } from './settle.server.ts'

/**
 * Manual resolution of a payment or a refund that nothing else ends: staff have looked it up in the provider's portal and enter its state.
 * Every resolution goes through `settle()`, so that it has the same effects as the provider's own response.
 */

/** The subject of a payment exception. */
export type ResolvedThing =
  | { readonly kind: 'payment' | 'late'; readonly attemptId: string }
  | { readonly kind: 'refund'; readonly refundId: string; readonly sequence: number }

export type Resolution =
  /** The provider took no money. */
  | { readonly kind: 'not-paid' }
  /** The provider took the money, under this reference. */
  | { readonly kind: 'paid'; readonly providerRef: string }
  /** Refunded at the provider, by hand. */
  | { readonly kind: 'returned' }

export type ResolveProblem = { readonly code: 'nothing_to_resolve' | 'wrong_resolution' | 'reference_used' }

export interface PaymentResolution {
  /** `by` is the member of staff and `reason` their evidence; both are stored with the payment. */
  resolve(
    thing: ResolvedThing,
    resolution: Resolution,
    said: { readonly by: string; readonly reason: string },
  ): Promise<Result<null, ResolveProblem>>
}

export function createPaymentResolution(parts: SettleDeps): PaymentResolution {
  const { database, clock } = parts

  async function resolvePayment(
    attemptId: string,
    resolution: Resolution,
    text: string,
  ): Promise<Result<null, ResolveProblem>> {
    const attempt = await attemptById<OrderSnapshot>(database.db, attemptId)
    if (attempt === null) return err({ code: 'nothing_to_resolve' })
    const isLive = attempt.state === 'Pending' || attempt.state === 'Unknown'
    if (!isLive && !(await unverifiedIsOpen(database.db, attemptId))) return err({ code: 'nothing_to_resolve' })
    const now = clock.now()
    // The payment was taken and refunded: the page must not say that nothing was charged.
    if (isLive && resolution.kind === 'returned')
      await openUnverified(database.db, { attemptId, reason: text, now, nextCheckAt: now })
    if (resolution.kind === 'paid') {
      const { cents, currency } = attempt
      const paid = { kind: 'approved', providerRef: resolution.providerRef, cents, currency, card: null } as const
      await settle(parts, attemptId, paid, text)
    } else if (isLive) await settle(parts, attemptId, { kind: 'cancelled' }, text)
    // Last: an exception that could not be settled stays on the list, and settling it again changes nothing.
    await resolveUnverified(database.db, { attemptId, resolution: text, now })
    return ok(null)
  }

  return {
    async resolve(thing, resolution, { by, reason }) {
      const text = `resolved by ${by}, ${resolution.kind}: ${reason}`
      try {
        if (thing.kind === 'payment') return await resolvePayment(thing.attemptId, resolution, text)
        // A payment due for refund can only be marked as refunded.
        if (resolution.kind !== 'returned') return err({ code: 'wrong_resolution' })
        if (thing.kind === 'refund') {
          const isDone = await resolvePart(database.db, thing, clock.now())
          return isDone ? ok(null) : err({ code: 'nothing_to_resolve' })
        }
        if (!(await lateMoneyIsOpen(database.db, thing.attemptId))) return err({ code: 'nothing_to_resolve' })
        await closeOrphanedPayment(database.db, thing.attemptId, clock.now())
        return ok(null)
      } catch (error) {
        // Another payment has this reference at the provider.
        if ((error as { code?: string }).code === '23505') return err({ code: 'reference_used' })
        throw error
      }
    },
  }
}
