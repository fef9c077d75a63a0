import { describe, expect, test } from 'vitest'
import { longestTyped, readTypedAddress } from './typed-address.ts'

const read = (typed: string, country: 'AU' | 'NZ' = 'AU') => readTypedAddress(country, typed)
const first = (typed: string, country: 'AU' | 'NZ' = 'AU') => {
  const address = read(typed, country)
  return address === null ? null : [address.number, address.readings[0]?.keys, address.readings[0]?.place]
}

describe('unit, lot and house number are as typed, and the street is read without them', () => {
  test.each([
    ['12 col', '12', 'col'],
    ['collins', '', 'collins'],
    ['3/45 Collins', '3/45', 'collins'],
    ['3 / 45 Collins', '3 / 45', 'collins'],
    ['Unit 3, 45 collins', 'Unit 3, 45', 'collins'],
    ['unit 3 45 collins', 'unit 3 45', 'collins'],
    ['U3/45 collins', 'U3/45', 'collins'],
    ['Apt. 12B, 7 Collins', 'Apt. 12B, 7', 'collins'],
    ['Level 2, Suite 5, 100 Collins', 'Level 2, Suite 5, 100', 'collins'],
    ['Lot 7 Collins', 'Lot 7', 'collins'],
    ['G01/45 Collins', 'G01/45', 'collins'],
    ['45A Collins', '45A', 'collins'],
    ['45-47 Collins', '45-47', 'collins'],
    ['45 - 47 Collins', '45 - 47', 'collins'],
    ['12, Collins', '12', 'collins'],
    ['  12   Collins  ', '12', 'collins'],
  ])('%j', (typed, number, street) => {
    expect(first(typed)).toEqual([number, [street], ''])
  })
})

test('an ordinal is a street, not a house', () => {
  expect(first('1st avenue')?.slice(0, 2)).toEqual(['', ['1st avenue', 'first avenue']])
  expect(first('12 1st avenue')?.slice(0, 2)).toEqual(['12', ['1st avenue', 'first avenue']])
})

test('words that only begin like a unit are a street', () => {
  expect(first('Flathead Road')?.[1]).toEqual(['flathead road'])
  expect(first('12 Unity Lane')?.[1]).toEqual(['unity lane'])
  expect(first('Lot Street')?.[1]).toEqual(['lot street'])
})

describe('abbreviations of street types stand for both', () => {
  test.each([
    ['12 collins st', ['collins st']],
    ['12 collins rd', ['collins rd', 'collins road']],
    ['12 collins ave', ['collins ave']],
    ['12 collins av', ['collins av']],
    ['12 collins tce', ['collins tce', 'collins terrace']],
    ['12 collins cres', ['collins cres']],
    ['12 collins pde', ['collins pde', 'collins parade']],
    ['12 collins hwy n', ['collins hwy n', 'collins highway n']],
    ['12 collins road', ['collins road']],
  ])('%j', (typed, keys) => {
    expect(first(typed)?.[1]).toEqual(expect.arrayContaining(keys))
    // Every spelling is found by one of the beginnings.
    expect(first(typed)?.[1]).not.toContain('')
  })

  test('saints and mounts are written out, a saint in front only once more follows', () => {
    expect(first('12 st')?.[1]).toEqual(['st', 'saint'])
    expect(first('12 st kil')?.[1]).toEqual(['saint kil'])
    expect(first('12 St. Kilda Rd')?.[1]).toContain('saint kilda road')
    expect(first('12 mt ol')?.[1]).toEqual(['mount ol'])
  })
})

test('macrons, apostrophes and hyphens do not count, and neither does The in front', () => {
  expect(first("12 O'Connell")?.[1]).toEqual(['oconnell'])
  expect(first('12 O’Connell')?.[1]).toEqual(['oconnell'])
  expect(first('12 o connell')?.[1]).toEqual(['oconnell'])
  expect(first('12 Tōtara')?.[1]).toEqual(['totara'])
  expect(first('12 Smith-Jones')?.[1]).toEqual(['smith jones'])
  expect(first('12 the espl')?.[1]).toEqual(['espl'])
})

test('the place follows a comma, its country left out', () => {
  expect(first('12 high st, richmond')?.[2]).toBe('richmond')
  expect(first('12 High St, Richmond VIC 3121, Australia')?.[2]).toBe('Richmond VIC 3121')
  expect(first('12 High St, Ponsonby, Auckland 1011, New Zealand', 'NZ')?.[2]).toBe('Ponsonby 1011')
  expect(first('12 high st, r')?.[2]).toBe('')
  expect(first('12 high st,')?.[2]).toBe('')
})

test('without a comma the place may begin after any word that can end a street', () => {
  expect(read('12 high st albert park')?.readings).toEqual([
    { keys: ['high st albert park', 'high street albert park', 'high saint albert park'], place: '' },
    { keys: ['high st', 'high saint'], place: 'albert park' },
  ])
  expect(read('12 beach rd north richmond')?.readings.at(-1)).toEqual({
    keys: ['beach rd north', 'beach road north'],
    place: 'richmond',
  })
  expect(read('12 park street')?.readings).toHaveLength(1)
})

test('a number, a single letter and boxes at a post office name no street', () => {
  for (const typed of [
    '',
    ' ',
    '12',
    '3/45',
    'Unit 3',
    'Unit 3,',
    '12 c',
    ',,',
    'PO Box 12',
    'GPO Box 9',
    'Locked Bag 7',
    '’’',
  ])
    expect([typed, read(typed)]).toEqual([typed, null])
})

test('only as much is read as an address can be long', () => {
  expect(read(`${'a'.repeat(longestTyped)}b`)?.readings[0]?.keys).toEqual(['a'.repeat(longestTyped)])
  expect(read('st '.repeat(500))?.readings.every(({ keys }) => keys.length <= 6)).toBe(true)
})
