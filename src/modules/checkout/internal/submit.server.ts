import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Brand } from '../../../brands/brands.ts'
import { isSpecialBrand } from '../../../brands/special-brand.ts'
import { minutes, seconds } from '../../../platform/clock.ts'
import { sha256 } from '../../../platform/digest.ts'
import { inParallel } from '../../../platform/in-parallel.ts'
import type { Writer } from '../../../platform/database/database.server.ts'
import type { Cents } from '../../../platform/money.ts'
import { ok, err, type FieldError, type Result } from '../../../platform/result.ts'
import type { Cart } from '../../cart/cart.ts'
import { isUsedUp } from '../../cart/cart.ts'
import type { Catalogue } from '../../catalogue/catalogue.server.ts'
import { announce } from '../../catalogue/catalogue.server.ts'
import { takeStock, writeHolds } from '../../catalogue/stock.server.ts'
import type { Geography } from '../../geo/geo.server.ts'
import type { Principal } from '../../identity/identity.ts'
import { can } from '../../identity/policy.ts'
import { giftCardsOf, type Order, type OrderSnapshot } from '../../orders/orders.ts'
import { insertGoods, orderByCart } from '../../orders/orders-store.server.ts'
import { sellerParts, withAgencyPart } from '../../orders/seller-parts.ts'
import {
  unknownFor,
  watches,
  type Charge,
  type PaymentAction,
  type PaymentInstrument,
  type PaymentMethod,
  type PaymentOutcome,
  type PaymentState,
  type ProviderCode,
  type RedirectProvider,
} from '../../payments/payments.ts'
import {
  attemptById,
  chargeOf,
  checkAllOf,
  claimDueAttempt,
  claimDueAttempts,
  claimUnverified,
  closeOrphanedPayment,
  hasOpenCall,
  insertAttempt,
  lateMoneyIsOpen,
  liveAttempt,
  liveAttemptsWith,
  markCapture,
  newestAttempt,
  shownPart,
  takeReturnToken,
} from '../../payments/payments-store.server.ts'
import { providerAttempt, providerKey } from '../../payments/provider-attempt.ts'
import {
  type AddressForm,
  firstSubmitProblem,
  orderTotal,
  submitTexts,
  type CheckoutFacts,
  type CheckoutForm,
} from '../checkout.ts'
import type { CheckoutView, StaffChoice } from './checkout-view.ts'
import {
  agreeOn,
  deliveryTexts,
  nothingDelivered,
  type AgreedDelivery,
  type DeliveryDisagreement,
  type DeliveryPlan,
  type DeliveryInput,
} from '../delivery-plan.ts'
import { planDelivery } from '../delivery-plan.server.ts'
import { depositProblem, takesDeposit } from '../deposit.ts'
import { claimKey, finishKey, setKeyAttempt, type Claim } from './idempotency-store.server.ts'
import { partOrder, snapshotOf } from './order-snapshot.ts'
import { createPeople, type Admitted, type PeopleDeps, type PeopleProblem } from './people.server.ts'
import { createProviderCalls, isSameToken, unverifiedEvery, type ProviderDeps } from './provider-calls.server.ts'
import { tipProblem, tipService } from '../tip.ts'
import { placeOrder, settle, type Attempt, type Settled } from '../settle.server.ts'

/** Checkout: dates and prices for the cart, submit, the ways back from a provider, and what keeps watch over payments left open. */

export type CheckoutDeps = ProviderDeps &
  PeopleDeps & {
    readonly catalogue: Catalogue
    readonly geography: Geography
  }

export type SubmitInput = {
  readonly cartId: string
  readonly form: CheckoutForm
  readonly newsletter: boolean
  readonly delivery: DeliveryInput
  /** The lines as the shopper saw them; null when the form does not say. */
  readonly items: readonly OrderedItem[] | null
  readonly cartTotal: Cents
  readonly expectedTotal: Cents | null
  readonly staff: StaffChoice
  readonly method: PaymentMethod
  /** What is paid now; 0 when it is all of it. */
  readonly deposit: Cents
  /** For the crew; 0 for none. */
  readonly tip: Cents
  /** Null when the order is free. */
  readonly instrument: PaymentInstrument | null
  /** Where the browser reaches the shop, without a slash at the end. */
  readonly origin: string
}

export type SubmitRequest = {
  /** The Idempotency-Key of the request; null where it has none. */
  readonly key: string | null
  /** Asked of a submit that is not the repeat of another: why it is not taken, null when it is. */
  readonly admit: () => Promise<SubmitAdmission | null>
}

/** A line of the form (CHK-22). */
export type OrderedItem = {
  readonly productCode: string
  readonly qty: number
  readonly warrantyId: number | null
  readonly installId: number | null
}

export type SubmitAdmission =
  { readonly code: 'too_many_submits'; readonly waitSeconds: number } | { readonly code: 'captcha_failed' }

export type CheckoutProblem =
  | SubmitAdmission
  | PeopleProblem
  | {
      readonly code:
        | 'empty_cart'
        | 'cart_changed'
        | 'coupon_used'
        | 'date_unavailable'
        | 'login_required'
        | 'in_progress'
        | 'key_reused'
        | 'method_unavailable'
    }
  | { readonly code: 'out_of_stock'; readonly title: string }
  | {
      readonly code: 'payment_refused'
      readonly shownReason: string | null
      readonly charge: Charge
      readonly reference: string
    }
  | { readonly code: 'payment_unknown'; readonly reference: string }
  | { readonly code: 'payment_missing' }

export type CheckoutProgress = {
  readonly cartId: string
  readonly state: PaymentState
  readonly webOrderId: string | null
  readonly reference: string | null
  readonly action: PaymentAction | null
}

/** What of the form changes which dates there are, besides the cart and the place. */
export type DeliveryQuestion = {
  readonly hasUniqueRequirements: boolean
  /** Granted already: whoever may not have it asks without it. */
  readonly override: boolean
}

export interface Checkout {
  /** Who brings what of a cart to a place, and when; null when we would have to and do not go there. */
  availability(
    brand: Brand,
    cart: Cart,
    place: { suburb: string; state: string; postcode: string },
    question?: DeliveryQuestion,
  ): Promise<DeliveryPlan | null>
  /** What the page needs to know before it is filled in; `subdivision` is the store that staff have chosen. */
  view(brand: Brand, principal: Principal, cart: Cart | null, subdivision: string | null): Promise<CheckoutView>
  /** Whether whoever asks may have our own crew bring what suppliers would. */
  canOverride(brand: Brand, principal: Principal, cart: Cart): Promise<boolean>
  submit(
    brand: Brand,
    principal: Principal,
    cart: Cart,
    input: SubmitInput,
    request: SubmitRequest,
  ): Promise<Result<CheckoutProgress, CheckoutProblem>>
  /**
   * The shopper came back from the card issuer with a return token; null for a token that is unknown or used up. `goOn` is where the bank
   * asks about the other of two parts.
   */
  cardReturn(
    token: string,
    returned: Record<string, string>,
  ): Promise<(Settled & { readonly goOn: string | null }) | null>
  /** The shopper came back from a redirect provider. */
  confirm(
    cartId: string,
    provider: RedirectProvider,
    returned: Record<string, string>,
  ): Promise<Result<CheckoutProgress, CheckoutProblem>>
  /** The shopper gave up; answers what really happened. */
  cancel(cartId: string): Promise<{ readonly state: PaymentState; readonly charge: Charge }>
  /** The newest attempt of a cart, for those who own the cart. */
  progress(cartId: string): Promise<CheckoutProgress | null>
  attempt(id: string): Promise<Attempt | null>
  /** Where the money of an attempt is. */
  charge(attempt: Attempt): Promise<Charge>
  /** The attempt as it stands after its provider was asked, where the provider is to be watched and it was not asked just now. */
  watched(attempt: Attempt): Promise<Attempt>
  settle(attemptId: string, outcome: PaymentOutcome, cause: string): Promise<Settled>
  /** Looks at payments that have been open for a while and ends those that can be ended. */
  reconcile(): Promise<void>
  /** A provider answers again: all its open payments are due at once. */
  recovered(provider: ProviderCode): Promise<void>
  /** Gives money back that came for no order. */
  giveBack(attemptId: string, providerRef: string): Promise<void>
  /** Takes the money of a part whose order has been placed. */
  capture(attemptId: string): Promise<void>
}

const holdFor = minutes(30)
const callLease = seconds(60)
/** How many open payments are claimed at once, how many of them are asked about at a time, and how often in one turn of the reconciler. */
const attemptsAtATime = 20
const questionsAtATime = 5
const maxRounds = 25
/** A repeat waits ten seconds for the answer of the submit that it repeats, then it is told that this one goes on. */
const repeatPauseMs = 100
const repeatTurns = 100

export function createCheckout(parts: CheckoutDeps): Checkout {
  const { database, carts, delivery, geography, providers, clock, ids, catalogue } = parts
  const people = createPeople(parts)
  const { callAndSettle, callInTurn, cancelAttempt, lookAt, askUnverified } = createProviderCalls(parts)

  async function availability(
    brand: Brand,
    cart: Cart,
    address: { suburb: string; state: string; postcode: string },
    question: DeliveryQuestion = { hasUniqueRequirements: false, override: false },
  ): Promise<DeliveryPlan | null> {
    const place = geography.find(brand.country, address.suburb, address.state, address.postcode)
    if (place === null) return null
    return planDelivery({ delivery, catalogue }, { cart, place, ...question })
  }

  const progressOf = (attempt: Attempt, order: Order | null): CheckoutProgress => ({
    cartId: attempt.cartId,
    state: attempt.state,
    webOrderId: order?.webOrderId ?? null,
    reference: attempt.id,
    action: attempt.action,
  })

  /** The answer for an attempt as it stands. */
  async function answerOf({ attempt, order }: Settled): Promise<Result<CheckoutProgress, CheckoutProblem>> {
    if (order !== null || attempt.state === 'Pending') return ok(progressOf(attempt, order))
    if (attempt.state === 'Unknown') return err({ code: 'payment_unknown', reference: attempt.id })
    return err({
      code: 'payment_refused',
      shownReason: attempt.refusal?.shownReason ?? null,
      charge: await chargeOf(database.db, attempt),
      reference: attempt.id,
    })
  }

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
    // Without a key the cart and what is to be paid for are one, so two tabs that ask for different things are two submits.
    const key = givenKey ?? sha256(`${cart.id}|${cart.version}|${fingerprint}`)
    const claim = await claimInTime({ cartId: cart.id, key, fingerprint })
    if (claim.kind === 'other-body') return err({ code: 'key_reused' })
    if (claim.kind === 'running') return err({ code: 'in_progress' })
    if (claim.kind === 'resumed') {
      const known = await attemptById<OrderSnapshot>(database.db, claim.attemptId)
      if (known !== null) {
        const attempt = await shownPart(database.db, known)
        return answerOf({ attempt, order: await orderByCart(database.db, cart.id) })
      }
    }

    const done = submitting.has(cart.id)
      ? await orderOfFaster(cart.id)
      : await submitAlone(brand, principal, cart, input, { key, admit })
    // Only what went as far as a payment is kept under the key: after a refusal the same key may be used again.
    await finishKey(database.db, {
      cartId: cart.id,
      key,
      isStored: done.ok || done.problem.code === 'payment_refused' || done.problem.code === 'payment_unknown',
    })
    return done
  }

  /** Takes the key; while another request holds it, waits for what becomes of that one, to answer the same. */
  async function claimInTime(requested: { cartId: string; key: string; fingerprint: string }): Promise<Claim> {
    for (let turn = 0; ; turn++) {
      const now = clock.now()
      const leaseUntil = new Date(now.getTime() + callLease)
      const claim = await claimKey(database.db, { ...requested, now, leaseUntil })
      if (claim.kind !== 'running' || turn === repeatTurns) return claim
      await wait(repeatPauseMs)
    }
  }

  async function submitAlone(
    brand: Brand,
    principal: Principal,
    cart: Cart,
    input: SubmitInput,
    request: SubmitRequest & { readonly key: string },
  ): Promise<Result<CheckoutProgress, CheckoutProblem>> {
    submitting.add(cart.id)
    const done = await submitOnce(brand, principal, cart, input, request).finally(() => submitting.delete(cart.id))
    const isElsewhere = !done.ok && done.problem.code === 'in_progress'
    return isElsewhere ? orderOfFaster(cart.id) : done
  }

  /** The order that another submit of the cart makes at this moment, here or in another process; refused when none comes of it. */
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

  async function submitOnce(
    brand: Brand,
    principal: Principal,
    cart: Cart,
    input: SubmitInput,
    { key, admit }: SubmitRequest & { readonly key: string },
  ): Promise<Result<CheckoutProgress, CheckoutProblem>> {
    // An open cart has no order and nothing waits to be paid for it: whatever comes between is seen when it is frozen.
    if (cart.state !== 'open') {
      const order = await orderByCart(database.db, cart.id)
      if (order !== null) return ok(doneAlready(order))
    }
    const notTaken = await admit()
    if (notTaken !== null) return err(notTaken)
    if (cart.state !== 'open') {
      const waiting = await liveAttempt<OrderSnapshot>(database.db, cart.id)
      if (waiting !== null) {
        const since = new Date(clock.now().getTime() - callLease)
        if (await hasOpenCall(database.db, waiting, since)) return err({ code: 'in_progress' })
        const ended = await cancelAttempt(waiting, 'another submit')
        if (ended.order !== null) return ok(progressOf(ended.attempt, ended.order))
        if (ended.attempt.state === 'Unknown' || ended.attempt.state === 'Pending') {
          return err({ code: 'payment_unknown', reference: ended.attempt.id })
        }
      }
    }

    // A cancelled attempt has opened the cart again and may have changed its version; rules look at the cart as it is.
    const now = cart.state === 'open' ? cart : await reread(cart)
    const before = await fasterThan(now)
    if (before !== null) return before
    const prepared = await prepare(brand, principal, now, input)
    if (!prepared.ok) return (await fasterThan(await reread(now))) ?? prepared
    const { snapshot, agreed } = prepared.value
    const { instrument } = input
    if (instrument === null ? snapshot.totals.total > 0 : lacksCard(instrument, snapshot))
      return err({ code: 'payment_missing' })
    const frozen = await freeze(snapshot, agreed, input, key)
    if (!frozen.ok) return frozen
    if (frozen.value.kind === 'done') return ok(frozen.value.progress)
    if (instrument === null) throw new Error('a payment was begun without means')

    const settled = await callInTurn(
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
    return answerOf(settled)
  }

  async function reread(cart: Cart): Promise<Cart> {
    return (await carts.byId(cart.id)) ?? cart
  }

  /**
   * A submit that was faster has the cart already: what it found sold out or full is its own doing, not a reason to refuse this one. Null
   * while the cart is open.
   */
  async function fasterThan(cart: Cart): Promise<Result<CheckoutProgress, CheckoutProblem> | null> {
    if (cart.state === 'placing') return err({ code: 'in_progress' })
    const placed = cart.state === 'ordered' ? await orderByCart(database.db, cart.id) : null
    return placed === null ? null : ok(doneAlready(placed))
  }

  /** Checks everything a submit can be refused for before anything is held, and computes all money anew. */
  async function prepare(
    brand: Brand,
    principal: Principal,
    cart: Cart,
    input: SubmitInput,
  ): Promise<Result<{ snapshot: OrderSnapshot; agreed: AgreedDelivery }, CheckoutProblem>> {
    if (cart.lines.length === 0) return err({ code: 'empty_cart' })
    // Goods that somebody else was faster to buy are told by name, before dates or totals that changed with them (decision delivery-19).
    const unsold = cart.lines.find((line) => !line.isBuyable || line.quantity > line.stockLeft)
    if (unsold !== undefined) return err({ code: 'out_of_stock', title: unsold.title })

    // What costs nothing is paid by nobody.
    if (input.instrument !== null && !parts.paymentConfiguration.isUp(input.method))
      return err({ code: 'method_unavailable' })
    const facts = { ...factsFor(brand, cart), isOnAccount: input.method === 'credit-account' }
    const admitted = await people.admit(brand, principal, cart, { ...input, facts })
    if (!admitted.ok) return admitted
    const { form, sale, counter } = admitted.value
    const problem = firstSubmitProblem({
      form,
      facts,
      hasDeliveryDate: input.delivery.deliversOn !== null,
      hasSupplierDates: input.delivery.suppliers.length > 0,
      isCashAndCarry: counter !== null,
    })
    if (problem !== null) return err({ code: 'validation', ...problem })
    const agreement = counter === null ? await delivered(brand, cart, { ...input, form }) : atCounter(cart, counter)
    if (!agreement.ok) return agreement
    const tipError = tipProblem(input.tip, counter === null ? people.tipOffer(brand) : null)
    if (tipError !== null)
      return err({ code: 'validation', message: submitTexts.form, errors: [{ field: 'tip', message: tipError }] })
    const agreed = { ...agreement.value, services: [...agreement.value.services, ...tipService(input.tip)] }
    const prices = (parts: readonly { readonly price: Cents }[]) => parts.map((one) => one.price)
    const total = orderTotal({
      cart: cart.totals.orderTotal,
      shipping: agreed.shipping,
      suppliers: prices(agreed.suppliers),
      services: prices(agreed.services),
    })
    const isAsSeen =
      (input.items === null || isSameItems(input.items, cart)) &&
      input.cartTotal === cart.totals.orderTotal &&
      (input.expectedTotal === null || input.expectedTotal === total)
    if (!isAsSeen) return err({ code: 'cart_changed' })
    const wrongField = depositError(input, total, people.depositPercentage(brand), facts)
    if (wrongField !== null) return err({ code: 'validation', message: submitTexts.deposit, errors: [wrongField] })
    if (total > 0 && !parts.paymentConfiguration.takes(brand, input.method, total))
      return err({ code: 'option_not_granted', field: 'selectedPaymentOption' })
    const cityOf = ({ suburb, state, postcode }: AddressForm) =>
      geography.find(brand.country, suburb, state, postcode)?.city ?? null
    const paysAgency = parts.paymentConfiguration.paysAgency(cart.lines)
    if (!takesWallet(parts.paymentConfiguration, brand, input.instrument, paysAgency ? null : total))
      return err({ code: 'option_not_granted', field: 'wallet' })
    const terms = { agreed, total, deposit: input.deposit, sale, now: clock.now(), cityOf }
    const snapshot = snapshotOf(brand, cart, { ...input, form }, terms)
    return ok({
      agreed,
      snapshot: paysAgency && snapshot.method === 'card' ? withAgencyPart(snapshot) : snapshot,
    })
  }

  /** Goods that are carried away today have to lie where the store takes them from (decision checkout-27). */
  function atCounter(
    cart: Cart,
    { zone, today }: NonNullable<Admitted['counter']>,
  ): Result<AgreedDelivery, CheckoutProblem> {
    const missing = cart.lines.find((line) => {
      const onShelf = catalogue.product(line.productId)?.stock[zone.warehouse.code]?.quantity ?? 0
      return onShelf < line.quantity
    })
    if (missing !== undefined) return err({ code: 'out_of_stock', title: missing.title })
    return ok({ ...nothingDelivered, zone, deliversOn: today })
  }

  /** What is agreed on to bring the goods of a cart to its address. */
  async function delivered(
    brand: Brand,
    cart: Cart,
    input: Pick<SubmitInput, 'form' | 'delivery' | 'staff'>,
  ): Promise<Result<AgreedDelivery, CheckoutProblem>> {
    const { hasUniqueRequirements } = input.delivery
    const question = { hasUniqueRequirements, override: input.staff.winningDeliveryServiceOverride }
    const plan = await availability(brand, cart, input.form.deliveryAddress, question)
    if (plan === null) {
      const errors = [
        { field: 'deliveryAddress.suburb', message: 'Delivery services unavailable for the provided address' },
      ]
      return err({ code: 'validation', message: submitTexts.form, errors })
    }
    const agreement = agreeOn(plan, input.delivery, { isCharged: brand.chargesStorage, lines: cart.lines })
    return agreement.ok ? agreement : err(deliveryProblem(agreement.problem))
  }

  type Frozen =
    /** Placed on the spot because it costs nothing, or placed by an earlier submit. */
    | { readonly kind: 'done'; readonly progress: CheckoutProgress }
    /** One, or one for each of two sellers in the order in which they are paid. */
    | { readonly kind: 'attempts'; readonly attempts: readonly { attempt: Attempt; returnToken: string }[] }

  /**
   * Takes goods and day and freezes the cart, in one transaction: all of it or nothing. A free order is placed on the spot; any other
   * gets its attempt, written before a word is said to a provider.
   */
  async function freeze(
    snapshot: OrderSnapshot,
    { zone, takesDay }: Pick<AgreedDelivery, 'zone' | 'takesDay'>,
    input: SubmitInput,
    key: string,
  ): Promise<Result<Frozen, CheckoutProblem>> {
    const now = clock.now()
    const sellers = sellerParts(snapshot).map((one) => ({
      ...one,
      id: ids.sortable(now),
      returnToken: ids.secret() + ids.secret(),
    }))
    // What is settled at the till is placed like what is free: no provider is asked (decision payments-25).
    const { method } = input
    const isFree = snapshot.totals.total === 0
    try {
      let isPlaced = false
      const frozen = await database.transaction(async (tx): Promise<Frozen> => {
        // The transaction may be tried again from here.
        isPlaced = false
        const cart = await carts.lock(tx, snapshot.cartId)
        const order = cart?.state === 'ordered' ? await orderByCart(tx, cart.id) : null
        if (order !== null) return { kind: 'done', progress: doneAlready(order) }
        if (cart?.state === 'placing') throw new Refusal({ code: 'in_progress' })
        if (cart === null || cart.version !== snapshot.cartVersion) throw new Refusal({ code: 'cart_changed' })
        if (await couponIsUsedUp(tx, cart, snapshot.contact.email)) throw new Refusal({ code: 'coupon_used' })
        const holds = []
        for (const line of snapshot.lines.toSorted((a, b) => a.productId - b.productId)) {
          const taken = await takeStock(tx, {
            productId: line.productId,
            quantity: line.quantity,
            country: snapshot.delivery.address.country,
            preferred: snapshot.delivery.warehouseCode ?? '',
            isOnlyPreferred: snapshot.sale?.cashAndCarry === true,
          })
          if (taken === null) throw new Refusal({ code: 'out_of_stock', title: line.title })
          holds.push(...taken)
        }
        const { deliversOn } = snapshot.delivery
        // Suppliers and days that are arranged by phone take no place in our own calendar.
        const slot = takesDay && zone !== null && deliversOn !== null ? { zone, deliversOn } : null
        if (slot !== null && !(await delivery.book(tx, slot.zone, slot.deliversOn)))
          throw new Refusal({ code: 'date_unavailable' })
        await announce(tx, { products: [...new Set(holds.map((hold) => hold.productId))] })
        if (isFree || method === 'other') {
          const { id, webOrderId } = await placeFree(tx, snapshot)
          await insertGoods(tx, id, holds)
          isPlaced = true
          const { cartId } = snapshot
          return {
            kind: 'done',
            progress: { cartId, state: 'Approved', webOrderId, reference: null, action: null },
          }
        }
        const watch = watches[method]
        const attemptId = sellers[0]?.id
        if (attemptId === undefined) throw new Error('an order that costs something is paid to nobody')
        const attempts = []
        for (const [at, { id, seller, cents, returnToken }] of sellers.entries()) {
          const attempt = await insertAttempt(tx, {
            id,
            cartId: snapshot.cartId,
            app: snapshot.app,
            method,
            provider: method,
            cents,
            currency: snapshot.currency,
            snapshot,
            returnTokenHash: sha256(returnToken),
            holdsUntil: new Date(now.getTime() + (watch?.forMs ?? holdFor)),
            nextCheckAt: new Date(now.getTime() + (watch?.everyMs ?? seconds(30))),
            now,
            seller,
            pair: sellers.length === 1 ? null : { id: attemptId, part: at === 0 ? 1 : 2 },
          })
          attempts.push({ attempt, returnToken })
        }
        await writeHolds(tx, attemptId, holds)
        if (slot !== null) {
          await tx
            .insertInto('day_hold')
            .values({
              attempt_id: attemptId,
              warehouse_code: slot.zone.warehouse.code,
              tier_code: slot.zone.tier.code,
              delivers_on: slot.deliversOn,
            })
            .execute()
        }
        await carts.setState(tx, snapshot.cartId, 'placing')
        await setKeyAttempt(tx, { cartId: snapshot.cartId, key, attemptId })
        parts.failpoint('before-freeze-commit')
        return { kind: 'attempts', attempts }
      })
      if (isPlaced) parts.metrics.count('orders_placed', { app: snapshot.app, method: snapshot.method })
      if (frozen.kind === 'attempts') parts.failpoint('after-freeze')
      return ok(frozen)
    } catch (error) {
      if (error instanceof Refusal) return err(error.problem)
      // Another submit of this cart got its attempt in first: the unique index says so.
      if ((error as { code?: string }).code === '23505') return err({ code: 'in_progress' })
      throw error
    }
  }

  /**
   * Whether the coupon of a cart has been used up by an address. Orders that are being paid for count as well, and carts that want the
   * same coupon for the same address take turns: or two of them at once would both be the last one allowed.
   */
  async function couponIsUsedUp(tx: Writer, cart: Cart, email: string): Promise<boolean> {
    const { coupon } = cart
    if (coupon === null || coupon.usesPerEmail === null) return false
    await sql`select pg_advisory_xact_lock(hashtext(${`coupon ${coupon.code} ${email}`}))`.execute(tx)
    // In this order: one that is placed between the two questions counts twice rather than not at all.
    const beingPaid = await liveAttemptsWith(tx, { code: { kind: 'coupon', code: coupon.code }, contact: { email } })
    return isUsedUp(coupon, beingPaid + (await carts.couponUses(tx, coupon.code, email)))
  }

  async function placeFree(tx: Writer, snapshot: OrderSnapshot) {
    if (!(await carts.chargeGiftCards(tx, giftCardsOf(snapshot)))) throw new Refusal({ code: 'cart_changed' })
    return placeOrder(parts, tx, snapshot, [])
  }

  return {
    availability,
    view: people.view,
    canOverride: people.canOverride,
    submit,
    async cardReturn(token, returned) {
      const attempt = await takeReturnToken<OrderSnapshot>(database.db, sha256(token))
      if (attempt === null) return null
      if (attempt.state !== 'Pending' && attempt.state !== 'Unknown') {
        return { attempt, order: await orderByCart(database.db, attempt.cartId), goOn: null }
      }
      const settled = await callAndSettle(attempt, 'finalise', 'card return', (key) =>
        providers[attempt.provider].finalise({ attempt: providerAttempt(attempt), returned, idempotencyKey: key }),
      )
      const { id, state, action } = settled.attempt
      const asksNext = id !== attempt.id && state === 'Pending' && action?.kind === 'redirect'
      return { ...settled, goOn: asksNext ? action.url : null }
    },
    async confirm(cartId, provider, returned) {
      const attempt = await newestAttempt<OrderSnapshot>(database.db, cartId)
      const order = await orderByCart(database.db, cartId)
      // Whatever paid it, an order is the answer.
      if (attempt !== null && order !== null) return answerOf({ attempt, order })
      if (attempt === null || attempt.provider !== provider) return err({ code: 'payment_missing' })
      const isOver = attempt.state !== 'Pending' && attempt.state !== 'Unknown'
      if (isOver) return answerOf({ attempt, order })
      const { returnParameter } = providers[provider]
      if (returnParameter === null || !isSameToken(returned[returnParameter] ?? '', attempt.providerRef ?? ''))
        return err({ code: 'payment_missing' })
      const settled = await callAndSettle(attempt, 'finalise', 'return', (key) =>
        providers[provider].finalise({ attempt: providerAttempt(attempt), returned, idempotencyKey: key }),
      )
      return answerOf(settled)
    },
    async cancel(cartId) {
      const live = await liveAttempt<OrderSnapshot>(database.db, cartId)
      const attempt =
        live === null
          ? await newestAttempt<OrderSnapshot>(database.db, cartId)
          : (await cancelAttempt(live, 'cancelled by shopper')).attempt
      if (attempt === null) return { state: 'Cancelled', charge: 'none' }
      return { state: attempt.state, charge: await chargeOf(database.db, attempt) }
    },
    async progress(cartId) {
      const attempt = await newestAttempt<OrderSnapshot>(database.db, cartId)
      const order = await orderByCart(database.db, cartId)
      if (attempt === null) return order === null ? null : doneAlready(order)
      return progressOf(attempt, order)
    },
    attempt: (id) => attemptById<OrderSnapshot>(database.db, id),
    charge: (attempt) => chargeOf(database.db, attempt),
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
    settle: (attemptId, outcome, cause) => settle(parts, attemptId, outcome, cause),
    async reconcile() {
      const { paymentConfiguration } = parts
      const isAnswering = (provider: ProviderCode) => paymentConfiguration.isUp(provider)
      const providersUp = (Object.keys(providers) as ProviderCode[]).filter(isAnswering)
      const requested = async (attempt: Attempt, now: Date) => {
        // One that cannot be settled must not keep the others waiting; its own turn comes again in a minute.
        await lookAt(attempt, now).catch((error: unknown) =>
          parts.log.error(
            { err: error, attemptId: attempt.id, provider: attempt.provider },
            'a payment cannot be settled',
          ),
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
          parts.log.error({ err: error, attemptId: id }, 'an unverified payment cannot be asked about'),
        )
      })
    },
    recovered: (provider) => checkAllOf(database.db, provider, clock.now()),
    async giveBack(attemptId, providerRef) {
      const attempt = await attemptById<OrderSnapshot>(database.db, attemptId)
      if (attempt === null || !(await lateMoneyIsOpen(database.db, attemptId))) return
      const key = providerKey(attemptId, 'give-back')
      parts.failpoint('before-give-back')
      const isDone = await providers[attempt.provider].giveBack({ ...providerAttempt(attempt), providerRef }, key)
      parts.failpoint('after-give-back')
      if (!isDone) throw new Error('the provider did not take the money back yet')
      await closeOrphanedPayment(database.db, attemptId, clock.now())
    },
    async capture(attemptId) {
      const attempt = await attemptById<OrderSnapshot>(database.db, attemptId)
      if (attempt === null || attempt.capture !== 'due') return
      parts.failpoint('before-capture')
      const provider = providers[attempt.provider]
      const isDone = await provider.capture?.(providerAttempt(attempt), providerKey(attemptId, 'capture'))
      parts.failpoint('after-capture')
      if (isDone !== true) throw new Error('the provider did not take the money of a part yet')
      await markCapture(database.db, attemptId, 'done')
    },
  }
}

/** Leaves a transaction with an ordinary refusal: what it had written is rolled back. */
class Refusal extends Error {
  readonly problem: CheckoutProblem
  constructor(problem: CheckoutProblem) {
    super(problem.code)
    this.problem = problem
  }
}

export function factsFor(brand: Brand, cart: Cart): CheckoutFacts {
  return { country: brand.country, hasSpecialBrand: cart.lines.some((line) => isSpecialBrand(line.brand)) }
}

/**
 * Whether so much may be paid by what is behind a card: a wallet only where it is offered, within its range (decision payments-04). Its
 * token is for one amount and so for one seller; `total` is null where two are paid.
 */
function takesWallet(
  configuration: CheckoutDeps['paymentConfiguration'],
  brand: Brand,
  instrument: PaymentInstrument | null,
  total: Cents | null,
): boolean {
  if (instrument?.method !== 'card' || instrument.source.kind === 'form') return true
  const range = configuration.offered(instrument.source.kind, brand)
  return range !== null && total !== null && total >= range.minimum && total <= range.maximum
}

/** Whether a card is not there for somebody who is to be paid by it. */
const lacksCard = (instrument: PaymentInstrument, snapshot: OrderSnapshot): boolean =>
  instrument.method === 'card' &&
  instrument.source.kind === 'form' &&
  instrument.source.agencyCard === undefined &&
  sellerParts(snapshot).some((one) => one.seller === 'agency')

/** What a part is paid with: a card that its seller can open, and no other one's. */
function instrumentFor(instrument: PaymentInstrument, { seller }: Attempt): PaymentInstrument {
  if (instrument.method !== 'card' || instrument.source.kind !== 'form') return instrument
  const { agencyCard, ...source } = instrument.source
  const encryptedCard = seller === 'agency' ? (agencyCard ?? '') : source.encryptedCard
  return { ...instrument, source: { ...source, encryptedCard } }
}

/** What the form is told of wishes that cannot be had. */
function deliveryProblem(found: DeliveryDisagreement): CheckoutProblem {
  switch (found.code) {
    case 'date_missing':
      return { code: 'validation', message: submitTexts.date, errors: [] }
    case 'supplier_refuses':
      return { code: 'validation', message: found.message, errors: [] }
    case 'storage_not_acknowledged': {
      const errors = [{ field: 'stockFeeAcknowledged', message: deliveryTexts.storageMissing }]
      return { code: 'validation', message: submitTexts.form, errors }
    }
    case 'date_unavailable':
    case 'cart_changed':
      return { code: found.code }
  }
}

/** Whether a form holds the lines of the cart, with the same choices, in any order. */
function isSameItems(items: readonly OrderedItem[], cart: Cart): boolean {
  const written = (item: OrderedItem) => [item.productCode, item.qty, item.warrantyId, item.installId].join(' ')
  const there = cart.lines.map(({ productCode, quantity, warranty, install }) =>
    written({ productCode, qty: quantity, warrantyId: warranty?.id ?? null, installId: install?.id ?? null }),
  )
  return items.map(written).toSorted().join('\n') === there.toSorted().join('\n')
}

function doneAlready(order: Order): CheckoutProgress {
  return { cartId: order.cartId, state: 'Approved', webOrderId: order.webOrderId, reference: null, action: null }
}

/** The rules of a deposit over again, with the server's own total (CHK-48, decision payments-15). */
function depositError(
  { deposit, method }: Pick<SubmitInput, 'deposit' | 'method'>,
  total: Cents,
  percentage: number,
  { hasSpecialBrand }: CheckoutFacts,
): FieldError | null {
  if (deposit === 0) return null
  const isTaken = takesDeposit({ method, total, hasSpecialBrand })
  const message = isTaken ? depositProblem(deposit, total, percentage) : 'A deposit cannot be paid for this order.'
  return message === null ? null : { field: 'partialPayment', message }
}

function returnAddress(origin: string, attempt: Attempt): string {
  return `${origin}/customer/checkout?provider=${attempt.provider}&cartId=${attempt.cartId}`
}

/**
 * What the shopper means to pay for, and how: the same through whichever process, port or host it comes. Without the encrypted card, since
 * a fingerprint must not be a place where card data survives, and without what changes nothing of the order.
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
