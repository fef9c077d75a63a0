import { hours, minutes, seconds } from '../../platform/clock.ts'
import type { Cents, Currency } from '../../platform/money.ts'
import type { SavedCardSource, StoredCardToken } from './saved-cards.ts'

/**
 * The interface of payment providers, in the shop's terms. Adapters translate; one contract test verifies the promises written here for all
 * of them.
 */

export const paymentStates = ['Pending', 'Approved', 'Declined', 'Cancelled', 'Expired', 'Unknown'] as const
export type PaymentState = (typeof paymentStates)[number]

/** The payment and option flags of an order: in a checkout view, and in a posted option (decision payments-02). */
export const orderFlags = {
  COD: 1,
  PayPal: 2,
  CRAccount: 4,
  ConnectRemove: 8,
  DeliveryInstructions: 16,
  PaidInstalls: 32,
  SetSalesperson: 64,
  StaffOnlyOtherPaymentMethod: 128,
  Zip: 256,
  ZipInStore: 512,
  UniqueRequirements: 1024,
  AfterPay: 2048,
  CashAndCarry: 4096,
  WarehouseStorageCharge: 8192,
  InstallationContact: 16384,
  WinningDeliveryServiceOverride: 32768,
} as const

/** Methods as they are stored and displayed; other numbers than the posted options (decision payments-01). */
export const paymentMethodNumbers = {
  None: 0,
  AfterPay: 1,
  Zip: 2,
  CreditCard: 3,
  PayPal: 4,
  Klarna: 5,
  ZipInStore: 6,
  Cash: 7,
  Humm: 8,
  ApplePay: 9,
  GooglePay: 10,
  PayPalBnpl: 11,
} as const

/** Order flags as selectedPaymentOption carries them; no flag is the card. */
export const paymentOptions = {
  card: 0,
  paypal: orderFlags.PayPal,
  'credit-account': orderFlags.CRAccount,
  other: orderFlags.StaffOnlyOtherPaymentMethod,
  zip: orderFlags.Zip,
  'zip-in-store': orderFlags.ZipInStore,
  afterpay: orderFlags.AfterPay,
} as const
export type PaymentMethod = keyof typeof paymentOptions

/** The payment providers. Payments at the till have none (decision payments-25). */
export type ProviderCode = Exclude<PaymentMethod, 'other'>

/** Payments that are decided elsewhere while the shopper waits in front of us: how often to ask, and for how long. */
export const watches: Readonly<Partial<Record<ProviderCode, { readonly everyMs: number; readonly forMs: number }>>> = {
  'zip-in-store': { everyMs: seconds(2), forMs: minutes(10) },
}

/** How long a payment with an unknown outcome is checked before it is ended and left to staff. */
export const unknownFor = hours(24)

/** A payment that cannot be queried: it was sent, and the response that would have named it was lost. */
export const cannotBeQueried = ({
  provider,
  providerRef,
}: {
  readonly provider: string
  readonly providerRef: string | null
}): boolean => provider === 'zip-in-store' && providerRef === null

/** Providers that redirect the shopper to their own page and back. */
export const redirectProviders = ['afterpay', 'paypal', 'zip'] as const
export type RedirectProvider = (typeof redirectProviders)[number]

export function methodOfOption(option: number | undefined): PaymentMethod | null {
  const found = Object.entries(paymentOptions).find(([, value]) => value === (option ?? 0))
  return (found?.[0] as PaymentMethod | undefined) ?? null
}

/** The error of a typed Zip store code; null for a valid one (PAY-33, PAY-34). */
export function storeCodeProblem(code: string): string | null {
  if (code.trim() === '') return 'Please enter a zip store code'
  return /^\d{6}$/.test(code) ? null : 'Zip store code should be exactly 6 digits and contain only numbers'
}

/** The shopper's next action. */
export type PaymentAction =
  | { readonly kind: 'redirect'; readonly url: string }
  /** Fields to post as a form, for 3-D Secure. */
  | { readonly kind: 'form'; readonly url: string; readonly fields: Readonly<Record<string, string>> }
  /** None: the provider reviews the payment, and notifies of its decision. */
  | { readonly kind: 'review' }

export type CardSummary = {
  readonly brand: string | null
  readonly lastFour: string | null
  readonly expiry: string | null
}

/**
 * Why an outcome is unknown. Two reasons are milder: 'unreachable' when no connection was made on any try, so that nothing was sent;
 * 'no-record' when a provider cannot be queried and has sent nothing.
 */
export type UnknownReason =
  | 'timeout'
  | 'reset'
  | 'server-error'
  | 'unreadable'
  | 'mismatch'
  | 'unreachable'
  | 'no-record'

export type PaymentOutcome =
  /** The provider confirms it in this response or in a verified webhook, with this amount. */
  | {
      readonly kind: 'approved'
      readonly providerRef: string
      readonly cents: Cents
      readonly currency: Currency
      readonly card: CardSummary | null
      /** The token of the card, when the provider stores it. */
      readonly storedCard?: StoredCardToken
    }
  | {
      readonly kind: 'declined'
      readonly providerRef: string | null
      /** The provider's own code, for logs and staff. */
      readonly code: string
      /** As text, when a shopper may see it (decision payments-11), or else null. */
      readonly shownReason: string | null
    }
  /** `shownReason`: the provider's own words, where a shopper may see them. */
  | { readonly kind: 'cancelled'; readonly shownReason?: string }
  | { readonly kind: 'expired'; readonly shownReason?: string }
  | {
      readonly kind: 'pending'
      readonly providerRef: string | null
      readonly action: PaymentAction | null
      /** The shopper has agreed and the money can be taken: finalise() takes it, whether they come back or not. */
      readonly isAgreed?: true
    }
  /** The call was sent and no usable response came: the payment may or may not have been taken. */
  | { readonly kind: 'unknown'; readonly why: UnknownReason }

export type Address = {
  readonly firstName: string
  readonly lastName: string
  readonly companyName: string
  readonly address: string
  readonly suburb: string
  readonly state: string
  readonly postcode: string
  readonly country: 'AU' | 'NZ'
}

/** The order data for a provider. Amounts add up to the attempt's cents. */
export type PaymentOrder = {
  /** The shop's name, as shoppers know it. */
  readonly shopName: string
  readonly email: string
  readonly phone: string
  readonly billing: Address
  readonly shipping: Address
  readonly lines: readonly {
    readonly name: string
    readonly sku: string
    readonly quantity: number
    readonly unit: Cents
  }[]
  readonly shippingCents: Cents
  readonly discountCents: Cents
  /** The store and the salesperson; null for an online order. */
  readonly soldIn: { readonly store: string; readonly seller: string } | null
}

export type BrowserInfo = {
  readonly screenHeight: number
  readonly screenWidth: number
  readonly colorDepth?: number | undefined
  readonly language?: string | undefined
  readonly timeZoneOffset?: number | undefined
  readonly javaEnabled?: boolean | undefined
}

/** The source of a card: the form, encrypted in the page; a saved card; or a wallet whose token only the gateway can decrypt. */
export type CardSource =
  | {
      readonly kind: 'form'
      readonly encryptedCard: string
      readonly holderName: string
      /** The same card, encrypted for the agency whose goods are in the cart. */
      readonly agencyCard?: string
      /** The member for whom the gateway stores the card once it is authorised. */
      readonly storedFor?: string
    }
  | SavedCardSource
  | { readonly kind: 'googlepay' | 'applepay'; readonly token: string }

/**
 * Where the money of a payment is. `none`: ended and nothing was taken; `open`: in progress; `taken`: for an order; `unverified`: ended
 * without the provider's confirmation; `returned`: taken without an order and refunded, or being refunded.
 */
export type Charge = 'none' | 'open' | 'taken' | 'unverified' | 'returned'

/** How the shopper pays. The encrypted card is opaque to us: it is handed on and forgotten. */
export type PaymentInstrument =
  | {
      readonly method: 'card'
      readonly source: CardSource
      /** The anti-fraud script's visitor token; '' without one. */
      readonly fraudToken: string
      readonly browser: BrowserInfo & {
        readonly acceptHeader: string
        readonly userAgent: string
        readonly address: string
      }
    }
  | { readonly method: RedirectProvider }
  /** The six digits that the shopper's app shows. */
  | { readonly method: 'zip-in-store'; readonly code: string }
  /** The account's owner. */
  | { readonly method: 'credit-account'; readonly userId: string }
  | { readonly method: 'other' }

/** The merchant account that is paid: the shop's, or that of the brand for which the shop only takes orders (decision payments-08). */
export type Seller = 'shop' | 'agency'

export type PaymentAttempt = {
  /** 26 characters; the provider's reference for it. */
  readonly id: string
  readonly cents: Cents
  readonly currency: Currency
  readonly country: 'AU' | 'NZ'
  readonly createdAt: Date
  readonly providerRef: string | null
  /** Left out for the shop itself. */
  readonly seller?: Seller
  /** Which of two parts of an order's payment it is: authorised first, and captured when both are. Left out where it is all of it. */
  readonly part?: 1 | 2
}

/** A part of a payment's refund; refunds of one payment are made one after the other. */
export type RefundPart = {
  readonly cents: Cents
  /** The total of earlier refunds of the payment, all of them done. */
  readonly refundedBefore: Cents
}

/** Done or in progress; unknown, to be repeated with the same key; or rejected for good. */
export type RefundOutcome = 'done' | 'unknown' | 'refused'

/** Whether a provider that has refunded a total of a payment has made this refund already. */
export const isRefunded = (refunded: Cents, { cents, refundedBefore }: RefundPart): boolean =>
  refunded >= refundedBefore + cents

export type Limits = { readonly minimum: Cents | null; readonly maximum: Cents | null }

export interface PaymentProvider {
  readonly code: ProviderCode
  /** The return parameter that identifies the payment; null without a redirect, or where the shop's own token does. */
  readonly returnParameter: string | null
  /** Where no query tells whether a shopper has approved: finalise() without a return tries to capture, which fails without approval. */
  readonly isQueriedByTaking?: true
  /**
   * Starts a payment. `idempotencyKey` makes a repeat of the same attempt charge at most once. Never throws for a business result; never
   * reports declined, cancelled or expired because of the network.
   */
  initiate(input: {
    readonly attempt: PaymentAttempt
    readonly instrument: PaymentInstrument
    readonly order: PaymentOrder
    readonly returnUrl: string
    readonly cancelUrl: string
    readonly idempotencyKey: string
  }): Promise<PaymentOutcome>
  /** Completes a payment after the shopper came back; `returned` are the return parameters, which prove nothing by themselves. */
  finalise(input: {
    readonly attempt: PaymentAttempt
    readonly returned: Readonly<Record<string, string>>
    readonly idempotencyKey: string
  }): Promise<PaymentOutcome>
  /** The state of an attempt. Moves no money and may be called at any time. */
  query(attempt: PaymentAttempt): Promise<PaymentOutcome>
  /** Cancels an attempt that has not been paid; when it is too late the result is what really happened. */
  cancel(attempt: PaymentAttempt, idempotencyKey: string): Promise<PaymentOutcome>
  /** Captures an authorised part. True when it is done or in progress. Left out by providers without parts. */
  capture?(attempt: PaymentAttempt, idempotencyKey: string): Promise<boolean>
  /** Reverses a payment: void, reversal or refund, whichever the provider needs. True when it is done or in progress. */
  reverse(attempt: PaymentAttempt, idempotencyKey: string): Promise<boolean>
  /** Refunds a part of an order's payment, or all of it. With the same key, or the same part again, at most once. */
  refund(attempt: PaymentAttempt, part: RefundPart, idempotencyKey: string): Promise<RefundOutcome>
  /** Whether it answers a question that changes nothing, within two seconds and at the first try. */
  isAnswering(): Promise<boolean>
  /** The provider's own limits for a price, null bounds where it has none; throws when it cannot be queried. */
  limits(currency: Currency): Promise<Limits>
}

/** A verified notice of a provider. */
export type ProviderEvent = {
  /** The same notice sent again has the same id. */
  readonly eventId: string
  readonly attemptId: string
  readonly outcome: PaymentOutcome | RefundNews
}

/** A webhook's result of a refund: the call before it only confirmed the request. */
export type RefundNews =
  | { readonly kind: 'refunded' }
  /** It did not reach the shopper, or came back from their bank. */
  | { readonly kind: 'refund-failed'; readonly cents: Cents }

/** Why an approved payment is reversed: a gift card that was to pay the rest has a lower balance by now. */
export const giftCardSpent = 'gift_card_spent'

export const isRefundNews = (outcome: PaymentOutcome | RefundNews): outcome is RefundNews =>
  outcome.kind === 'refunded' || outcome.kind === 'refund-failed'

/** Whether the approved amount is exactly what was asked; anything else is no approval (decision payments-32). */
export function checkedAmount(
  outcome: PaymentOutcome,
  attempt: Pick<PaymentAttempt, 'cents' | 'currency'>,
): PaymentOutcome {
  if (outcome.kind !== 'approved') return outcome
  const isExact = outcome.cents === attempt.cents && outcome.currency === attempt.currency
  return isExact ? outcome : { kind: 'unknown', why: 'mismatch' }
}

/**
 * What news of a payment makes of its attempt, and what has to follow in the same transaction: an approval
 * takes the held goods for an order, the other ends let them go, and money that comes after an end goes back. What has ended stays as it
 * is, so the same news again, or older news that comes later, changes nothing.
 */
export function stepOf(
  state: PaymentState,
  news: PaymentOutcome['kind'],
): { readonly to: PaymentState; readonly follows: 'take' | 'let-go' | 'wait' | 'return-money' | 'nothing' } {
  if (state !== 'Pending' && state !== 'Unknown')
    return { to: state, follows: news === 'approved' && state !== 'Approved' ? 'return-money' : 'nothing' }
  switch (news) {
    case 'approved':
      return { to: 'Approved', follows: 'take' }
    case 'declined':
      return { to: 'Declined', follows: 'let-go' }
    case 'cancelled':
      return { to: 'Cancelled', follows: 'let-go' }
    case 'expired':
      return { to: 'Expired', follows: 'let-go' }
    case 'pending':
      return { to: 'Pending', follows: 'wait' }
    case 'unknown':
      return { to: 'Unknown', follows: 'wait' }
  }
}

/** One of the two parts of a payment, as the shop knows it. Authorised money waits at the gateway for the other part. */
export type PaymentPart = { readonly state: PaymentState; readonly isAuthorised: boolean }

export type PartStep = {
  readonly to: PaymentState
  readonly otherTo: PaymentState
  /** `hold`: this part's money waits for the other's. `return-money`: it came for a payment that had ended. */
  readonly follows: 'take' | 'hold' | 'let-go' | 'wait' | 'return-money' | 'nothing'
}

/**
 * What news of one of two parts makes of both: they are approved together, or they end together and what is
 * authorised goes back. Until then a part whose money waits stays Pending, and only news of an end moves it.
 */
export function stepOfParts(part: PaymentPart, other: PaymentPart, news: PaymentOutcome['kind']): PartStep {
  const { to, follows } = stepOf(part.state, news)
  const stays = { to: part.state, otherTo: other.state }
  switch (follows) {
    case 'take':
      if (other.isAuthorised) return { to: 'Approved', otherTo: 'Approved', follows }
      return { to: 'Pending', otherTo: other.state, follows: part.isAuthorised ? 'nothing' : 'hold' }
    case 'let-go':
      return { to, otherTo: 'Cancelled', follows }
    case 'wait':
      return part.isAuthorised ? { ...stays, follows: 'nothing' } : { ...stays, to, follows }
    case 'return-money':
    case 'nothing':
      return { ...stays, follows }
  }
}
