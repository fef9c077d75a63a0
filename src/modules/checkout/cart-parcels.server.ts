import type { Cart, CartParcel } from '../cart/cart.ts'
import { carrierOf } from '../delivery/suppliers.ts'
import type { Cents } from '../../platform/money.ts'
import { parcelsOf } from './cart-parcels.ts'
import { knownDeliveryPrice } from './delivery-plan.ts'
import { planDelivery, type DeliveryCase, type PlanSources } from './delivery-plan.server.ts'

/** The delivery of a cart to a place, as the cart shows it. */
export type CartDelivery = {
  /** Whether anything is delivered there. */
  readonly isServed: boolean
  /** The price at the start of the checkout; null while it is not known. */
  readonly delivery: Cents | null
  readonly parcels: readonly CartParcel[]
}

export const noPlace: CartDelivery = { isServed: true, delivery: null, parcels: [] }

/** The cart's page and its API ask this one function; the checkout plans with the same. */
export async function cartDelivery(
  sources: PlanSources,
  cart: Cart | null,
  place: DeliveryCase['place'],
): Promise<CartDelivery> {
  const { delivery } = sources
  if ((await delivery.zoneOf(place)) === null) return { ...noPlace, isServed: false }
  if (cart === null || cart.lines.length === 0) return noPlace
  const plan = await planDelivery(sources, { cart, place, hasUniqueRequirements: false, override: false })
  if (plan === null) return noPlace
  const suppliers = await delivery.suppliers()
  const lines = cart.lines
    .filter((line) => line.isBuyable)
    .map((line) => ({ ...line, carrier: carrierOf(line, { suppliers, override: false }) }))
  return { isServed: true, delivery: knownDeliveryPrice(plan), parcels: parcelsOf(plan, lines) }
}
