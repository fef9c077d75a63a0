import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  comparisonLabel,
  discountOff,
  formatPrice,
  isEligible,
  isValidPrice,
  priceParts,
  quarterPayment,
  savingOf,
} from './pricing.ts'

describe('a price in words', () => {
  test.each([
    [1_299_00, '$1,299'],
    [49_50, '$49.50'],
    [49_05, '$49.05'],
    [1, '$0.01'],
    [1_000_000_00, '$1,000,000'],
    [999_99, '$999.99'],
    [100_000_50, '$100,000.50'],
  ])('%i cents are %j: two decimals only when there are cents [FMT-02]', (cents, text) => {
    expect(formatPrice(cents)).toBe(text)
  })

  test('nothing is FREE, or what the place says instead [FMT-03]', () => {
    expect([formatPrice(0), formatPrice(0, { zeroText: 'Included' }), formatPrice(0, { zeroText: null })]).toEqual([
      'FREE',
      'Included',
      '$0',
    ])
  })

  test('no price is N/A [FMT-04]', () => {
    expect([formatPrice(null), formatPrice(undefined)]).toEqual(['N/A', 'N/A'])
  })

  test('less than nothing keeps its sign before the dollar [FMT-05]', () => {
    expect([formatPrice(-12_50), formatPrice(-1_299_00), formatPrice(-5)]).toEqual(['-$12.50', '-$1,299', '-$0.05'])
  })

  test('dollars stand apart from cents, and cents only when there are some [FMT-06]', () => {
    expect(priceParts(1_299_95)).toEqual({ dollars: '$1,299', cents: '95' })
    expect(priceParts(1_299_05)).toEqual({ dollars: '$1,299', cents: '05' })
    expect(priceParts(1_299_00)).toEqual({ dollars: '$1,299', cents: null })
  })

  test('the words of every amount are the amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: -10_000_000_00, max: 10_000_000_00 }), (cents) => {
        const text = formatPrice(cents, { zeroText: null })
        expect(Math.round(Number(text.replaceAll(/[$,]/g, '')) * 100) + 0).toBe(cents + 0)
        expect(text).toMatch(/^-?\$\d{1,3}(,\d{3})*(\.\d\d)?$/)
      }),
    )
  })
})

test('a price or an RRP counts only when it is there and above zero [PRICE-03]', () => {
  expect([1, 0, -1, null, undefined].map(isValidPrice)).toEqual([true, false, false, false, false])
  expect(discountOff({ price: 0, rrp: 100 })).toBeNull()
  expect(discountOff({ price: 100, rrp: 0 })).toBeNull()
})

describe('a discount', () => {
  test('is one only below the RRP [PRICE-04]', () => {
    expect([
      discountOff({ price: 100, rrp: 100 }),
      discountOff({ price: 101, rrp: 100 }),
      discountOff({ price: 100, rrp: null }),
    ]).toEqual([null, null, null])
    expect(discountOff({ price: 99, rrp: 100 })?.offCents).toBe(1)
  })

  test.each([
    [{ price: 95_00, rrp: 100_00 }, true],
    [{ price: 95_01, rrp: 100_00 }, false],
    [{ price: 5_000_00, rrp: 5_200_00 }, true],
    [{ price: 5_000_01, rrp: 5_200_00 }, false],
    [{ price: 1_234_81, rrp: 1_299_80 }, true],
    [{ price: 1, rrp: 2 }, true],
  ])('of %j is worth saying: %s (5 percent or $200) [PRICE-05]', (offer, isMeaningful) => {
    expect(discountOff(offer)?.isMeaningful).toBe(isMeaningful)
  })

  test('its percentage is computed from RRP and price [PRICE-06]', () => {
    expect(discountOff({ price: 75_00, rrp: 100_00 })?.shownPercent).toBe(25)
    expect(discountOff({ price: 999_00, rrp: 1_299_00 })?.shownPercent).toBe(23)
  })

  test.each([
    [{ price: 199_00, rrp: 200_00 }, 1],
    [{ price: 199_01, rrp: 200_00 }, null],
    [{ price: 197_00, rrp: 200_00 }, 2],
    [{ price: 1, rrp: 1_000_000 }, 100],
  ])('of %j shows %j percent: whole, from half up, at least 1 [PRICE-09]', (offer, percent) => {
    expect(discountOff(offer)?.shownPercent ?? null).toBe(percent)
  })

  test('never says more than there is', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -10, max: 10_000_00 }),
        fc.option(fc.integer({ min: -10, max: 10_000_00 })),
        (price, rrp) => {
          const found = discountOff({ price, rrp })
          if (found === null) {
            expect(!isValidPrice(price) || !isValidPrice(rrp) || rrp <= price).toBe(true)
            return
          }
          expect(found.offCents).toBe((rrp ?? 0) - price)
          expect(found.offCents).toBeGreaterThan(0)
          if (found.shownPercent !== null) {
            expect(found.shownPercent).toBeGreaterThanOrEqual(1)
            expect(Math.abs(found.shownPercent - (100 * found.offCents) / (rrp ?? 1))).toBeLessThanOrEqual(0.5)
          }
        },
      ),
    )
  })
})

test('the higher price is an RRP, and a former price in the outlet [PRICE-12]', () => {
  const offer = { price: 90_00, rrp: 100_00 }
  expect(comparisonLabel(offer, { rrpAsWas: false })).toBe('RRP:')
  expect(comparisonLabel(offer, { rrpAsWas: true })).toBe('was')
  for (const none of [
    { price: 100_00, rrp: 100_00 },
    { price: 100_00, rrp: null },
  ])
    expect(comparisonLabel(none, { rrpAsWas: false })).toBeNull()
})

describe('the saving of a cart', () => {
  test.each([
    [[{ price: 95_00, rrp: 100_00, quantity: 1 }], true],
    [[{ price: 95_01, rrp: 100_00, quantity: 1 }], false],
    [
      [
        { price: 95_00, rrp: 100_00, quantity: 1 },
        { price: 1, rrp: null, quantity: 1 },
      ],
      false,
    ],
    [[{ price: 100_00, rrp: 100_00, quantity: 3 }], false],
    [[], false],
  ])('of %j is worth saying: %s (above nothing and 5 percent of the RRPs) [PRICE-10]', (lines, isValid) => {
    expect(savingOf(lines).isValid).toBe(isValid)
  })

  test('counts each unit, and a price where there is no RRP', () => {
    const lines = [
      { price: 90_00, rrp: 100_00, quantity: 3 },
      { price: 50_00, rrp: null, quantity: 2 },
      { price: 70_00, rrp: 60_00, quantity: 1 },
    ]
    expect(savingOf(lines)).toEqual({ savingTotal: 30_00, totalRrp: 300_00 + 100_00 + 60_00, isValid: true })
  })

  const line = fc.record({
    price: fc.integer({ min: 1, max: 5_000_00 }),
    rrp: fc.option(fc.integer({ min: 1, max: 6_000_00 })),
    quantity: fc.integer({ min: 1, max: 99 }),
  })

  test('is never one that is not there, and adds up over the lines', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const all = savingOf(lines)
        const parts = lines.map((one) => savingOf([one]))
        expect(all.savingTotal).toBe(parts.reduce((sum, one) => sum + one.savingTotal, 0))
        expect(all.totalRrp).toBe(parts.reduce((sum, one) => sum + one.totalRrp, 0))
        expect(all.savingTotal).toBeGreaterThanOrEqual(0)
        if (all.isValid) expect(all.savingTotal).toBeGreaterThan(0)
        if (lines.every((one) => one.rrp === null || one.rrp <= one.price))
          expect(all).toMatchObject({ savingTotal: 0, isValid: false })
      }),
    )
  })
})

describe('a method of payment', () => {
  const limits = { minimum: 1_00, maximum: 2_000_00 }

  test('that is off is for no price [PAYO-06]', () => {
    expect(isEligible(100_00, null)).toBe(false)
    expect(isEligible(100_00, limits)).toBe(true)
  })

  test('is not for a price of zero [PAYO-07]', () => {
    expect([isEligible(0, { minimum: 0, maximum: 10 }), isEligible(null, limits)]).toEqual([false, false])
  })

  test('is for prices from its minimum to its maximum, both included [PAYO-08]', () => {
    expect([99, 1_00, 2_000_00, 2_000_01].map((cents) => isEligible(cents, limits))).toEqual([false, true, true, false])
  })
})

test('four payments are a quarter each, rounded up to the cent [PAY-05]', () => {
  expect([100_00, 100_01, 99_99, 1].map(quarterPayment)).toEqual([25_00, 25_01, 25_00, 1])
  fc.assert(
    fc.property(fc.nat(10_000_000), (total) => {
      const paid = 4 * quarterPayment(total)
      expect(paid).toBeGreaterThanOrEqual(total)
      expect(paid - total).toBeLessThan(4)
    }),
  )
})
