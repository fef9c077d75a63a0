import type { Brand } from '../../../brands/brands.ts'
import type { Cents } from '../../../platform/money.ts'
import type { Result } from '../../../platform/result.ts'
import type { Cart } from '../../cart/cart.ts'
import type { Principal } from '../../identity/identity.ts'
import type {
  Charge,
  PaymentAction,
  PaymentInstrument,
  PaymentMethod,
  PaymentOutcome,
  PaymentState,
  ProviderCode,
  RedirectProvider,
} from '../../payments/payments.ts'
import type { CheckoutForm } from '../checkout.ts'
import type { CheckoutView } from './checkout-view.ts'
import type { StaffChoice } from './staff-choice.ts'
import type { DeliveryInput, DeliveryPlan } from '../delivery-plan.ts'
import type { PickupOption } from '../pickup.ts'
import type { PeopleProblem } from './people.server.ts'
import type { Attempt, Settled } from '../settle.server.ts'

/** The checkout service: its operations and their inputs. */

export type SubmitInput = {
  readonly cartId: string
  readonly form: CheckoutForm
  readonly newsletter: boolean
  readonly delivery: DeliveryInput
  /** The lines as the shopper saw them; null when the form does not include them. */
  readonly items: readonly OrderedItem[] | null
  readonly cartTotal: Cents
  readonly expectedTotal: Cents | null
  readonly staff: StaffChoice
  readonly method: PaymentMethod
  /** The amount paid now; 0 when it is the whole total. */
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
  /** An additional check of a submit that is not a repeat: why it is rejected, or null. */
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
  | { readonly code: 'too_many_submits'; readonly waitSeconds: number }
  | { readonly code: 'captcha_failed' }

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
  /** The store, or the day, that was chosen for a pickup; the message names the store. */
  | { readonly code: 'pickup_unavailable'; readonly message: string }
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

/** Form fields that affect the dates, besides the cart and the place. */
export type DeliveryQuestion = {
  readonly hasUniqueRequirements: boolean
  /** Permission has been checked: without it this is false. */
  readonly override: boolean
}

export interface Checkout {
  /** The delivery plan of a cart for a place; null when our own crew would have to deliver and does not serve it. */
  availability(
    brand: Brand,
    cart: Cart,
    place: { suburb: string; state: string; postcode: string },
    question?: DeliveryQuestion,
  ): Promise<DeliveryPlan | null>
  /**
   * The stores where a cart can be picked up, the nearest to a place first; those that lack something are among them. `place` is null while
   * none is known.
   */
  pickupOptions(
    brand: Brand,
    cart: Cart,
    place: { suburb: string; state: string; postcode: string } | null,
  ): Promise<readonly PickupOption[]>
  /** The page's initial data; `subdivision` is the store that staff have chosen. */
  view(brand: Brand, principal: Principal, cart: Cart | null, subdivision: string | null): Promise<CheckoutView>
  /** Whether the principal may have our own crew deliver suppliers' goods. */
  canOverride(brand: Brand, principal: Principal, cart: Cart): Promise<boolean>
  submit(
    brand: Brand,
    principal: Principal,
    cart: Cart,
    input: SubmitInput,
    request: SubmitRequest,
  ): Promise<Result<CheckoutProgress, CheckoutProblem>>
  /**
   * Return from the card issuer with a token; null for a token that is unknown or used. `goOn` is the redirect for the other of two parts.
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
  /** The shopper cancelled; returns the actual outcome. */
  cancel(cartId: string): Promise<{ readonly state: PaymentState; readonly charge: Charge }>
  /** The latest attempt of a cart, for its owner. */
  progress(cartId: string): Promise<CheckoutProgress | null>
  attempt(id: string): Promise<Attempt | null>
  /** Where the money of an attempt is. */
  charge(attempt: Attempt): Promise<Charge>
  /** The state of the attempt after polling its provider, if it needs polling and was not polled just now. */
  watched(attempt: Attempt): Promise<Attempt>
  settle(attemptId: string, outcome: PaymentOutcome, cause: string): Promise<Settled>
  /** Looks at payments that have been open for a while and ends those that can be ended. */
  reconcile(): Promise<void>
  /** A provider answers again: all its open payments are due at once. */
  recovered(provider: ProviderCode): Promise<void>
  /** Refunds a payment without an order. */
  reverse(attemptId: string, providerRef: string): Promise<void>
  /** Captures the payment of a part whose order has been placed. */
  capture(attemptId: string): Promise<void>
}
