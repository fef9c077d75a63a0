import { expect, test } from 'vitest'
import { shiftsOf, speedWord, stepOf, defaultWorst } from './speed.ts'

test('a value stored in its bucket reads back at most a tenth larger', () => {
  for (const figure of [2, 37, 199, 200, 1_400, 2_500, 9_999, 120_000]) {
    const back = defaultWorst([{ step: stepOf(figure), count: 1 }]) ?? 0
    expect(back).toBeGreaterThanOrEqual(figure)
    expect(back).toBeLessThanOrEqual(figure * 1.1 + 1)
  }
  expect([stepOf(0), defaultWorst([{ step: 0, count: 3 }]), defaultWorst([])]).toEqual([0, 0, null])
})

test('the reported value is the 75th percentile', () => {
  const steps = [100, 100, 100, 5_000].map((figure) => ({ step: stepOf(figure), count: 1 }))
  expect(defaultWorst(steps)).toBe(107)
  expect(defaultWorst([...steps, { step: stepOf(5_000), count: 1 }])).toBe(5_313)
})

test('good and poor follow the Core Web Vitals thresholds', () => {
  expect([speedWord('lcp', 2_500), speedWord('lcp', 2_501), speedWord('lcp', 4_001)]).toEqual(['good', 'fair', 'poor'])
  expect([speedWord('inp', 200), speedWord('cls', 251)]).toEqual(['good', 'poor'])
})

test('layout shift counts by its worst session window: at most five seconds, ended by a second without one', () => {
  expect(shiftsOf([])).toBe(0)
  expect(
    shiftsOf([
      { at: 0, by: 0.1 },
      { at: 900, by: 0.1 },
      { at: 3_000, by: 0.15 },
    ]),
  ).toBeCloseTo(0.2)
  const steady = Array.from({ length: 8 }, (_, at) => ({ at: at * 900, by: 0.1 }))
  expect(shiftsOf(steady)).toBeCloseTo(0.6)
})
