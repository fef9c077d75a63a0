import { describe, expect, test } from 'vitest'
import { agreedPriceProblem, defaultDiscountPercent, unitPrice } from './agreed-price.ts'

describe('an agreed price', () => {
  const offer = { price: 999_95, rrp: null }
  test('is at or above the limit, and not above the shop’s price', () => {
    // Ten percent of 999.95 is 99.995: what is left is rounded up, so that nobody gives more than the limit.
    expect(agreedPriceProblem(offer, 899_96, 10)).toBeNull()
    expect(agreedPriceProblem(offer, 899_95, 10)).toEqual({ code: 'price_below_limit', min: 899_96 })
    expect(agreedPriceProblem(offer, 999_95, 10)).toBeNull()
    expect(agreedPriceProblem(offer, 999_96, 10)).toEqual({ code: 'price_above_shop' })
    expect(agreedPriceProblem(offer, 1, 100)).toBeNull()
  })
  test('can be ten percent lower when the salesperson has no other limit', () => {
    expect(defaultDiscountPercent).toBe(10)
  })
  test('is not possible where the manufacturer fixes the price, or there is none', () => {
    expect(agreedPriceProblem({ ...offer, priceType: 'manufacturer' }, 999_95, 100)).toEqual({ code: 'price_of_maker' })
    expect(agreedPriceProblem({ price: null, rrp: null }, 1, 100)).toEqual({ code: 'price_unknown' })
    expect(unitPrice({ ...offer, priceType: 'manufacturer' }, 500_00)).toBe(999_95)
  })
  test('applies until the shop’s own price is lower', () => {
    expect(unitPrice(offer, 899_96)).toBe(899_96)
    expect(unitPrice({ ...offer, price: 800_00 }, 899_96)).toBe(800_00)
    expect(unitPrice(offer, null)).toBe(999_95)
  })
})
