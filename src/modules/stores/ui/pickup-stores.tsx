import { pickupStatus } from '../pickup.ts'
import { storePath, type Store } from '../stores.ts'

/** A list of which stores have a product for pickup. It does not change in the browser, so the page has it as markup. */
export function PickupStores({
  stores,
  units,
}: {
  readonly stores: readonly Pick<Store, 'storeId' | 'name' | 'storeUri' | 'offersPickup'>[]
  readonly units: ReadonlyMap<number, number>
}) {
  return (
    <>
      <h3>Pickup in store</h3>
      <ul>
        {stores.map((store) => (
          <li key={store.storeId}>
            <a href={storePath(store.storeUri)}>{store.name}</a>
            <span>{pickupStatus(store, units.get(store.storeId) ?? 0)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
