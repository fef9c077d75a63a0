import { expect, test } from 'vitest'
import { yearsUntil } from './years.ts'

test('years go down from this one to 1906, without a gap [FMT-11]', () => {
  const years = yearsUntil(2026)
  expect(years.slice(0, 3)).toEqual([2026, 2025, 2024])
  expect(years.at(-1)).toBe(1906)
  expect(years).toHaveLength(121)
  expect(yearsUntil(1906)).toEqual([1906])
})

test.each([1905, 2026.5, Number.NaN])('%d is no year to end with', (year) => {
  expect(() => yearsUntil(year)).toThrow(RangeError)
})
