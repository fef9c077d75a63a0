import { callApi } from '../../../ui/browser/api.ts'
import { regions } from '../geo.ts'
import { choosePlace, placeStore } from './place.ts'

/**
 * Applies the region id in the page's address, when it is known, as the visitor's location; half a second later it is removed from the
 * address, and other parameters stay. Loaded only for addresses that have one (GEO-01, decision geo-05).
 */
export default async function applyRegion(): Promise<void> {
  const [name, code = ''] =
    Array.from(new URLSearchParams(location.search)).find(([key]) => key.toLowerCase() === 'regionid') ?? []
  const region = Object.hasOwn(regions, code) ? regions[code] : undefined
  if (name === undefined || region === undefined) return
  await placeIsLoaded()
  const found = await callApi('GET', '/api/locality/:suburb/:state/:postcode', {
    params: { ...region, postcode: code },
  })
  if (!found.ok || (await choosePlace(found.value._id)) !== null) return
  setTimeout(() => {
    const address = new URL(location.href)
    address.searchParams.delete(name)
    history.replaceState(history.state, '', address)
  }, 500)
}

/** The location that the visitor has without it would otherwise come later, and take its place. */
function placeIsLoaded(): Promise<void> {
  return new Promise((done) => {
    if (placeStore.get() !== null) return done()
    const stop = placeStore.subscribe(() => {
      stop()
      done()
    })
  })
}
