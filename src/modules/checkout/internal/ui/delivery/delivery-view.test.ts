import { describe, expect, test } from 'vitest'
import { noAvailability, type AvailabilityResponse, type ServiceResponse } from '../../../availability.ts'
import { answered, chosen, deliveryView, type DeliveryTicks } from './delivery-view.ts'

const day = (date: number, price: number | string | null, available = true) => ({
  date: [2026, 11, date] as const,
  price,
  available,
})
const dates = [day(24, 79, false), day(25, 40), day(26, 0), day(27, 0), day(28, 59.5)]
const answer = (more: Partial<AvailabilityResponse> = {}): AvailabilityResponse => ({
  cartId: 'a3b1c9d0-0000-4000-8000-000000000001',
  today: [2026, 11, 24],
  availability: { unavailable: false, dates },
  deliveryWindows: ['07:00-12:00', '12:00-17:00'],
  supplierAvailability: {},
  supplierErrors: [],
  deliveryServices: [],
  winningDeliveryServiceOverride: false,
  showNotifyIfAvailableSooner: false,
  showInstallationContact: false,
  showUniqueDeliveryRequirements: false,
  ...more,
})
const known = { isProforma: false, previous: null }
const empty = { unavailable: false, dates: [] }

describe('delivery date state', () => {
  test('has the response and what follows from it [DLV-25]', () => {
    expect(noAvailability.selectedShippingCost).toBe(0)
    const given = answer({
      supplierErrors: [{ supplier: 'halden-row', message: 'No.' }],
      showInstallationContact: true,
      supplierAvailability: { other: { dates } },
    })
    const state = answered(given, known)
    const { today: _day, ...fields } = given
    expect(state).toMatchObject(fields)
    expect(state).toMatchObject({
      deliveryUnavailable: false,
      calendarIsLoading: false,
      showCalendarWithAvailableDates: true,
      requestedDeliveryContact: false,
      selectedDate: '2026-11-25',
      selectedShippingCost: 40_00,
    })
    expect(state.rawDates).toHaveLength(5)
    expect(chosen(state, '2026-11-28')).toMatchObject({ selectedDate: '2026-11-28', selectedShippingCost: 59_50 })
  })

  test('without dates of ours has neither date nor cost, and no error [DLV-29]', () => {
    expect(
      answered(answer({ availability: null }), { ...known, previous: { day: '2026-11-25', window: null } }),
    ).toMatchObject({
      selectedDate: null,
      selectedShippingCost: 0,
      deliveryUnavailable: false,
      showCalendarWithAvailableDates: false,
    })
  })

  test('with an empty list uses the day 21 days from now, with a call [DLV-39]', () => {
    expect(answered(answer({ availability: empty }), known)).toMatchObject({
      selectedDate: '2026-12-15',
      selectedShippingCost: 0,
      requestedDeliveryContact: true,
      deliveryUnavailable: false,
      showCalendarWithAvailableDates: false,
    })
  })

  test('of proforma goods uses the first free day, and no later one [DLV-37]', () => {
    const state = answered(answer(), { isProforma: true, previous: { day: '2026-11-28', window: null } })
    expect(state).toMatchObject({ selectedDate: '2026-11-26', selectedShippingCost: 0 })
    expect(state.rawDates.filter((date) => date.available).map((date) => date.day)).toEqual([
      '2026-11-25',
      '2026-11-26',
    ])
  })

  test('keeps the selection while available', () => {
    expect(answered(answer(), { ...known, previous: { day: '2026-11-27', window: null } }).selectedDate).toBe(
      '2026-11-27',
    )
    expect(answered(answer(), { ...known, previous: { day: '2026-11-24', window: null } }).selectedDate).toBe(
      '2026-11-25',
    )
  })
})

const morning = '07:00-12:00'

describe('the part of the day', () => {
  const view = (state: ReturnType<typeof answered>) =>
    deliveryView(state, noTicks, { chargesStorage: false, lines: [] })

  test('is any time until one is chosen, and is sent with the day', () => {
    const state = answered(answer(), known)
    expect(view(state)).toMatchObject({
      windows: [morning, '12:00-17:00'],
      window: null,
      fields: { deliveryWindow: null },
    })
    const inTheMorning = { ...state, selectedWindow: morning }
    expect(view(inTheMorning)).toMatchObject({ window: morning, fields: { deliveryWindow: morning } })
    // Another day keeps it.
    expect(view(chosen(inTheMorning, '2026-11-28')).window).toBe(morning)
  })

  test('is kept when dates are loaded again, as long as it is offered', () => {
    const previous = { day: '2026-11-27', window: morning }
    expect(view(answered(answer(), { ...known, previous })).window).toBe(morning)
    expect(view(answered(answer({ deliveryWindows: [] }), { ...known, previous }))).toMatchObject({
      windows: [],
      window: null,
      fields: { deliveryWindow: null },
    })
  })

  test('is not offered on the day of the order, nor for a day arranged by phone', () => {
    const today = { availability: { unavailable: false, dates: [day(24, 79)] } }
    expect(view(answered(answer(today), known)).windows).toEqual([])
    expect(view(answered(answer({ availability: empty }), known)).windows).toEqual([])
  })
})

const noTicks: DeliveryTicks = {
  contact: false,
  unique: false,
  earlier: false,
  installation: false,
  storage: false,
  services: {},
}
const noLines = { chargesStorage: false, lines: [] }
const view = (
  more: Partial<AvailabilityResponse>,
  ticks: Partial<DeliveryTicks> = {},
  cart: Parameters<typeof deliveryView>[2] = noLines,
) => deliveryView(answered(answer(more), known), { ...noTicks, ...ticks }, cart)

test('a price given as text is shown as is and costs nothing; an arranged day has no text of ours', () => {
  const shown = (price: number | string) =>
    deliveryView(answered(answer({ availability: { unavailable: false, dates: [day(25, price)] } }), known), noTicks, {
      chargesStorage: false,
      lines: [],
    })
  expect(shown('Call us').shipping).toEqual({ words: 'Call us' })
  expect(shown('Call us').state.selectedShippingCost).toBe(0)
  expect(shown(49).shipping).toBe(49_00)
  expect(view({ availability: { unavailable: false, dates: [] } }).shipping).toEqual({ words: 'To be arranged' })
})

describe('unique requirements', () => {
  const heavy = { showUniqueDeliveryRequirements: true }

  test('replace the calendar by the day 21 days from now, free; undone, the selection returns [DLV-38]', () => {
    const ticked = view(heavy, { unique: true })
    expect(ticked.state).toMatchObject({
      selectedDate: '2026-12-15',
      selectedShippingCost: 0,
      showCalendarWithAvailableDates: false,
      requestedDeliveryContact: true,
    })
    expect(ticked.fields).toMatchObject({ deliveryDate: [2026, 12, 15], uniqueDeliveryRequirements: true })
    expect(view(heavy).state).toMatchObject({ selectedDate: '2026-11-25', showCalendarWithAvailableDates: true })
  })

  test('apply only where offered', () => {
    expect(view({}, { unique: true }).fields).toMatchObject({
      deliveryDate: [2026, 11, 25],
      uniqueDeliveryRequirements: false,
    })
  })
})

describe('services', () => {
  const service = (sku: string, price: number, more: Partial<ServiceResponse> = {}): ServiceResponse => ({
    sku,
    title: sku.toUpperCase(),
    blurb: '',
    price,
    selected: false,
    hidden: false,
    ...more,
  })
  const deliveryServices = [
    service('packaging', 0, { selected: true }),
    service('connect', 49),
    service('levy', 5.5, { hidden: true, selected: true }),
    service('unseen', 9, { hidden: true }),
  ]

  test('are preselected as the response says, and charged when priced', () => {
    const begun = view({ deliveryServices })
    expect(begun.fields['deliveryServices']).toEqual(['packaging', 'levy'])
    expect(begun.paid).toEqual([{ title: 'LEVY', price: 5_50 }])
  })

  test('follow the checkboxes, except those included in every order', () => {
    const services = { packaging: false, connect: true, levy: false, unseen: true }
    const ticked = view({ deliveryServices }, { services })
    expect(ticked.fields['deliveryServices']).toEqual(['connect', 'levy'])
    expect(ticked.paid).toEqual([
      { title: 'CONNECT', price: 49_00 },
      { title: 'LEVY', price: 5_50 },
    ])
  })

  test('none are submitted as an empty list', () => {
    expect(view({}).fields['deliveryServices']).toBeNull()
  })
})

describe('suppliers', () => {
  const supplierAvailability = { 'halden-row': { dates: [day(25, 99, false), day(26, 99), day(27, 99)] } }

  test('are submitted with their first date and price, and charged', () => {
    const shown = view({ supplierAvailability, availability: null })
    expect(shown.fields['supplierDeliveryDates']).toEqual([
      { supplier: 'halden-row', deliveryDate: [2026, 11, 26], price: 99 },
    ])
    expect(shown.paid).toEqual([{ title: 'Delivery by Halden Row', price: 99_00 }])
    expect(shown).toMatchObject({ hasSupplierDates: true, shipping: 'none', isOurs: false })
  })

  test('do not replace a missing date of ours', () => {
    const closed = { unavailable: true, dates: [] }
    expect(view({ supplierAvailability, availability: closed })).toMatchObject({
      hasSupplierDates: false,
      shipping: null,
    })
  })
})
