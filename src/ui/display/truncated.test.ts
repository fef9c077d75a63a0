import fc from 'fast-check'
import { expect, test } from 'vitest'
import { truncated } from './truncated.ts'

test('a text of 84 characters is unchanged, a longer one is truncated with three dots [FMT-09]', () => {
  expect(truncated('x'.repeat(84))).toBe('x'.repeat(84))
  expect(truncated('x'.repeat(85))).toBe(`${'x'.repeat(84)}...`)
})

test('the limit can be lower; no space precedes the dots [ui-11]', () => {
  expect(truncated('A fridge with two doors', 9)).toBe('A fridge...')
  expect(truncated('Notes of a reminder, long', 20)).toBe('Notes of a reminder,...')
})

test('truncated text is a prefix, never over the limit, and splits no character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, limit) => {
      const cut = truncated(text, limit)
      if ([...text].length <= limit) {
        expect(cut).toBe(text)
        return
      }
      expect(cut.endsWith('...')).toBe(true)
      expect(text.startsWith(cut.slice(0, -3))).toBe(true)
      expect([...cut].length).toBeLessThanOrEqual(limit + 3)
      expect(cut.isWellFormed()).toBe(text.isWellFormed())
    }),
  )
})
