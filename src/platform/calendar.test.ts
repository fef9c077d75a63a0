import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, dayIn, dayOf, longDay, minuteOfDayIn, monthTitle, shortDay, tripleOf, weekdayOf } from './calendar.ts'

const anyDay = fc.integer({ min: 0, max: 40_000 }).map((count) => addDays('1990-01-01', count))

test('an instant is a different day in different time zones', () => {
  const at = new Date('2026-11-23T13:30:00Z')
  expect(dayIn('Australia/Sydney', at)).toBe('2026-11-24')
  expect(dayIn('Australia/Perth', at)).toBe('2026-11-23')
  expect(dayIn('Pacific/Auckland', at)).toBe('2026-11-24')
  expect([
    minuteOfDayIn('Australia/Sydney', at),
    minuteOfDayIn('Australia/Perth', at),
    minuteOfDayIn('Australia/Adelaide', at),
  ]).toEqual([30, 21 * 60 + 30, 0])
})

test('days are counted on the calendar, across months, leap days and daylight saving', () => {
  expect(addDays('2026-11-30', 1)).toBe('2026-12-01')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2027-02-28', 1)).toBe('2027-03-01')
  // Daylight saving begins on 4 October 2026 in Sydney: that day has 23 hours.
  expect(addDays('2026-10-03', 2)).toBe('2026-10-05')
  expect(addDays('2027-01-01', -1)).toBe('2026-12-31')
})

test('the week starts on Monday', () => {
  expect(['2026-11-23', '2026-11-24', '2026-11-29'].map(weekdayOf)).toEqual([1, 2, 7])
})

test('a year, month and day are an existing day, or null', () => {
  expect(dayOf([2026, 11, 4])).toBe('2026-11-04')
  for (const none of [
    [2026, 2, 30],
    [2026, 13, 1],
    [2026, 0, 1],
    [2026, 1, 0],
    [-1, 1, 1],
    [99_999, 1, 1],
    [2027, 2, 29],
  ] as const)
    expect(dayOf(none)).toBeNull()
  expect(dayOf([2028, 2, 29])).toBe('2028-02-29')
})

test('days are formatted as text', () => {
  expect(shortDay('2026-11-24')).toBe('Tue 24 Nov')
  expect(longDay('2024-06-03')).toBe('Monday, 3 June 2024')
  expect(monthTitle('2026-11-24')).toBe('November 2026')
})

test('every day round-trips through its parts, and through a step and back', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -5_000, max: 5_000 }), (day, count) => {
      expect(dayOf(tripleOf(day))).toBe(day)
      expect(addDays(addDays(day, count), -count)).toBe(day)
      expect(weekdayOf(addDays(day, 7))).toBe(weekdayOf(day))
      expect(day < addDays(day, 1)).toBe(true)
    }),
  )
})
