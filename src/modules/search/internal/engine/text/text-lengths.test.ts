import { expect, test } from 'vitest'
import { TextLengths } from './text-lengths.ts'

function lengthsOf(...lengths: number[]) {
  const texts = new TextLengths()
  for (const [slot, length] of lengths.entries()) texts.put(slot, length)
  return texts
}

test('a word weighs 1 in a text of average length, more in a shorter and less in a longer one', () => {
  const factors = lengthsOf(5, 10, 15).factors(0.75)
  expect(factors[10]).toBe(1)
  expect(factors[5]).toBeCloseTo(1.6)
  expect(factors[20]).toBeCloseTo(1 / 1.75)
})

test('a text that is hardly there does not weigh more than a quarter of an average one', () => {
  const factors = lengthsOf(20).factors(0.75)
  expect(factors[0]).toBe(factors[5])
})

test('without a share the length does not count', () => {
  expect([...new Set(lengthsOf(3, 40).factors(0))]).toEqual([1])
})

test('texts of products that go no longer count', () => {
  const texts = lengthsOf(4, 100, 6)
  texts.compact(Int32Array.of(0, -1, 1))
  expect([...texts.of.subarray(0, 2)]).toEqual([4, 6])
  expect(texts.average).toBe(5)
})
