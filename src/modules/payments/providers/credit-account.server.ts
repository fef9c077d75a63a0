import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.server.ts'
import { checkedAmount, type PaymentAttempt, type PaymentOutcome, type PaymentProvider } from '../payments.ts'
import { chargeCredit, creditEntries, refundCredit, reverseCredit } from '../credit-store.server.ts'

/**
 * The shop's own account of a trade customer, kept to the same promises as a provider's (decision payments-24): an attempt charges it
 * once, while what is owed stays within the limit.
 */
export function creditAccount({ database, clock }: { database: Database; clock: Clock }): PaymentProvider {
  async function query(attempt: PaymentAttempt): Promise<PaymentOutcome> {
    const entries = await creditEntries(database.db, attempt.id)
    if (entries.some((one) => one.kind === 'reversal')) return { kind: 'cancelled' }
    const charge = entries.find((one) => one.kind === 'charge')
    if (charge === undefined) return { kind: 'pending', providerRef: null, action: null }
    const { cents, currency } = charge
    return checkedAmount({ kind: 'approved', providerRef: attempt.id, cents, currency, card: null }, attempt)
  }

  return {
    code: 'credit-account',
    returnParameter: null,

    async initiate({ attempt, instrument }) {
      if (instrument.method !== 'credit-account') throw new Error('a credit account takes purchases on account only')
      const { userId } = instrument
      const isCharged = await database.transaction((tx) => chargeCredit(tx, { attempt, userId, now: clock.now() }))
      if (isCharged) return query(attempt)
      // Neither the limit nor what is owed is anybody's business but the account's: there is no reason to show.
      return { kind: 'declined', providerRef: null, code: 'over the limit, or no such account', shownReason: null }
    },

    finalise: ({ attempt }) => query(attempt),

    query,

    async cancel(attempt) {
      // A charge takes one transaction: what is not there now will not come.
      const found = await query(attempt)
      return found.kind === 'pending' ? { kind: 'cancelled' } : found
    },

    async reverse(attempt) {
      await database.transaction((tx) => reverseCredit(tx, attempt.id, clock.now()))
      return true
    },

    async refund(attempt, { cents }, idempotencyKey) {
      const now = clock.now()
      await database.transaction((tx) =>
        refundCredit(tx, { attemptId: attempt.id, cents, reference: idempotencyKey, now }),
      )
      return 'done'
    },

    isAnswering: async () => true,
    limits: async () => ({ minimum: null, maximum: null }),
  }
}
