import { callApi } from '../../../ui/api.ts'
import { createStore } from '../../../ui/store.ts'

/** Where the visitor wants things delivered, as the browser knows it: null until asked, then the answer of GET /api/geo. */
export type Place = {
  readonly localityId: string | null
  readonly suburb: string | null
  readonly postcode: string | null
  readonly state: string | null
  /** Code of the warehouse that serves it. */
  readonly warehouse: string
  /** The store the visitor chose. */
  readonly storeUri: string | null
}

export const placeStore = createStore<Place | null>(null)

type GeoAnswer = {
  store: { storeUri: string } | null
  newUser: boolean
  localityId: string | null
  city: string | null
  postcode: string | null
  state: string | null
  nearestWarehouseLocationCode: string
}

const placeOf = ({ store, localityId, city, postcode, state, nearestWarehouseLocationCode }: GeoAnswer): Place => ({
  localityId,
  suburb: city,
  postcode,
  state,
  warehouse: nearestWarehouseLocationCode,
  storeUri: store?.storeUri ?? null,
})

/** Parts of pages that are the same for everyone look different once it is known whether a suburb is chosen: `[data-place]`. */
function keep(place: Place): void {
  placeStore.set(place)
  document.documentElement.dataset['place'] = place.localityId === null ? 'none' : 'chosen'
}

export async function loadPlace(): Promise<void> {
  const answer = await callApi<GeoAnswer>('GET', '/api/geo')
  if (!answer.ok) return
  keep(placeOf(answer.value))
  try {
    localStorage.setItem('isRepeatUser', String(!answer.value.newUser))
  } catch {
    // Storage may be full or forbidden: then nobody is known again.
  }
}

/** Keeps the choice for the visit; null when it was kept, else what to tell the shopper. */
export async function choosePlace(localityId: string): Promise<string | null> {
  const answer = await callApi<GeoAnswer>('POST', '/api/geo/setlocation', { localityId })
  if (!answer.ok) return answer.message
  keep(placeOf(answer.value))
  return null
}
