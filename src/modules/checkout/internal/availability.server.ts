import type { Brand } from '../../../brands/brands.ts'
import type { Cart } from '../../cart/cart.ts'
import type { Catalogue } from '../../catalogue/catalogue.server.ts'
import type { Geography } from '../../geo/geo.server.ts'
import type { DeliveryPlan } from '../delivery-plan.ts'
import { planDelivery } from '../delivery-plan.server.ts'
import type { Delivery } from '../../delivery/delivery.server.ts'
import type { DeliveryQuestion } from './checkout-service.ts'

export type AvailabilityDeps = {
  readonly delivery: Delivery
  readonly catalogue: Catalogue
  readonly geography: Geography
}

/** The delivery plan of a cart for an address; null when our own crew would have to deliver and does not serve it. */
export async function availability(
  { delivery, catalogue, geography }: AvailabilityDeps,
  brand: Brand,
  cart: Cart,
  address: { suburb: string; state: string; postcode: string },
  question: DeliveryQuestion = { hasUniqueRequirements: false, override: false },
): Promise<DeliveryPlan | null> {
  const place = geography.find(brand.country, address.suburb, address.state, address.postcode)
  if (place === null) return null
  return planDelivery({ delivery, catalogue }, { cart, place, ...question })
}
