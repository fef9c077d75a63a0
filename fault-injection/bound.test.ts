import { expect, test } from 'vitest'
import { boundOfNone, boundText } from './bound.ts'

test('no failures in 200 trials bound the failure rate at 1.49 %, in 3,000 at 0.10 %; no trials prove nothing', () => {
  expect(boundOfNone(200)).toBeCloseTo(0.01487, 5)
  expect(boundOfNone(3_000)).toBeCloseTo(0.000998, 6)
  expect(boundOfNone(0)).toBe(1)
  // By definition: at that rate this many trials would all pass one time in twenty.
  expect((1 - boundOfNone(200)) ** 200).toBeCloseTo(0.05, 10)
})

test('the bound agrees with the rule of three', () => {
  expect(boundText(60)).toBe('0 of 60: fewer than 4.87 % with 95 % confidence (rule of three: 5.00 %)')
})
