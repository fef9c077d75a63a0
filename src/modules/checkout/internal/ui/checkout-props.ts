import type { CartResponse } from '../../../cart/cart.ts'
import type { AddressSource, Coordinates } from '../../../geo/address-lookup.ts'
import type { Site } from '../../../navigation/site.ts'
import type { TipOffer } from '../../tip.ts'
import type { PlaceToDeliver } from './delivery/use-availability.ts'
import type { DeliverySettings } from './delivery/use-delivery.ts'
import type { Redirects } from './payment/payment-methods.ts'

/** Props of the checkout page from the server. */
export type CheckoutPageProps = {
  readonly site: Site
  readonly cart: CartResponse
  readonly place: (PlaceToDeliver & Coordinates & { readonly fullAddress: string }) | null
  readonly newsletterDefault: boolean
  readonly asksForPoNumber: boolean
  readonly unavailableText: string
  readonly delivery: DeliverySettings
  readonly redirects: Redirects
  /** Whether the shop is paid by card at all. */
  readonly takesCards: boolean
  /** Zip is shown whatever the configuration says (PAY-18). */
  readonly forcesZip: boolean
  readonly encryptionKeys: Readonly<Record<string, string>>
  /** The source of address suggestions; null without one. */
  readonly addressSource: AddressSource | null
  /** Whether a store has everything in the cart for pickup. */
  readonly offersPickup: boolean
  /** The tip amounts; null where no tip is offered. */
  readonly tip: TipOffer | null
  /** Whether the brand lets the browser store what is typed (SESS-02). */
  readonly savesSession: boolean
}
