import type { Brand } from '../../../brands/brands.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.server.ts'
import { storeStockOf } from '../../catalogue/store-stock.server.ts'
import type { Cart } from '../../cart/cart.ts'
import type { Delivery } from '../../delivery/delivery.server.ts'
import type { Geography } from '../../geo/geo.server.ts'
import type { Stores } from '../../stores/stores.server.ts'
import { pickupOptions, type PickupOption } from '../pickup.ts'

export type PickupDeps = {
  readonly database: Database
  readonly stores: Pick<Stores, 'of'>
  readonly delivery: Pick<Delivery, 'holidays'>
  readonly geography: Pick<Geography, 'find'>
  readonly clock: Clock
}

/** Gathers what the rules of a cart's pickup need. */
export async function findPickupOptions(
  { database, stores, delivery, geography, clock }: PickupDeps,
  brand: Brand,
  cart: Cart,
  address: { suburb: string; state: string; postcode: string } | null,
): Promise<readonly PickupOption[]> {
  const offering = stores.of(brand).filter((store) => store.offersPickup)
  if (offering.length === 0 || cart.lines.length === 0) return []
  const holidays = new Map<number, ReadonlySet<string>>()
  for (const store of offering) holidays.set(store.storeId, await delivery.holidays(store))
  const { suburb = '', state = '', postcode = '' } = address ?? {}
  return pickupOptions({
    stores: offering,
    cart,
    unitsAt: await storeStockOf(
      database.db,
      cart.lines.map((line) => line.productId),
    ),
    place: address === null ? null : geography.find(brand.country, suburb, state, postcode),
    holidaysAt: ({ storeId }) => holidays.get(storeId) ?? new Set(),
    now: clock.now(),
  })
}
