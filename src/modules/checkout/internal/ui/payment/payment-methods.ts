import type { Country } from '../../../../../brands/apps.ts'
import type { Cents } from '../../../../../platform/money.ts'
import {
  orderFlags,
  paymentMethodNumbers,
  type PaymentMethod,
  type RedirectProvider,
} from '../../../../payments/payments.ts'
import { isEligible, isZipEligible, type ZipTerms } from '../../../../pricing/instalments.ts'
import { formatPrice, type InstalmentLimits } from '../../../../pricing/pricing.ts'
import { isGranted } from '../../order-options.ts'

/** The page's payment methods and their names. */

/** The amount range of each redirect provider, in display order; disabled ones are left out. */
export type Redirects = Readonly<Partial<Record<RedirectProvider, InstalmentLimits>>> & {
  readonly zipTerms: ZipTerms | null
  /** The disclaimer under PayPal; left out or '' for none. */
  readonly paypalDisclaimer?: string
}

const byFlag = [
  ['zip-in-store', orderFlags.ZipInStore],
  ['credit-account', orderFlags.CRAccount],
  ['other', orderFlags.StaffOnlyOtherPaymentMethod],
] as const

/**
 * The methods for an order of this total. Ranges are inclusive; PayPal has none (decision payments-05), and methods for staff or trade
 * follow the view's flags.
 */
export function offeredMethods({
  takesCards,
  redirects,
  total,
  options,
  forcesZip,
}: {
  /** Whether the shop is paid by card at all. */
  readonly takesCards: boolean
  readonly redirects: Redirects
  readonly total: Cents
  readonly options: number
  /** A developer of Zip wants to see it (PAY-18). */
  readonly forcesZip: boolean
}): readonly PaymentMethod[] {
  const isOffered: Record<RedirectProvider, boolean> = {
    paypal: redirects.paypal !== undefined,
    afterpay: isEligible(total, redirects.afterpay ?? null),
    zip: forcesZip || (isZipEligible(total) && isEligible(total, redirects.zip ?? null)),
  }
  const inOrder = new Set([...Object.keys(redirects), 'zip'])
  return [
    ...(takesCards ? (['card'] as const) : []),
    ...[...inOrder].filter((one): one is RedirectProvider => isOffered[one as RedirectProvider]),
    ...byFlag.flatMap(([method, flag]) => (isGranted(options, flag) ? [method] : [])),
  ]
}

/**
 * The selected method: the shopper's choice while it is offered, or else the credit account for those who have one, or else the card
 * (STFC-20), or else the first method of a shop without cards.
 */
export function methodInUse(chosen: PaymentMethod | null, offered: readonly PaymentMethod[]): PaymentMethod {
  if (chosen !== null && offered.includes(chosen)) return chosen
  if (offered.includes('credit-account')) return 'credit-account'
  return offered.includes('card') ? 'card' : (offered[0] ?? 'card')
}

export function methodName(method: PaymentMethod, country: Country): string {
  return {
    card: 'Credit card',
    paypal: 'PayPal',
    afterpay: 'Afterpay',
    zip: country === 'AU' ? 'Zip' : 'Zip NZ',
    'zip-in-store': 'Zip App',
    'credit-account': 'Credit Account',
    other: 'Use Other Payment Method',
  }[method]
}

/** What the button says: what is paid now and how, as soon as that is known (decision 0066). */
export function placeOrderText(
  {
    method,
    total,
    shipping,
    payment,
  }: {
    readonly method: PaymentMethod
    readonly total: Cents
    /** Null while the price of the delivery is not known, and with it the total. */
    readonly shipping: unknown
    readonly payment: { readonly cartDeposit: Cents; readonly isPaymentFree: boolean }
  },
  country: Country,
): string {
  if (shipping === null || payment.isPaymentFree || method === 'credit-account' || method === 'other')
    return 'Place order'
  const amount = formatPrice(payment.cartDeposit || total)
  return method === 'card' ? `Pay ${amount}` : `Pay ${amount} with ${methodName(method, country)}`
}

/** Methods as they are stored; those without a number of their own are none (ENUM-08, decision payments-01). */
const numbers: Readonly<Partial<Record<PaymentMethod, number>>> = {
  card: paymentMethodNumbers.CreditCard,
  paypal: paymentMethodNumbers.PayPal,
  afterpay: paymentMethodNumbers.AfterPay,
  zip: paymentMethodNumbers.Zip,
  'zip-in-store': paymentMethodNumbers.ZipInStore,
}

export const numberOfMethod = (method: PaymentMethod): number => numbers[method] ?? paymentMethodNumbers.None

/** The stored choice; the card is not stored because it is the default. */
export function methodOfNumber(stored: number): PaymentMethod | null {
  const found = Object.entries(numbers).find(([, number]) => number === stored)?.[0] as PaymentMethod | undefined
  return found === undefined || found === 'card' ? null : found
}
