import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, weekdayOf } from '../../platform/calendar.ts'
import { type Calendar, calendarDays, canArriveBy, deliveryCalendar, readyDay, supplyOf } from './delivery.ts'
import { tiers, fallback, warehouses } from './calendar-for-tests.ts'

describe('for any input', () => {
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

  test('availability by a day matches the calendar of one unit, computed from supply alone', () => {
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

  test('a calendar has 120 consecutive days from today', () => {
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

  test('a date is available exactly when it is late enough, a delivery weekday, no holiday, open and not full', () => {
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

  test('the first date is the first available one', () => {
    fc.assert(
      fc.property(requested, (input) => {
        const calendar = deliveryCalendar(input)
        if (calendar !== null) expect(calendar.first).toBe(calendar.dates.find((date) => date.available) ?? null)
      }),
    )
  })

  test('the same query has the same result, including prices', () => {
    fc.assert(
      fc.property(requested, (input) => {
        const again = structuredClone(input)
        expect(deliveryCalendar(input)).toEqual(deliveryCalendar(again))
        expect(input).toEqual(again)
      }),
    )
  })

  test('booking or closing a day changes no other date', () => {
    fc.assert(
      fc.property(requested, day, (input, changed) => {
        const closed = new Map([...input.days, [changed, { ...fallback, isClosed: true }]])
        const [before, after] = [deliveryCalendar(input), deliveryCalendar({ ...input, days: closed })]
        const others = (calendar: Calendar | null) => calendar?.dates.filter((date) => date.day !== changed)
        expect(others(after)).toEqual(others(before))
        if (after !== null) expect(after.dates.find((date) => date.day === changed)?.available ?? false).toBe(false)
      }),
    )
  })
})
