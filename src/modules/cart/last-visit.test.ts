import { expect, test } from 'vitest'
import { changeSince, lineChangeText, type Seen } from './last-visit.ts'

const seen = (price: number | null, isBuyable = true): Seen => ({ price, isBuyable })
const reported = (before: Seen | null, now: Seen): string | null => {
  const change = changeSince(before, { title: 'Washer', ...now })
  return change === null ? null : lineChangeText(change)
}

test('a price change is reported with the old price, up or down, to the cent', () => {
  expect(reported(seen(999_00), seen(949_50))).toBe('Washer: was $999, now $949.50.')
  expect(reported(seen(949_50), seen(999_00))).toBe('Washer: was $949.50, now $999.')
  expect(reported(seen(999_00), seen(999_00))).toBe(null)
})

test('a product that becomes unavailable or available again is reported once, without a hidden price', () => {
  expect(reported(seen(999_00), seen(999_00, false))).toBe('Washer is no longer available.')
  expect(reported(seen(999_00), seen(null, false))).toBe('Washer is no longer available.')
  expect(reported(seen(999_00, false), seen(949_00, false))).toBe(null)
  expect(reported(seen(999_00, false), seen(949_00))).toBe('Washer is available again.')
})

test('a line never seen before has nothing to report', () => {
  expect(reported(null, seen(999_00))).toBe(null)
  expect(reported(null, seen(null, false))).toBe(null)
})
