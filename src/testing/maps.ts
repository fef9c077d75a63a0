import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A stand-in for the browser maps service: serves a script at the same URL and parameters, with the same objects and methods, which call
 * this server; the server records its requests. It knows one street, one that cannot be geocoded, and one that fails.
 */
export type MapsStandIn = {
  readonly url: string
  /** Recorded queries, oldest first: for the script, suggestions and geocoding. */
  readonly requested: {
    readonly script: URLSearchParams[]
    readonly suggest: URLSearchParams[]
    readonly geocode: string[]
  }
  close(): Promise<void>
}

const predictions = [
  { id: 'harbour', street: '12 Harbour Street', place: 'Sydney NSW, Australia' },
  { id: 'harbour-lost', street: '14 Harbour Street', place: 'Sydney NSW 2000, Australia' },
]

const component = (type: string, long: string, short = long) => ({ long_name: long, short_name: short, types: [type] })
const places: Readonly<Record<string, readonly object[]>> = {
  harbour: [
    component('street_number', '12'),
    component('route', 'Harbour Street'),
    component('locality', 'Sydney'),
    component('administrative_area_level_1', 'New South Wales', 'NSW'),
    component('postal_code', '2000'),
  ],
}

function answerTo(path: string, query: URLSearchParams): { status: string; results: readonly object[] | null } {
  if (path === '/geocode') {
    const found = places[query.get('placeId') ?? '']
    return found === undefined
      ? { status: 'UNKNOWN_ERROR', results: null }
      : { status: 'OK', results: [{ address_components: found }] }
  }
  const input = (query.get('input') ?? '').toLowerCase()
  if (input.includes('fail')) return { status: 'REQUEST_DENIED', results: null }
  const found = predictions.filter(({ street }) => street.toLowerCase().includes(input))
  return {
    status: found.length === 0 ? 'ZERO_RESULTS' : 'OK',
    results: found.map(({ id, street, place }) => ({
      place_id: id,
      description: `${street}, ${place}`,
      structured_formatting: { main_text: street, secondary_text: place },
    })),
  }
}

const script = (url: string, callback: string) => `{
  const ask = async (path, query, done) => {
    const { status, results } = await (await fetch('${url}' + path + '?' + new URLSearchParams(query))).json()
    done(results, status)
  }
  class AutocompleteService {
    getPlacePredictions({ input, types, componentRestrictions, locationBias }, done) {
      const bias = locationBias === undefined ? {} : { ...locationBias.center, radius: locationBias.radius }
      void ask('/suggest', { input, types: types.join(), country: componentRestrictions.country, ...bias }, done)
    }
  }
  class Geocoder {
    geocode(request, done) { void ask('/geocode', request, done) }
  }
  window.google = { maps: { places: { AutocompleteService }, Geocoder } }
  window['${callback}']()
}`

export async function startMaps(): Promise<MapsStandIn> {
  const requested: MapsStandIn['requested'] = { script: [], suggest: [], geocode: [] }
  let url = ''
  const server = createServer((incoming, outgoing) => {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', url)
    if (pathname === '/maps/api/js') {
      requested.script.push(searchParams)
      outgoing.writeHead(200, { 'content-type': 'text/javascript' })
      return outgoing.end(script(url, searchParams.get('callback') ?? ''))
    }
    if (pathname === '/suggest') requested.suggest.push(searchParams)
    if (pathname === '/geocode') requested.geocode.push(searchParams.get('placeId') ?? '')
    outgoing.writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
    return outgoing.end(JSON.stringify(answerTo(pathname, searchParams)))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    requested,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
