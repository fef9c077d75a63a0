import type { AppCode } from '../../brands/apps.ts'
import type { Reader } from '../../platform/database/database.server.ts'
import { openTimesOf, type StoredHours, type SalesPerson, type Store } from './stores.ts'

/** The SQL of stores. */

/** A store before the database has given it an id. */
export type NewStore = Omit<Store, 'storeId' | 'openTimes'> & {
  readonly apps: readonly AppCode[]
  readonly hours: StoredHours
  readonly isDemo: boolean
}

/** Every store with the apps it belongs to, by name. */
export async function allStores(db: Reader): Promise<{ readonly apps: readonly string[]; readonly store: Store }[]> {
  const rows = await db.selectFrom('store').selectAll().orderBy('name').orderBy('id').execute()
  return rows.map((row) => ({
    apps: row.apps,
    store: {
      storeId: row.id,
      name: row.name,
      storeUri: row.uri,
      address: row.address,
      suburb: row.suburb,
      state: row.state,
      postcode: row.postcode,
      country: row.country as Store['country'],
      phone: row.phone,
      email: row.email,
      isAppointmentOnly: row.is_appointment_only,
      offersPickup: row.offers_pickup,
      openTimes: openTimesOf(row.open_times as unknown as StoredHours),
      thumbImg: row.image_url === null ? null : { src: row.image_url },
      virtualTourId: row.virtual_tour_id,
      latitude: row.latitude,
      longitude: row.longitude,
      description: row.description,
      timeZone: row.time_zone,
    },
  }))
}

export async function insertStores(db: Reader, stores: readonly NewStore[]): Promise<void> {
  await db
    .insertInto('store')
    .values(
      stores.map((store) => ({
        uri: store.storeUri,
        apps: [...store.apps],
        name: store.name,
        address: store.address,
        suburb: store.suburb,
        state: store.state,
        postcode: store.postcode,
        country: store.country,
        phone: store.phone,
        email: store.email,
        is_appointment_only: store.isAppointmentOnly,
        offers_pickup: store.offersPickup,
        open_times: JSON.stringify(store.hours),
        time_zone: store.timeZone,
        image_url: store.thumbImg?.src ?? null,
        virtual_tour_id: store.virtualTourId,
        latitude: store.latitude,
        longitude: store.longitude,
        description: store.description,
        is_demo: store.isDemo,
      })),
    )
    .execute()
}

/** Everybody who sells in a store, by name. */
export async function allSalesPeople(db: Reader): Promise<SalesPerson[]> {
  const rows = await db.selectFrom('salesperson').selectAll().orderBy('name').orderBy('code').execute()
  return rows.map(({ code, name, store_id }) => ({ code, name, storeId: store_id }))
}

/** A salesperson by the uri of their store, before the database has given that an id. */
export type NewSalesPerson = { readonly code: string; readonly name: string; readonly storeUri: string }

export async function insertSalesPeople(db: Reader, people: readonly NewSalesPerson[], isDemo: boolean): Promise<void> {
  const stores = await db.selectFrom('store').select(['id', 'uri']).execute()
  const rows = people.flatMap(({ code, name, storeUri }) => {
    const store = stores.find((one) => one.uri === storeUri)
    return store === undefined ? [] : [{ code, name, store_id: store.id, is_demo: isDemo }]
  })
  if (rows.length > 0) await db.insertInto('salesperson').values(rows).execute()
}
