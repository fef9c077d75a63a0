import { hours } from '../../../../platform/clock.ts'
import type { Day } from '../../../../platform/calendar.ts'
import type { AvailabilityState } from '../../availability.ts'
import type { CheckoutForm } from '../../checkout.ts'
import type { PickupChoice } from './checkout-state.ts'
import { typedKeys } from '../../../../ui/browser/personal-storage.ts'

/**
 * The shopper's input, stored in the browser for three hours so that nothing is lost by a reload or a return from a payment provider
 * (SESS-01 to SESS-07, decision checkout-23). Never a card field, a PO number or a tick.
 */
export type SavedSession = {
  readonly cartId: string
  readonly guestEmail: { readonly email: string; readonly isValid: boolean }
  readonly isOptingIntoNewsletter: boolean
  readonly phoneNumber: string
  readonly deliveryAddress: CheckoutForm['deliveryAddress']
  readonly isBillingAddressSameAsShipping: boolean
  readonly billingAddress: CheckoutForm['billingAddress']
  readonly selectedDate: Day | null
  /** The result of the last response on dates (SESS-03), without its tick. */
  readonly availability: Omit<AvailabilityState, 'requestedDeliveryContact'>
  /** The chosen store; null for a delivery, and left out by an older version. */
  readonly pickup?: PickupChoice | null
  /** A number of the payment method enumeration: 3 card, 1 Afterpay (ENUM-08). */
  readonly paymentMethod: number
}

const key = typedKeys.checkout
const lasts = hours(3)

export function saveSession(session: SavedSession, now: number): void {
  try {
    localStorage.setItem(key, JSON.stringify({ value: session, expires: now + lasts }))
  } catch {
    // Storage may be full or blocked: then nothing is stored and everything else works.
  }
}

/** The session of this very cart while it is fresh. */
export function readSession(cartId: string, now: number): SavedSession | null {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as { value: SavedSession; expires: number } | null
    return stored !== null && stored.expires > now && stored.value.cartId === cartId ? stored.value : null
  } catch {
    return null
  }
}

export function clearSession(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was stored then.
  }
}
