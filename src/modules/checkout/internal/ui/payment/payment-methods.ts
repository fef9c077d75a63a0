import type { Country } from '../../../../../brands/apps.ts'
import type { Cents } from '../../../../../platform/money.ts'
import {
  orderFlags,
  paymentMethodNumbers,
  type PaymentMethod,
  type RedirectProvider,
} from '../../../../payments/payments.ts'
import { isEligible, isZipEligible, type ZipTerms } from '../../../../pricing/instalments.ts'
import type { InstalmentLimits } from '../../../../pricing/pricing.ts'
import { isGranted } from '../../order-options.ts'

/** Which methods the page offers, and what they are called. */

/** The range of each provider a shopper may be sent to, in the order in which they stand; one that is off is left out. */
export type Redirects = Readonly<Partial<Record<RedirectProvider, InstalmentLimits>>> & {
  readonly zipTerms: ZipTerms | null
  /** What is said under PayPal; left out or '' for nothing. */
  readonly paypalDisclaimer?: string
}

const byFlag = [
  ['zip-in-store', orderFlags.ZipInStore],
  ['credit-account', orderFlags.CRAccount],
  ['other', orderFlags.StaffOnlyOtherPaymentMethod],
] as const

/**
 * The methods for an order of so much. Ranges are of the total, both ends included; PayPal takes any (decision payments-05), and what is
 * for staff or the trade goes by the flags of the view.
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
  /** Somebody develops Zip and wants to see it (PAY-18). */
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
 * What is paid with: what was chosen while it is offered, else the account of those who have one, else the card (STFC-20), else the first
 * that a shop without cards offers.
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

/** Methods as they are kept; those without a number of their own are none (ENUM-08, decision payments-01). */
const numbers: Readonly<Partial<Record<PaymentMethod, number>>> = {
  card: paymentMethodNumbers.CreditCard,
  paypal: paymentMethodNumbers.PayPal,
  afterpay: paymentMethodNumbers.AfterPay,
  zip: paymentMethodNumbers.Zip,
  'zip-in-store': paymentMethodNumbers.ZipInStore,
}

export const numberOfMethod = (method: PaymentMethod): number => numbers[method] ?? paymentMethodNumbers.None

/** What was kept of a choice; the card is nobody's choice but what there is without one. */
export function methodOfNumber(stored: number): PaymentMethod | null {
  const found = Object.entries(numbers).find(([, number]) => number === stored)?.[0] as PaymentMethod | undefined
  return found === undefined || found === 'card' ? null : found
}
