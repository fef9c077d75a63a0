import { describe, expect, test } from 'vitest'
import {
  holdsAll,
  hoursToday,
  pickupReadyAt,
  pickupStatus,
  pickupTimeText,
  stockOfLines,
  storeStockText,
  weekText,
} from './pickup.ts'
import { openTimesOf, type Store, type StoredHours } from './stores.ts'

const hours: StoredHours = [
  ['09:00', '17:30'],
  ['09:00', '17:30'],
  ['09:00', '17:30'],
  ['09:00', '20:00'],
  ['09:00', '17:30'],
  ['10:00', '16:00'],
  null,
]
const store = (more: Partial<Store> = {}) => ({
  isAppointmentOnly: false,
  offersPickup: true,
  openTimes: openTimesOf(hours),
  timeZone: 'Australia/Sydney',
  ...more,
})
const none = new Set<string>()

/** When an order of a moment in Sydney is ready there; 24 November 2026 is a Tuesday. */
const ready = (at: string, { holidays = none, more = {} }: { holidays?: Set<string>; more?: Partial<Store> } = {}) => {
  const now = new Date(`${at}+11:00`)
  const readyAt = pickupReadyAt(store(more), { holidays, now })
  return readyAt === null ? null : pickupTimeText(readyAt, store(more), now)
}

describe('an order is ready', () => {
  test('two hours later while the store is open, on the quarter of the hour', () => {
    expect(ready('2026-11-24T12:00')).toBe('today from 2:00 PM')
    expect(ready('2026-11-24T12:01')).toBe('today from 2:15 PM')
    expect(ready('2026-11-24T15:15')).toBe('today from 5:15 PM')
  })

  test('two hours after opening where it is ordered before', () => {
    expect(ready('2026-11-24T06:30')).toBe('today from 11:00 AM')
  })

  test('the next day where the store closes first: the hours of this day count', () => {
    expect(ready('2026-11-24T15:30')).toBe('tomorrow from 9:00 AM')
    expect(ready('2026-11-24T16:30')).toBe('tomorrow from 10:00 AM')
    expect(ready('2026-11-24T17:30')).toBe('tomorrow from 11:00 AM')
    expect(ready('2026-11-24T23:59')).toBe('tomorrow from 11:00 AM')
  })

  test('after days on which the store is closed, and after public holidays', () => {
    expect(ready('2026-11-28T15:00')).toBe('Mon 30 Nov from 10:00 AM')
    expect(ready('2026-11-28T15:00', { holidays: new Set(['2026-11-30']) })).toBe('Tue 1 Dec from 10:00 AM')
    expect(ready('2026-11-24T12:00', { holidays: new Set(['2026-11-24']) })).toBe('tomorrow from 11:00 AM')
  })

  test('on the clock of the store, also across the change to summer time', () => {
    expect(ready('2026-11-24T12:00', { more: { timeZone: 'Australia/Perth' } })).toBe('today from 11:00 AM')
    const auckland = store({ timeZone: 'Pacific/Auckland' })
    const saturday = new Date('2026-09-26T15:00+12:00')
    const readyAt = pickupReadyAt(auckland, { holidays: none, now: saturday })
    // Sunday, when the clocks change, is closed: an hour of Saturday counts.
    expect(readyAt?.toISOString()).toBe(new Date('2026-09-28T10:00+13:00').toISOString())
  })

  test('never in a store without pickup, one by appointment, or one that does not open', () => {
    expect(ready('2026-11-24T12:00', { more: { offersPickup: false } })).toBeNull()
    expect(ready('2026-11-24T12:00', { more: { isAppointmentOnly: true } })).toBeNull()
    expect(ready('2026-11-24T12:00', { more: { openTimes: openTimesOf(hours.map(() => null)) } })).toBeNull()
  })
})

test('the hours of a day are those of the store’s own day, and none on a holiday', () => {
  const now = new Date('2026-11-24T12:00+11:00')
  expect(hoursToday(store(), none, now)).toBe('Open today 9:00 AM – 5:30 PM')
  expect(hoursToday(store(), new Set(['2026-11-24']), now)).toBe('Closed today')
  expect(hoursToday(store(), none, new Date('2026-11-29T12:00+11:00'))).toBe('Closed today')
})

test('a week is written with its equal days together', () => {
  expect(weekText(openTimesOf(hours))).toEqual([
    'Mon to Wed 9:00 AM – 5:30 PM',
    'Thu 9:00 AM – 8:00 PM',
    'Fri 9:00 AM – 5:30 PM',
    'Sat 10:00 AM – 4:00 PM',
    'Sun Closed',
  ])
})

test('a store holds all of a cart, a part of it, or nothing', () => {
  const lines = [
    { productId: 1, quantity: 2 },
    { productId: 2, quantity: 1 },
  ]
  const stockWith = (units: Record<number, number>) => stockOfLines(lines, (id) => units[id] ?? 0)
  expect(stockWith({ 1: 5, 2: 1 })).toEqual({ held: 3, of: 3 })
  expect(holdsAll(stockWith({ 1: 5, 2: 1 }))).toBe(true)
  expect(storeStockText(stockWith({ 1: 5, 2: 1 }))).toBe('All 3 items in stock')
  // More than enough of one product does not make up for another.
  expect(holdsAll(stockWith({ 1: 5 }))).toBe(false)
  expect(storeStockText(stockWith({ 1: 5 }))).toBe('2 of 3 items in stock')
  expect(storeStockText(stockWith({}))).toBe('Not in stock')
  expect(storeStockText({ held: 1, of: 1 })).toBe('In stock')
})

test('the product page says of each store whether it offers pickup', () => {
  expect(pickupStatus({ offersPickup: true }, 2)).toBe('In stock')
  expect(pickupStatus({ offersPickup: true }, 0)).toBe('Not in stock')
  expect(pickupStatus({ offersPickup: false }, 2)).toBe('No pickup')
})
