import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, weekdayOf } from '../../platform/calendar.ts'
import type { RequestedItem } from './delivery.ts'
import {
  carrierOf,
  isProformaBrand,
  proformaMessage,
  supplierDates,
  supplierMessage,
  supplierTitle,
  type Supplier,
} from './suppliers.ts'

/** Wednesdays and Fridays; the country in eight of them, Sydney in two. */
const maker: Supplier = {
  key: 'halden-row',
  weekdays: [3, 5],
  unservedMessage: 'Halden Row does not go there.',
  regions: [
    { country: 'AU', from: '2000', to: '4999', leadDays: 8, price: 149_00 },
    { country: 'AU', from: '2000', to: '2234', leadDays: 2, price: 99_00 },
    { country: 'NZ', from: '0000', to: '9999', leadDays: 3, price: 0 },
  ],
}
const here: RequestedItem = { quantity: 1, stock: { '6000': { quantity: 3, incoming: null } } }
const coming: RequestedItem = {
  quantity: 1,
  stock: { '2000': { quantity: 0, incoming: { quantity: 2, arrivesOn: '2026-12-01' } } },
}
/** Tuesday 24 November 2026. */
const today = '2026-11-24'
const sydney = { country: 'AU', postcode: '2000' } as const

const firstOf = (more: Partial<Parameters<typeof supplierDates>[1]> = {}) => {
  const answer = supplierDates(maker, { ...sydney, items: [here], today, holidays: new Set(), ...more })
  return answer.kind === 'dates' ? [answer.first.day, answer.first.price] : answer.message
}

describe('a supplier delivery', () => {
  test('takes its lead days, counted in the supplier’s delivery weekdays, wherever stock is', () => {
    expect(firstOf()).toEqual(['2026-11-27', 99_00])
    expect(firstOf({ postcode: '3000' })).toEqual(['2026-12-18', 149_00])
    expect(
      firstOf({ country: 'NZ', items: [{ quantity: 1, stock: { '1010': { quantity: 1, incoming: null } } }] }),
    ).toEqual(['2026-12-02', 0])
  })

  test('waits for the last item, two days after it arrives', () => {
    expect(firstOf({ items: [here, coming] })).toEqual(['2026-12-09', 99_00])
  })

  test('observes public holidays of the destination', () => {
    expect(firstOf({ holidays: new Set(['2026-11-27', '2026-12-02']) })).toEqual(['2026-12-04', 99_00])
  })

  test('has its own texts for no service and no stock', () => {
    expect(firstOf({ postcode: '0800' })).toBe('Halden Row does not go there.')
    expect(firstOf({ items: [{ ...here, quantity: 4 }] })).toBe(
      'Halden Row cannot deliver these items at the moment. Please remove its items from your cart.',
    )
  })

  test('shows the supplier name in title case, and where it delivers from [DSVC-07]', () => {
    expect(supplierTitle('fisher-paykel')).toBe('Fisher Paykel')
    expect(supplierTitle('halden')).toBe('Halden')
    expect(supplierMessage('fisher-paykel', '2026-11-27')).toBe(
      'Delivered by Fisher Paykel. Estimated delivery from Friday, 27 November 2026.',
    )
  })
})

test('manufacturers who deliver are listed together', () => {
  expect(proformaMessage([])).toBeNull()
  expect(proformaMessage(['Miele'])).toBe(
    'Items from Miele are delivered by the manufacturer. Delivery will be arranged with you after your order is placed.',
  )
  expect(proformaMessage(['Miele', 'Asko', 'Vintec'])).toMatch(/^Items from Miele, Asko and Vintec are delivered/)
})

describe('any supplier query', () => {
  const day = fc.nat(240).map((offset) => addDays('2026-01-01', offset))
  const stock = fc.dictionary(
    fc.constantFrom('2000', '3000', '1010'),
    fc.record({
      quantity: fc.nat(4),
      incoming: fc.option(fc.record({ quantity: fc.integer({ min: 1, max: 5 }), arrivesOn: day })),
    }),
  )
  const supplier = fc.record({
    key: fc.constant('any'),
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    unservedMessage: fc.constant('no'),
    regions: fc.array(
      fc.record({
        country: fc.constantFrom('AU' as const, 'NZ' as const),
        from: fc.constantFrom('0000', '2000'),
        to: fc.constantFrom('2500', '9999'),
        leadDays: fc.integer({ min: 1, max: 20 }),
        price: fc.nat(300_00),
      }),
      { maxLength: 3 },
    ),
  })
  const load = fc.record({
    country: fc.constantFrom('AU' as const, 'NZ' as const),
    postcode: fc.constantFrom('0800', '2000', '3000'),
    items: fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 4 }), stock }), { minLength: 1, maxLength: 3 }),
    today: day,
    holidays: fc.array(day, { maxLength: 20 }).map((days) => new Set(days)),
  })

  test('never gives a date too early, on a wrong weekday or a holiday; the first is the first, and repeats agree', () => {
    fc.assert(
      fc.property(supplier, load, (one, input) => {
        const answer = supplierDates(one, input)
        expect(supplierDates(structuredClone(one), structuredClone(input))).toEqual(answer)
        if (answer.kind === 'refusal') return
        const open = answer.dates.filter((date) => date.available)
        expect(open[0]).toEqual(answer.first)
        const leads = one.regions.filter(({ country }) => country === input.country).map(({ leadDays }) => leadDays)
        // As many of its weekdays have gone by since today as its quickest region asks for.
        let passed = 0
        for (let at = addDays(input.today, 1); at <= answer.first.day; at = addDays(at, 1))
          if (one.weekdays.includes(weekdayOf(at))) passed++
        expect(passed).toBeGreaterThanOrEqual(Math.min(...leads))
        const closed = open.filter(({ day: on }) => !one.weekdays.includes(weekdayOf(on)) || input.holidays.has(on))
        expect(closed).toEqual([])
        expect(new Set(answer.dates.map((date) => date.price)).size).toBe(1)
        expect(answer.dates[0]?.day).toBe(input.today)
        expect(answer.dates).toHaveLength(120)
      }),
      { numRuns: 300 },
    )
  })
})

test('manufacturer-delivered brands match in any spelling, and none in an empty setting', () => {
  const found = (list: string) => ['Miele', ' MIELE ', 'miele', 'Liebherr', ''].map((one) => isProformaBrand(list, one))
  expect(found('Miele')).toEqual([true, true, true, false, false])
  expect(found(' liebherr ,, miele')).toEqual([true, true, true, true, false])
  expect(found('')).toEqual([false, false, false, false, false])
  expect(found(' , ')).toEqual([false, false, false, false, false])
})

describe('the carrier of a line', () => {
  const terms = { suppliers: new Set(['halden-row']), override: false }

  test('is its supplier when known, else the manufacturer by brand, else us', () => {
    expect(carrierOf({ isProforma: false, supplierDirect: 'halden-row' }, terms)).toBe('supplier')
    expect(carrierOf({ isProforma: true, supplierDirect: 'halden-row' }, terms)).toBe('supplier')
    expect(carrierOf({ isProforma: false, supplierDirect: 'nobody' }, terms)).toBe('own')
    expect(carrierOf({ isProforma: true, supplierDirect: null }, terms)).toBe('maker')
    expect(carrierOf({ isProforma: false, supplierDirect: null }, terms)).toBe('own')
  })

  test('is our own crew instead of a supplier with the override', () => {
    expect(carrierOf({ isProforma: false, supplierDirect: 'halden-row' }, { ...terms, override: true })).toBe('own')
  })
})
