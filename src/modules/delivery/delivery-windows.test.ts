import { expect, test } from 'vitest'
import { isWindow, windowText, windowsOn } from './delivery-windows.ts'

test.each([
  ['07:00-12:00', '7 am to 12 pm'],
  ['12:00-17:30', '12 pm to 5.30 pm'],
  ['00:00-06:05', '12 am to 6.05 am'],
])('%s is said as %s', (window, text) => {
  expect(isWindow(window)).toBe(true)
  expect(windowText(window)).toBe(text)
})

test.each(['7:00-12:00', '12:00-07:00', '12:00-12:00', '12:00', '24:00-25:00', '', '07:00-12:00 '])(
  '‘%s’ is no window',
  (text) => expect(isWindow(text)).toBe(false),
)

test('the day of the order has no windows, since a part of it has passed', () => {
  const windows = ['07:00-12:00', '12:00-17:00']
  expect(windowsOn(windows, '2026-11-25', '2026-11-24')).toEqual(windows)
  expect(windowsOn(windows, '2026-11-24', '2026-11-24')).toEqual([])
  expect(windowsOn(windows, null, '2026-11-24')).toEqual([])
})
