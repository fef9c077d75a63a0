import fc from 'fast-check'
import { expect, test } from 'vitest'
import { monthStarts, priceTicks, todayPlace } from './price-axis.ts'

test('the axis of prices is marked at round amounts', () => {
  expect(priceTicks(1_699_00, 1_999_00)).toEqual([1_600_00, 1_700_00, 1_800_00, 1_900_00, 2_000_00])
  expect(priceTicks(74_900, 104_900)).toEqual([70_000, 80_000, 90_000, 100_000, 110_000])
  expect(priceTicks(19_95, 24_95)).toEqual([18_00, 20_00, 22_00, 24_00, 26_00])
  expect(priceTicks(1, 3)).toEqual([1, 2, 3])
})

test('any two prices lie within three to six marks in equal steps', () => {
  const price = fc.integer({ min: 1, max: 10_000_000 })
  fc.assert(
    fc.property(price, price, (a, b) => {
      fc.pre(a !== b)
      const [lowest, highest] = [Math.min(a, b), Math.max(a, b)]
      const ticks = priceTicks(lowest, highest)
      expect(ticks.length).toBeGreaterThanOrEqual(3)
      expect(ticks.length).toBeLessThanOrEqual(6)
      expect(ticks[0]).toBeGreaterThanOrEqual(0)
      expect(ticks[0]).toBeLessThanOrEqual(lowest)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest)
      const steps = new Set(ticks.slice(1).map((tick, at) => tick - (ticks[at] ?? 0)))
      expect(steps.size).toBe(1)
    }),
  )
})

test('months are marked at their first days', () => {
  expect(monthStarts('2025-11-24', '2026-03-01')).toEqual(['2025-12-01', '2026-01-01', '2026-02-01', '2026-03-01'])
  expect(monthStarts('2026-11-01', '2026-11-30')).toEqual([])
  expect(monthStarts('2025-11-28', '2026-11-28')).toHaveLength(12)
})

test('the words on today stand where no step crosses them', () => {
  const level = { x: 0, y: 50 }
  expect(todayPlace([level])).toEqual({ y: 50, side: 'above' })
  // A rise leaves the room above it free, a fall the room below it.
  expect(todayPlace([level, { x: 90, y: 20 }])).toEqual({ y: 20, side: 'above' })
  expect(todayPlace([level, { x: 90, y: 80 }])).toEqual({ y: 80, side: 'below' })
  // A fall long ago is beside no words.
  expect(
    todayPlace([
      { x: 0, y: 10 },
      { x: 20, y: 80 },
    ]),
  ).toEqual({ y: 80, side: 'above' })
  // Both ways, or down to the axis: above all of it.
  expect(todayPlace([level, { x: 80, y: 70 }, { x: 95, y: 60 }])).toEqual({ y: 50, side: 'above' })
  expect(todayPlace([level, { x: 90, y: 100 }])).toEqual({ y: 50, side: 'above' })
})
