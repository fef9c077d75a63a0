import { describe, expect, test } from 'vitest'
import { type RequestedItem, readyDay } from './delivery.ts'
import {
  type DeliveryRequest,
  brisbane,
  brokenHill,
  calendarAt,
  dubbo,
  firstAt,
  inBrisbane,
  inSydney,
  on,
  stock,
  sydney,
  tiers,
  warehouses,
  zone,
} from './calendar-for-tests.ts'

describe('the terms of decision delivery-16', () => {
  test('ten warehouses load until 14:00; only Sydney and Melbourne deliver the same day, until 10:00', () => {
    expect(warehouses.map(({ code }) => code)).toEqual([
      '2000',
      '3000',
      '2600',
      '4000',
      '5000',
      '6000',
      '7000',
      '0800',
      '1010',
      '8011',
    ])
    expect(new Set(warehouses.map(({ cutOff }) => cutOff))).toEqual(new Set([14 * 60]))
    expect(warehouses.filter((one) => one.sameDayCutOff !== null).map((one) => [one.code, one.sameDayCutOff])).toEqual([
      ['2000', 600],
      ['3000', 600],
    ])
  })

  test('each tier has the documented lead days, weekdays, prices and orders per day', () => {
    expect(
      tiers.map((one) => [
        one.code,
        one.leadDays,
        one.weekdays.join(''),
        one.weekday,
        one.saturday,
        one.sunday,
        one.sameDay,
        one.ordersADay,
      ]),
    ).toEqual([
      ['metro-au', 1, '1234567', 0, 40_00, 60_00, 79_00, 60],
      ['regional-au', 3, '12345', 65_00, null, null, null, 20],
      ['remote-au', 7, '24', 120_00, null, null, null, 8],
      ['metro-nz', 2, '123456', 0, 49_00, null, null, 30],
      ['regional-nz', 4, '12345', 79_00, null, null, null, 12],
    ])
  })
})

describe('the earliest date', () => {
  test.each([
    ['metro AU, 1 day', brisbane, '2026-11-17'],
    ['regional AU, 3 days', dubbo, '2026-11-19'],
    ['remote AU, 7 Tuesdays and Thursdays', brokenHill, '2026-12-08'],
    ['metro NZ, 2 days', zone('1010', 'metro-nz'), '2026-11-18'],
    ['regional NZ, 4 days', zone('8011', 'regional-nz'), '2026-11-20'],
  ])('is the tier’s lead days away: %s', (_, where, expected) => {
    expect(firstAt('2026-11-16 09:00', where)).toBe(expected)
  })

  test('counts lead days in delivery weekdays', () => {
    expect(firstAt('2026-11-20 09:00', dubbo)).toBe('2026-11-25')
    expect(firstAt('2026-11-20 09:00', zone('1010', 'metro-nz'))).toBe('2026-11-23')
  })

  test('moves one delivery day at the cut-off, not a minute before', () => {
    expect(firstAt('2026-11-16 13:59', brisbane)).toBe('2026-11-17')
    expect(firstAt('2026-11-16 14:00', brisbane)).toBe('2026-11-18')
    expect(firstAt('2026-11-16 13:59', dubbo)).toBe('2026-11-19')
    expect(firstAt('2026-11-16 14:00', dubbo)).toBe('2026-11-20')
  })

  test('moves on a Friday afternoon too, although no truck leaves at the weekend', () => {
    expect(firstAt('2026-11-20 13:59', dubbo)).toBe('2026-11-25')
    expect(firstAt('2026-11-20 14:00', dubbo)).toBe('2026-11-26')
  })

  test('says how long it still holds: until the cut-off, then nothing', () => {
    expect(calendarAt('2026-11-16 11:50', brisbane)?.orderWithin).toBe(130)
    expect(calendarAt('2026-11-16 14:00', brisbane)?.orderWithin).toBeNull()
    expect(calendarAt('2026-11-16 09:15', sydney)?.orderWithin).toBe(45)
    expect(calendarAt('2026-11-16 10:00', sydney)?.orderWithin).toBe(240)
  })

  test('names the first free day beside a paid one, and none beside a free one', () => {
    // Friday morning in Brisbane: Saturday costs, Monday is free.
    const friday = calendarAt('2026-11-20 09:00', brisbane)
    expect([friday?.first?.day, friday?.firstFree?.day]).toEqual(['2026-11-21', '2026-11-23'])
    const monday = calendarAt('2026-11-16 09:00', brisbane)
    expect([monday?.first?.day, monday?.firstFree]).toEqual(['2026-11-17', null])
    // Where no day is free none is named.
    expect(calendarAt('2026-11-16 09:00', dubbo)?.firstFree).toBeNull()
  })
})

describe('same-day delivery', () => {
  test('is offered in Sydney and Melbourne until 10:00, at its own price', () => {
    for (const where of [sydney, zone('3000', 'metro-au')]) {
      const calendar = calendarAt('2026-11-16 09:59', where)
      expect(calendar?.first).toEqual({ day: '2026-11-16', price: 79_00, available: true })
      expect(on(calendar, '2026-11-17')).toEqual({ day: '2026-11-17', price: 0, available: true })
      expect(firstAt('2026-11-16 10:00', where)).toBe('2026-11-17')
    }
  })

  test('is offered nowhere else', () => {
    const metro = warehouses.filter(({ code }) => code !== '2000' && code !== '3000').map(({ code }) => code)
    for (const code of metro) expect(firstAt('2026-11-16 00:00', zone(code, 'metro-au'))).toBe('2026-11-17')
    expect(firstAt('2026-11-16 00:00', dubbo)).toBe('2026-11-19')
  })

  test('needs every item in stock at the warehouse', () => {
    const elsewhere: RequestedItem = { quantity: 1, stock: { '2000': stock(0), '4000': stock(9) } }
    expect(firstAt('2026-11-16 09:00', sydney, { items: [inSydney, inSydney] })).toBe('2026-11-16')
    expect(firstAt('2026-11-16 09:00', sydney, { items: [inSydney, elsewhere] })).toBe('2026-11-22')
  })

  test('keeps its price on a Sunday, and is unavailable on full, closed and public holidays', () => {
    expect(calendarAt('2026-11-22 09:00', sydney)?.first).toEqual({ day: '2026-11-22', price: 79_00, available: true })
    const requested: DeliveryRequest[] = [
      { holidays: ['2026-11-16'] },
      { days: { '2026-11-16': { isClosed: true } } },
      { days: { '2026-11-16': { booked: 60 } } },
    ]
    for (const one of requested) expect(firstAt('2026-11-16 09:00', sydney, one)).toBe('2026-11-17')
  })
})

describe('the day an item is ready for dispatch', () => {
  const today = '2026-11-16'

  test('is today with enough stock in the zone’s warehouse', () => {
    expect(readyDay({ quantity: 3, stock: { '2000': stock(3) } }, sydney, today)).toBe(today)
  })

  test('is five days away with enough stock in the country', () => {
    expect(readyDay({ quantity: 3, stock: { '2000': stock(2), '4000': stock(1) } }, sydney, today)).toBe('2026-11-21')
    expect(firstAt('2026-11-16 09:00', sydney, { items: [inBrisbane] })).toBe('2026-11-22')
  })

  test('is two days after the arrival that makes stock sufficient', () => {
    expect(readyDay({ quantity: 1, stock: { '3000': stock(0, 1, '2026-11-25') } }, sydney, today)).toBe('2026-11-27')
    const twoArrivals = { '2000': stock(1, 1, '2026-11-30'), '4000': stock(0, 1, '2026-11-25') }
    expect(readyDay({ quantity: 2, stock: twoArrivals }, sydney, today)).toBe('2026-11-27')
    expect(readyDay({ quantity: 3, stock: twoArrivals }, sydney, today)).toBe('2026-12-02')
    expect(firstAt('2026-11-16 09:00', brisbane, { items: [{ quantity: 3, stock: twoArrivals }] })).toBe('2026-12-03')
  })

  test('is two days from now for an overdue arrival', () => {
    expect(readyDay({ quantity: 1, stock: { '2000': stock(0, 1, '2026-11-01') } }, sydney, today)).toBe('2026-11-18')
  })

  test('is never with too little stock, or stock in the other country only', () => {
    expect(readyDay({ quantity: 4, stock: { '2000': stock(1, 2) } }, sydney, today)).toBeNull()
    expect(readyDay({ quantity: 1, stock: { '1010': stock(9), '8011': stock(9, 9) } }, sydney, today)).toBeNull()
    expect(readyDay(inSydney, zone('1010', 'metro-nz'), today)).toBeNull()
    expect(readyDay({ quantity: 1, stock: { '1010': stock(1) } }, zone('8011', 'metro-nz'), today)).toBe('2026-11-21')
    expect(calendarAt('2026-11-16 09:00', sydney, { items: [inSydney, { quantity: 1, stock: {} }] })).toBeNull()
  })

  test('is decided by the last item, and a later day has no cut-off today', () => {
    const items = [inSydney, inBrisbane]
    expect(firstAt('2026-11-16 09:00', sydney, { items })).toBe('2026-11-22')
    const calendar = calendarAt('2026-11-16 23:59', sydney, { items })
    expect([calendar?.first?.day, calendar?.orderWithin]).toEqual(['2026-11-22', null])
  })
})
