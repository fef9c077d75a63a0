import fc from 'fast-check'
import { expect, test } from 'vitest'
import { momentText, twelveHour } from './twelve-hour.ts'

test.each([
  ['13:30', '1:30 PM'],
  ['12:15', '12:15 PM'],
  ['11:59', '11:59 AM'],
  ['9:05', '9:05 AM'],
  ['00:30', '12:30 AM'],
  ['24:00', '12:00 AM'],
  ['23:59', '11:59 PM'],
])('%s is %s [FMT-07]', (time, text) => {
  expect(twelveHour(time)).toBe(text)
})

test.each(['', '25:00', '24:01', '12:60', '12', 'noon', '12:5', '-1:00', '12:00:00'])(
  '%j is not a time of day',
  (time) => {
    expect(twelveHour(time)).toBe('')
  },
)

test('every minute of a day has a distinct text', () => {
  const texts = new Set<string>()
  fc.assert(
    fc.property(fc.nat(23), fc.nat(59), (hour, minute) => {
      const time = `${hour}:${String(minute).padStart(2, '0')}`
      expect(twelveHour(time)).toMatch(/^(1[0-2]|[1-9]):[0-5]\d [AP]M$/)
    }),
  )
  for (let at = 0; at < 24 * 60; at++)
    texts.add(twelveHour(`${Math.floor(at / 60)}:${String(at % 60).padStart(2, '0')}`))
  expect(texts.size).toBe(24 * 60)
})

test('an instant is shown in its own time zone [FMT-07]', () => {
  const at = new Date('2026-11-24T05:05:00Z')
  expect(momentText(at, 'Australia/Sydney')).toBe('24 November 2026, 4:05 PM')
  expect(momentText(at, 'Pacific/Auckland')).toBe('24 November 2026, 6:05 PM')
  expect(momentText(at, 'Australia/Perth')).toBe('24 November 2026, 1:05 PM')
})
