import { setTimeout as wait } from 'node:timers/promises'
import type { Brand } from '../../../brands/brands.ts'
import { sha256 } from '../../../platform/digest.ts'
import { type Result, err, ok } from '../../../platform/result.ts'
import type { Cart } from '../../cart/cart.ts'
import type { Principal } from '../../identity/identity.ts'
import { can } from '../../identity/policy.ts'
import type { OrderSnapshot } from '../../orders/orders.ts'
import { orderByCart } from '../../orders/orders-store.server.ts'
import { attemptById, liveAttempt, shownPart } from '../../payments/payments-store.server.ts'
import { hasOpenCall } from '../../payments/provider-calls-store.server.ts'
import { type Claim, claimKey, finishKey } from './idempotency-store.server.ts'
import type { Checkout, CheckoutProblem, CheckoutProgress, SubmitInput, SubmitRequest } from './checkout-service.ts'
import { answerOf, doneAlready } from './payment/payment-answers.server.ts'
import { type SubmitOnceDeps, callLease, submitOnce } from './submit-once.server.ts'

/** A submit has one outcome however often it is sent: repeats and concurrent ones get the outcome of the first (README). */

export type SubmitDeps = SubmitOnceDeps

/** A repeat waits ten seconds for the result of the submit that it repeats, then gets a response that it is in progress. */
const repeatPauseMs = 100
const repeatTurns = 100

export function createSubmit(deps: SubmitDeps): Checkout['submit'] {
  const { database, clock, metrics } = deps
  /** Carts whose submit runs in this process. */
  const submitting = new Set<string>()

  async function submit(
    brand: Brand,
    principal: Principal,
    cart: Cart,
    input: SubmitInput,
    { key: givenKey, admit }: SubmitRequest,
  ): Promise<Result<CheckoutProgress, CheckoutProblem>> {
    if (!can(principal, 'buy', brand)) return err({ code: 'login_required' })
    if (input.cartId !== cart.id) return err({ code: 'cart_changed' })

    const fingerprint = fingerprintOf(input)
    // Without a key, the cart and the requested payment are the key, so two tabs with different requests are two submits.
    const key = givenKey ?? sha256(`${cart.id}|${cart.version}|${fingerprint}`)
    const claim = await claimInTime(deps, { cartId: cart.id, key, fingerprint })
    if (claim.kind === 'other-body') return err({ code: 'key_reused' })
    if (claim.kind === 'running') return err({ code: 'in_progress' })
    if (claim.kind === 'resumed') {
      const known = await attemptById<OrderSnapshot>(database.db, claim.attemptId)
      if (known !== null) {
        const attempt = await shownPart(database.db, known)
        return answerOf(database, { attempt, order: await orderByCart(database.db, cart.id) })
      }
    }

    const done = submitting.has(cart.id)
      ? await orderOfFaster(cart.id)
      : await submitAlone(brand, principal, cart, input, { key, admit })
    // Only a submit that started a payment keeps its key: after a rejection the same key may be used again.
    await finishKey(database.db, {
      cartId: cart.id,
      key,
      isStored: done.ok || done.problem.code === 'payment_refused' || done.problem.code === 'payment_unknown',
    })
    return done
  }

  async function submitAlone(
    brand: Brand,
    principal: Principal,
    cart: Cart,
    input: SubmitInput,
    request: SubmitRequest & { readonly key: string },
  ): Promise<Result<CheckoutProgress, CheckoutProblem>> {
    submitting.add(cart.id)
    const done = await submitOnce(deps, brand, principal, cart, input, request).finally(() =>
      submitting.delete(cart.id),
    )
    const isElsewhere = !done.ok && done.problem.code === 'in_progress'
    return isElsewhere ? orderOfFaster(cart.id) : done
  }

  /** The order that a concurrent submit of the cart places, here or in another process; rejected when there is none. */
  async function orderOfFaster(cartId: string): Promise<Result<CheckoutProgress, CheckoutProblem>> {
    // Between the provider's answer and the order there is a moment in which no call is open.
    let settlingTurns = 10
    for (let turn = 0; turn < repeatTurns; turn++) {
      const live = await liveAttempt<OrderSnapshot>(database.db, cartId)
      const order = await orderByCart(database.db, cartId)
      if (order !== null) return ok(doneAlready(order))
      const since = new Date(clock.now().getTime() - callLease)
      const isGoingOn = submitting.has(cartId) || (live !== null && (await hasOpenCall(database.db, live, since)))
      const isSettling = live?.state === 'Pending' && live.action === null && settlingTurns-- > 0
      if (!isGoingOn && !isSettling) break
      await wait(repeatPauseMs)
    }
    return err({ code: 'in_progress' })
  }

  return async (brand, principal, cart, input, request) => {
    const done = await submit(brand, principal, cart, input, request)
    if (!done.ok) metrics.count('checkout_refusals_total', { app: brand.app, code: done.problem.code })
    return done
  }
}

/** Takes the key; while another request holds it, waits for its outcome, to return the same. */
async function claimInTime(
  { database, clock }: Pick<SubmitDeps, 'database' | 'clock'>,
  requested: { cartId: string; key: string; fingerprint: string },
): Promise<Claim> {
  for (let turn = 0; ; turn++) {
    const now = clock.now()
    const leaseUntil = new Date(now.getTime() + callLease)
    const claim = await claimKey(database.db, { ...requested, now, leaseUntil })
    if (claim.kind !== 'running' || turn === repeatTurns) return claim
    await wait(repeatPauseMs)
  }
}

/**
 * A fingerprint of what the shopper orders and how it is paid: the same by any process, port or host. Without the encrypted card, since a
 * fingerprint must not contain card data, and without fields that do not affect the order.
 */
function fingerprintOf({
  cartId,
  form,
  delivery,
  items,
  cartTotal,
  expectedTotal,
  staff,
  method,
  deposit,
  tip,
}: SubmitInput): string {
  return sha256(JSON.stringify([cartId, form, delivery, items, cartTotal, expectedTotal, staff, method, deposit, tip]))
}
