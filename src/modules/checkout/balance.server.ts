import type { Brand } from '../../brands/brands.ts'
import { minutes, seconds } from '../../platform/clock.ts'
import { sha256 } from '../../platform/digest.ts'
import type { Cents } from '../../platform/money.ts'
import { ok, err, type Result } from '../../platform/result.ts'
import type { Order, OrderSnapshot } from '../orders/orders.ts'
import { lockOrder, orderById } from '../orders/orders-store.server.ts'
import {
  type Charge,
  type PaymentAction,
  type PaymentInstrument,
  type PaymentState,
  type RedirectProvider,
} from '../payments/payments.ts'
import type { PaymentConfiguration } from '../payments/payments.server.ts'
import { attemptById, insertAttempt, liveAttempt, newestAttemptOfOrder } from '../payments/payments-store.server.ts'
import { chargeOf } from '../payments/payment-exceptions-store.server.ts'
import { hasOpenCall } from '../payments/provider-calls-store.server.ts'
import { providerAttempt } from '../payments/provider-attempt.ts'
import { claimKey, finishKey, setKeyAttempt } from './internal/idempotency-store.server.ts'
import { restOf } from './internal/order-snapshot.ts'
import {
  createProviderCalls,
  isSameToken,
  type ProviderDeps,
  type ProviderCalls,
} from './internal/payment/provider-calls.server.ts'
import type { Attempt, Settled } from './settle.server.ts'

/**
 * Paying the balance after a deposit: an attempt like any other, settled by the same function. There is one live attempt for an order at a
 * time, and only exactly the balance is ever taken.
 */

export type BalanceProblem =
  | {
      readonly code:
        | 'order_gone'
        | 'nothing_owed'
        | 'balance_changed'
        | 'method_unavailable'
        | 'in_progress'
        | 'key_reused'
        | 'payment_missing'
    }
  | {
      readonly code: 'payment_refused'
      readonly shownReason: string | null
      readonly charge: Charge
      readonly reference: string
    }
  | { readonly code: 'payment_unknown'; readonly reference: string }

export type BalanceProgress = {
  readonly cartId: string
  readonly state: PaymentState
  readonly reference: string | null
  readonly action: PaymentAction | null
  readonly isPaid: boolean
}

/** Payment methods with which shoppers can pay the balance themselves. */
export type BalanceMethod = 'card' | RedirectProvider

export interface Balances {
  /** The methods for the balance of an order, in display order. */
  methods(brand: Brand, order: Order): readonly BalanceMethod[]
  pay(
    brand: Brand,
    input: {
      readonly orderId: string
      readonly instrument: Extract<PaymentInstrument, { method: BalanceMethod }>
      /** The balance as it was displayed. */
      readonly expected: Cents
      /** Where the browser reaches the order's page. */
      readonly page: string
      readonly origin: string
      readonly key: string
    },
  ): Promise<Result<BalanceProgress, BalanceProblem>>
  /** The shopper came back from a redirect provider. */
  confirm(
    orderId: string,
    provider: RedirectProvider,
    returned: Record<string, string>,
  ): Promise<Result<BalanceProgress, BalanceProblem>>
  /** The shopper cancelled; returns the actual outcome. */
  cancel(orderId: string): Promise<{ readonly state: PaymentState; readonly charge: Charge }>
  /** The status of an order's payment; null for one that is not of this order. */
  progress(orderId: string, attemptId: string): Promise<Result<BalanceProgress, BalanceProblem> | null>
}

const holdFor = minutes(30)
const callLease = seconds(60)

export type BalanceDeps = ProviderDeps & { readonly paymentConfiguration: PaymentConfiguration }

type BalanceCallDeps = BalanceDeps & { readonly calls: ProviderCalls }

export function createBalances(balanceDeps: BalanceDeps): Balances {
  const deps: BalanceCallDeps = { ...balanceDeps, calls: createProviderCalls(balanceDeps) }
  const { database, providers, clock, calls } = deps

  return {
    methods: (brand, order) => methods(deps, brand, order),
    async pay(brand, input) {
      const order = await orderById(database.db, input.orderId)
      if (order === null) return err({ code: 'order_gone' })
      const { cartId } = order
      const now = clock.now()
      const fingerprint = sha256(JSON.stringify(['rest', input.orderId, input.expected, input.instrument.method]))
      const leaseUntil = new Date(now.getTime() + callLease)
      const claim = await claimKey(database.db, { cartId, key: input.key, fingerprint, now, leaseUntil })
      if (claim.kind === 'other-body') return err({ code: 'key_reused' })
      if (claim.kind === 'running') return err({ code: 'in_progress' })
      if (claim.kind === 'resumed') {
        const attempt = await attemptById<OrderSnapshot>(database.db, claim.attemptId)
        if (attempt !== null) return answerOf(deps, attempt)
      }
      const done = await payOnce(deps, brand, input)
      const isStored = done.ok || done.problem.code === 'payment_refused' || done.problem.code === 'payment_unknown'
      await finishKey(database.db, { cartId, key: input.key, isStored })
      return done
    },
    async confirm(orderId, provider, returned) {
      const attempt = await newestAttemptOfOrder<OrderSnapshot>(database.db, orderId)
      if (attempt === null || attempt.provider !== provider) return err({ code: 'payment_missing' })
      if (attempt.state !== 'Pending' && attempt.state !== 'Unknown') return answerOf(deps, attempt)
      const { returnParameter } = providers[provider]
      if (returnParameter === null || !isSameToken(returned[returnParameter] ?? '', attempt.providerRef ?? ''))
        return err({ code: 'payment_missing' })
      const settled: Settled = await calls.callAndSettle(attempt, 'finalise', 'return', (idempotencyKey) =>
        providers[provider].finalise({ attempt: providerAttempt(attempt), returned, idempotencyKey }),
      )
      return answerOf(deps, settled.attempt)
    },
    async cancel(orderId) {
      const order = await orderById(database.db, orderId)
      const live = order === null ? null : await liveAttempt<OrderSnapshot>(database.db, order.cartId)
      const attempt =
        live === null || live.orderId !== orderId
          ? await newestAttemptOfOrder<OrderSnapshot>(database.db, orderId)
          : (await calls.cancelAttempt(live, 'cancelled by shopper')).attempt
      if (attempt === null) return { state: 'Cancelled', charge: 'none' }
      return { state: attempt.state, charge: await chargeOf(database.db, attempt) }
    },
    async progress(orderId, attemptId) {
      const attempt = await attemptById<OrderSnapshot>(database.db, attemptId)
      return attempt === null || attempt.orderId !== orderId ? null : answerOf(deps, attempt)
    },
  }
}

async function answerOf(
  { database }: BalanceCallDeps,
  attempt: Attempt,
): Promise<Result<BalanceProgress, BalanceProblem>> {
  if (attempt.state === 'Approved' || attempt.state === 'Pending') return ok(progressOf(attempt))
  if (attempt.state === 'Unknown') return err({ code: 'payment_unknown', reference: attempt.id })
  return err({
    code: 'payment_refused',
    shownReason: attempt.refusal?.shownReason ?? null,
    charge: await chargeOf(database.db, attempt),
    reference: attempt.id,
  })
}

function methods({ paymentConfiguration }: BalanceCallDeps, brand: Brand, { balance }: Order): BalanceMethod[] {
  const ranges = paymentConfiguration.redirects(brand)
  const redirects = (Object.keys(ranges) as (keyof typeof ranges)[]).filter((one) =>
    paymentConfiguration.takes(brand, one, balance),
  )
  return [...(paymentConfiguration.isConfigured('card') ? (['card'] as const) : []), ...redirects]
}

/** A pending attempt is ended first, or turns out to have been paid. */
async function endWaiting(
  { database, clock, calls }: BalanceCallDeps,
  order: Order,
): Promise<Result<BalanceProgress | null, BalanceProblem>> {
  const waiting = await liveAttempt<OrderSnapshot>(database.db, order.cartId)
  if (waiting === null) return ok(null)
  if (await hasOpenCall(database.db, waiting, new Date(clock.now().getTime() - callLease)))
    return err({ code: 'in_progress' })
  const { attempt } = await calls.cancelAttempt(waiting, 'another payment of the rest')
  if (attempt.state === 'Approved') return ok(progressOf(attempt))
  return attempt.state === 'Unknown' || attempt.state === 'Pending'
    ? err({ code: 'payment_unknown', reference: attempt.id })
    : ok(null)
}

async function payOnce(
  deps: BalanceCallDeps,
  brand: Brand,
  input: Parameters<Balances['pay']>[1],
): Promise<Result<BalanceProgress, BalanceProblem>> {
  const { database, providers, clock, ids, calls } = deps
  const known = await orderById(database.db, input.orderId)
  if (known === null) return err({ code: 'order_gone' })
  const ended = await endWaiting(deps, known)
  if (!ended.ok) return ended
  if (ended.value !== null) return ok(ended.value)
  const { method } = input.instrument
  const now = clock.now()
  const attemptId = ids.sortable(now)
  const returnToken = ids.secret() + ids.secret()
  const made = await database
    .transaction(async (tx): Promise<Result<Attempt, BalanceProblem>> => {
      const order = await lockOrder(tx, input.orderId)
      if (order === null) return err({ code: 'order_gone' })
      if (order.state !== 'deposit-paid' || order.stage !== 'placed') return err({ code: 'nothing_owed' })
      if (order.balance !== input.expected) return err({ code: 'balance_changed' })
      if (!methods(deps, brand, order).includes(method)) return err({ code: 'method_unavailable' })
      const attempt = await insertAttempt<OrderSnapshot>(tx, {
        id: attemptId,
        cartId: order.cartId,
        orderId: order.id,
        app: order.app,
        method,
        provider: method,
        cents: order.balance,
        currency: order.snapshot.currency,
        // Without its code: neither coupon nor gift card is used a second time.
        snapshot: { ...order.snapshot, code: null, giftCards: [] },
        returnTokenHash: sha256(returnToken),
        holdsUntil: new Date(now.getTime() + holdFor),
        nextCheckAt: new Date(now.getTime() + seconds(30)),
        now,
      })
      await setKeyAttempt(tx, { cartId: order.cartId, key: input.key, attemptId })
      return ok(attempt)
    })
    .catch((error: unknown) => {
      // A concurrent attempt was first: the unique index rejects this one.
      if ((error as { code?: string }).code === '23505') return err({ code: 'in_progress' as const })
      throw error
    })
  if (!made.ok) return made
  const attempt = made.value
  const back = `${input.page}?provider=${method}`
  const settled = await calls.callAndSettle(attempt, 'initiate', 'initiate', (idempotencyKey) =>
    providers[method].initiate({
      attempt: providerAttempt(attempt),
      instrument: input.instrument,
      order: restOf(known, attempt.cents),
      returnUrl: method === 'card' ? `${input.origin}/api/checkout/cardreturn/${returnToken}` : back,
      cancelUrl: back,
      idempotencyKey,
    }),
  )
  return answerOf(deps, settled.attempt)
}

const progressOf = (attempt: Attempt): BalanceProgress => ({
  cartId: attempt.cartId,
  state: attempt.state,
  reference: attempt.id,
  action: attempt.action,
  isPaid: attempt.state === 'Approved',
})
