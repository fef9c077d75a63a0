import { expect, test } from 'vitest'
import { addressLines, addressText } from './address-text.ts'

const sydney = {
  address: '12 Harbour Street',
  suburb: 'Sydney',
  city: 'Sydney',
  state: 'NSW',
  postcode: '2000',
  country: 'AU',
} as const
const ponsonby = {
  address: '3 Ponsonby Road',
  suburb: 'Ponsonby',
  city: 'Auckland',
  state: null,
  postcode: '1011',
  country: 'NZ',
} as const

test('an Australian address has a state, a New Zealand one a city and no state [BIZ-06]', () => {
  expect(addressText(sydney)).toBe('12 Harbour Street, Sydney NSW 2000, Australia')
  expect(addressText(ponsonby)).toBe('3 Ponsonby Road, Ponsonby, Auckland 1011, New Zealand')
  expect(addressLines({ ...ponsonby, state: 'AKL' })).toEqual([
    '3 Ponsonby Road',
    'Ponsonby',
    'Auckland 1011',
    'New Zealand',
  ])
})

test('a suburb equal to the city, and a missing city, leave no gap', () => {
  expect(addressText({ ...ponsonby, suburb: 'Wellington', city: 'Wellington', postcode: '6011' })).toBe(
    '3 Ponsonby Road, Wellington 6011, New Zealand',
  )
  const { city: _, ...stored } = ponsonby
  expect(addressText(stored)).toBe('3 Ponsonby Road, Ponsonby 1011, New Zealand')
  expect(addressText({ ...sydney, address: '' })).toBe('Sydney NSW 2000, Australia')
})
