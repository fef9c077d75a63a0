import { describe, expect, test } from 'vitest'
import { openTimesOf, type Store } from '../stores/stores.ts'
import { agreeOnPickup, isPossible, pickupOptions, toPickupStoreResponse } from './pickup.ts'

// Tuesday noon.
const now = new Date('2026-11-24T12:00+11:00')
const allWeek = openTimesOf(Array.from({ length: 7 }, () => ['09:00', '17:30'] as const))

const store = (storeId: number, name: string, latitude: number, more: Partial<Store> = {}): Store => ({
  storeId,
  name,
  storeUri: name.toLowerCase(),
  address: '1 Mill Lane',
  suburb: name,
  state: 'NSW',
  postcode: '2000',
  country: 'AU',
  phone: '02 5550 0101',
  email: null,
  isAppointmentOnly: false,
  offersPickup: true,
  openTimes: allWeek,
  thumbImg: null,
  virtualTourId: null,
  latitude,
  longitude: 151.2,
  description: '',
  timeZone: 'Australia/Sydney',
  ...more,
})
const stores = [
  store(1, 'Kotara', -32.94),
  store(2, 'Waterloo', -33.9),
  store(3, 'Artarmon', -33.81, { offersPickup: false }),
]
const cart = { lines: [{ productId: 7, quantity: 2, install: null }] }
const sydney = { lat: -33.87, lng: 151.21 }

const options = (units: Record<number, number>, place: typeof sydney | null = sydney) =>
  pickupOptions({ stores, cart, unitsAt: (storeId) => units[storeId] ?? 0, place, holidaysAt: () => new Set(), now })

describe('the stores of a cart', () => {
  test('are those that offer pickup, the nearest first, or by name without a place', () => {
    expect(options({}).map((one) => one.store.name)).toEqual(['Waterloo', 'Kotara'])
    expect(options({}, null).map((one) => one.store.name)).toEqual(['Kotara', 'Waterloo'])
  })

  test('are described in words, and can be chosen only with everything in stock', () => {
    const [near, far] = options({ 1: 2, 2: 1 }).map((one) => toPickupStoreResponse(one, now))
    expect(near).toEqual({
      storeId: 2,
      name: 'Waterloo',
      address: '1 Mill Lane, Waterloo NSW 2000',
      distance: '3.5 km',
      hours: 'Open today 9:00 AM – 5:30 PM',
      stock: '1 of 2 items in stock',
      isAvailable: false,
      isNear: true,
      readyOn: null,
    })
    expect(far).toMatchObject({
      distance: '103 km',
      stock: 'All 2 items in stock, ready today from 2:00 PM',
      isAvailable: true,
      isNear: false,
      readyOn: [2026, 11, 24],
    })
    expect(options({ 1: 2, 2: 1 }).map(isPossible)).toEqual([false, true])
  })
})

describe('an order is agreed', () => {
  const choice = { storeId: 2, readyOn: '2026-11-24' }
  const problemOf = (done: ReturnType<typeof agreeOnPickup>) => (done.ok ? null : done.problem)

  test('for a store that holds all of it, with what the order says of the store', () => {
    const agreed = agreeOnPickup(options({ 2: 2 }), cart, choice, now)
    expect(agreed).toMatchObject({
      ok: true,
      value: {
        pickup: {
          storeId: 2,
          name: 'Waterloo',
          storeUri: 'waterloo',
          phone: '02 5550 0101',
          timeZone: 'Australia/Sydney',
          hours: ['Mon to Sun 9:00 AM – 5:30 PM'],
          readyAt: '2026-11-24T03:00:00.000Z',
        },
      },
    })
  })

  test('not for one that lacks something: the message names the store and says what to do', () => {
    expect(problemOf(agreeOnPickup(options({ 2: 1 }), cart, choice, now))).toBe(
      'Waterloo has only 1 of your 2 items in stock. Nothing was charged. Please choose another store, or have your order delivered.',
    )
    expect(problemOf(agreeOnPickup(options({}), cart, choice, now))).toContain('Waterloo no longer has everything')
  })

  test('not for a store without pickup, of another shop, or closed for good', () => {
    for (const storeId of [3, 99]) {
      expect(problemOf(agreeOnPickup(options({ 3: 9 }), cart, { ...choice, storeId }, now))).toContain(
        'This store no longer offers pickup.',
      )
    }
  })

  test('not for another day than the shopper has seen', () => {
    expect(problemOf(agreeOnPickup(options({ 2: 2 }), cart, { ...choice, readyOn: '2026-11-23' }, now))).toBe(
      'Waterloo can now have your order ready today from 2:00 PM. Please check, and place your order again.',
    )
  })

  test('not with an installation, which comes with a delivery', () => {
    const installed = { lines: [{ productId: 7, quantity: 2, install: { id: 1 } }] }
    expect(problemOf(agreeOnPickup(options({ 2: 2 }), installed, choice, now))).toContain(
      'Installation can’t be combined',
    )
  })
})
