import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chargedPrice } from './charged-price.ts'
import { lineTotal } from './pricing.ts'
import { shownVolumePrices, volumeNote, volumePriceFor, volumeProblem, type VolumePrice } from './volume-price.ts'

const prices = [
  { from: 5, price: 90_00 },
  { from: 10, price: 80_00 },
]
const offer = { price: 100_00, rrp: null, volumePrices: prices }
const of = (quantity: number, more = {}) =>
  chargedPrice({ ...offer, ...more }, { agreed: null, isMember: false, quantity })

test('the price is the one of the largest number that is reached', () => {
  expect([1, 4, 5, 9, 10, 99].map((quantity) => volumePriceFor(prices, quantity)?.price ?? null)).toEqual([
    null,
    null,
    90_00,
    90_00,
    80_00,
    80_00,
  ])
  expect(volumePriceFor(undefined, 99)).toBeNull()
})

test('a line is charged at it, and says from how many on', () => {
  expect(of(4)).toEqual({ price: 100_00, lineDiscount: 0, isMembers: false, volumeFrom: null })
  expect(of(5)).toEqual({ price: 90_00, lineDiscount: 0, isMembers: false, volumeFrom: 5 })
  expect(of(10)).toMatchObject({ price: 80_00, volumeFrom: 10 })
})

test('it does not add up with other prices: the cheapest holds', () => {
  // 5 × 100 less 60 off the line is less than 5 × 90.
  expect(of(5, { lineDiscount: 60_00 })).toMatchObject({ price: 100_00, lineDiscount: 60_00, volumeFrom: null })
  expect(of(5, { lineDiscount: 40_00 })).toMatchObject({ price: 90_00, lineDiscount: 0, volumeFrom: 5 })
  const agreed = chargedPrice(offer, { agreed: 85_00, isMember: false, quantity: 5 })
  expect(agreed).toMatchObject({ price: 85_00, volumeFrom: null })
  const member = { ...offer, memberPrice: 88_00 }
  expect(chargedPrice(member, { agreed: null, isMember: true, quantity: 5 })).toMatchObject({ isMembers: true })
  expect(chargedPrice(member, { agreed: null, isMember: true, quantity: 10 })).toMatchObject({
    isMembers: false,
    volumeFrom: 10,
  })
})

test('a maker’s price is the same for any number, and a price that was undercut sleeps', () => {
  expect(of(10, { priceType: 'manufacturer' })).toMatchObject({ price: 100_00, volumeFrom: null })
  expect(of(10, { price: 70_00 })).toMatchObject({ price: 70_00, volumeFrom: null })
  expect(shownVolumePrices({ ...offer, price: 85_00 })).toEqual([prices[1]])
  expect(shownVolumePrices({ ...offer, price: null })).toEqual([])
})

test('more units never cost more each, nor a line more than without these prices', () => {
  const tiers = fc
    .uniqueArray(fc.integer({ min: 2, max: 99 }), { maxLength: 5 })
    .chain((froms) =>
      fc.tuple(
        fc.constant(froms),
        fc.array(fc.integer({ min: 1, max: 99_99 }), { minLength: froms.length, maxLength: froms.length }),
      ),
    )
    .map(([froms, cents]): VolumePrice[] => {
      const falling = cents.toSorted((a, b) => b - a)
      return froms.toSorted((a, b) => a - b).map((from, at) => ({ from, price: falling[at] ?? 1 }))
    })
  fc.assert(
    fc.property(tiers, fc.integer({ min: 1, max: 98 }), (volumePrices, quantity) => {
      const at = (many: number) =>
        chargedPrice({ ...offer, volumePrices }, { agreed: null, isMember: false, quantity: many })
      expect(at(quantity + 1).price ?? 0).toBeLessThanOrEqual(at(quantity).price ?? 0)
      expect(lineTotal({ ...at(quantity), quantity })).toBeLessThanOrEqual(100_00 * quantity)
    }),
  )
})

test.each([
  ['too_many', Array.from({ length: 6 }, (_, at) => ({ from: at + 2, price: 50_00 - at }))],
  ['from_out_of_range', [{ from: 1, price: 90_00 }]],
  ['from_out_of_range', [{ from: 100, price: 90_00 }]],
  ['from_not_rising', [prices[0], { from: 5, price: 80_00 }]],
  ['price_not_falling', [{ from: 5, price: 100_00 }]],
  ['price_not_falling', [prices[0], { from: 6, price: 90_00 }]],
  ['below_floor', [{ from: 5, price: 59_99 }]],
] as const)('is refused: %s', (code, list) => {
  const known = list.flatMap((one) => one ?? [])
  expect(volumeProblem(known, { price: 100_00, floor: 60_00 })).toMatchObject({ code })
})

test('need a price that the shop sets itself', () => {
  expect(volumeProblem(prices, { price: 100_00, floor: null })).toBeNull()
  expect(volumeProblem([], { price: null, floor: null })).toBeNull()
  expect(volumeProblem(prices, { price: null, floor: null })).toEqual({ code: 'price_unknown' })
  expect(volumeProblem(prices, { price: 100_00, priceType: 'manufacturer', floor: null })).toEqual({
    code: 'price_of_maker',
  })
  expect(volumeNote(10, 45_50)).toBe('10 at $45.50 each, volume price')
})
