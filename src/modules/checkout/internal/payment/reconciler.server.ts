import { seconds } from '../../../../platform/clock.ts'
import { inParallel } from '../../../../platform/in-parallel.ts'
import type { OrderSnapshot } from '../../../orders/orders.ts'
import { type ProviderCode, unknownFor, watches } from '../../../payments/payments.ts'
import { attemptById, claimDueAttempt, claimDueAttempts } from '../../../payments/payments-store.server.ts'
import { claimUnverified } from '../../../payments/payment-exceptions-store.server.ts'
import { type ProviderDeps, unverifiedEvery } from './provider-calls.server.ts'
import type { Attempt } from '../../settle.server.ts'
import type { ProviderCalls } from './provider-calls.server.ts'
import type { PaymentConfiguration } from '../../../payments/payments.server.ts'
import type { Checkout } from '../checkout-service.ts'

/** Reconciles open payments with their providers. */

/** How many open payments are claimed at once, how many are checked concurrently, and how often in one run of the reconciler. */
const attemptsAtATime = 20
const questionsAtATime = 5
const maxRounds = 25

export function createReconciler({
  database,
  providers,
  paymentConfiguration,
  clock,
  log,
  calls: { lookAt, askUnverified },
}: ProviderDeps & {
  readonly paymentConfiguration: PaymentConfiguration
  readonly calls: ProviderCalls
}): Pick<Checkout, 'watched' | 'reconcile'> {
  return {
    async watched(attempt) {
      const watch = watches[attempt.provider]
      const now = clock.now()
      if (watch === undefined) return attempt
      const claimed = await claimDueAttempt<OrderSnapshot>(
        database.db,
        attempt.id,
        now,
        new Date(now.getTime() + watch.everyMs),
      )
      if (claimed !== null) await lookAt(claimed, now)
      return (await attemptById<OrderSnapshot>(database.db, attempt.id)) ?? attempt
    },
    async reconcile() {
      const isAnswering = (provider: ProviderCode) => paymentConfiguration.isUp(provider)
      const providersUp = (Object.keys(providers) as ProviderCode[]).filter(isAnswering)
      const requested = async (attempt: Attempt, now: Date) => {
        // A payment that cannot be settled must not delay the others; it is due again in a minute.
        await lookAt(attempt, now).catch((error: unknown) =>
          log.error({ err: error, attemptId: attempt.id, provider: attempt.provider }, 'a payment cannot be settled'),
        )
      }
      // Until none is due: after a provider's recovery there may be many.
      for (let round = 0; round < maxRounds; round++) {
        const now = clock.now()
        const due = await claimDueAttempts<OrderSnapshot>(database.db, {
          now,
          until: new Date(now.getTime() + seconds(60)),
          max: attemptsAtATime,
          providers: providersUp,
          endedBefore: new Date(now.getTime() - unknownFor),
        })
        await inParallel(due, questionsAtATime, (attempt) => requested(attempt, now))
        if (due.length < attemptsAtATime) break
      }
      const now = clock.now()
      const until = new Date(now.getTime() + unverifiedEvery)
      const unverified = await claimUnverified(database.db, { now, until, providers: providersUp })
      await inParallel(unverified, questionsAtATime, async (id) => {
        const attempt = await attemptById<OrderSnapshot>(database.db, id)
        if (attempt === null) return
        await askUnverified(attempt).catch((error: unknown) =>
          log.error({ err: error, attemptId: id }, 'an unverified payment cannot be asked about'),
        )
      })
    },
  }
}
