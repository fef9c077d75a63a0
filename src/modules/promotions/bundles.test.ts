import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bundleOffer, bundleProblem, bundlesOf, type BundleLine, type BundleOffer, type BundlePart } from './bundles.ts'

const part = (sku: string, price: number | null, more: Partial<NonNullable<BundlePart['offer']>> = {}): BundlePart => ({
  sku,
  title: `The ${sku}`,
  offer: { price, ...more },
  isBuyable: true,
})
const oven = part('OVEN', 1_000_00)
const hob = part('HOB', 500_00)
const hood = part('HOOD', 300_00)
const set = { id: 1, app: 'aol', title: 'Kitchen set', price: 1_500_00, skus: ['OVEN', 'HOB', 'HOOD'] } as const

describe('a bundle', () => {
  test('saves what its parts cost more by themselves', () => {
    expect(bundleOffer(set, [oven, hob, hood])).toEqual({ ...set, sum: 1_800_00, saving: 300_00 })
  })

  test('that is not cheaper than its parts is not sold, to the cent', () => {
    expect(bundleProblem(1_800_00, [oven, hob, hood])).toEqual({ code: 'not_cheaper', sum: 1_800_00 })
    expect(bundleProblem(1_799_99, [oven, hob, hood])).toBeNull()
    // A part has become cheaper since.
    expect(bundleOffer(set, [part('OVEN', 700_00), hob, hood])).toBeNull()
  })

  test('is not sold while one part cannot be bought, but is no mistake', () => {
    const gone = { ...hob, isBuyable: false }
    expect(bundleOffer(set, [oven, gone, hood])).toBeNull()
    expect(bundleProblem(set.price, [oven, gone, hood])).toBeNull()
  })

  test.each([
    ['number_of_parts', [oven]],
    ['part_twice', [oven, oven]],
    ['part_not_sold', [oven, { ...hob, offer: null }]],
    ['part_without_price', [oven, part('HOB', null)]],
    ['part_discounted', [oven, part('HOB', 500_00, { lineDiscount: 10_00 })]],
  ] as const)('has a problem: %s', (code, parts) => {
    expect(bundleProblem(100_00, parts)).toMatchObject({ code })
  })

  test('takes nothing off what a maker has fixed', () => {
    const makers = part('OVEN', 1_000_00, { priceType: 'manufacturer' })
    expect(bundleProblem(999_99, [makers, hob])).toEqual({ code: 'below_makers', min: 1_000_00 })
    expect(bundleProblem(1_000_00, [makers, hob])).toBeNull()
  })
})

const line = (sku: string, price: number, quantity = 1, more: Partial<BundleLine> = {}): BundleLine => ({
  sku,
  price,
  quantity,
  lineDiscount: 0,
  isMakers: false,
  isBuyable: true,
  ...more,
})
const offer: BundleOffer = { ...set, sum: 1_800_00, saving: 300_00 }
const whole = [line('OVEN', 1_000_00), line('HOB', 500_00), line('HOOD', 300_00)]

describe('the bundles of a cart', () => {
  test('take their saving off the lines in proportion', () => {
    const { applied, discounts } = bundlesOf(whole, [offer])
    expect(applied).toEqual([{ id: 1, title: 'Kitchen set', skus: set.skus, sets: 1, discount: 300_00 }])
    expect(Object.fromEntries(discounts)).toEqual({ OVEN: 166_67, HOB: 83_33, HOOD: 50_00 })
  })

  test('need every part, and count as often as the scarcest part', () => {
    expect(bundlesOf(whole.slice(1), [offer])).toEqual({ applied: [], discounts: new Map() })
    const two = [line('OVEN', 1_000_00, 2), line('HOB', 500_00, 3), line('HOOD', 300_00, 2)]
    expect(bundlesOf(two, [offer]).applied).toMatchObject([{ sets: 2, discount: 600_00 }])
  })

  test('take no unit twice: the one that saves most comes first', () => {
    const pair = {
      ...offer,
      id: 2,
      title: 'Pair',
      skus: ['OVEN', 'HOB'],
      price: 1_400_00,
      sum: 1_500_00,
      saving: 100_00,
    }
    expect(bundlesOf(whole, [pair, offer]).applied.map(({ id }) => id)).toEqual([1])
    const more = [line('OVEN', 1_000_00, 2), line('HOB', 500_00, 2), line('HOOD', 300_00)]
    expect(bundlesOf(more, [pair, offer]).applied.map(({ id, sets }) => [id, sets])).toEqual([
      [1, 1],
      [2, 1],
    ])
  })

  test('cost their price whatever was agreed on for a part, and take nothing off what is cheaper already', () => {
    const agreed = [line('OVEN', 900_00), ...whole.slice(1)]
    expect(bundlesOf(agreed, [offer]).applied).toMatchObject([{ discount: 200_00 }])
    expect(bundlesOf([line('OVEN', 600_00), ...whole.slice(1)], [offer]).applied).toEqual([])
  })

  test('leave out lines that cannot be bought or have a discount of their own', () => {
    for (const more of [{ isBuyable: false }, { lineDiscount: 1 }])
      expect(bundlesOf([line('OVEN', 1_000_00, 1, more), ...whole.slice(1)], [offer]).applied).toEqual([])
  })

  test('leave a maker’s price alone', () => {
    const { discounts } = bundlesOf([line('OVEN', 1_000_00, 1, { isMakers: true }), ...whole.slice(1)], [offer])
    expect(Object.fromEntries(discounts)).toEqual({ HOB: 187_50, HOOD: 112_50 })
  })

  test('take off the lines what they say, to the cent, and leave no line below zero', () => {
    const prices = fc.array(fc.integer({ min: 1, max: 9_999_99 }), { minLength: 2, maxLength: 6 })
    fc.assert(
      fc.property(
        prices,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 99 }),
        (all, ratio, sets) => {
          const sum = all.reduce((total, one) => total + one, 0)
          const price = Math.max(1, Math.floor(sum * ratio))
          const skus = all.map((_, at) => `P${at}`)
          const own = { id: 7, app: 'aol', title: 'Set', price, skus, sum, saving: sum - price } as const
          const lines = all.map((one, at) => line(`P${at}`, one, sets))
          const { applied, discounts } = bundlesOf(lines, [own])
          const off = [...discounts.values()].reduce((total, one) => total + one, 0)
          expect(off).toBe((sum - price) * sets)
          expect(applied.reduce((total, one) => total + one.discount, 0)).toBe(off)
          for (const [at, one] of all.entries()) expect(discounts.get(`P${at}`) ?? 0).toBeLessThanOrEqual(one * sets)
        },
      ),
    )
  })
})
