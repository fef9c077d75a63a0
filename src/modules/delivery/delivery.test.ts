import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, dayIn, minuteOfDayIn, weekdayOf, type Day } from '../../platform/calendar.ts'
import {
  calendarDays,
  canArriveBy,
  chargeOf,
  dateAndPrice,
  dayLabel,
  deliveryCalendar,
  deliveryTerms,
  freeFrom,
  handlingDays,
  orderWithinText,
  rangeFor,
  readyDay,
  supplyOf,
  type Calendar,
  type DayFacts,
  type Tier,
  type RequestedItem,
  type Warehouse,
  type Zone,
} from './delivery.ts'

// The terms a new shop starts with, so that a change of the file that departs from the decision shows here.
const terms = JSON.parse(readFileSync('data/geo/delivery-terms.json', 'utf8')) as {
  readonly warehouses: (Pick<Warehouse, 'code' | 'title' | 'country' | 'state'> & WarehouseTimes)[]
  readonly tiers: (Pick<Tier, 'code' | 'title' | 'weekdays'> & TierColumns)[]
  readonly ranges: {
    readonly country: 'AU' | 'NZ'
    readonly from_postcode: string
    readonly to_postcode: string
    readonly tier_code: string | null
    readonly warehouse_code: string | null
  }[]
}
type WarehouseTimes = { time_zone: string; cut_off: string; same_day_cut_off: string | null }
type TierColumns = {
  lead_days: number
  weekday_cents: number
  saturday_cents: number | null
  sunday_cents: number | null
  same_day_cents: number | null
  orders_a_day: number
}
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const warehouses: Warehouse[] = terms.warehouses.map((row) => ({
  code: row.code,
  title: row.title,
  country: row.country,
  state: row.state,
  timeZone: row.time_zone,
  cutOff: minutesOf(row.cut_off),
  sameDayCutOff: row.same_day_cut_off === null ? null : minutesOf(row.same_day_cut_off),
}))
const tiers: Tier[] = terms.tiers.map((row) => ({
  code: row.code,
  title: row.title,
  leadDays: row.lead_days,
  weekdays: row.weekdays,
  weekday: row.weekday_cents,
  saturday: row.saturday_cents,
  sunday: row.sunday_cents,
  sameDay: row.same_day_cents,
  ordersADay: row.orders_a_day,
}))

function zone(warehouseCode: string, tierCode: string): Zone {
  const warehouse = warehouses.find(({ code }) => code === warehouseCode)
  const tier = tiers.find(({ code }) => code === tierCode)
  if (warehouse === undefined || tier === undefined) throw new Error(`no ${warehouseCode} or ${tierCode}`)
  return { warehouse, tier }
}

const sydney = zone('2000', 'metro-au')
const brisbane = zone('4000', 'metro-au')
const dubbo = zone('2000', 'regional-au')
const brokenHill = zone('2000', 'remote-au')

/** So many in the warehouse, and so many on their way. */
const stock = (quantity: number, arriving: number | null = null, arrivesOn = '2026-11-25') => ({
  quantity,
  incoming: arriving === null ? null : { quantity: arriving, arrivesOn },
})
const inSydney: RequestedItem = { quantity: 1, stock: { '2000': stock(9) } }
const inBrisbane: RequestedItem = { quantity: 1, stock: { '4000': stock(9) } }
const usual: DayFacts = { capacity: null, price: null, priceText: null, isClosed: false, booked: 0 }

type DeliveryRequest = {
  readonly items?: readonly RequestedItem[]
  readonly holidays?: readonly Day[]
  readonly days?: Readonly<Record<Day, Partial<DayFacts>>>
  readonly weekdaysAreFree?: boolean
}

/** The calendar at a local time such as '2026-11-16 09:59'; Monday 16 November 2026 is far from holidays. */
function calendarAt(local: string, where: Zone, requested: DeliveryRequest = {}): Calendar | null {
  const [today = '', time = ''] = local.split(' ')
  const here = { quantity: 1, stock: { [where.warehouse.code]: stock(9) } }
  return deliveryCalendar({
    zone: where,
    items: requested.items ?? [here],
    now: { today, minute: minutesOf(time) },
    holidays: new Set(requested.holidays),
    days: new Map(Object.entries(requested.days ?? {}).map(([day, facts]) => [day, { ...usual, ...facts }])),
    weekdaysAreFree: requested.weekdaysAreFree ?? false,
  })
}

const firstAt = (local: string, where: Zone, requested: DeliveryRequest = {}) =>
  calendarAt(local, where, requested)?.first?.day ?? null

function on(calendar: Calendar | null, day: Day) {
  const date = calendar?.dates.find((one) => one.day === day)
  if (date === undefined) throw new Error(`${day} is not in the calendar`)
  return date
}

const availableDays = (calendar: Calendar | null, until: Day) =>
  (calendar?.dates ?? []).filter((date) => date.available && date.day <= until).map((date) => date.day)

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

  test('each tier has the lead days, weekdays, prices and orders a day of the table', () => {
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
  ])('lies the lead days of the tier away: %s', (_, where, expected) => {
    expect(firstAt('2026-11-16 09:00', where)).toBe(expected)
  })

  test('lead days are counted in delivery weekdays', () => {
    expect(firstAt('2026-11-20 09:00', dubbo)).toBe('2026-11-25')
    expect(firstAt('2026-11-20 09:00', zone('1010', 'metro-nz'))).toBe('2026-11-23')
  })

  test('moves one delivery day when the cut-off strikes, not a minute before', () => {
    expect(firstAt('2026-11-16 13:59', brisbane)).toBe('2026-11-17')
    expect(firstAt('2026-11-16 14:00', brisbane)).toBe('2026-11-18')
    expect(firstAt('2026-11-16 13:59', dubbo)).toBe('2026-11-19')
    expect(firstAt('2026-11-16 14:00', dubbo)).toBe('2026-11-20')
  })

  test('moves on a Friday afternoon too, although no truck leaves at the weekend', () => {
    expect(firstAt('2026-11-20 13:59', dubbo)).toBe('2026-11-25')
    expect(firstAt('2026-11-20 14:00', dubbo)).toBe('2026-11-26')
  })

  test('says how long it still holds: until the cut-off, and nothing once it is missed', () => {
    expect(calendarAt('2026-11-16 11:50', brisbane)?.orderWithin).toBe(130)
    expect(calendarAt('2026-11-16 14:00', brisbane)?.orderWithin).toBeNull()
    expect(calendarAt('2026-11-16 09:15', sydney)?.orderWithin).toBe(45)
    expect(calendarAt('2026-11-16 10:00', sydney)?.orderWithin).toBe(240)
  })

  test('names the first free day beside one that costs, and none beside a free one', () => {
    // Friday morning in Brisbane: Saturday costs, Monday is free.
    const friday = calendarAt('2026-11-20 09:00', brisbane)
    expect([friday?.first?.day, friday?.firstFree?.day]).toEqual(['2026-11-21', '2026-11-23'])
    const monday = calendarAt('2026-11-16 09:00', brisbane)
    expect([monday?.first?.day, monday?.firstFree]).toEqual(['2026-11-17', null])
    // Where no day is free none is named.
    expect(calendarAt('2026-11-16 09:00', dubbo)?.firstFree).toBeNull()
  })
})

describe('same day', () => {
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

  test('needs every item ready in the warehouse', () => {
    const elsewhere: RequestedItem = { quantity: 1, stock: { '2000': stock(0), '4000': stock(9) } }
    expect(firstAt('2026-11-16 09:00', sydney, { items: [inSydney, inSydney] })).toBe('2026-11-16')
    expect(firstAt('2026-11-16 09:00', sydney, { items: [inSydney, elsewhere] })).toBe('2026-11-22')
  })

  test('keeps its price on a Sunday, and yields to a full, closed or public holiday', () => {
    expect(calendarAt('2026-11-22 09:00', sydney)?.first).toEqual({ day: '2026-11-22', price: 79_00, available: true })
    const requested: DeliveryRequest[] = [
      { holidays: ['2026-11-16'] },
      { days: { '2026-11-16': { isClosed: true } } },
      { days: { '2026-11-16': { booked: 60 } } },
    ]
    for (const one of requested) expect(firstAt('2026-11-16 09:00', sydney, one)).toBe('2026-11-17')
  })
})

describe('the day an item lies ready', () => {
  const today = '2026-11-16'

  test('is today with enough in the zone’s own warehouse', () => {
    expect(readyDay({ quantity: 3, stock: { '2000': stock(3) } }, sydney, today)).toBe(today)
  })

  test('is five days away with enough in the country', () => {
    expect(readyDay({ quantity: 3, stock: { '2000': stock(2), '4000': stock(1) } }, sydney, today)).toBe('2026-11-21')
    expect(firstAt('2026-11-16 09:00', sydney, { items: [inBrisbane] })).toBe('2026-11-22')
  })

  test('is two days after the arrival that makes it enough', () => {
    expect(readyDay({ quantity: 1, stock: { '3000': stock(0, 1, '2026-11-25') } }, sydney, today)).toBe('2026-11-27')
    const twoArrivals = { '2000': stock(1, 1, '2026-11-30'), '4000': stock(0, 1, '2026-11-25') }
    expect(readyDay({ quantity: 2, stock: twoArrivals }, sydney, today)).toBe('2026-11-27')
    expect(readyDay({ quantity: 3, stock: twoArrivals }, sydney, today)).toBe('2026-12-02')
    expect(firstAt('2026-11-16 09:00', brisbane, { items: [{ quantity: 3, stock: twoArrivals }] })).toBe('2026-12-03')
  })

  test('is two days from now when goods should have arrived already', () => {
    expect(readyDay({ quantity: 1, stock: { '2000': stock(0, 1, '2026-11-01') } }, sydney, today)).toBe('2026-11-18')
  })

  test('never is with too few, or with stock in the other country only', () => {
    expect(readyDay({ quantity: 4, stock: { '2000': stock(1, 2) } }, sydney, today)).toBeNull()
    expect(readyDay({ quantity: 1, stock: { '1010': stock(9), '8011': stock(9, 9) } }, sydney, today)).toBeNull()
    expect(readyDay(inSydney, zone('1010', 'metro-nz'), today)).toBeNull()
    expect(readyDay({ quantity: 1, stock: { '1010': stock(1) } }, zone('8011', 'metro-nz'), today)).toBe('2026-11-21')
    expect(calendarAt('2026-11-16 09:00', sydney, { items: [inSydney, { quantity: 1, stock: {} }] })).toBeNull()
  })

  test('of the last item decides, and a later ready day has no cut-off to miss', () => {
    const items = [inSydney, inBrisbane]
    expect(firstAt('2026-11-16 09:00', sydney, { items })).toBe('2026-11-22')
    const calendar = calendarAt('2026-11-16 23:59', sydney, { items })
    expect([calendar?.first?.day, calendar?.orderWithin]).toEqual(['2026-11-22', null])
  })
})

describe('a date', () => {
  test('costs what its weekday costs', () => {
    const metro = calendarAt('2026-11-16 11:00', sydney)
    expect(['2026-11-20', '2026-11-21', '2026-11-22'].map((day) => on(metro, day).price)).toEqual([0, 40_00, 60_00])
    expect(on(calendarAt('2026-11-16 11:00', dubbo), '2026-11-20').price).toBe(65_00)
    expect(calendarAt('2026-11-16 11:00', brokenHill)?.first?.price).toBe(120_00)
    expect(on(calendarAt('2026-11-16 11:00', zone('1010', 'metro-nz')), '2026-11-21').price).toBe(49_00)
    expect(calendarAt('2026-11-16 11:00', zone('1010', 'regional-nz'))?.first?.price).toBe(79_00)
  })

  test('is on a delivery weekday of the tier', () => {
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

  test('is not on a public holiday, and the days after it do not wait for it', () => {
    const calendar = calendarAt('2026-11-16 11:00', sydney, { holidays: ['2026-11-17'] })
    expect(availableDays(calendar, '2026-11-19')).toEqual(['2026-11-18', '2026-11-19'])
  })

  test('is not on a closed day', () => {
    const calendar = calendarAt('2026-11-16 11:00', sydney, { days: { '2026-11-18': { isClosed: true } } })
    expect(availableDays(calendar, '2026-11-19')).toEqual(['2026-11-17', '2026-11-19'])
  })

  test('takes as many orders as its tier, or as a capacity of its own says', () => {
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

  test('has the price set for it before any other, and a text before that', () => {
    const days = {
      '2026-11-16': { price: 99_00 },
      '2026-11-18': { price: 25_50 },
      '2026-11-21': { price: 0 },
      '2026-11-22': { price: 10_00, priceText: 'Call us' },
    }
    const calendar = calendarAt('2026-11-16 09:00', sydney, { days })
    expect(Object.keys(days).map((day) => on(calendar, day).price)).toEqual([99_00, 25_50, 0, 'Call us'])
  })

  test('is free on weekdays with a free-delivery coupon; Saturday, Sunday and same day keep their price', () => {
    const regional = calendarAt('2026-11-16 09:00', dubbo, { weekdaysAreFree: true })
    expect(regional?.first).toEqual({ day: '2026-11-19', price: 0, available: true })
    const metro = calendarAt('2026-11-16 09:00', sydney, { weekdaysAreFree: true })
    const prices = ['2026-11-16', '2026-11-17', '2026-11-21', '2026-11-22'].map((day) => on(metro, day).price)
    expect(prices).toEqual([79_00, 0, 40_00, 60_00])
  })

  test('adds its price to the order; a text, nothing, or less than nothing adds 0', () => {
    expect([59_50, 0, -5_00, 'Call us', null].map(chargeOf)).toEqual([59_50, 0, 0, 0, 0])
  })
})

describe('the time of the warehouse decides', () => {
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

  test('it is still yesterday in Perth when Sydney has had midnight', () => {
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

  test('the cut-off stays at 14:00 by the clock on the wall when summer time begins and ends', () => {
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

  test('the days of the calendar do not skip or repeat over either change', () => {
    for (const start of ['2026-03-20', '2026-09-20']) {
      const days = calendarAt(`${start} 00:30`, sydney)?.dates.map((date) => date.day) ?? []
      expect(new Set(days).size).toBe(120)
      expect(days.at(-1)).toBe(addDays(start, 119))
    }
  })
})

describe('the label of a day', () => {
  const label = (price: number | string | null, { available = true, isToday = false } = {}) =>
    dayLabel({ price, available }, isToday)

  test('is its price in dollars, with cents where there are any [DLV-07]', () => {
    expect([label(40_00), label(59_50), label(1_250_00)]).toEqual(['$40', '$59.50', '$1,250'])
  })

  test('is FREE at no price or less [DLV-08]', () => {
    expect([label(0), label(-1)]).toEqual(['FREE', 'FREE'])
  })

  test('is a text as it stands [DLV-09]', () => {
    expect([label('Call us'), label('Call us', { isToday: true })]).toEqual(['Call us', 'TODAY - Call us'])
  })

  test('says that it is today, with its price or FREE [DLV-10] [DLV-11]', () => {
    expect([label(79_00, { isToday: true }), label(0, { isToday: true })]).toEqual(['TODAY - $79', 'TODAY - FREE'])
  })

  test('says only that it is today when it cannot be chosen [DLV-12]', () => {
    expect(label(79_00, { available: false, isToday: true })).toBe('TODAY')
  })

  test('is missing on any other day that cannot be chosen, and where there is no price', () => {
    expect([label(40_00, { available: false }), label(null)]).toEqual([null, null])
    expect(label(null, { isToday: true })).toBe('TODAY')
  })

  test('in a sentence has the date before it', () => {
    expect(dateAndPrice({ day: '2026-11-24', price: 0, available: true })).toBe('Tue 24 Nov · FREE')
    expect(dateAndPrice({ day: '2026-11-28', price: 40_00, available: true })).toBe('Sat 28 Nov · $40')
    expect(dateAndPrice({ day: '2026-11-28', price: 'Call us', available: true })).toBe('Sat 28 Nov · Call us')
  })

  test('names the first free day in its own words', () => {
    expect(freeFrom({ day: '2026-11-23' })).toBe('FREE from Mon 23 Nov')
  })

  test('has the time left beside it for half a day', () => {
    expect([720, 130, 45, 1].map(orderWithinText)).toEqual([
      'order within 12 h 0 min',
      'order within 2 h 10 min',
      'order within 45 min',
      'order within 1 min',
    ])
    expect([null, 0, -3, 721].map(orderWithinText)).toEqual([null, null, null, null])
  })
})

describe('the range of a postcode', () => {
  const range = (from: string, to: string, tierCode: string | null) => ({
    from,
    to,
    tierCode,
    warehouseCode: tierCode === null ? null : '2000',
  })
  const ranges = [
    range('2000', '2999', 'regional'),
    range('2000', '2249', 'metro'),
    range('2898', '2898', null),
    range('0800', '0899', 'north'),
  ]

  test('is the narrowest that holds it, in whatever order they stand', () => {
    const tierOfPostcode = (postcode: string) => rangeFor(postcode, ranges)?.tierCode
    expect(['2000', '2249', '2250', '2999', '0800'].map(tierOfPostcode)).toEqual([
      'metro',
      'metro',
      'regional',
      'regional',
      'north',
    ])
    expect(rangeFor('2000', ranges.toReversed())?.tierCode).toBe('metro')
  })

  test('may say that the place is not served, which is another thing than no range', () => {
    expect(rangeFor('2898', ranges)).toEqual(range('2898', '2898', null))
    expect(rangeFor('3000', ranges)).toBeNull()
  })

  test('is none for what is no postcode', () => {
    expect(['', '20', '20000', '800', '2000 '].map((text) => rangeFor(text, ranges))).toEqual([
      null,
      null,
      null,
      null,
      null,
    ])
  })
})

describe('whatever is asked', () => {
  const start = '2026-01-01'
  const day = fc.nat(240).map((offset) => addDays(start, offset))
  const codes = warehouses.map(({ code }) => code)
  const warehouseStock = fc.record({
    quantity: fc.nat(4),
    incoming: fc.option(fc.record({ quantity: fc.integer({ min: 1, max: 5 }), arrivesOn: day })),
  })
  const item = fc.record({
    quantity: fc.integer({ min: 1, max: 6 }),
    stock: fc.dictionary(fc.constantFrom(...codes), warehouseStock, { maxKeys: 10 }),
  })
  const facts = fc.record({
    capacity: fc.option(fc.nat(30)),
    price: fc.option(fc.nat(200_00)),
    priceText: fc.option(fc.constantFrom('Call us', 'TBC')),
    isClosed: fc.boolean(),
    booked: fc.nat(70),
  })
  const requested = fc.record({
    zone: fc.constantFrom(
      ...warehouses.flatMap((warehouse) =>
        tiers
          .filter((tier) => tier.code.endsWith(warehouse.country.toLowerCase()))
          .map((tier) => ({ warehouse, tier })),
      ),
    ),
    items: fc.array(item, { minLength: 1, maxLength: 3 }),
    now: fc.record({ today: fc.nat(120).map((offset) => addDays(start, offset)), minute: fc.nat(1439) }),
    holidays: fc.array(day, { maxLength: 20 }).map((days) => new Set(days)),
    days: fc.array(fc.tuple(day, facts), { maxLength: 60 }).map((days) => new Map(days)),
    weekdaysAreFree: fc.boolean(),
  })

  test('what can come by a day is what the calendar of one piece says, known from its supply alone', () => {
    fc.assert(
      fc.property(requested, day, (input, by) => {
        const [first] = input.items
        if (first === undefined) return
        const one = { ...first, quantity: 1 }
        const calendar = deliveryCalendar({ ...input, items: [one] })
        const supply = supplyOf(one.stock, input.zone.warehouse.country)
        const firstDay = calendar?.first?.day ?? null
        expect(canArriveBy(input, by)(supply)).toBe(firstDay !== null && firstDay <= by)
      }),
      { numRuns: 1_000 },
    )
  })

  test('a calendar is 120 days from today on, ascending without gaps', () => {
    fc.assert(
      fc.property(requested, (input) => {
        const calendar = deliveryCalendar(input)
        if (calendar === null) return
        expect(calendar.dates.map((date) => date.day)).toEqual(
          Array.from({ length: calendarDays }, (_, offset) => addDays(input.now.today, offset)),
        )
        expect(calendarDays).toBe(120)
      }),
      { numRuns: 300 },
    )
  })

  test('a date can be chosen exactly when it is late enough, a delivery weekday, no holiday, open and has room', () => {
    fc.assert(
      fc.property(requested, (input) => {
        const calendar = deliveryCalendar(input)
        const { zone: where, now } = input
        const ready = input.items.map((one) => readyDay(one, where, now.today))
        expect(calendar === null).toBe(ready.includes(null))
        const last = ready.map(String).toSorted().at(-1) ?? ''
        const mustPass = where.tier.leadDays + (last === now.today && now.minute >= where.warehouse.cutOff ? 1 : 0)
        const sameDay =
          last === now.today &&
          where.tier.sameDay !== null &&
          where.warehouse.sameDayCutOff !== null &&
          now.minute < where.warehouse.sameDayCutOff
        for (const date of calendar?.dates ?? []) {
          // How many delivery weekdays have gone by from the ready day to this one: another way to the same answer.
          let passed = 0
          for (let at = addDays(last, 1); at <= date.day; at = addDays(at, 1)) {
            if (where.tier.weekdays.includes(weekdayOf(at))) passed++
          }
          const own = input.days.get(date.day)
          const isFull = (own?.booked ?? 0) >= (own?.capacity ?? where.tier.ordersADay)
          const isServed = where.tier.weekdays.includes(weekdayOf(date.day)) && !input.holidays.has(date.day)
          const isReachable = passed >= mustPass || (sameDay && date.day === now.today)
          expect([date.day, date.available]).toEqual([
            date.day,
            isReachable && isServed && own?.isClosed !== true && !isFull,
          ])
        }
      }),
      { numRuns: 300 },
    )
  })

  test('the first date is the first that can be chosen', () => {
    fc.assert(
      fc.property(requested, (input) => {
        const calendar = deliveryCalendar(input)
        if (calendar !== null) expect(calendar.first).toBe(calendar.dates.find((date) => date.available) ?? null)
      }),
    )
  })

  test('the same question has the same answer, prices and all', () => {
    fc.assert(
      fc.property(requested, (input) => {
        const again = structuredClone(input)
        expect(deliveryCalendar(input)).toEqual(deliveryCalendar(again))
        expect(input).toEqual(again)
      }),
    )
  })

  test('booking a day or closing it changes no other date', () => {
    fc.assert(
      fc.property(requested, day, (input, changed) => {
        const closed = new Map([...input.days, [changed, { ...usual, isClosed: true }]])
        const [before, after] = [deliveryCalendar(input), deliveryCalendar({ ...input, days: closed })]
        const others = (calendar: Calendar | null) => calendar?.dates.filter((date) => date.day !== changed)
        expect(others(after)).toEqual(others(before))
        if (after !== null) expect(after.dates.find((date) => date.day === changed)?.available ?? false).toBe(false)
      }),
    )
  })
})

describe('what every order of a country goes by', () => {
  const termsOf = (country: 'AU' | 'NZ') =>
    deliveryTerms(
      terms.ranges
        .filter((range) => range.country === country)
        .map((range) => ({
          from: range.from_postcode,
          to: range.to_postcode,
          tierCode: range.tier_code,
          warehouseCode: range.warehouse_code,
        })),
      tiers,
    )

  test('goes from the cheapest place to the dearest, and from the nearest to the farthest', () => {
    // Remote Australia: eight times Tuesday or Thursday, when one cut-off is missed.
    expect(termsOf('AU')).toMatchObject({ rate: { min: 0, max: 120_00 }, transitDays: { min: 1, max: 28 } })
    expect(termsOf('NZ')).toMatchObject({ rate: { min: 0, max: 79_00 }, transitDays: { min: 2, max: 7 } })
    expect(deliveryTerms([], tiers)).toBeNull()
  })

  test('names the postcodes where nothing goes', () => {
    expect(termsOf('AU')?.notServed.map((range) => range.from)).toEqual(['2898', '2899', '6798', '6799', '7151'])
  })

  test('goods lie ready as the delivery date reckons it, from the best placed city to the worst', () => {
    const of = (stock: RequestedItem['stock']) =>
      handlingDays(
        stock,
        warehouses.filter(({ country }) => country === 'AU'),
        '2026-11-24',
      )
    expect(of({ '2000': { quantity: 1, incoming: null } })).toEqual({ min: 0, max: 5 })
    expect(of({ '2000': { quantity: 0, incoming: { quantity: 1, arrivesOn: '2026-12-01' } } })).toEqual({
      min: 9,
      max: 9,
    })
    expect(of({ '1010': { quantity: 9, incoming: null } })).toBeNull()
  })
})
