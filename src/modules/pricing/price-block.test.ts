import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isValidPrice, priceView, savingOf, type Offer } from './pricing.ts'

/** The same prices every time: a failure can be looked into. */
const seeded = { seed: 20_261_120, numRuns: 500 }

describe('a price block', () => {
  test('shows price, RRP, saving and percentage [PRICE-01] [PRICE-02]', () => {
    expect(priceView({ price: 999_00, rrp: 1_299_00 }, { rrpAsWas: false })).toEqual({
      now: 999_00,
      comparison: { label: 'RRP:', cents: 1_299_00 },
      saving: 300_00,
      percent: 23,
      message: null,
    })
    const whole: Offer = {
      price: 100_00,
      rrp: 120_00,
      lineDiscount: 10_00,
      discountOffRrp: 25_00,
      percentageDiscountOffRrp: 21,
      altPriceMsg: 'Floor stock',
    }
    expect(priceView(whole, { rrpAsWas: false, quantity: 2 })).toEqual({
      now: 95_00,
      comparison: { label: 'was', cents: 120_00 },
      saving: 25_00,
      percent: 21,
      message: 'Floor stock',
    })
  })

  test('compares a line discount without an RRP with the undiscounted price', () => {
    expect(priceView({ price: 100_00, rrp: null, lineDiscount: 10_00 }, { rrpAsWas: false })).toMatchObject({
      now: 90_00,
      comparison: { label: 'was', cents: 100_00 },
      saving: null,
    })
  })

  test('shows no RRP that is not higher, and no negligible saving', () => {
    expect(priceView({ price: 100_00, rrp: 90_00 }, { rrpAsWas: false })).toEqual({
      now: 100_00,
      comparison: null,
      saving: null,
      percent: null,
      message: null,
    })
    expect(priceView({ price: 98_00, rrp: 100_00 }, { rrpAsWas: false })).toMatchObject({
      comparison: { label: 'RRP:', cents: 100_00 },
      saving: null,
      percent: 2,
    })
  })

  test('compares with the undiscounted price where the RRP is not higher than the rest', () => {
    for (const rrp of [85_00, 90_00])
      expect(priceView({ price: 100_00, rrp, lineDiscount: 10_00 }, { rrpAsWas: false })?.comparison).toEqual({
        label: 'was',
        cents: 100_00,
      })
  })

  test('shows a saving of a cent', () => {
    expect(priceView({ price: 1, rrp: 2 }, { rrpAsWas: false })?.saving).toBe(1)
    expect(savingOf([{ price: 1, rrp: 2, quantity: 1 }])).toMatchObject({ savingTotal: 1, isValid: true })
  })

  const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
  const anyOffer = fc
    .record({
      price: fc.option(fc.integer({ min: -10, max: 9_999_99 })),
      rrp: fc.option(fc.integer({ min: -10, max: 9_999_99 })),
      lineDiscount: maybe(fc.integer({ min: 0, max: 1_000_00 })),
      discountOffRrp: maybe(fc.integer({ min: 0, max: 5_000_00 })),
      percentageDiscountOffRrp: maybe(fc.integer({ min: 0, max: 100 })),
      altPriceMsg: maybe(fc.constantFrom('', 'Floor stock')),
    })
    .map((offer) => JSON.parse(JSON.stringify(offer)) as Offer)

  test('of any offer is never negative, never exaggerates, and adds up', () => {
    fc.assert(
      fc.property(anyOffer, fc.integer({ min: -2, max: 99 }), fc.boolean(), (offer, quantity, rrpAsWas) => {
        const view = priceView(offer, { rrpAsWas, quantity })
        if (view === null) {
          expect(isValidPrice(offer.price)).toBe(false)
          return
        }
        const { now, comparison, saving, percent } = view
        expect(Number.isSafeInteger(now)).toBe(true)
        expect(now).toBeGreaterThanOrEqual(0)
        expect(now).toBeLessThanOrEqual(offer.price ?? 0)
        if (comparison === null) expect([saving, percent]).toEqual([null, null])
        else {
          expect(comparison.cents).toBeGreaterThan(now)
          expect([offer.rrp, offer.price]).toContain(comparison.cents)
        }
        if (saving !== null) {
          expect(saving).toBeGreaterThan(0)
          expect(saving).toBeLessThanOrEqual((comparison?.cents ?? 0) - now)
          if (offer.discountOffRrp === undefined && comparison?.cents === offer.rrp)
            expect(now + saving).toBe(comparison?.cents)
        }
        if (percent !== null) expect(percent).toBeGreaterThanOrEqual(1)
      }),
      seeded,
    )
  })
})
