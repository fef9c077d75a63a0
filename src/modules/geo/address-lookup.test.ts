import { browseAs } from '../../testing/browser.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { placeOfText, type AddressLookup } from './address-lookup.ts'
import { places } from '../../testing/catalogue.ts'
import { startMaps, type MapsStandIn } from '../../testing/maps.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { streetAddressLookup } from './internal/ui/street-address-lookup.ts'
import { insertStreets } from './streets-store.server.ts'
import { googleAddressLookup, mapsScriptAddress } from './internal/ui/google-address-lookup.ts'

describe('the Google Maps script', () => {
  const url = 'https://maps.googleapis.com'

  test('is requested with its version, quarterly by default, and a callback [THIRD-05]', () => {
    expect(mapsScriptAddress({ url, callback: 'ready' })).toBe(
      'https://maps.googleapis.com/maps/api/js?v=quarterly&callback=ready',
    )
    expect(mapsScriptAddress({ url, callback: 'ready', version: 'weekly' })).toBe(
      'https://maps.googleapis.com/maps/api/js?v=weekly&callback=ready',
    )
  })

  test('takes key, client, channel, libraries, region and language, and omits missing ones [THIRD-06]', () => {
    const more = { key: 'k 1', client: 'gme-shop', channel: 'checkout', region: 'AU', language: 'en' }
    const address = new URL(mapsScriptAddress({ url, callback: 'ready', libraries: ['places', 'geometry'], ...more }))
    expect(Object.fromEntries(address.searchParams)).toEqual({
      v: 'quarterly',
      callback: 'ready',
      ...more,
      libraries: 'places,geometry',
    })
  })
})

test.each([
  ['AU', 'Sydney NSW 2000, Australia', ['Sydney', 'NSW', '2000']],
  ['AU', 'North Sydney NSW, Australia', ['North Sydney', 'NSW', '']],
  ['AU', 'Australia', ['', '', '']],
  ['NZ', 'Ponsonby, Auckland 1011, New Zealand', ['Ponsonby', '', '1011']],
  ['NZ', 'Ponsonby, Auckland, New Zealand', ['Ponsonby', '', '']],
  ['NZ', 'Ponsonby 1011', ['Ponsonby', '', '1011']],
] as const)('in %s the parts of %j are %j', (country, text, [suburb, state, postcode]) => {
  expect(placeOfText(text, country)).toEqual({ suburb, state, postcode })
})

/** The script is loaded once, so all tests share its service. */
let maps: MapsStandIn
beforeAll(async () => {
  maps = await startMaps()
})
afterAll(() => maps.close())

/** As a browser would: fetch the script and run it. */
async function openLookup(): Promise<AddressLookup> {
  const run = async (address: string) => void new Function(await (await fetch(address)).text())()
  return googleAddressLookup({ url: maps.url, key: 'k' }, undefined, run)
}

describe('the address lookup of Google Maps', () => {
  let lookup: AddressLookup
  beforeAll(async () => {
    lookup = await openLookup()
  })
  const near = { localityId: places.sydney.id, position: { lat: -33.87, lng: 151.21 } }

  test('loads the script with key, places library and country [THIRD-06]', () => {
    expect(Object.fromEntries(maps.requested.script[0] ?? [])).toMatchObject({
      v: 'quarterly',
      key: 'k',
      libraries: 'places',
      region: 'AU',
    })
  })

  test('suggests addresses of the country, Australia by default, preferring 1000 metres around a known location [ADDR-35] [ADDR-36]', async () => {
    const found = await lookup.suggest('12 harbour', near)
    expect(found.map((one) => one.text)).toEqual(['12 Harbour Street, Sydney NSW, Australia'])
    expect(Object.fromEntries(maps.requested.suggest.at(-1) ?? [])).toEqual({
      input: '12 harbour',
      types: 'address',
      country: 'au',
      lat: '-33.87',
      lng: '151.21',
      radius: '1000',
    })
    await lookup.suggest('12 harbour', null)
    expect(maps.requested.suggest.at(-1)?.has('radius')).toBe(false)
    const other = await googleAddressLookup({ url: maps.url, key: 'k' }, 'NZ', async () => {})
    await other.suggest('12 harbour', null)
    expect(maps.requested.suggest.at(-1)?.get('country')).toBe('nz')
  })

  test('takes address parts from geocoding, or from the suggestion when that fails [ADDR-39] [ADDR-40]', async () => {
    const [known, lost] = await lookup.suggest('harbour', near)
    if (known === undefined || lost === undefined) expect.fail('nothing was suggested')
    expect(await lookup.locate(known)).toEqual({
      street: '12 Harbour Street',
      suburb: 'Sydney',
      state: 'NSW',
      postcode: '2000',
    })
    expect(await lookup.locate(lost)).toEqual({
      street: '14 Harbour Street',
      suburb: 'Sydney',
      state: 'NSW',
      postcode: '2000',
    })
    expect(maps.requested.geocode).toEqual(['harbour', 'harbour-lost'])
  })

  test('prefers no position where only the name of the place is known', async () => {
    await lookup.suggest('12 harbour', { localityId: places.sydney.id, position: null })
    expect(maps.requested.suggest.at(-1)?.has('radius')).toBe(false)
  })
})

/** Opens a lookup that knows 12 Harbour Street in Sydney; `fail` lets its service fail from then on. */
type Opened = { readonly lookup: AddressLookup; fail(): void; close(): Promise<void> }

async function openMaps(): Promise<Opened> {
  const lookup = await openLookup()
  let isFailing = false
  return {
    lookup: { ...lookup, suggest: (text, near) => lookup.suggest(isFailing ? 'fail please' : text, near) },
    fail: () => (isFailing = true),
    close: async () => {},
  }
}

async function openStreets(): Promise<Opened> {
  const shop: TestShop = await openTestShop({ sandbox: false })
  await insertStreets(shop.database.db, [
    { localityId: places.sydney.id, country: 'AU', name: 'Harbour Street', isDemo: true },
  ])
  await shop.services.geo.reload()
  browseAs(shop.visitor())
  return {
    lookup: streetAddressLookup(),
    fail: () => void vi.stubGlobal('fetch', () => Promise.reject(new TypeError('the network is away'))),
    async close() {
      vi.unstubAllGlobals()
      await shop.close()
    },
  }
}

describe.each([
  ['Google Maps', openMaps],
  ['our own streets', openStreets],
])('the address lookup of %s keeps the contract', (_name, open) => {
  let opened: Opened
  beforeAll(async () => {
    opened = await open()
  })
  afterAll(() => opened.close())
  const near = { localityId: places.sydney.id, position: { lat: -33.87, lng: 151.21 } }

  test('suggests an address by its beginning, near a place or not', async () => {
    for (const place of [near, null]) {
      const [found] = await opened.lookup.suggest('12 harbour', place)
      expect(found?.text).toMatch(/^12 Harbour Street, Sydney NSW/)
      expect(found?.place).toMatchObject({ street: '12 Harbour Street', suburb: 'Sydney', state: 'NSW' })
    }
  })

  test('locates a suggestion with its postcode', async () => {
    const [found] = await opened.lookup.suggest('12 harbour', near)
    if (found === undefined) expect.fail('nothing was suggested')
    expect(await opened.lookup.locate(found)).toMatchObject({
      street: '12 Harbour Street',
      suburb: 'Sydney',
      state: 'NSW',
      postcode: '2000',
    })
  })

  test('returns no result without an error', async () => {
    expect(await opened.lookup.suggest('nowhere street', null)).toEqual([])
  })

  test('rejects when the service fails, and still locates what it suggested', async () => {
    const [found] = await opened.lookup.suggest('12 harbour', near)
    opened.fail()
    await expect(opened.lookup.suggest('12 harbour', null)).rejects.toThrow('address lookup')
    if (found !== undefined) expect((await opened.lookup.locate(found)).street).toBe('12 Harbour Street')
  })
})
