import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance } from './edit-distance.ts'

test('a single typo is one edit', () => {
  expect(editDistance('fridge', 'frdge', 1)).toBe(1)
  expect(editDistance('fridge', 'friidge', 1)).toBe(1)
  expect(editDistance('fridge', 'frudge', 1)).toBe(1)
  expect(editDistance('fridge', 'frigde', 1)).toBe(1)
  expect(editDistance('fridge', 'fridge', 1)).toBe(0)
})

test('a distance beyond the limit is the limit plus one', () => {
  expect(editDistance('fridge', 'freezer', 2)).toBe(3)
  expect(editDistance('a'.repeat(60), 'a'.repeat(60), 2)).toBe(3)
})

test('the distance equals the textbook definition, in both directions', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 })
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 4 }), (one, other, limit) => {
      const distance = Math.min(textbookDistance(one, other), limit + 1)
      expect(editDistance(one, other, limit)).toBe(distance)
      expect(editDistance(other, one, limit)).toBe(distance)
    }),
    { numRuns: 2000 },
  )
})

function textbookDistance(one: string, other: string): number {
  if (one === '' || other === '') return one.length + other.length
  const [last, otherLast] = [one.at(-1), other.at(-1)]
  const choices = [
    textbookDistance(one.slice(0, -1), other) + 1,
    textbookDistance(one, other.slice(0, -1)) + 1,
    textbookDistance(one.slice(0, -1), other.slice(0, -1)) + (last === otherLast ? 0 : 1),
  ]
  if (one.length > 1 && other.length > 1 && last === other.at(-2) && one.at(-2) === otherLast) {
    choices.push(textbookDistance(one.slice(0, -2), other.slice(0, -2)) + 1)
  }
  return Math.min(...choices)
}
