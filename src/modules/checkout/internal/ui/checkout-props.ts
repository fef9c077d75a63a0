import type { CartResponse } from '../../../cart/cart.ts'
import type { Coordinates, MapsAccess } from '../../../geo/address-lookup.ts'
import type { Site } from '../../../navigation/site.ts'
import type { TipOffer } from '../../tip.ts'
import type { PlaceToDeliver } from './delivery/use-availability.ts'
import type { DeliverySettings } from './delivery/use-delivery.ts'
import type { Redirects } from './payment/payment-methods.ts'

/** What the server gives the checkout page. */
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
  /** What suggests addresses; null where they are typed. */
  readonly maps: MapsAccess | null
  /** The amounts that can be left for the crew; null where no tip is asked for. */
  readonly tip: TipOffer | null
  /** Whether the brand lets the browser save what is typed (SESS-02). */
  readonly savesSession: boolean
}
