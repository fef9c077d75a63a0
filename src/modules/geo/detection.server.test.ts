import { describe, expect, test } from 'vitest'
import { openDetection, type DetectionSettings } from './detection.server.ts'
import type { Locality } from './geo.ts'

const unset: DetectionSettings = { countryHeader: undefined, postcodeHeader: undefined, databaseFile: undefined }
const darwin = { _id: 'au-0800-darwin-nt', suburb: 'Darwin', postcode: '0800', country: 'AU' } as Locality
const geography = {
  search: (country: string, term: string) => (country === 'AU' && '0800'.startsWith(term) ? [darwin] : []),
}

function from(address: string, headers: Readonly<Record<string, string>> = {}) {
  return { address, header: (name: string) => headers[name] }
}

describe('the country of a visitor', () => {
  test.each([
    ['1.128.0.10', 'AU'],
    ['203.97.1.1', 'NZ'],
    ['8.8.8.8', 'US'],
    ['2407:7000::1', 'NZ'],
    ['::ffff:203.97.1.1', 'NZ'],
    ['192.168.1.7', null],
    ['127.0.0.1', null],
    ['::1', null],
    ['fe80::1%eth0', null],
    ['no address', null],
  ])('%s is in %s by the packaged database', (address, country) => {
    expect(openDetection(unset, geography).countryOf(from(address))).toBe(country)
  })

  test('comes from the configured header only; without a country there the IP address decides', () => {
    const { countryOf } = openDetection({ ...unset, countryHeader: 'x-country' }, geography)
    expect(countryOf(from('1.128.0.10', { 'x-country': 'nz' }))).toBe('NZ')
    expect(countryOf(from('1.128.0.10', { 'x-country': 'New Zealand' }))).toBe('AU')
    expect(countryOf(from('1.128.0.10'))).toBe('AU')
    expect(openDetection(unset, geography).countryOf(from('1.128.0.10', { 'x-country': 'NZ' }))).toBe('AU')
  })
})

test('a visitor’s location is the complete postcode of the configured header, in the site’s country', () => {
  const { placeOf } = openDetection({ ...unset, postcodeHeader: 'x-postcode' }, geography)
  expect(placeOf(from('1.128.0.10', { 'x-postcode': '0800' }), 'AU')).toBe(darwin)
  for (const postcode of ['080', '0801', 'Darwin', ''])
    expect(placeOf(from('1.128.0.10', { 'x-postcode': postcode }), 'AU')).toBeNull()
  expect(placeOf(from('1.128.0.10', { 'x-postcode': '0800' }), 'NZ')).toBeNull()
  expect(openDetection(unset, geography).placeOf(from('1.128.0.10', { 'x-postcode': '0800' }), 'AU')).toBeNull()
})

test('a missing database stops the start', () => {
  expect(() => openDetection({ ...unset, databaseFile: '/nowhere.mmdb' }, geography)).toThrow('/nowhere.mmdb')
})
