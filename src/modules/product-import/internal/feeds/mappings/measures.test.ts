import { expect, test } from 'vitest'
import { cut, readKilograms, readMillimetres, readMoney, rounded } from './measures.ts'

test.each([
  ['499.00 AUD', 49_900, 'AUD'],
  ['AUD 1,299', 129_900, 'AUD'],
  ['$1,299.5', 129_950, null],
  ['1.299,00 EUR', 129_900, 'EUR'],
  ['1 299,95 nzd', 129_995, 'NZD'],
  ['1,299', 129_900, null],
  ['0.07', 7, null],
  ['19.990', 1_999, null],
])('%s is an amount', (text, cents, currency) => {
  expect(readMoney(text)).toEqual({ cents, currency })
})

test.each(['', 'free', '12.345', '1.2.3', 'AUD 5 NZD', '-5', '1e3', '99999999999999999'])(
  '%j is not an amount',
  (text) => {
    expect(readMoney(text)).toBeNull()
  },
)

test('lengths and weights need a known unit', () => {
  expect(readMillimetres('59.8 cm')).toBe(598)
  expect(readMillimetres('12 inches')).toBe(304.8)
  expect(readMillimetres('60')).toBeNull()
  expect(readMillimetres('60 parsecs')).toBeNull()
  expect(readKilograms('1,500 g')).toBe(1.5)
  expect(readKilograms('2 lbs')).toBe(0.907)
})

test('rounding is decimal', () => {
  expect(rounded(1.005, 2)).toBe(1.01)
  expect(rounded(59.8 * 10, 6)).toBe(598)
})

test('a long text is truncated at a word', () => {
  expect(cut('A very long title of a sofa', 20)).toBe('A very long title…')
  expect(cut('short', 20)).toBe('short')
  expect(cut('x'.repeat(30), 20)).toHaveLength(20)
})
