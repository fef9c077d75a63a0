import { timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { minutes, seconds } from '../../../../platform/clock.ts'
import { sha256 } from '../../../../platform/digest.ts'
import {
  cannotBeQueried,
  unknownFor,
  type PaymentOutcome,
  type PaymentProvider,
  type ProviderCode,
} from '../../../payments/payments.ts'
import { providerAttempt, providerKey } from '../../../payments/provider-attempt.ts'
import { beginCall, endCall } from '../../../payments/provider-calls-store.server.ts'
import { openUnverified, resolveUnverified } from '../../../payments/payment-exceptions-store.server.ts'
import { scheduleCheck } from '../../../payments/payments-store.server.ts'
import { pauseBefore } from '../check-schedule.ts'
import { settle, type Attempt, type Settled, type SettleDeps } from '../../settle.server.ts'

/** Calls to providers about attempts, recorded before each call and settled after it; the same for carts and for balances. */

export type ProviderDeps = SettleDeps & {
  readonly providers: Readonly<Record<ProviderCode, PaymentProvider>>
}

const shopperWaits = seconds(25)
/** The third question comes 45 seconds after the provider answers again: a notice would have come. */
const checksForEvent = 3
/** How often a payment that was ended unverified is checked. */
export const unverifiedEvery = minutes(30)

type Operation = 'initiate' | 'finalise' | 'cancel'

type Turn = { readonly attempt: Attempt; readonly call: (key: string) => Promise<PaymentOutcome> }

export type ProviderCalls = ReturnType<typeof createProviderCalls>

export function createProviderCalls(deps: ProviderDeps) {
  const { database, providers, clock, log } = deps

  /**
   * Calls the provider and settles the response. A shopper waits at most 25 seconds: after that the payment is Unknown, and the response
   * settles it whenever it comes.
   */
  const callAndSettle = (
    attempt: Attempt,
    operation: Operation,
    cause: string,
    call: (key: string) => Promise<PaymentOutcome>,
  ): Promise<Settled> => callInTurn(deps, [{ attempt, call }], operation, cause)

  /** Ends an attempt that waits for its shopper, or learns that it was paid after all. */
  async function cancelAttempt(attempt: Attempt, cause: string): Promise<Settled> {
    return callAndSettle(attempt, 'cancel', cause, (key) =>
      providers[attempt.provider].cancel(providerAttempt(attempt), key),
    )
  }

  /**
   * Ends a payment with an unknown outcome: at once when its time is over and it cannot be queried, otherwise a day after it began. Its
   * stock and its cart are released. It is recorded first, for staff and for further checks.
   */
  async function endUnanswered(attempt: Attempt, now: Date): Promise<void> {
    const isOld = now.getTime() - attempt.createdAt.getTime() >= unknownFor
    if (isOver(attempt) || !(isOld || cannotBeQueried(attempt))) return
    const reason = isOld
      ? 'The provider did not say for a day how it ended.'
      : 'Its answer was lost, and it cannot be asked about.'
    const nextCheckAt = new Date(now.getTime() + unverifiedEvery)
    await openUnverified(database.db, { attemptId: attempt.id, reason, now, nextCheckAt })
    await settle(deps, attempt.id, { kind: 'expired' }, 'ended unverified')
    log.error({ attemptId: attempt.id, provider: attempt.provider }, 'a payment was ended unverified')
  }

  /** Checks a payment that was ended unverified; if it was paid, it is refunded. */
  async function askUnverified(attempt: Attempt): Promise<void> {
    const resolve = (resolution: string) =>
      resolveUnverified(database.db, { attemptId: attempt.id, resolution, now: clock.now() })
    if (attempt.state === 'Approved') return void (await resolve('It was paid for an order.'))
    if (!isOver(attempt)) return
    const outcome = await providers[attempt.provider].query(providerAttempt(attempt))
    if (outcome.kind === 'unknown' || outcome.kind === 'pending') return
    await settle(deps, attempt.id, outcome, 'reconciler')
    await resolve(
      outcome.kind === 'approved'
        ? 'The provider said that it was paid; it goes back.'
        : `The provider said ${outcome.kind}.`,
    )
  }

  /** The reconciler's turn for one open attempt. */
  async function lookAt(attempt: Attempt, now: Date): Promise<void> {
    if (attempt.holdsUntil <= now) {
      const { attempt: left } = await cancelAttempt(attempt, 'time is over')
      await endUnanswered(left, now)
      return
    }
    const provider = providers[attempt.provider]
    const outcome = await provider.query(providerAttempt(attempt))
    const take = (idempotencyKey: string) =>
      provider.finalise({ attempt: providerAttempt(attempt), returned: {}, idempotencyKey })
    const askAgainLater = () => scheduleCheck(database.db, attempt.id, new Date(now.getTime() + pauseBefore(attempt)))
    if (outcome.kind === 'pending' && outcome.isAgreed === true && attempt.action?.kind !== 'review') {
      // The shopper approved and did not return: the order is what they wanted.
      await callAndSettle(attempt, 'finalise', 'reconciler', take)
    } else if (outcome.kind === 'pending' && provider.isQueriedByTaking === true) {
      const taken = await callProvider(deps, attempt, 'finalise', take)
      if (taken.kind === 'pending') await askAgainLater()
      else await settle(deps, attempt.id, taken, 'reconciler')
    } else if (
      outcome.kind === 'unknown' &&
      outcome.why === 'no-record' &&
      attempt.state === 'Unknown' &&
      attempt.checks >= checksForEvent &&
      !cannotBeQueried(attempt)
    ) {
      // A gateway that only sends webhooks, and has sent none for a minute: the payment is cancelled there by our reference.
      await cancelAttempt(attempt, 'no notice came')
    } else if (outcome.kind === 'unknown' || outcome.kind === 'pending') {
      // A query without a result says nothing about the payment.
      await askAgainLater()
    } else await settle(deps, attempt.id, outcome, 'reconciler')
  }

  return {
    callAndSettle,
    callInTurn: (turns: readonly Turn[], operation: Operation, cause: string) =>
      callInTurn(deps, turns, operation, cause),
    cancelAttempt,
    lookAt,
    askUnverified,
  }
}

const isOver = ({ state }: Pick<Attempt, 'state'>): boolean => state !== 'Pending' && state !== 'Unknown'

/** Whether a return names the recorded payment. */
export function isSameToken(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(sha256(a)), Buffer.from(sha256(b))]
  return a !== '' && timingSafeEqual(left, right)
}

async function callProvider(
  deps: ProviderDeps,
  attempt: Pick<Attempt, 'id'>,
  operation: Operation,
  call: (key: string) => Promise<PaymentOutcome>,
): Promise<PaymentOutcome> {
  const { database, clock } = deps
  const key = providerKey(attempt.id, operation)
  await beginCall(database.db, { attemptId: attempt.id, operation, sequence: 1, key, now: clock.now() })
  deps.failpoint(`before-${operation}`)
  const outcome = await call(key)
  deps.failpoint(`after-${operation}`)
  await endCall(database.db, {
    attemptId: attempt.id,
    operation,
    sequence: 1,
    outcome: outcome.kind,
    now: clock.now(),
  })
  return outcome
}

/**
 * The same for the parts of a payment, one after the other. When one has failed the next is not started. None is deferred: a part's payment
 * data is in memory only, so a part with a lost response or a pending challenge does not delay the next.
 */
async function callInTurn(
  deps: ProviderDeps,
  turns: readonly Turn[],
  operation: Operation,
  cause: string,
): Promise<Settled> {
  const [first] = turns
  if (first === undefined) throw new Error('nothing to ask a provider')
  let requested = first.attempt
  async function all(): Promise<Settled> {
    let settled: Settled | null = null
    for (const { attempt, call } of turns) {
      if (settled !== null && isOver(settled.attempt)) break
      requested = attempt
      settled = await settle(deps, attempt.id, await callProvider(deps, attempt, operation, call), cause)
    }
    if (settled === null) throw new Error('no provider was asked')
    return settled
  }
  const settling = all()
  const patience = new AbortController()
  const inTime = await Promise.race([
    settling,
    wait(shopperWaits, null, { signal: patience.signal }).catch(() => null),
  ]).finally(() => patience.abort())
  if (inTime !== null) return inTime
  settling.catch((error: unknown) =>
    deps.log.error({ err: error, attemptId: requested.id }, 'a late answer could not be settled'),
  )
  return settle(deps, requested.id, { kind: 'unknown', why: 'timeout' }, `${cause}, still waiting`)
}
