import { expect, test } from 'vitest'
import { changeSince, lineChangeText, type Seen } from './last-visit.ts'

const seen = (price: number | null, isBuyable = true): Seen => ({ price, isBuyable })
const reported = (before: Seen | null, now: Seen): string | null => {
  const change = changeSince(before, { title: 'Washer', ...now })
  return change === null ? null : lineChangeText(change)
}

test('another price is told with the one before, dearer or cheaper, to the cent', () => {
  expect(reported(seen(999_00), seen(949_50))).toBe('Washer: was $999, now $949.50.')
  expect(reported(seen(949_50), seen(999_00))).toBe('Washer: was $949.50, now $999.')
  expect(reported(seen(999_00), seen(999_00))).toBe(null)
})

test('what cannot be bought any more is told once, and so is what can be again, without a price that nobody can pay', () => {
  expect(reported(seen(999_00), seen(999_00, false))).toBe('Washer is no longer available.')
  expect(reported(seen(999_00), seen(null, false))).toBe('Washer is no longer available.')
  expect(reported(seen(999_00, false), seen(949_00, false))).toBe(null)
  expect(reported(seen(999_00, false), seen(949_00))).toBe('Washer is available again.')
})

test('of a line that nobody has seen there is nothing to tell', () => {
  expect(reported(null, seen(999_00))).toBe(null)
  expect(reported(null, seen(null, false))).toBe(null)
})
