import { describe, expect, test } from 'vitest'
import {
  attributeText,
  conditionLabels,
  isBuyable,
  missingPartsText,
  productCanonical,
  ratingOf,
  stockAt,
  stockText,
  stockStatuses,
  stockStatusOf,
  unavailableReasonOf,
  unavailableReasons,
  unavailableTextOf,
  type StockStatus,
} from './catalogue.ts'

describe('stock', () => {
  const incoming = { quantity: 2, arrivesOn: '2026-12-01' }
  const stock = (code: string, quantity: number, more: typeof incoming | null = null) => ({
    [code]: { quantity, incoming: more },
  })

  test('status values are 0 to 4 [ENUM-06]', () => {
    expect(stockStatuses).toEqual({ noStock: 0, supersededAndNoStock: 1, inStock: 2, backOrder: 3, indeterminate: 4 })
  })

  test('counts the country’s own warehouses', () => {
    expect(stockStatusOf({ stock: stock('2000', 1), superseded: false }, 'AU')).toBe('inStock')
    expect(stockStatusOf({ stock: stock('2000', 1), superseded: true }, 'AU')).toBe('inStock')
    expect(stockStatusOf({ stock: stock('2000', 1), superseded: false }, 'NZ')).toBe('noStock')
    expect(stockStatusOf({ stock: stock('2000', 0, incoming), superseded: false }, 'AU')).toBe('backOrder')
    // What is superseded comes no more, whatever was once on order.
    expect(stockStatusOf({ stock: stock('2000', 0, incoming), superseded: true }, 'AU')).toBe('supersededAndNoStock')
    expect(stockStatusOf({ stock: stock('2000', 0), superseded: false }, 'AU')).toBe('noStock')
    expect(stockStatusOf({ stock: {}, superseded: false }, 'AU')).toBe('indeterminate')
    expect(stockStatusOf({ stock: {}, superseded: true }, 'AU')).toBe('supersededAndNoStock')
  })

  test('decides whether a product can be bought, with a text when it cannot [ENUM-12]', () => {
    const all = Object.keys(stockStatuses) as StockStatus[]
    expect(
      all.map((status) => [status, isBuyable(status), unavailableReasonOf(status), unavailableTextOf(status)]),
    ).toEqual([
      ['noStock', false, 'NoStock', 'Out of stock'],
      ['supersededAndNoStock', false, 'SupersededNoStock', 'This product has been discontinued.'],
      ['inStock', true, null, null],
      ['backOrder', true, null, null],
      ['indeterminate', false, null, 'Contact us for availability'],
    ])
    const elsewhere = { isDeliverable: false }
    expect(all.map((status) => unavailableReasonOf(status, elsewhere))).toEqual([
      'NoStock',
      'SupersededNoStock',
      'LocationBlock',
      'LocationBlock',
      'LocationBlock',
    ])
    expect(unavailableTextOf('inStock', elsewhere)).toBe('Not available in your area')
    expect(unavailableReasons).toEqual(['SupersededNoStock', 'LocationBlock', 'NoStock'])
  })
})

test('conditions have these labels [WIDG-11]', () => {
  expect(conditionLabels.CosmeticImperfection).toEqual({ text: 'Cosmetic Imperfection', style: 'plain' })
  expect(conditionLabels.NewCondition).toEqual({ text: 'New Condition', style: 'plain' })
  expect(conditionLabels.BrandNewRunout).toEqual({ text: 'Brand New Runout', style: 'plain' })
})

test('brand new and unavailable have their own style [WIDG-12]', () => {
  expect(conditionLabels.BrandNew).toEqual({ text: 'Brand New', style: 'brand-new' })
  expect(conditionLabels.Unavailable).toEqual({ text: 'Unavailable', style: 'unavailable' })
})

test('missing parts have these texts [WIDG-13]', () => {
  expect(missingPartsText('One oven rack')).toBe('Missing parts: One oven rack')
})

test('the canonical URL has a trailing slash where the app requires it', () => {
  expect(productCanonical({ origin: 'https://www.aol.example', canonicalSlash: true }, 'a-fridge')).toBe(
    'https://www.aol.example/p/a-fridge/',
  )
  expect(productCanonical({ origin: 'https://www.wa.example', canonicalSlash: false }, 'a-fridge')).toBe(
    'https://www.wa.example/p/a-fridge',
  )
})

describe('a product’s rating', () => {
  test('combines ratings from the feed and from this shop', () => {
    expect(ratingOf({ average: 4.5, count: 10 }, { count: 5, stars: 10 })).toEqual({ average: 3.67, count: 15 })
    expect(ratingOf(null, { count: 2, stars: 9 })).toEqual({ average: 4.5, count: 2 })
    expect(ratingOf({ average: 4.33, count: 3 }, { count: 0, stars: 0 })).toEqual({ average: 4.33, count: 3 })
    expect(ratingOf(null, { count: 0, stars: 0 })).toBeNull()
  })
})

describe('stock in a city', () => {
  const at = (quantity: number, arrivesOn: string | null = null, superseded = false) =>
    stockText(
      stockAt(
        {
          stock: { '2000': { quantity, incoming: arrivesOn === null ? null : { quantity: 5, arrivesOn } } },
          superseded,
        },
        '2000',
        '2026-11-24',
      ),
    )

  test('is described as in stock, low, arriving on a day, or none', () => {
    expect([at(4), at(3), at(1)]).toEqual(['In stock', 'Only 3 left', 'Only 1 left'])
    expect([at(0, '2026-12-01'), at(0)]).toEqual(['On its way, Tue 1 Dec', 'Not in stock'])
    expect(stockAt({ stock: {}, superseded: false }, '3000', '2026-11-24')).toEqual({ kind: 'none' })
  })

  test('never promises more than delivery: overdue arrivals count as today, discontinued ones never arrive', () => {
    expect(at(0, '2026-11-02')).toBe('On its way, Tue 24 Nov')
    expect(at(0, '2026-12-01', true)).toBe('Not in stock')
  })
})

test.each([
  [1, 'years', '1 year'],
  [2, 'years', '2 years'],
  [1, 'L', '1 L'],
  [1, 'settings', '1 setting'],
  [12_500, 'BTU', '12,500 BTU'],
])('%d in %s reads %s', (value, unit, text) => {
  expect(attributeText({ unit, valueType: 'number' }, value)).toBe(text)
})
