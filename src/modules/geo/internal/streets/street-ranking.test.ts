import { expect, test } from 'vitest'
import type { Locality } from '../../geo.ts'
import { rankStreets, type FoundStreet } from './street-ranking.ts'

/** A kilometre north is 0.009 degrees. */
const place = (suburb: string, postcode: string, km: number): Locality => ({
  _id: `au-${postcode}-${suburb.toLowerCase()}-vic`,
  suburb,
  city: suburb,
  postcode,
  state: 'VIC',
  country: 'AU',
  fullAddress: '',
  lat: -37.8 + km * 0.009,
  lng: 145,
})

const chosen = place('Chosen', '3000', 0)
const sister = place('Sister', '3000', 2)
const near = place('Near', '3010', 5)
const nearer = place('Nearer', '3011', 3)
const far = place('Far', '3500', 400)

const at = (locality: Locality, name: string): FoundStreet => ({ name, search: name.toLowerCase(), locality })

const ranked = (found: FoundStreet[], keys: string[], max = 10) =>
  rankStreets(found, { keys, near: chosen }, max).map(({ name, locality }) => `${name}, ${locality.suburb}`)

test('the chosen suburb comes first, then names that begin so, the same postcode, nearby, and the rest', () => {
  const found = [
    at(far, 'Queen Street'),
    at(near, 'Queen Street'),
    at(nearer, 'Queen Street'),
    at(sister, 'Queen Street'),
    at(chosen, 'Old Queen Lane'),
    at(chosen, 'Queens Road'),
  ]
  const expected = [
    'Queens Road, Chosen',
    'Old Queen Lane, Chosen',
    'Queen Street, Sister',
    'Queen Street, Nearer',
    'Queen Street, Near',
    'Queen Street, Far',
  ]
  expect(ranked(found, ['queen'])).toEqual(expected)
  expect(ranked(found.toReversed(), ['queen'])).toEqual(expected)
  expect(ranked(found, ['queen'], 2)).toEqual(expected.slice(0, 2))
})

test('a whole word comes before the beginning of one', () => {
  const found = [at(near, 'Queensbury Lane'), at(near, 'Queen Street'), at(near, 'Queen')]
  expect(ranked(found, ['queen'])).toEqual(['Queen, Near', 'Queen Street, Near', 'Queensbury Lane, Near'])
})

test('a street that was found twice is listed once', () => {
  expect(ranked([at(near, 'Queen Street'), at(near, 'Queen Street')], ['queen'])).toEqual(['Queen Street, Near'])
})

test('without a place the order is by name and postcode', () => {
  const found = [at(far, 'Queen Street'), at(chosen, 'Queen Street'), at(far, 'Queen Lane')]
  expect(
    rankStreets(found, { keys: ['queen'], near: null }, 3).map(({ name, locality }) => [name, locality.postcode]),
  ).toEqual([
    ['Queen Lane', '3500'],
    ['Queen Street', '3000'],
    ['Queen Street', '3500'],
  ])
})
