import { describe, expect, test } from 'vitest'
import { type RequestedItem, deliveryTerms, handlingDays, rangeFor } from './delivery.ts'
import { terms, tiers, warehouses } from './calendar-for-tests.ts'

describe('a postcode range', () => {
  const range = (from: string, to: string, tierCode: string | null) => ({
    from,
    to,
    tierCode,
    warehouseCode: tierCode === null ? null : '2000',
  })
  const ranges = [
    range('2000', '2999', 'regional'),
    range('2000', '2249', 'metro'),
    range('2898', '2898', null),
    range('0800', '0899', 'north'),
  ]

  test('is the narrowest that contains the postcode, in any order', () => {
    const tierOfPostcode = (postcode: string) => rangeFor(postcode, ranges)?.tierCode
    expect(['2000', '2249', '2250', '2999', '0800'].map(tierOfPostcode)).toEqual([
      'metro',
      'metro',
      'regional',
      'regional',
      'north',
    ])
    expect(rangeFor('2000', ranges.toReversed())?.tierCode).toBe('metro')
  })

  test('can mark a location as not served, which differs from no range', () => {
    expect(rangeFor('2898', ranges)).toEqual(range('2898', '2898', null))
    expect(rangeFor('3000', ranges)).toBeNull()
  })

  test('is null for an invalid postcode', () => {
    expect(['', '20', '20000', '800', '2000 '].map((text) => rangeFor(text, ranges))).toEqual([
      null,
      null,
      null,
      null,
      null,
    ])
  })
})

describe('delivery terms of a country', () => {
  const termsOf = (country: 'AU' | 'NZ') =>
    deliveryTerms(
      terms.ranges
        .filter((range) => range.country === country)
        .map((range) => ({
          from: range.from_postcode,
          to: range.to_postcode,
          tierCode: range.tier_code,
          warehouseCode: range.warehouse_code,
        })),
      tiers,
    )

  test('range from the cheapest to the dearest location, and from the nearest to the farthest', () => {
    // Remote Australia: eight times Tuesday or Thursday, when one cut-off is missed.
    expect(termsOf('AU')).toMatchObject({ rate: { min: 0, max: 120_00 }, transitDays: { min: 1, max: 28 } })
    expect(termsOf('NZ')).toMatchObject({ rate: { min: 0, max: 79_00 }, transitDays: { min: 2, max: 7 } })
    expect(deliveryTerms([], tiers)).toBeNull()
  })

  test('list the postcodes without delivery', () => {
    expect(termsOf('AU')?.notServed.map((range) => range.from)).toEqual(['2898', '2899', '6798', '6799', '7151'])
  })

  test('handling times match delivery dates, from the best to the worst stocked city', () => {
    const of = (stock: RequestedItem['stock']) =>
      handlingDays(
        stock,
        warehouses.filter(({ country }) => country === 'AU'),
        '2026-11-24',
      )
    expect(of({ '2000': { quantity: 1, incoming: null } })).toEqual({ min: 0, max: 5 })
    expect(of({ '2000': { quantity: 0, incoming: { quantity: 1, arrivesOn: '2026-12-01' } } })).toEqual({
      min: 9,
      max: 9,
    })
    expect(of({ '1010': { quantity: 9, incoming: null } })).toBeNull()
  })
})
