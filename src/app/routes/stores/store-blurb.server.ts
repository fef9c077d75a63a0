import { data } from 'react-router'
import { telephone } from '../../../modules/navigation/site.ts'
import { directionsUrl, openingStatus, suburbLine, type Store } from '../../../modules/stores/stores.ts'
import type { Blurb } from '../../../modules/stores/ui/stores-page.tsx'
import type { RequestContext } from '../../../composition/request-context.ts'

/** Opening status depends on the day, so pages that show it are cached for a minute. */
export const cacheSeconds = 60

/** The stores of the app; an app without any has no page for them (decision stores-07). */
export function storesOrMissing({ brand, services: { stores } }: RequestContext): readonly Store[] {
  const all = stores.of(brand)
  if (all.length === 0) throw data(null, { status: 404 })
  return all
}

export function storeOrMissing({ brand, services: { stores } }: RequestContext, storeUri: string): Store {
  const store = stores.find(brand, storeUri)
  // By its address only: two addresses of one page would be one too many.
  if (store === null || store.storeUri !== storeUri) throw data(null, { status: 404 })
  return store
}

export function blurbOf(store: Store, { brand, now }: Pick<RequestContext, 'brand' | 'now'>): Blurb {
  return {
    storeUri: store.storeUri,
    name: store.name,
    address: store.address,
    suburbLine: suburbLine(store),
    phone: store.phone,
    phoneHref: telephone(store.phone),
    directions: directionsUrl(brand.companyName, store),
    status: openingStatus(store, now()),
    hasTour: store.virtualTourId !== null,
  }
}
