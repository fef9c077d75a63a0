import { describe, expect, test } from 'vitest'
import type { Card } from '../catalogue/product/card.ts'
import {
  areAlike,
  betterOf,
  comparedAttributes,
  comparisonTitle,
  inGroups,
  priceToCompare,
  sharedCategory,
} from './comparison.ts'

const definition = (
  code: string,
  group: string,
  valueType: 'number' | 'text' | 'boolean' | 'list' | 'stars',
  unit: string | null = null,
  better: 'more' | 'less' | null = null,
) => ({ code, title: `The ${code}`, group, valueType, unit, facet: null, better })

const definitions = [
  definition('capacity_l', 'Capacity', 'number', 'L'),
  definition('energy_stars', 'Energy', 'stars', null, 'more'),
  definition('energy_kwh', 'Energy', 'number', 'kWh/year', 'less'),
  definition('noise_db', 'Energy', 'number', 'dB(A)', 'less'),
  definition('frost_free', 'Features', 'boolean'),
  definition('colour', 'Features', 'text'),
]
const details = [
  {
    attributes: { capacity_l: 600, energy_stars: 3.5, energy_kwh: 430, frost_free: true, colour: 'White', secret: 'x' },
  },
  { attributes: { capacity_l: 500, energy_stars: 4, energy_kwh: 430, frost_free: false, noise_db: 38 } },
  {
    attributes: { capacity_l: 600, energy_stars: 4, energy_kwh: 430, frost_free: true, noise_db: 40, colour: 'White' },
  },
]
const rows = (of = details, marksBetter = true) => comparedAttributes(of, definitions, { marksBetter })
const row = (code: string) => rows().find((one) => one.name === `The ${code}`) ?? expect.fail(`no ${code}`)

describe('side-by-side attributes', () => {
  test('are grouped and ordered by their definitions, where a product has them', () => {
    expect(rows().map((one) => [one.group, one.name])).toEqual([
      ['Capacity', 'The capacity_l'],
      ['Energy', 'The energy_stars'],
      ['Energy', 'The energy_kwh'],
      ['Energy', 'The noise_db'],
      ['Features', 'The frost_free'],
      ['Features', 'The colour'],
    ])
    expect(inGroups(rows()).map((group) => [group.title, group.rows.length])).toEqual([
      ['Capacity', 1],
      ['Energy', 3],
      ['Features', 2],
    ])
    expect(rows([{ attributes: {} } as never])).toEqual([])
  })

  test('are texts, null where unknown, and marked as different when one differs', () => {
    expect(row('capacity_l')).toMatchObject({ values: ['600 L', '500 L', '600 L'], isDifferent: true })
    expect(row('energy_kwh')).toMatchObject({ values: Array(3).fill('430 kWh/year'), isDifferent: false })
    expect(row('noise_db')).toMatchObject({ values: [null, '38 dB(A)', '40 dB(A)'], isDifferent: true })
    expect(row('frost_free')).toMatchObject({ values: ['Yes', 'No', 'Yes'], isDifferent: true })
    expect(row('colour')).toMatchObject({ values: ['White', null, 'White'], isDifferent: true })
    expect(rows(details.slice(0, 1)).every((one) => !one.isDifferent)).toBe(true)
  })

  test('mark more stars and less noise as better; equal values and matters of taste are not marked', () => {
    expect(row('energy_stars').better).toEqual([false, true, true])
    expect(row('noise_db').better).toEqual([false, true, false])
    for (const code of ['energy_kwh', 'capacity_l', 'frost_free', 'colour'])
      expect([code, row(code).better]).toEqual([code, [false, false, false]])
    expect(rows(details, false).every((one) => one.better.every((isBetter) => !isBetter))).toBe(true)
  })
})

test('equal best values share the mark, and one is worse', () => {
  expect(betterOf([100, 200, 100], 'less')).toEqual([true, false, true])
  expect(betterOf([100, 200, null], 'more')).toEqual([false, true, false])
  expect(betterOf([0, 5], 'less')).toEqual([true, false])
  for (const equal of [[], [null], [5], [5, 5], [null, 5], [5, null, 5]])
    expect(betterOf(equal, 'more')).toEqual(equal.map(() => false))
})

test('products of one kind are comparable, even in different subcategories', () => {
  const of = (...uris: string[]) => uris.map((categoryUri) => ({ categoryUri }))
  expect(areAlike(of('kitchen/fridges/bar-fridges', 'kitchen/fridges'))).toBe(true)
  expect(areAlike(of('kitchen/fridges', 'kitchen/ovens'))).toBe(false)
  expect(areAlike(of('kitchen', 'laundry'))).toBe(false)
  expect(sharedCategory(of('kitchen/fridges/bar-fridges', 'kitchen/fridges/wine-fridges'))).toBe('kitchen/fridges')
  expect(sharedCategory(of('kitchen/fridges', 'kitchen/ovens'))).toBe('kitchen')
  expect(sharedCategory(of('kitchen/fridges', 'laundry'))).toBeNull()
  expect(sharedCategory(of('kitchen/fridges'))).toBe('kitchen/fridges')
  expect(sharedCategory([])).toBeNull()
})

test('the page title names the compared products', () => {
  expect(comparisonTitle(['A', 'B', 'C'])).toBe('Compare A, B and C')
  expect(comparisonTitle(['A', 'B'])).toBe('Compare A and B')
  expect([comparisonTitle(['A']), comparisonTitle([])]).toEqual(['Compare products', 'Compare products'])
})

test('prices are compared as charged, for available products only', () => {
  const card = { price: 500_00, lineDiscount: 50_00, status: 'inStock' } as Card
  expect(priceToCompare(card)).toBe(450_00)
  expect(priceToCompare({ ...card, price: null })).toBeNull()
  expect(priceToCompare({ ...card, status: 'noStock' })).toBeNull()
})
