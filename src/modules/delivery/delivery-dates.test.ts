import { describe, expect, test } from 'vitest'
import { type Day, addDays, dayIn, minuteOfDayIn } from '../../platform/calendar.ts'
import { type Zone, chargeOf, dateAndPrice, dayLabel, deliveryCalendar, freeFrom, orderWithinText } from './delivery.ts'
import {
  availableDays,
  brisbane,
  brokenHill,
  calendarAt,
  dubbo,
  on,
  stock,
  sydney,
  zone,
} from './calendar-for-tests.ts'

describe('a delivery date', () => {
  test('has the price of its weekday', () => {
    const metro = calendarAt('2026-11-16 11:00', sydney)
    expect(['2026-11-20', '2026-11-21', '2026-11-22'].map((day) => on(metro, day).price)).toEqual([0, 40_00, 60_00])
    expect(on(calendarAt('2026-11-16 11:00', dubbo), '2026-11-20').price).toBe(65_00)
    expect(calendarAt('2026-11-16 11:00', brokenHill)?.first?.price).toBe(120_00)
    expect(on(calendarAt('2026-11-16 11:00', zone('1010', 'metro-nz')), '2026-11-21').price).toBe(49_00)
    expect(calendarAt('2026-11-16 11:00', zone('1010', 'regional-nz'))?.first?.price).toBe(79_00)
  })

  test('is a delivery weekday of the tier', () => {
    expect(availableDays(calendarAt('2026-11-16 11:00', dubbo), '2026-11-26')).toEqual([
      '2026-11-19',
      '2026-11-20',
      '2026-11-23',
      '2026-11-24',
      '2026-11-25',
      '2026-11-26',
    ])
    expect(availableDays(calendarAt('2026-11-16 11:00', brokenHill), '2026-12-17')).toEqual([
      '2026-12-08',
      '2026-12-10',
      '2026-12-15',
      '2026-12-17',
    ])
    expect(on(calendarAt('2026-11-16 11:00', zone('1010', 'metro-nz')), '2026-11-22').available).toBe(false)
  })

  test('is never a public holiday, which does not delay the days after it', () => {
    const calendar = calendarAt('2026-11-16 11:00', sydney, { holidays: ['2026-11-17'] })
    expect(availableDays(calendar, '2026-11-19')).toEqual(['2026-11-18', '2026-11-19'])
  })

  test('is never a closed day', () => {
    const calendar = calendarAt('2026-11-16 11:00', sydney, { days: { '2026-11-18': { isClosed: true } } })
    expect(availableDays(calendar, '2026-11-19')).toEqual(['2026-11-17', '2026-11-19'])
  })

  test('accepts as many orders as its tier, or its own capacity', () => {
    const days = {
      '2026-11-17': { booked: 60 },
      '2026-11-18': { booked: 59 },
      '2026-11-19': { booked: 59, capacity: 20 },
      '2026-11-20': { booked: 61, capacity: 100 },
      '2026-11-21': { capacity: 0 },
    }
    expect(availableDays(calendarAt('2026-11-16 11:00', sydney, { days }), '2026-11-22')).toEqual([
      '2026-11-18',
      '2026-11-20',
      '2026-11-22',
    ])
  })

  test('has its own price first, and a text before that', () => {
    const days = {
      '2026-11-16': { price: 99_00 },
      '2026-11-18': { price: 25_50 },
      '2026-11-21': { price: 0 },
      '2026-11-22': { price: 10_00, priceText: 'Call us' },
    }
    const calendar = calendarAt('2026-11-16 09:00', sydney, { days })
    expect(Object.keys(days).map((day) => on(calendar, day).price)).toEqual([99_00, 25_50, 0, 'Call us'])
  })

  test('is free on weekdays with a free delivery coupon; Saturday, Sunday and same day keep their price', () => {
    const regional = calendarAt('2026-11-16 09:00', dubbo, { weekdaysAreFree: true })
    expect(regional?.first).toEqual({ day: '2026-11-19', price: 0, available: true })
    const metro = calendarAt('2026-11-16 09:00', sydney, { weekdaysAreFree: true })
    const prices = ['2026-11-16', '2026-11-17', '2026-11-21', '2026-11-22'].map((day) => on(metro, day).price)
    expect(prices).toEqual([79_00, 0, 40_00, 60_00])
  })

  test('adds its price to the order; a text, null or negative price adds 0', () => {
    expect([59_50, 0, -5_00, 'Call us', null].map(chargeOf)).toEqual([59_50, 0, 0, 0, 0])
  })
})

describe('warehouse local time decides', () => {
  const at = ({ warehouse }: Zone, instant: string) => {
    const when = new Date(instant)
    return { today: dayIn(warehouse.timeZone, when), minute: minuteOfDayIn(warehouse.timeZone, when) }
  }
  const firstOf = (where: Zone, instant: string) => {
    const items = [{ quantity: 1, stock: { [where.warehouse.code]: stock(9) } }]
    const facts = { zone: where, items, holidays: new Set<Day>(), days: new Map(), weekdaysAreFree: false }
    return deliveryCalendar({ ...facts, now: at(where, instant) })?.first?.day
  }
  const perth = zone('6000', 'metro-au')

  test('it is still yesterday in Perth after midnight in Sydney', () => {
    expect(at(sydney, '2026-11-16T13:00Z')).toEqual({ today: '2026-11-17', minute: 0 })
    expect(at(sydney, '2026-11-16T12:59Z')).toEqual({ today: '2026-11-16', minute: 1439 })
    expect(at(perth, '2026-11-16T13:00Z')).toEqual({ today: '2026-11-16', minute: 21 * 60 })
    expect([firstOf(sydney, '2026-11-17T01:00Z'), firstOf(perth, '2026-11-16T05:59Z')]).toEqual([
      '2026-11-18',
      '2026-11-17',
    ])
  })

  test('one instant is after the cut-off in Sydney and before it in Brisbane and Perth', () => {
    const instant = '2026-11-16T03:00Z'
    expect([sydney, brisbane, perth].map((where) => firstOf(where, instant))).toEqual([
      '2026-11-18',
      '2026-11-17',
      '2026-11-17',
    ])
  })

  test('the cut-off stays at 14:00 local time across daylight saving changes', () => {
    // 5 April 2026 has 25 hours in Sydney, 4 October 2026 has 23; Brisbane keeps the same time all year.
    expect(at(sydney, '2026-04-05T03:59Z')).toEqual({ today: '2026-04-05', minute: 13 * 60 + 59 })
    expect(at(sydney, '2026-10-04T02:59Z')).toEqual({ today: '2026-10-04', minute: 13 * 60 + 59 })
    expect([firstOf(sydney, '2026-04-05T03:59Z'), firstOf(sydney, '2026-04-05T04:00Z')]).toEqual([
      '2026-04-06',
      '2026-04-07',
    ])
    expect([firstOf(sydney, '2026-10-04T02:59Z'), firstOf(sydney, '2026-10-04T03:00Z')]).toEqual([
      '2026-10-05',
      '2026-10-06',
    ])
    expect(firstOf(brisbane, '2026-10-04T03:59Z')).toBe('2026-10-05')
  })

  test('calendar days neither skip nor repeat across daylight saving changes', () => {
    for (const start of ['2026-03-20', '2026-09-20']) {
      const days = calendarAt(`${start} 00:30`, sydney)?.dates.map((date) => date.day) ?? []
      expect(new Set(days).size).toBe(120)
      expect(days.at(-1)).toBe(addDays(start, 119))
    }
  })
})

describe('a day label', () => {
  const label = (price: number | string | null, { available = true, isToday = false } = {}) =>
    dayLabel({ price, available }, isToday)

  test('is its price in dollars, with cents only when there are some [DLV-07]', () => {
    expect([label(40_00), label(59_50), label(1_250_00)]).toEqual(['$40', '$59.50', '$1,250'])
  })

  test('is FREE at zero or less [DLV-08]', () => {
    expect([label(0), label(-1)]).toEqual(['FREE', 'FREE'])
  })

  test('is a given text unchanged [DLV-09]', () => {
    expect([label('Call us'), label('Call us', { isToday: true })]).toEqual(['Call us', 'TODAY - Call us'])
  })

  test('says today, with its price or FREE [DLV-10] [DLV-11]', () => {
    expect([label(79_00, { isToday: true }), label(0, { isToday: true })]).toEqual(['TODAY - $79', 'TODAY - FREE'])
  })

  test('says only today when unavailable [DLV-12]', () => {
    expect(label(79_00, { available: false, isToday: true })).toBe('TODAY')
  })

  test('is absent on other unavailable days, and without a price', () => {
    expect([label(40_00, { available: false }), label(null)]).toEqual([null, null])
    expect(label(null, { isToday: true })).toBe('TODAY')
  })

  test('in a sentence is preceded by the date', () => {
    expect(dateAndPrice({ day: '2026-11-24', price: 0, available: true })).toBe('Tue 24 Nov · FREE')
    expect(dateAndPrice({ day: '2026-11-28', price: 40_00, available: true })).toBe('Sat 28 Nov · $40')
    expect(dateAndPrice({ day: '2026-11-28', price: 'Call us', available: true })).toBe('Sat 28 Nov · Call us')
  })

  test('names the first free day separately', () => {
    expect(freeFrom({ day: '2026-11-23' })).toBe('FREE from Mon 23 Nov')
  })

  test('shows the remaining time for half a day', () => {
    expect([720, 130, 45, 1].map(orderWithinText)).toEqual([
      'order within 12 h 0 min',
      'order within 2 h 10 min',
      'order within 45 min',
      'order within 1 min',
    ])
    expect([null, 0, -3, 721].map(orderWithinText)).toEqual([null, null, null, null])
  })
})
