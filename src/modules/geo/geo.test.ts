import { expect, test } from 'vitest'
import { fullAddressOf, namesOf, readPlaceTerm } from './geo.ts'

test('the full address is suburb and postcode in New Zealand, and postcode, suburb and state in Australia [GEO3-04]', () => {
  const ponsonby = { suburb: 'Ponsonby', state: null, postcode: '1011', country: 'NZ' } as const
  expect(fullAddressOf(ponsonby)).toBe('Ponsonby 1011')
  const darwin = { suburb: 'Darwin', state: 'NT', postcode: '0800', country: 'AU' } as const
  expect(fullAddressOf(darwin)).toBe('0800 Darwin, NT')
})

test('input is a postcode, a suburb or both, in either order', () => {
  expect(readPlaceTerm('AU', '2000')).toEqual({ digits: '2000', words: '', inState: null })
  expect(readPlaceTerm('AU', ' Surry   Hills ')).toEqual({ digits: '', words: 'surry hills', inState: null })
  expect(readPlaceTerm('AU', '2000 sydney')).toEqual({ digits: '2000', words: 'sydney', inState: null })
  expect(readPlaceTerm('AU', '2000 Sydney, NSW')).toEqual({
    digits: '2000',
    words: 'sydney nsw',
    inState: { words: 'sydney', state: 'NSW' },
  })
})

test('a state is recognised only after a suburb, and only in Australia', () => {
  expect(readPlaceTerm('AU', 'wa')).toEqual({ digits: '', words: 'wa', inState: null })
  expect(readPlaceTerm('NZ', 'te wa')).toEqual({ digits: '', words: 'te wa', inState: null })
})

test('fewer than two characters search nothing', () => {
  expect(['', ' ', 's', ' s ', '7', ',,', '’’'].map((typed) => readPlaceTerm('AU', typed))).toEqual(
    Array.from({ length: 7 }, () => null),
  )
})

test('macrons, apostrophes and hyphens are optional; Saint and Mount can be abbreviated', () => {
  expect(readPlaceTerm('NZ', 'Māngere')?.words).toBe('mangere')
  expect(namesOf('O’Connor')).toEqual(['oconnor'])
  expect(namesOf('Kippa-Ring')).toEqual(['kippa ring'])
  expect(namesOf('St Heliers')).toEqual(['st heliers', 'saint heliers'])
  expect(namesOf('Mount Eden')).toEqual(['mount eden', 'mt eden'])
})
