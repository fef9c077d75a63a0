import type { Country } from '../../../brands/apps.ts'
import type { Cart } from '../../cart/cart.ts'
import type { Principal, ProfileAddress } from '../../identity/identity.ts'
import type { SavedCard } from '../../payments/saved-cards.ts'
import type { ProductSwap } from './product-swap.ts'
import { checkoutErrors, type AddressForm, type CheckoutFacts, type CheckoutForm } from '../checkout.ts'

/** The checkout page's initial data, as GET /api/checkout returns it (decision checkout-01). */

export type CheckoutAddress = AddressForm & { readonly country: Country; readonly deliveryInstructions?: string }

/** Every field null, and not locked, for a guest and for staff. */
export type KnownCustomer = {
  readonly email: string | null
  readonly phone: string | null
  readonly locked: boolean
  readonly shippingAddress: CheckoutAddress | null
  readonly billingAddress: CheckoutAddress | null
  /** The principal's name, and whether they have subscribed to news; left out for guests. */
  readonly firstName?: string
  readonly lastName?: string
  readonly newsletter?: boolean
}

export type CheckoutView = {
  readonly cartId: string
  readonly customer: KnownCustomer
  readonly stores: readonly { readonly subdivision: string; readonly name: string; readonly selected: boolean }[]
  readonly salesPeople: readonly {
    readonly code: string
    readonly name: string
    readonly subdivision: string
    readonly selected: boolean
  }[]
  readonly store: {
    readonly name: string
    readonly phone: string
    readonly address: string
    readonly suburb: string
    readonly postcode: string
    readonly state: string
  } | null
  /** Order flags, added up. */
  readonly opts: number
  readonly partialPaymentPercentage: number
  readonly x509EncryptionKeys: Readonly<Record<string, string>>
  readonly extendedStorage: { readonly freeDays: number; readonly feeCapPerDay: number; readonly minimumPrice: number }
  /** Replacements for lines that can no longer be bought. Added: no document names it. */
  readonly swaps: readonly ProductSwap[]
  /** Whether the browser may store what is typed (decision checkout-23). Added: no document names it. */
  readonly savesSession: boolean
  /** The member's saved cards; null where cards are not saved (decision 0070). Added: no document names it. */
  readonly savedCards: readonly SavedCard[] | null
}

export const unknownCustomer: KnownCustomer = {
  email: null,
  phone: null,
  locked: false,
  shippingAddress: null,
  billingAddress: null,
}

/**
 * Prefilled form values. Staff order for others: their own data is never used, and the prefilled values are those of the cart's customer
 * (decision checkout-26).
 */
export function customerOf(principal: Principal, cart: Pick<Cart, 'customerEmail'> | null): KnownCustomer {
  if (principal.kind === 'guest') return unknownCustomer
  if (principal.kind === 'staff') return { ...unknownCustomer, email: cart?.customerEmail ?? null }
  return { ...principal.profile, locked: principal.kind === 'trade' }
}

/** Form fields that a locked customer may not change; the suburb includes its state and postcode. */
const lockable = [
  'email',
  'phoneNumber',
  'billingAddress.companyName',
  'billingAddress.address',
  'billingAddress.suburb',
] as const

/** The fields that a locked customer may not change: those whose stored value is valid (CHK-34, decision checkout-22). */
export function lockedFields(customer: KnownCustomer, facts: CheckoutFacts): ReadonlySet<string> {
  if (!customer.locked) return new Set()
  const own: CheckoutForm = {
    email: customer.email ?? '',
    phoneNumber: customer.phone ?? '',
    poNumber: '',
    deliveryAddress: { ...noAddress, deliveryInstructions: '' },
    billingAddress: customer.billingAddress ?? noAddress,
    mieleWarning: true,
  }
  const faulty = new Set(checkoutErrors(own, facts).map((error) => error.field))
  const stored = customer.billingAddress === null ? lockable.slice(0, 2) : lockable
  return new Set(stored.filter((field) => !faulty.has(field)))
}

/**
 * The form with a locked customer's stored values in the locked fields, whatever was submitted: the page sends them although they are
 * disabled, and the server trusts only its own (CHK-35, decision checkout-22). Their billing address is always posted.
 */
export function withLockedValues(form: CheckoutForm, customer: KnownCustomer, facts: CheckoutFacts): CheckoutForm {
  const locked = lockedFields(customer, facts)
  const own = customer.billingAddress
  return {
    ...form,
    ...(locked.has('email') ? { email: customer.email ?? '' } : {}),
    ...(locked.has('phoneNumber') ? { phoneNumber: customer.phone ?? '' } : {}),
    ...(own === null || !customer.locked
      ? {}
      : {
          billingAddress: {
            ...(form.billingAddress ?? addressOf(own)),
            ...(locked.has('billingAddress.companyName') ? { companyName: own.companyName } : {}),
            ...(locked.has('billingAddress.address') ? { address: own.address } : {}),
            ...(locked.has('billingAddress.suburb')
              ? { suburb: own.suburb, state: own.state, postcode: own.postcode }
              : {}),
          },
        }),
  }
}

const noAddress: AddressForm = {
  firstName: '',
  lastName: '',
  companyName: '',
  address: '',
  suburb: '',
  state: '',
  postcode: '',
}

/** The part of a customer's address that is in the form. */
export function addressOf(address: ProfileAddress): AddressForm {
  const { firstName, lastName, companyName, suburb, state, postcode } = address
  return { firstName, lastName, companyName, address: address.address, suburb, state, postcode }
}
