import { expect, test } from 'vitest'
import {
  anyDemo,
  availabilities,
  availabilityOf,
  cookingDemoTypes,
  defaultFilters,
  demoQuery,
  demosPath,
  readBooking,
  readDemoQuery,
  readOlderBooking,
  readWaiting,
  sortDirections,
} from './events.ts'
import { arrived, failed, filtersSet, initiated } from './demo-list-state.ts'

const today = '2026-11-24'
const list = { items: [], totalCount: 0 }

test('directions, types and availability have documented numbers [DEMO-06] [DEMO-07] [DEMO-08]', () => {
  expect(sortDirections).toEqual({ None: 0, Ascending: 1, Descending: 2 })
  expect(cookingDemoTypes).toEqual({ all: '', PrePurchaseOnly: 0, PostPurchaseOnly: 1, OpenToEveryone: 2 })
  expect(availabilities).toEqual({ Available: 0, WaitList: 1, ContactStore: 2 })
})

test('a visitor must call the store when it handles bookings or the start is under 24 hours away; else the seats decide [DEMO-08] [events-05]', () => {
  const now = new Date('2026-11-24T00:00:00Z')
  const demo = { isBookedByStore: false, startsAt: new Date('2026-11-25T00:00:00Z'), seatsRemaining: 1 }
  expect(availabilityOf(demo, now)).toBe(0)
  expect(availabilityOf({ ...demo, seatsRemaining: 0 }, now)).toBe(1)
  expect(availabilityOf({ ...demo, startsAt: new Date('2026-11-24T23:59:59Z') }, now)).toBe(2)
  expect(availabilityOf({ ...demo, isBookedByStore: true }, now)).toBe(2)
})

test('filters appear in the URL by name; empty texts and negative numbers do not [DEMO-04] [DEMO-12] [DEMO-13]', () => {
  const all = {
    storeUri: 'newtown',
    brand: 'Miele & Co',
    cookingDemoType: 0,
    cookingDemoSubEventType: 2,
    startDate: '2026-11-24',
    endDate: '2026-11-30',
    pageNo: 1,
    sortDirection: 2,
  } as const
  expect(demoQuery(all).toString()).toBe(
    'storeUri=newtown&brand=Miele+%26+Co&cookingDemoType=0&cookingDemoSubEventType=2&startDate=2026-11-24&endDate=2026-11-30&pageNo=1&sortDirection=2',
  )
  expect(demosPath({ ...all, storeUri: '', endDate: '', cookingDemoType: -1 })).toBe(
    '/cooking-demos?brand=Miele+%26+Co&cookingDemoSubEventType=2&startDate=2026-11-24&pageNo=1&sortDirection=2',
  )
  expect(demoQuery({ ...anyDemo, pageNo: -1 }).toString()).toBe('sortDirection=0')
})

test('filters are parsed from the URL; without day, store, brand or type they are today and tomorrow [DEMO-15]', () => {
  const read = (requested: Record<string, string>) => readDemoQuery(requested, today)
  expect(defaultFilters('2026-12-31')).toMatchObject({ startDate: '2026-12-31', endDate: '2027-01-01', storeUri: '' })
  expect(read({})).toEqual({ ok: true, value: { ...anyDemo, startDate: today, endDate: '2026-11-25' } })
  expect(read({ pageNo: '2', cookingDemoType: '-1', storeUri: '' })).toMatchObject({
    ok: true,
    value: { pageNo: 2, startDate: today, endDate: '2026-11-25' },
  })
  expect(read({ storeUri: 'newtown' })).toEqual({ ok: true, value: { ...anyDemo, storeUri: 'newtown' } })
  expect(read({ endDate: '2026-11-30', sortDirection: '2' })).toEqual({
    ok: true,
    value: { ...anyDemo, endDate: '2026-11-30', sortDirection: 2 },
  })
})

test.each([
  [{ startDate: '2026-02-30' }, { startDate: 'startDate: must be a day like 2026-11-24' }],
  [{ startDate: '2026-12-02', endDate: '2026-12-01' }, { endDate: 'endDate: must not be before startDate' }],
  [{ cookingDemoType: '3' }, { cookingDemoType: 'cookingDemoType: must be a whole number of at most 2' }],
  [{ pageNo: '1.5' }, { pageNo: 'pageNo: must be a whole number of at most 10000' }],
])('%j is rejected by field', (requested, problem) => {
  expect(readDemoQuery(requested, today)).toEqual({ ok: false, problem })
})

test('a list is initiated, loads once filters are set, and succeeds with a response [DEMO-05] [DEMO-09]', () => {
  const first = initiated<typeof list>(defaultFilters(today))
  expect(first.status).toBe('initial')
  const required = { ...anyDemo, brand: 'Miele' }
  const loading = filtersSet(first, required)
  expect(loading).toMatchObject({ status: 'loading', filters: required, list: null })
  expect(arrived(loading, list)).toMatchObject({ status: 'success', filters: required, list })
})

test('the first failure requests the default list, the second stays, keeping the last good list [DEMO-05] [DEMO-10] [DEMO-11] [events-03]', () => {
  const good = arrived(initiated<typeof list>(defaultFilters(today)), list)
  const once = failed(filtersSet(good, { ...anyDemo, brand: 'Miele' }), today)
  expect(once).toMatchObject({ status: 'loading', filters: defaultFilters(today), list })
  const twice = failed(once, today)
  expect(twice).toMatchObject({ status: 'failure', list })
  // It counts per visit of the page: another wish is not tried twice.
  expect(failed(filtersSet(twice, anyDemo), today).status).toBe('failure')
})

const facts = { country: 'AU', maxGuests: 4, cookingDemoType: 2 } as const
const typed = {
  firstName: ' Ana ',
  lastName: 'Botha',
  email: 'Ana@Example.com',
  phone: '0412 345 678',
  guests: '2',
  orderNumber: '',
  dietaryRequirements: 'No  nuts',
  newsletter: 'on',
}

test('a booking is parsed into its stored form', () => {
  expect(readBooking(typed, facts)).toEqual({
    ok: true,
    value: {
      firstName: 'Ana',
      lastName: 'Botha',
      email: 'ana@example.com',
      phone: '0412 345 678',
      guests: 2,
      orderNumber: null,
      dietaryRequirements: 'No nuts',
      newsletter: true,
    },
  })
})

test('every field has the limits of the checkout [events-06]', () => {
  const wrong = {
    firstName: 'A'.repeat(21),
    lastName: 'B'.repeat(30),
    email: 'ana@example',
    phone: '12345',
    guests: '5',
    orderNumber: '!',
    dietaryRequirements: 'n'.repeat(151),
  }
  expect(readBooking(wrong, facts)).toEqual({
    ok: false,
    problem: {
      firstName: 'Please enter a first name (max 20 characters)',
      lastName: 'Please enter a last name (max 20 characters)',
      email: 'Please enter a valid email address',
      phone: 'Please enter a valid phone number',
      guests: 'Choose between 1 and 4 seats',
      orderNumber: 'Enter your order number, like W12345678',
      dietaryRequirements: 'Write at most 150 characters',
    },
  })
  expect(readWaiting({ ...typed, message: 'm'.repeat(501) }, facts)).toEqual({
    ok: false,
    problem: { message: 'Write at most 500 characters' },
  })
  expect(readWaiting({ ...typed, message: 'm'.repeat(499) + '\r\n' }, facts).ok).toBe(true)
})

test('a demo for customers asks for the order number [events-06]', () => {
  const after = { ...facts, cookingDemoType: 1 } as const
  expect(readBooking(typed, after)).toMatchObject({ ok: false, problem: { orderNumber: expect.any(String) } })
  expect(readBooking({ ...typed, orderNumber: 'W12345678' }, after).ok).toBe(true)
})

test('the older booking endpoint has the name in one field', () => {
  const older = { name: 'Ana Maria  Botha', email: typed.email, phone: typed.phone, guests: '1' }
  expect(readOlderBooking(older, facts)).toMatchObject({
    ok: true,
    value: { firstName: 'Ana', lastName: 'Maria Botha', orderNumber: null, newsletter: false },
  })
  expect(readOlderBooking({ ...older, name: 'Ana' }, facts)).toMatchObject({ ok: true, value: { lastName: '' } })
  expect(readOlderBooking({ ...older, name: ' ' }, facts)).toEqual({
    ok: false,
    problem: { name: 'Please enter your name (max 50 characters)' },
  })
})
