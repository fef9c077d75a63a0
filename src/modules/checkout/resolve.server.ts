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
 * Staff end a payment or a refund that nothing else ends: they have looked it up in the provider's own portal and say what stands there. Every
 * resolution goes through `settle()`, so that it makes the same order, or gives the same money back, as the provider's own word would.
 */

/** What a payment exception is about. */
export type ResolvedThing =
  | { readonly kind: 'payment' | 'late'; readonly attemptId: string }
  | { readonly kind: 'refund'; readonly refundId: string; readonly sequence: number }

export type Resolution =
  /** The provider took no money. */
  | { readonly kind: 'not-paid' }
  /** The provider took the money, under this reference. */
  | { readonly kind: 'paid'; readonly providerRef: string }
  /** The money was given back at the provider, by hand. */
  | { readonly kind: 'returned' }

export type ResolveProblem = { readonly code: 'nothing_to_resolve' | 'wrong_resolution' | 'reference_used' }

export interface PaymentResolution {
  /** `by` is who says so and `reason` how they know; both are kept with the payment. */
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
    // Money was taken and is back: it must not be said that nothing was charged.
    if (isLive && resolution.kind === 'returned')
      await openUnverified(database.db, { attemptId, reason: text, now, nextCheckAt: now })
    if (resolution.kind === 'paid') {
      const { cents, currency } = attempt
      const paid = { kind: 'approved', providerRef: resolution.providerRef, cents, currency, card: null } as const
      await settle(parts, attemptId, paid, text)
    } else if (isLive) await settle(parts, attemptId, { kind: 'cancelled' }, text)
    // Last: what could not be settled stays on the list, and settling it again changes nothing.
    await resolveUnverified(database.db, { attemptId, resolution: text, now })
    return ok(null)
  }

  return {
    async resolve(thing, resolution, { by, reason }) {
      const text = `resolved by ${by}, ${resolution.kind}: ${reason}`
      try {
        if (thing.kind === 'payment') return await resolvePayment(thing.attemptId, resolution, text)
        // Money that is to go back can only be said to have gone back.
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
