import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { rangeFor, type PostcodeRange } from '../../src/modules/delivery/delivery.ts'

// What the build makes of the packages and of data/geo, checked as a whole.

type Place = {
  readonly id: string
  readonly suburb: string
  readonly city: string
  readonly state: string | null
  readonly postcode: string
  readonly lat: number
  readonly lng: number
}
type WrittenRange = {
  readonly country: 'AU' | 'NZ'
  readonly from_postcode: string
  readonly to_postcode: string
  readonly tier_code: string | null
  readonly warehouse_code: string | null
}
type Coded = { readonly code: string; readonly country: string }

const folder = mkdtempSync(join(tmpdir(), 'geo-data-'))
execFileSync(process.execPath, ['scripts/bundle/geo-data.ts', folder])
afterAll(() => rmSync(folder, { recursive: true }))

const read = <Value>(file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Value
const australia = read<Place[]>('localities-au.json')
const newZealand = read<Place[]>('localities-nz.json')
const holidays = read<{ country: string; state: string; holiday_on: string; title: string }[]>('holidays.json')
const terms = read<{ warehouses: Coded[]; tiers: Coded[]; ranges: WrittenRange[] }>('delivery-terms.json')

const rangesOf = (country: string): PostcodeRange[] =>
  terms.ranges
    .filter((range) => range.country === country)
    .map((range) => ({
      from: range.from_postcode,
      to: range.to_postcode,
      tierCode: range.tier_code,
      warehouseCode: range.warehouse_code,
    }))
const [australianRanges, newZealandRanges] = [rangesOf('AU'), rangesOf('NZ')]
const isServed = ({ postcode }: Place, ranges: readonly PostcodeRange[]) => rangeFor(postcode, ranges)?.tierCode != null

describe('the places of New Zealand', () => {
  test('number more than five hundred, each listed once with suburb and city', () => {
    expect(newZealand.length).toBeGreaterThan(500)
    expect(new Set(newZealand.map((place) => place.id)).size).toBe(newZealand.length)
    expect(newZealand.filter((place) => place.suburb === '' || place.city === '' || place.state !== null)).toEqual([])
    expect(newZealand.filter((place) => !/^nz-\d{4}-[a-z0-9-]+$/.test(place.id))).toEqual([])
  })

  test('cover every area with street addresses; areas with PO boxes only are left out', () => {
    const areas =
      '01 02 03 04 05 06 07 08 09 10 19 20 21 24 25 26 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 ' +
      '50 53 55 57 58 60 69 70 71 72 73 74 75 76 77 78 79 80 89 90 92 93 94 95 96 97 98'
    expect([...new Set(newZealand.map((place) => place.postcode.slice(0, 2)))].toSorted().join(' ')).toBe(areas)
  })

  test('lie within the country', () => {
    const outside = newZealand.filter(({ lat, lng }) => !(lat > -47.5 && lat < -34.3 && lng > 166.4 && lng < 178.6))
    expect(outside).toEqual([])
  })

  test('all have delivery', () => {
    expect(newZealand.filter((place) => !isServed(place, newZealandRanges))).toEqual([])
  })
})

describe('the places of Australia', () => {
  test('have street addresses rather than PO boxes, are listed once, and lie in Australia', () => {
    expect(australia.length).toBeGreaterThan(17_000)
    expect(new Set(australia.map((place) => place.id)).size).toBe(australia.length)
    expect(australia.filter(({ postcode }) => /^(1|8|9|0[^8]|6[89])/.test(postcode))).toEqual([])
    const outside = australia.filter(({ lat, lng }) => !(lat > -55 && lat < -9 && lng > 96 && lng < 169))
    expect(outside).toEqual([])
  })

  test('all have delivery, except remote islands and Antarctica', () => {
    const notServed = australia.filter((place) => !isServed(place, australianRanges))
    expect([...new Set(notServed.map((place) => place.postcode))].toSorted()).toEqual([
      '2898',
      '2899',
      '6798',
      '6799',
      '7151',
    ])
  })
})

describe('the postcode ranges', () => {
  test('are never ambiguous: of two that contain a postcode one is narrower', () => {
    const width = (range: PostcodeRange) => Number(range.to) - Number(range.from)
    for (const ranges of [australianRanges, newZealandRanges]) {
      const ties = ranges.flatMap((a, at) =>
        ranges
          .slice(at + 1)
          .filter((b) => width(a) === width(b) && a.from <= b.to && b.from <= a.to)
          .map((b) => `${a.from}–${a.to} and ${b.from}–${b.to}`),
      )
      expect(ties).toEqual([])
    }
  })

  test('name a warehouse and price tier of their own country, or neither', () => {
    const countryOf = (list: Coded[], code: string | null) => list.find((one) => one.code === code)?.country
    for (const range of terms.ranges) {
      const named = [countryOf(terms.warehouses, range.warehouse_code), countryOf(terms.tiers, range.tier_code)]
      const expected = range.tier_code === null ? undefined : range.country
      expect([range.from_postcode, ...named]).toEqual([range.from_postcode, expected, expected])
    }
  })

  test.each([
    ['2000', '2000 metro-au', 'Sydney'],
    ['2250', '2000 metro-au', 'Gosford'],
    ['2500', '2000 metro-au', 'Wollongong'],
    ['2780', '2000 metro-au', 'Katoomba'],
    ['2300', '2000 regional-au', 'Newcastle'],
    ['2830', '2000 regional-au', 'Dubbo'],
    ['2880', '2000 remote-au', 'Broken Hill'],
    ['2600', '2600 metro-au', 'Canberra'],
    ['2913', '2600 metro-au', 'Gungahlin'],
    ['2620', '2600 metro-au', 'Queanbeyan'],
    ['2582', '2600 regional-au', 'Yass'],
    ['2650', '2600 regional-au', 'Wagga Wagga'],
    ['2536', '2600 regional-au', 'Batemans Bay'],
    ['3000', '3000 metro-au', 'Melbourne'],
    ['3220', '3000 metro-au', 'Geelong'],
    ['3779', '3000 regional-au', 'Marysville'],
    ['3550', '3000 regional-au', 'Bendigo'],
    ['4000', '4000 metro-au', 'Brisbane'],
    ['4217', '4000 metro-au', 'Surfers Paradise'],
    ['2485', '4000 metro-au', 'Tweed Heads'],
    ['2480', '4000 regional-au', 'Lismore'],
    ['4558', '4000 metro-au', 'Maroochydore'],
    ['4025', '4000 regional-au', 'Moreton Island'],
    ['4870', '4000 regional-au', 'Cairns'],
    ['4873', '4000 regional-au', 'Mossman'],
    ['4730', '4000 remote-au', 'Longreach'],
    ['4825', '4000 remote-au', 'Mount Isa'],
    ['5000', '5000 metro-au', 'Adelaide'],
    ['5251', '5000 metro-au', 'Mount Barker'],
    ['5700', '5000 regional-au', 'Port Augusta'],
    ['5223', '5000 remote-au', 'Kingscote'],
    ['6000', '6000 metro-au', 'Perth'],
    ['6210', '6000 metro-au', 'Mandurah'],
    ['6430', '6000 regional-au', 'Kalgoorlie'],
    ['6432', '6000 regional-au', 'Boulder'],
    ['6642', '6000 remote-au', 'Meekatharra'],
    ['6725', '6000 remote-au', 'Broome'],
    ['7000', '7000 metro-au', 'Hobart'],
    ['7030', '7000 metro-au', 'Bridgewater'],
    ['7250', '7000 regional-au', 'Launceston'],
    ['7256', '7000 remote-au', 'King Island'],
    ['0800', '0800 metro-au', 'Darwin'],
    ['0835', '0800 metro-au', 'Howard Springs'],
    ['0870', '0800 remote-au', 'Alice Springs'],
  ])('%s belongs to %s (%s)', (postcode, expected) => {
    const range = rangeFor(postcode, australianRanges)
    expect(`${range?.warehouseCode} ${range?.tierCode}`).toBe(expected)
  })

  test.each([
    ['1010', '1010 metro-nz', 'Auckland'],
    ['0931', '1010 metro-nz', 'Orewa'],
    ['3218', '1010 metro-nz', 'Temple View, Hamilton'],
    ['6011', '1010 metro-nz', 'Wellington'],
    ['5018', '1010 metro-nz', 'Upper Hutt'],
    ['0110', '1010 regional-nz', 'Whangarei'],
    ['8011', '8011 metro-nz', 'Christchurch'],
    ['9016', '8011 regional-nz', 'Dunedin'],
    ['9818', '8011 regional-nz', 'Stewart Island'],
  ])('%s belongs to %s (%s)', (postcode, expected) => {
    const range = rangeFor(postcode, newZealandRanges)
    expect(`${range?.warehouseCode} ${range?.tierCode}`).toBe(expected)
  })
})

describe('public holidays', () => {
  const statesOf = (day: string) =>
    holidays.filter((holiday) => holiday.holiday_on === day).map((holiday) => `${holiday.country} ${holiday.state}`)

  test('belong to their state', () => {
    expect(statesOf('2026-11-03')).toEqual(['AU VIC'])
    expect(statesOf('2026-02-06')).toEqual(['NZ '])
    expect(statesOf('2026-12-25')).toHaveLength(9)
  })
})
