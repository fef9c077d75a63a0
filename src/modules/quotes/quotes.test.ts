import { describe, expect, test } from 'vitest'
import type { DatedPrice } from '../delivery/delivery.ts'
import {
  changeText,
  holdTexts,
  lastHeldDay,
  quotedDates,
  quoteNumberIn,
  quoteTokenIn,
  readQuoteForm,
  type QuoteLine,
} from './quotes.ts'

test('a price is held for seven days, and no longer than its promotion', () => {
  expect(lastHeldDay('2026-11-24', [])).toBe('2026-12-01')
  expect(lastHeldDay('2026-11-24', ['2026-11-26', '2027-01-01'])).toBe('2026-11-26')
})

describe('the delivery day of a quote', () => {
  const date = (day: string, price: DatedPrice['price'], available = true): DatedPrice => ({ day, price, available })

  test('is the first available one, or the first of the cheapest', () => {
    const dates = [
      date('2026-11-24', 0, false),
      date('2026-11-25', 40_00),
      date('2026-11-26', 0),
      date('2026-11-27', 0),
    ]
    expect(quotedDates(dates)).toEqual({ soonest: dates[1], cheapest: dates[2] })
  })

  test('exists where nothing is cheaper; a text price is not compared', () => {
    const dates = [date('2026-11-25', 40_00), date('2026-11-26', 'Call us'), date('2026-11-27', 55_00)]
    expect(quotedDates(dates)).toEqual({ soonest: dates[0], cheapest: dates[0] })
    expect(quotedDates([date('2026-11-25', 0, false)])).toEqual({ soonest: null, cheapest: null })
  })
})

test('a quote number is parsed in any spelling, and a link from anywhere', () => {
  for (const said of ['Q01234567', ' q 0123 4567', 'q-0123-4567']) expect(quoteNumberIn(said)).toBe('Q01234567')
  for (const other of ['W01234567', 'Q0123456', 'Q012345678', '', '0412 345 678'])
    expect(quoteNumberIn(other)).toBeNull()
  const token = '0123456789abcdef0123456789abcdef'
  for (const link of [`https://www.shop.example/cart/${token}`, `/cart/${token}?sent=mail`, ` /cart/${token}#mail `])
    expect(quoteTokenIn(link)).toBe(token)
  for (const other of [token, '/cart/quote', `https://shop.example/p/cart/${token}`])
    expect(quoteTokenIn(other)).toBeNull()
})

describe('the quote form', () => {
  test('is not validated before it was submitted, and has each product’s options', () => {
    expect(readQuoteForm(new URLSearchParams())).toEqual({
      place: null,
      placeId: null,
      quantity: null,
      services: null,
      isSoonest: true,
      choices: new Map(),
    })
    const sent = new URLSearchParams(
      'place=2000&quantity=2&warrantyId.A/B-1=7&installId.A/B-1=&warrantyId.C=x&service=&service=removal&day=cheapest',
    )
    expect(readQuoteForm(sent)).toEqual({
      place: '2000',
      placeId: null,
      quantity: '2',
      services: ['removal'],
      isSoonest: false,
      choices: new Map([
        ['A/B-1', { warrantyId: 7, installId: null }],
        ['C', { warrantyId: -1 }],
      ]),
    })
  })

  test('takes a picked location only for the text it was offered for', () => {
    const picked = (place: string) =>
      readQuoteForm(new URLSearchParams({ place, placeFor: 'Richmond', placeId: 'au-3121' })).placeId
    expect(picked('Richmond')).toBe('au-3121')
    expect(picked('Orange')).toBeNull()
  })
})

test('a quote says until when and for which products it holds, and what has changed since', () => {
  const line = (title: string, heldThrough: string | null) => ({ title, heldThrough }) as QuoteLine
  const rest =
    'Delivery, services and extended warranties are charged at the price on the day you order. Stock is not reserved.'
  expect(holdTexts({ lines: [line('Washer', '2026-12-01'), line('Dryer', '2026-11-30')] })).toEqual([
    'Product prices are guaranteed until the end of Monday, 30 November 2026.',
    rest,
  ])
  expect(holdTexts({ lines: [line('Washer', '2026-12-01'), line('Cooktop', null)] })[0]).toBe(
    'Product prices are guaranteed until the end of Tuesday, 1 December 2026. Not guaranteed: Cooktop, at today’s price.',
  )
  expect(holdTexts({ lines: [line('Washer', null)] })).toEqual([`Prices are today’s and may change. ${rest}`])
  const made = { madeOn: '2026-11-24', totalThen: 999_00 }
  expect(changeText({ ...made, total: 999_00 })).toBeNull()
  expect(changeText({ ...made, total: 1_064_00 })).toBe(
    'On 24 November 2026 the total was $999. Some prices have changed since, so this is today’s total.',
  )
})
