import type { Brand } from '../../../brands/brands.ts'
import { seconds } from '../../../platform/clock.ts'
import { type Result, err, ok } from '../../../platform/result.ts'
import type { Cart } from '../../cart/cart.ts'
import type { Principal } from '../../identity/identity.ts'
import type { OrderSnapshot } from '../../orders/orders.ts'
import { orderByCart } from '../../orders/orders-store.server.ts'
import { sellerParts } from '../../orders/seller-parts.ts'
import type { PaymentInstrument } from '../../payments/payments.ts'
import { hasOpenCall } from '../../payments/provider-calls-store.server.ts'
import { liveAttempt } from '../../payments/payments-store.server.ts'
import { providerAttempt } from '../../payments/provider-attempt.ts'
import { partOrder } from './order-snapshot.ts'
import type { ProviderDeps } from './payment/provider-calls.server.ts'
import type { Attempt } from '../settle.server.ts'
import type { ProviderCalls } from './payment/provider-calls.server.ts'
import type { CheckoutProblem, CheckoutProgress, SubmitInput, SubmitRequest } from './checkout-service.ts'
import { answerOf, doneAlready, progressOf } from './payment/payment-answers.server.ts'
import { type OrderCheckDeps, prepare, unsoldLines } from './order-checks.server.ts'
import { type FreezeDeps, freeze } from './freeze.server.ts'

/** One submit of a cart that no other submit of this process works on: checked, frozen, and its payment begun. */

export type SubmitOnceDeps = OrderCheckDeps &
  FreezeDeps & {
    readonly providers: ProviderDeps['providers']
    readonly calls: ProviderCalls
  }

/** How long a provider call may be open before its process is assumed dead. */
export const callLease = seconds(60)

export async function submitOnce(
  deps: SubmitOnceDeps,
  brand: Brand,
  principal: Principal,
  cart: Cart,
  input: SubmitInput,
  { key, admit }: SubmitRequest & { readonly key: string },
): Promise<Result<CheckoutProgress, CheckoutProblem>> {
  const { database, providers } = deps
  // An open cart has no order and no pending payment: concurrent changes are detected when it is frozen.
  if (cart.state !== 'open') {
    const order = await orderByCart(database.db, cart.id)
    if (order !== null) return ok(doneAlready(order))
  }
  const notTaken = await admit()
  if (notTaken !== null) return err(notTaken)
  const ended = cart.state === 'open' ? null : await endWaiting(deps, cart)
  if (ended !== null) return ended

  // A cancelled attempt has reopened the cart and may have changed its version; rules use the current cart.
  const now = await withStockOfDatabase(deps, cart.state === 'open' ? cart : await reread(deps, cart))
  const before = await fasterThan(deps, now)
  if (before !== null) return before
  const prepared = await prepare(deps, brand, principal, now, input)
  if (!prepared.ok) return (await fasterThan(deps, await reread(deps, now))) ?? prepared
  const { snapshot, agreed } = prepared.value
  const { instrument } = input
  if (instrument === null ? snapshot.totals.total > 0 : lacksCard(instrument, snapshot))
    return err({ code: 'payment_missing' })
  const frozen = await freeze(deps, snapshot, agreed, input, key)
  if (!frozen.ok) return frozen
  if (frozen.value.kind === 'done') return ok(frozen.value.progress)
  if (instrument === null) throw new Error('a payment was begun without means')

  const settled = await deps.calls.callInTurn(
    frozen.value.attempts.map(({ attempt, returnToken }) => ({
      attempt,
      call: (idempotencyKey) =>
        providers[attempt.provider].initiate({
          attempt: providerAttempt(attempt),
          instrument: instrumentFor(instrument, attempt),
          order: partOrder(snapshot, attempt),
          returnUrl:
            attempt.provider === 'card'
              ? `${input.origin}/api/checkout/cardreturn/${returnToken}`
              : returnAddress(input.origin, attempt),
          cancelUrl: returnAddress(input.origin, attempt),
          idempotencyKey,
        }),
    })),
    'initiate',
    'initiate',
  )
  return answerOf(database, settled)
}

/** Ends the payment that an earlier submit left open. Null when there is none any more, otherwise the response of this submit. */
async function endWaiting(
  { database, clock, calls }: SubmitOnceDeps,
  cart: Cart,
): Promise<Result<CheckoutProgress, CheckoutProblem> | null> {
  const waiting = await liveAttempt<OrderSnapshot>(database.db, cart.id)
  if (waiting === null) return null
  const since = new Date(clock.now().getTime() - callLease)
  if (await hasOpenCall(database.db, waiting, since)) return err({ code: 'in_progress' })
  const ended = await calls.cancelAttempt(waiting, 'another submit')
  if (ended.order !== null) return ok(progressOf(ended.attempt, ended.order))
  if (ended.attempt.state === 'Unknown' || ended.attempt.state === 'Pending') {
    return err({ code: 'payment_unknown', reference: ended.attempt.id })
  }
  return null
}

/**
 * What memory calls sold is read again before anyone is refused: a declined payment has put its units back, and its shopper who tries another
 * card may be faster than the notice of it.
 */
async function withStockOfDatabase(deps: SubmitOnceDeps, cart: Cart): Promise<Cart> {
  const unsold = unsoldLines(cart)
  if (unsold.length === 0) return cart
  await deps.catalogue.refresh(unsold.map((line) => line.productId))
  return reread(deps, cart)
}

async function reread({ carts }: SubmitOnceDeps, cart: Cart): Promise<Cart> {
  return (await carts.byId(cart.id)) ?? cart
}

/**
 * A faster submit has the cart already: stock and capacity that it has taken are not a reason to reject this one. Null while the cart is
 * open.
 */
async function fasterThan(
  { database }: SubmitOnceDeps,
  cart: Cart,
): Promise<Result<CheckoutProgress, CheckoutProblem> | null> {
  if (cart.state === 'placing') return err({ code: 'in_progress' })
  const placed = cart.state === 'ordered' ? await orderByCart(database.db, cart.id) : null
  return placed === null ? null : ok(doneAlready(placed))
}

/** Whether a seller's card is missing. */
const lacksCard = (instrument: PaymentInstrument, snapshot: OrderSnapshot): boolean =>
  instrument.method === 'card' &&
  (instrument.source.kind === 'saved' ||
    (instrument.source.kind === 'form' && instrument.source.agencyCard === undefined)) &&
  sellerParts(snapshot).some((one) => one.seller === 'agency')

/** The payment data of a part: a card that its seller can decrypt, and no other. Only the shop's own account stores cards. */
function instrumentFor(instrument: PaymentInstrument, { seller }: Attempt): PaymentInstrument {
  if (instrument.method !== 'card' || instrument.source.kind !== 'form') return instrument
  const { agencyCard, storedFor, ...source } = instrument.source
  if (seller === 'agency') return { ...instrument, source: { ...source, encryptedCard: agencyCard ?? '' } }
  return { ...instrument, source: { ...source, ...(storedFor === undefined ? {} : { storedFor }) } }
}

function returnAddress(origin: string, attempt: Attempt): string {
  return `${origin}/customer/checkout?provider=${attempt.provider}&cartId=${attempt.cartId}`
}
