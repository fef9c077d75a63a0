import { callApi, type ApiCall } from '../../../ui/browser/api.ts'
import { createStore } from '../../../ui/browser/store.ts'

/** The visitor's delivery location in the browser: null until loaded, then the response of GET /api/geo. */
export type Place = {
  readonly localityId: string | null
  readonly suburb: string | null
  readonly postcode: string | null
  readonly state: string | null
  /** Code of the warehouse that serves it. */
  readonly warehouse: string
  /** The store the visitor chose. */
  readonly storeUri: string | null
  /** The country of the visitor's address, which need not be where they want things delivered. */
  readonly ipCountry: string | null
}

export const placeStore = createStore<Place | null>(null)

/** How often the visitor has chosen a place on this page. */
export const placeChoices = createStore(0)

type GeoResponse = ApiCall<'GET', '/api/geo'>['answer']

const placeOf = (geo: GeoResponse): Place => ({
  localityId: geo.localityId,
  suburb: geo.city,
  postcode: geo.postcode,
  state: geo.state,
  warehouse: geo.nearestWarehouseLocationCode,
  storeUri: geo.store?.storeUri ?? null,
  ipCountry: geo.ipCountry,
})

/** Parts of shared pages are styled by whether a location is known: `[data-place]`. */
function keep(geo: GeoResponse): void {
  placeStore.set(placeOf(geo))
  document.documentElement.dataset['place'] = geo.localityId === null ? 'none' : 'chosen'
  try {
    localStorage.setItem('isRepeatUser', String(!geo.newUser))
  } catch {
    // Storage may be full or blocked: then the visitor is not recognised next time.
  }
}

export async function loadPlace(): Promise<void> {
  const answer = await callApi('GET', '/api/geo')
  if (answer.ok) keep(answer.value)
}

/** Stores the location for the visit; null on success, otherwise an error message. */
export async function choosePlace(localityId: string): Promise<string | null> {
  const answer = await callApi('POST', '/api/geo/setlocation', { body: { localityId } })
  if (!answer.ok) return answer.message
  // A visitor who has chosen a location is not new any more (GEO3-06): the current state is stored, once.
  const now = await callApi('GET', '/api/geo')
  keep(now.ok ? now.value : answer.value)
  placeChoices.set(placeChoices.get() + 1)
  return null
}
