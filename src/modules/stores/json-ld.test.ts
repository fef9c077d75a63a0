import { expect, test } from 'vitest'
import { stores } from '../../testing/catalogue.ts'
import { storeJsonLd } from './json-ld.ts'
import { openTimesOf, type Store } from './stores.ts'

const { hours, ...newtown } = stores.newtown
const store: Store = { ...newtown, storeId: 1, openTimes: openTimesOf(hours) }
const site = { companyName: 'Winning Appliances', origin: 'https://www.wa.example' }

test('structured data has a store’s location and opening hours', () => {
  const jsonLd = storeJsonLd(store, site)
  expect(jsonLd).toMatchObject({
    '@type': 'Store',
    name: 'Winning Appliances Newtown',
    url: 'https://www.wa.example/stores/newtown',
    telephone: '02 5550 0001',
    image: 'https://www.wa.example/media/showroom.svg',
    address: {
      streetAddress: '12 Example Street',
      addressLocality: 'Newtown',
      addressRegion: 'NSW',
      postalCode: '2042',
      addressCountry: 'AU',
    },
    geo: { latitude: -33.8981, longitude: 151.1749 },
  })
  expect(jsonLd.openingHoursSpecification.map((one) => [one.dayOfWeek, one.opens, one.closes])).toEqual([
    ['https://schema.org/Monday', '09:00', '17:30'],
    ['https://schema.org/Tuesday', '09:00', '17:30'],
    ['https://schema.org/Thursday', '09:00', '20:00'],
    ['https://schema.org/Friday', '09:00', '17:30'],
    ['https://schema.org/Saturday', '10:00', '16:00'],
  ])
})

test('an appointment-only store has no hours, and missing state or picture are omitted', () => {
  const jsonLd = storeJsonLd({ ...store, isAppointmentOnly: true, state: null, thumbImg: null }, site)
  expect(jsonLd.openingHoursSpecification).toEqual([])
  expect([jsonLd.image, jsonLd.address.addressRegion]).toEqual([undefined, undefined])
})
