import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brandOf } from '../../brands/brands.ts'
import {
  amountOffRrp,
  comparisonLabel,
  deliveryConditions,
  effectivePrice,
  formatPrice,
  gstIn,
  isLessThanRrp,
  isMeaningfulDiscount,
  isValidPrice,
  lineTotal,
  logInAddress,
  offerIn,
  percentOffRrp,
  priceParts,
  priceTypes,
  priceView,
  rrpExplanation,
  savingOf,
  shownPercent,
  type Offer,
} from './pricing.ts'

/** The same prices every time: a failure can be looked into. */
const seeded = { seed: 20_261_120, numRuns: 500 }

describe('a formatted price', () => {
  test.each([
    [1_299_00, '$1,299'],
    [49_50, '$49.50'],
    [49_05, '$49.05'],
    [49_00, '$49'],
    [1, '$0.01'],
    [1_000_000_00, '$1,000,000'],
    [999_99, '$999.99'],
    [100_000_50, '$100,000.50'],
    [129_999.9, '$1,300'],
    [49.5, '$0.50'],
    [-49.5, '-$0.50'],
  ])('%d cents are %j: rounded to cents, with two decimals only when there are some [FMT-02]', (cents, text) => {
    expect(formatPrice(cents)).toBe(text)
  })

  test('of zero is FREE, or the given text [FMT-03]', () => {
    expect([
      formatPrice(0),
      formatPrice(0.4),
      formatPrice(0, { zeroText: 'Included' }),
      formatPrice(0, { zeroText: null }),
    ]).toEqual(['FREE', 'FREE', 'Included', '$0'])
  })

  test('is N/A without a price [FMT-04]', () => {
    expect([formatPrice(null), formatPrice(undefined)]).toEqual(['N/A', 'N/A'])
  })

  test('below zero keeps its sign before the dollar [FMT-05]', () => {
    expect([formatPrice(-12_50), formatPrice(-1_299_00), formatPrice(-5)]).toEqual(['-$12.50', '-$1,299', '-$0.05'])
  })

  test('separates dollars from cents, with cents only when there are some [FMT-06]', () => {
    expect(priceParts(1_299_95)).toEqual({ dollars: '$1,299', cents: '95' })
    expect(priceParts(1_299_05)).toEqual({ dollars: '$1,299', cents: '05' })
    expect(priceParts(1_299_00)).toEqual({ dollars: '$1,299', cents: null })
    expect(priceParts(0)).toEqual({ dollars: '$0', cents: null })
  })

  test('parses back to the amount, and its parts make the text', () => {
    fc.assert(
      fc.property(fc.integer({ min: -10_000_000_00, max: 10_000_000_00 }), (cents) => {
        const text = formatPrice(cents, { zeroText: null })
        expect(Math.round(Number(text.replaceAll(/[$,]/g, '')) * 100) + 0).toBe(cents + 0)
        expect(text).toMatch(/^-?\$\d{1,3}(,\d{3})*(\.\d\d)?$/)
        const parts = priceParts(cents)
        expect(parts.dollars + (parts.cents === null ? '' : `.${parts.cents}`)).toBe(text)
      }),
      seeded,
    )
  })
})

test('price types are winning 0 and manufacturer 1 [ENUM-07]', () => {
  expect(priceTypes).toEqual({ winning: 0, manufacturer: 1 })
})

test('a price or RRP counts only when present and above zero [PRICE-03]', () => {
  expect([1, 0, -1, null, undefined].map(isValidPrice)).toEqual([true, false, false, false, false])
  expect(isLessThanRrp({ price: 0, rrp: 100 })).toBe(false)
  expect(percentOffRrp({ price: 100, rrp: 0 })).toBe(0)
  expect(priceView({ price: null, rrp: 100 }, { rrpAsWas: false })).toBeNull()
  expect(priceView({ price: 0, rrp: 100 }, { rrpAsWas: false })).toBeNull()
})

test('less than RRP is a price below its RRP [PRICE-04]', () => {
  const offers = [
    { price: 99, rrp: 100 },
    { price: 100, rrp: 100 },
    { price: 101, rrp: 100 },
    { price: 100, rrp: null },
  ]
  expect(offers.map(isLessThanRrp)).toEqual([true, false, false, false])
})

describe('a discount', () => {
  const worthSaying: [Offer, boolean][] = [
    [{ price: 95_00, rrp: 100_00 }, true],
    [{ price: 95_01, rrp: 100_00 }, false],
    [{ price: 5_000_00, rrp: 5_200_00 }, true],
    [{ price: 5_000_01, rrp: 5_200_00 }, false],
    [{ price: 1_234_81, rrp: 1_299_80 }, true],
    [{ price: 1, rrp: 2 }, true],
    [{ price: 99_00, rrp: 100_00, percentageDiscountOffRrp: 5 }, true],
    [{ price: 99_00, rrp: 100_00, percentageDiscountOffRrp: 4.99 }, false],
    [{ price: 90_00, rrp: 100_00, percentageDiscountOffRrp: 0 }, false],
    [{ price: 99_00, rrp: 100_00, discountOffRrp: 200_00 }, true],
    [{ price: 99_00, rrp: 100_00, discountOffRrp: 199_99 }, false],
  ]
  test.each(worthSaying)('of %j is shown: %s (5 percent or $200) [PRICE-05]', (offer, isMeaningful) => {
    expect(isMeaningfulDiscount(offer)).toBe(isMeaningful)
  })

  test('has the given percentage, 0 included, else computed from RRP and price [PRICE-06]', () => {
    const offer = { price: 75_00, rrp: 100_00 }
    expect(percentOffRrp(offer)).toBe(25)
    expect(percentOffRrp({ ...offer, percentageDiscountOffRrp: 12.5 })).toBe(12.5)
    expect(percentOffRrp({ ...offer, percentageDiscountOffRrp: 0 })).toBe(0)
    expect(percentOffRrp({ price: 75_00, rrp: null })).toBe(0)
    expect(amountOffRrp(offer)).toBe(25_00)
    expect(amountOffRrp({ ...offer, discountOffRrp: 30_00 })).toBe(30_00)
  })

  const percentages: [Offer, number | null][] = [
    [{ price: 199_00, rrp: 200_00 }, 1],
    [{ price: 199_01, rrp: 200_00 }, null],
    [{ price: 197_00, rrp: 200_00 }, 2],
    [{ price: 999_00, rrp: 1_299_00 }, 23],
    [{ price: 1, rrp: 1_000_000 }, 100],
    [{ price: 100_00, rrp: 100_00, percentageDiscountOffRrp: 0.5 }, 1],
    [{ price: 100_00, rrp: 100_00, percentageDiscountOffRrp: 0.49 }, null],
    [{ price: 300_00, rrp: 200_00 }, null],
  ]
  test.each(percentages)('of %j shows %j percent: whole, rounded half up, at least 1 [PRICE-09]', (offer, percent) => {
    expect(shownPercent(offer)).toBe(percent)
  })
})

describe('the effective price', () => {
  test('is the price less the line discount per quantity, and never negative [PRICE-07]', () => {
    expect(effectivePrice({ price: 100_00, lineDiscount: 30_00, quantity: 3 })).toBe(90_00)
    expect(effectivePrice({ price: 100_00, lineDiscount: 10_00, quantity: 3 })).toBe(96_67)
    expect(effectivePrice({ price: 100_00, lineDiscount: 10_00 })).toBe(90_00)
    expect(effectivePrice({ price: 100_00, lineDiscount: 10_00, quantity: 0 })).toBe(90_00)
    expect(effectivePrice({ price: 100_00, lineDiscount: 10_00, quantity: -2 })).toBe(90_00)
    expect(effectivePrice({ price: 10_00, lineDiscount: 10_01 })).toBe(0)
  })

  test('takes no line discount on the home-and-commercial variant [PRICE-08]', () => {
    const offer = { price: 100_00, rrp: null, lineDiscount: 10_00 }
    expect(effectivePrice(offerIn(offer, brandOf('hc')))).toBe(100_00)
    expect(effectivePrice(offerIn(offer, brandOf('aol')))).toBe(90_00)
  })

  test('takes no line discount off a manufacturer-fixed price', () => {
    const offer = { price: 100_00, rrp: null, lineDiscount: 10_00, priceType: 'manufacturer' } as const
    expect(effectivePrice(offerIn(offer, brandOf('aol')))).toBe(100_00)
  })
})

test('an app returns an undiscounted offer unchanged, and no line discount of zero', () => {
  const [plain, aol] = [{ price: 100_00, rrp: null }, brandOf('aol')]
  expect(offerIn(plain, aol)).toBe(plain)
  expect(offerIn({ ...plain, lineDiscount: 0 }, aol)).not.toHaveProperty('lineDiscount')
  expect(offerIn({ ...plain, lineDiscount: 1 }, aol).lineDiscount).toBe(1)
})

test('without a price nothing is due and there is no discount off the RRP', () => {
  expect([amountOffRrp({ price: null, rrp: 100_00 }), amountOffRrp({ price: 100_00, rrp: null })]).toEqual([0, 0])
  expect([lineTotal({ price: null, quantity: 3 }), effectivePrice({ price: null })]).toEqual([0, 0])
  expect(savingOf([{ price: null, rrp: null, quantity: 2 }])).toEqual({ savingTotal: 0, totalRrp: 0, isValid: false })
})

test('options are priced per unit of their line', () => {
  expect(lineTotal({ price: 100_00, extras: 10_00, quantity: 2, lineDiscount: 5_00 })).toBe(215_00)
})

describe('the label of the higher price', () => {
  const below = { price: 90_00, rrp: 100_00 }

  test("is 'was' for a discounted line and for one with its own message [PRICE-11]", () => {
    for (const rrpAsWas of [false, true]) {
      expect(comparisonLabel({ ...below, lineDiscount: 1 }, { rrpAsWas })).toBe('was')
      expect(comparisonLabel({ ...below, altPriceMsg: 'Floor stock' }, { rrpAsWas })).toBe('was')
    }
    expect(comparisonLabel({ ...below, lineDiscount: 0, altPriceMsg: '' }, { rrpAsWas: false })).toBe('RRP:')
  })

  test("is 'RRP:' when the RRP is higher, and 'was' at the outlet [PRICE-12]", () => {
    const labelIn = (offer: Offer, app: 'aol' | 'hc') =>
      comparisonLabel(offer, { rrpAsWas: brandOf(app).labelsRrpAsWas })
    expect([labelIn(below, 'aol'), labelIn(below, 'hc')]).toEqual(['RRP:', 'was'])
    for (const none of [
      { price: 100_00, rrp: 100_00 },
      { price: 110_00, rrp: 100_00 },
      { price: 100_00, rrp: null },
    ])
      expect([labelIn(none, 'aol'), labelIn(none, 'hc')]).toEqual([null, null])
  })
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
  ])('of %j is shown: %s (above zero and 5 percent of the RRPs) [PRICE-10]', (lines, isValid) => {
    expect(savingOf(lines).isValid).toBe(isValid)
  })

  test('counts each unit, the price where there is no RRP, and a line discount once', () => {
    const lines = [
      { price: 90_00, rrp: 100_00, quantity: 3 },
      { price: 50_00, rrp: null, quantity: 2 },
      { price: 70_00, rrp: 60_00, quantity: 1 },
      { price: 90_00, rrp: 100_00, quantity: 3, lineDiscount: 10_00 },
    ]
    expect(savingOf(lines)).toEqual({
      savingTotal: 30_00 + 40_00,
      totalRrp: 300_00 + 100_00 + 60_00 + 300_00,
      isValid: true,
    })
  })

  const line = fc.record({
    price: fc.integer({ min: 1, max: 5_000_00 }),
    rrp: fc.option(fc.integer({ min: 1, max: 6_000_00 })),
    quantity: fc.integer({ min: 1, max: 99 }),
    lineDiscount: fc.integer({ min: 0, max: 300_00 }),
  })

  test('is never invented, and adds up over the lines', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const all = savingOf(lines)
        const parts = lines.map((one) => savingOf([one]))
        expect(all.savingTotal).toBe(parts.reduce((sum, one) => sum + one.savingTotal, 0))
        expect(all.totalRrp).toBe(parts.reduce((sum, one) => sum + one.totalRrp, 0))
        expect(all.savingTotal).toBeGreaterThanOrEqual(0)
        for (const one of lines) {
          expect(lineTotal(one)).toBeGreaterThanOrEqual(0)
          if (one.rrp !== null && one.rrp > one.price)
            expect(lineTotal(one) + savingOf([one]).savingTotal).toBe(one.rrp * one.quantity)
        }
        if (all.isValid) expect(all.savingTotal).toBeGreaterThan(0)
        if (lines.every((one) => one.rrp === null || one.rrp <= one.price))
          expect(all).toMatchObject({ savingTotal: 0, isValid: false })
      }),
      seeded,
    )
  })
})

test('the RRP is explained, and all apps except wa mention low prices [PRICE-13]', () => {
  const meaning = 'RRP is the recommended retail price set by the manufacturer or supplier of this product.'
  const more =
    ' We may not have sold this product at the RRP. Because our prices are low every day, our usual selling price may be below it.'
  expect(rrpExplanation(brandOf('wa'))).toBe(meaning)
  for (const app of ['andoo', 'aol', 'aol-nz', 'aoc', 'wac', 'hc', 'fk'] as const)
    expect(rrpExplanation(brandOf(app))).toBe(meaning + more)
})

test('the GST in a total is one eleventh, and in New Zealand 3/23', () => {
  expect([gstIn(110_00, 'AU'), gstIn(100_00, 'AU'), gstIn(115_00, 'NZ'), gstIn(100_00, 'NZ')]).toEqual([
    10_00, 9_09, 15_00, 13_04,
  ])
  expect(gstIn(105_00, 'AU')).toBe(9_55)
})

test('free delivery is next-day in Australia and fast in New Zealand, and links to its conditions [PROM3-04]', () => {
  expect(brandOf('aol').freeDeliveryText).toBe('Free next-day delivery')
  expect(brandOf('aol-nz').freeDeliveryText).toBe('Free fast delivery')
  expect(deliveryConditions).toEqual({ text: '*conditions apply', href: '/s/delivery-information' })
})

test('logging in for a price returns the shopper to the same page', () => {
  expect(logInAddress(null)).toBe('/account/login')
  expect(logInAddress('/p/a-fridge')).toBe('/account/login?returnUrl=%2Fp%2Fa-fridge')
})
