import { expect, test } from 'vitest'
import { numberText } from './number-text.ts'

test('a number has at most two decimals, and groups where they are asked for', () => {
  const plain = (value: number) => numberText(value, false)
  const grouped = (value: number) => numberText(value, true)
  expect([0, 10, 3.5, 0.125, 100, 1_234.56, 12_000].map(plain)).toEqual([
    '0',
    '10',
    '3.5',
    '0.13',
    '100',
    '1234.56',
    '12000',
  ])
  expect([999, 1_000, 1_234.5, 1_000_000, -12_345.678].map(grouped)).toEqual([
    '999',
    '1,000',
    '1,234.5',
    '1,000,000',
    '-12,345.68',
  ])
})

test('it is what Intl writes of numbers with up to two decimals, and of eighths', () => {
  const plain = new Intl.NumberFormat('en-AU', { maximumFractionDigits: 2, useGrouping: false })
  const grouped = new Intl.NumberFormat('en-AU', { maximumFractionDigits: 2 })
  for (let at = -2_000; at < 20_000; at++) {
    for (const value of [at, at * 61, at / 8, at / 100]) {
      // Intl writes '-0'.
      if (value > -0.005 && value < 0) continue
      expect([numberText(value, false), numberText(value, true)]).toEqual([plain.format(value), grouped.format(value)])
    }
  }
})
