import '../../testing/browser.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { placeOfText, type AddressLookup } from './address-lookup.ts'
import { startMaps, type MapsStandIn } from '../../testing/maps.ts'
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

describe('the address lookup', () => {
  let maps: MapsStandIn
  let lookup: AddressLookup
  beforeAll(async () => {
    maps = await startMaps()
    // As a browser would: fetch the script and run it.
    const run = async (address: string) => void new Function(await (await fetch(address)).text())()
    lookup = await googleAddressLookup({ url: maps.url, key: 'k' }, undefined, run)
  })
  afterAll(() => maps.close())
  const near = { lat: -33.87, lng: 151.21 }

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

  test('returns no result without an error, and rejects when the service refuses', async () => {
    expect(await lookup.suggest('nowhere street', null)).toEqual([])
    await expect(lookup.suggest('fail please', null)).rejects.toThrow('REQUEST_DENIED')
  })
})
