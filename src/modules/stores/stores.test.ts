import { describe, expect, test } from 'vitest'
import {
  directionsUrl,
  filterAddress,
  filterStores,
  filtersOf,
  hoursText,
  openTimesOf,
  openingStatus,
  readFilters,
  storesByState,
  suburbLine,
  type StoredHours,
  type Store,
} from './stores.ts'

const workWeek: StoredHours = [
  ['09:00', '17:30'],
  ['09:00', '17:30'],
  ['09:00', '17:30'],
  ['09:00', '20:00'],
  ['09:00', '17:30'],
  ['10:00', '16:00'],
  null,
]

const sydney: Store = {
  storeId: 1,
  name: 'Newtown',
  storeUri: 'newtown',
  address: '12 Example Street',
  suburb: 'Newtown',
  state: 'NSW',
  postcode: '2042',
  country: 'AU',
  phone: '02 5550 0101',
  email: null,
  isAppointmentOnly: false,
  offersPickup: false,
  openTimes: openTimesOf(workWeek),
  thumbImg: null,
  virtualTourId: null,
  latitude: -33.9,
  longitude: 151.18,
  description: '',
  timeZone: 'Australia/Sydney',
}
const perth: Store = {
  ...sydney,
  storeId: 2,
  name: 'Osborne Park',
  storeUri: 'osborne-park',
  state: 'WA',
  timeZone: 'Australia/Perth',
  virtualTourId: 'osborne',
}
const byAppointment: Store = { ...sydney, storeId: 3, storeUri: 'studio', state: 'VIC', isAppointmentOnly: true }
const auckland: Store = {
  ...sydney,
  storeId: 4,
  storeUri: 'newmarket',
  suburb: 'Newmarket',
  state: null,
  postcode: '1023',
}
const all = [perth, sydney, byAppointment]

const saturdayNoon = new Date('2026-11-21T12:00+11:00')
const sunday = new Date('2026-11-22T12:00+11:00')

describe('opening hours', () => {
  test('have seven days, Monday to Sunday, each open or not, with a 24-hour closing time [STOR-06]', () => {
    expect(sydney.openTimes.map(({ day, isOpen, closeTime }) => [day, isOpen, closeTime])).toEqual([
      ['Monday', true, '17:30'],
      ['Tuesday', true, '17:30'],
      ['Wednesday', true, '17:30'],
      ['Thursday', true, '20:00'],
      ['Friday', true, '17:30'],
      ['Saturday', true, '16:00'],
      ['Sunday', false, null],
    ])
  })

  test('of an open day say until when, all day long [FMT-07] [STOR-10]', () => {
    expect(openingStatus(sydney, new Date('2026-11-20T12:00+11:00'))).toBe('Open today until 5:30 PM')
    expect(openingStatus(sydney, saturdayNoon)).toBe('Open today until 4:00 PM')
    expect(openingStatus(sydney, new Date('2026-11-21T23:59+11:00'))).toBe('Open today until 4:00 PM')
  })

  test('of a day off say closed [STOR-08]', () => {
    expect(openingStatus(sydney, sunday)).toBe('Closed today')
  })

  test('by appointment override hours and days off [STOR-09]', () => {
    expect(openingStatus(byAppointment, saturdayNoon)).toBe('By appointment only')
    expect(openingStatus(byAppointment, sunday)).toBe('By appointment only')
  })

  test('use the store’s local day', () => {
    const sundayInSydney = new Date('2026-11-22T00:30+11:00')
    expect(openingStatus(sydney, sundayInSydney)).toBe('Closed today')
    expect(openingStatus(perth, sundayInSydney)).toBe('Open today until 4:00 PM')
  })

  test('of a week are summarised in words [FMT-07]', () => {
    expect(sydney.openTimes.map(hoursText).slice(3)).toEqual([
      '9:00 AM – 8:00 PM',
      '9:00 AM – 5:30 PM',
      '10:00 AM – 4:00 PM',
      'Closed',
    ])
  })
})

describe('store location', () => {
  test('directions search the maps for company, address, store, state and postcode [STORE-01]', () => {
    expect(directionsUrl('Winning Appliances', sydney)).toBe(
      'https://www.google.com/maps/search/?api=1&query=Winning%20Appliances%2012%20Example%20Street%20Newtown%20NSW%202042',
    )
    expect(directionsUrl('A & B', { ...sydney, address: '', state: null })).toBe(
      'https://www.google.com/maps/search/?api=1&query=A%20%26%20B%20Newtown%202042',
    )
  })

  test('the suburb line has no state in New Zealand', () => {
    expect([suburbLine(sydney), suburbLine(auckland)]).toEqual(['Newtown NSW 2042', 'Newmarket 1023'])
  })
})

describe('store filters', () => {
  const shown = (filters: string, now = saturdayNoon) =>
    filterStores(all, readFilters(filters), now).map((store) => store.storeUri)

  test('combine, and unknown ones are ignored', () => {
    expect(shown('')).toEqual(['osborne-park', 'newtown', 'studio'])
    expect(shown('NSW')).toEqual(['newtown'])
    expect(shown('appointment')).toEqual(['studio'])
    expect(shown('virtual-tour,open-today,WA')).toEqual(['osborne-park'])
    expect(shown('NSW,VIC')).toEqual([])
    expect(shown('nonsense,,nsw, NSW ')).toEqual(['newtown'])
  })

  test('open today uses each store’s local time', () => {
    expect(shown('open-today')).toEqual(['osborne-park', 'newtown'])
    expect(shown('open-today', new Date('2026-11-22T00:30+11:00'))).toEqual(['osborne-park'])
    expect(shown('open-today', sunday)).toEqual([])
  })

  test('are offered only where a store matches, and selected ones are marked [STOR-07]', () => {
    expect(filtersOf(all, ['VIC'])).toEqual([
      { id: 'NSW', title: 'New South Wales', selected: false },
      { id: 'VIC', title: 'Victoria', selected: true },
      { id: 'WA', title: 'Western Australia', selected: false },
      { id: 'open-today', title: 'Open today', selected: false },
      { id: 'appointment', title: 'By appointment', selected: false },
      { id: 'virtual-tour', title: 'Virtual tour', selected: false },
    ])
    expect(filtersOf([auckland], []).map((filter) => filter.id)).toEqual(['open-today'])
    expect(filtersOf([], ['NSW'])).toEqual([])
  })

  test('a link adds or removes a filter, and another state replaces the first', () => {
    expect(filterAddress('NSW', [])).toBe('/stores?filters=NSW')
    expect(filterAddress('open-today', ['NSW'])).toBe('/stores?filters=NSW,open-today')
    expect(filterAddress('VIC', ['NSW', 'open-today'])).toBe('/stores?filters=open-today,VIC')
    expect(filterAddress('NSW', ['NSW'])).toBe('/stores')
  })

  test('stores are grouped by state; without states they form one group', () => {
    const groups = storesByState([...all, auckland]).map(({ title, stores }) => [title, stores.length])
    expect(groups).toEqual([
      ['New South Wales', 1],
      ['Victoria', 1],
      ['Western Australia', 1],
      [null, 1],
    ])
  })
})
