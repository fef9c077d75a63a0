import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  afterpayText,
  hummText,
  isEligible,
  isHummEligible,
  isZipEligible,
  quarterPayment,
  zipText,
} from './instalments.ts'

test('four instalments are a quarter each, rounded up to the cent [PAY-05]', () => {
  expect([100_00, 100_01, 99_99, 1].map(quarterPayment)).toEqual([25_00, 25_01, 25_00, 1])
  fc.assert(
    fc.property(fc.nat(10_000_000), (total) => {
      const paid = 4 * quarterPayment(total)
      expect(paid).toBeGreaterThanOrEqual(total)
      expect(paid - total).toBeLessThan(4)
    }),
  )
})

test('Afterpay is offered within its limits, both included', () => {
  const limits = { minimum: 1_00, maximum: 2_000_00 }
  expect(afterpayText(149_00, limits)).toBe('4 payments of $37.25 with Afterpay')
  expect([99, 1_00, 2_000_00, 2_000_01].map((price) => afterpayText(price, limits) !== null)).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(afterpayText(149_00, null)).toBeNull()
})

test('Zip is $10 a week up to $1,000 [PAYO-14]', () => {
  const terms = { months: 24, isInterestFree: true }
  expect([zipText(1, terms), zipText(1_000_00, terms)]).toEqual([
    'Own it from $10 per week*',
    'Own it from $10 per week*',
  ])
})

test('above $1,000 Zip is price by months by 4.33, rounded up to the cent, over that many months [PAYO-15] [PAYO-16]', () => {
  expect(zipText(1_000_01, { months: 24, isInterestFree: false })).toBe('Own it from $9.63 weekly for 24 months')
  expect(zipText(2_499_95, { months: 24, isInterestFree: true })).toBe(
    'Own it from $24.06 weekly for 24 months interest free',
  )
  // 1,299 = 12 months of 4.33 weeks of exactly $25.
  expect(zipText(1_299_00, { months: 12, isInterestFree: false })).toBe('Own it from $25 weekly for 12 months')
  expect(zipText(2_000_00, { months: 0, isInterestFree: false })).toBe('Own it from $10 per week*')
})

test('Humm is 5 payments up to $1,000, 10 up to $2,000, then slices [PAYO-18] [PAYO-19] [PAYO-20]', () => {
  expect([1_000_00, 99_99, 1_000_01, 2_000_00, 2_000_01].map(hummText)).toEqual([
    '5 fortnightly payments of $200 with',
    '5 fortnightly payments of $20 with',
    '10 fortnightly payments of $100.01 with',
    '10 fortnightly payments of $200 with',
    'Pay in slices, no interests ever',
  ])
})

test('Zip without months has its fixed text at any price', () => {
  expect(zipText(5_000_00, { months: null, isInterestFree: true })).toBe('Own it from $10 per week*')
})

test('Zip applies to any price, and Humm up to $2,000 [PAYO-09] [PAYO-10]', () => {
  expect([1, 90_000_00, 0, null].map(isZipEligible)).toEqual([true, true, false, false])
  expect([2_000_00, 2_000_01, 0, null].map(isHummEligible)).toEqual([true, false, false, false])
})

describe('a payment method', () => {
  const limits = { minimum: 1_00, maximum: 2_000_00 }

  test('that is off applies to no price [PAYO-06]', () => {
    expect(isEligible(100_00, null)).toBe(false)
    expect(isEligible(100_00, limits)).toBe(true)
  })

  test('does not apply to a price of zero [PAYO-07]', () => {
    expect([isEligible(0, { minimum: 0, maximum: 10 }), isEligible(null, limits)]).toEqual([false, false])
  })

  test('applies from its minimum to its maximum, both included [PAYO-08]', () => {
    expect([99, 1_00, 2_000_00, 2_000_01].map((cents) => isEligible(cents, limits))).toEqual([false, true, true, false])
  })
})
