import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centsOf, columnMoney, decimalString, dollarsOf, percentOf, sharesOf, withThousands } from './money.ts'

const anyCents = fc.integer({ min: -100_000_000_00, max: 100_000_000_00 })

test('API dollars have at most two decimals', () => {
  expect([0, 0.01, 0.1, 1, 19.99, 1_299.95, 1.15, -12.5].map(centsOf)).toEqual([
    0, 1, 10, 100, 1_999, 129_995, 115, -1_250,
  ])
  for (const wrong of [0.001, 19.999, Number.NaN, Infinity, -Infinity]) expect(() => centsOf(wrong)).toThrow(RangeError)
})

test('every number of cents survives conversion to dollars and back', () => {
  fc.assert(
    fc.property(anyCents, (cents) => {
      expect(centsOf(JSON.parse(JSON.stringify(dollarsOf(cents))) as number)).toBe(cents)
    }),
  )
})

test('providers get a decimal string computed without floats', () => {
  expect([0, 1, 10, 100, 123_450, -5].map(decimalString)).toEqual(['0.00', '0.01', '0.10', '1.00', '1234.50', '-0.05'])
  expect(() => decimalString(0.5)).toThrow(RangeError)
  fc.assert(
    fc.property(anyCents, (cents) => {
      expect(decimalString(cents)).toMatch(/^-?\d+\.\d\d$/)
      expect(Math.round(Number(decimalString(cents)) * 100) + 0).toBe(cents + 0)
    }),
  )
})

test('in a table column money has sign, thousands separators and cents', () => {
  expect([0, 1, -5, 999_99, 1_234_50, 123_456_789_00, -1_234_567_89].map(columnMoney)).toEqual([
    '$0.00',
    '$0.01',
    '-$0.05',
    '$999.99',
    '$1,234.50',
    '$123,456,789.00',
    '-$1,234,567.89',
  ])
  expect(['7', '999', '1000', '123456'].map(withThousands)).toEqual(['7', '999', '1,000', '123,456'])
})

test('a percentage is rounded half up to the cent, once', () => {
  expect([
    percentOf(100, 10),
    percentOf(105, 10),
    percentOf(104, 10),
    percentOf(999_99, 30),
    percentOf(1, 50),
    percentOf(0, 30),
  ]).toEqual([10, 11, 10, 300_00, 1, 0])
  fc.assert(
    fc.property(fc.nat(100_000_000), fc.integer({ min: 0, max: 100 }), (cents, percent) => {
      const part = percentOf(cents, percent)
      expect(Math.abs(part - (cents * percent) / 100)).toBeLessThanOrEqual(0.5)
      expect(part + percentOf(cents, 100 - percent) - cents).toBeGreaterThanOrEqual(0)
      expect(part).toBeLessThanOrEqual(cents)
    }),
  )
})

test('shares add up to the cent, and none is more than its part', () => {
  expect(sharesOf(100, [1, 1, 1])).toEqual([33, 34, 33])
  expect(sharesOf(0, [5, 7])).toEqual([0, 0])
  const parts = fc.array(fc.integer({ min: 0, max: 20_000_00 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(parts, fc.double({ min: 0, max: 1, noNaN: true }), (all, ratio) => {
      const whole = all.reduce((sum, part) => sum + part, 0)
      const cents = Math.floor(whole * ratio)
      const shares = sharesOf(cents, all)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(cents)
      for (const [at, share] of shares.entries()) {
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThanOrEqual(all[at] ?? 0)
      }
    }),
  )
})
