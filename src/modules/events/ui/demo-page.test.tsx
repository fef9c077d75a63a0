import '../../../testing/browser.ts'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { CookingDemoDetail } from '../events.ts'
import { DemoPage } from './demo-page.tsx'

const demo: CookingDemoDetail = {
  id: '7',
  title: 'Bread at home',
  summary: 'From flour to crust.',
  storeUri: 'newtown',
  storeName: 'Newtown',
  brand: 'Miele',
  cookingDemoType: 1,
  cookingDemoSubEventType: 1,
  availability: 0,
  startDateTime: '2027-02-01T00:00:00.000Z',
  endDateTime: '2027-02-01T02:00:00.000Z',
  timeZone: 'Australia/Sydney',
  price: 25.5,
  thumbnail: null,
  description: '<p>Two hours with an oven.</p>',
  presenter: 'A. Baker',
  images: [{ src: '/media/showroom.svg', alt: 'The showroom' }],
  address: { street: '12 Example Street', suburb: 'Newtown', state: 'NSW', postcode: '2042', phone: '02 5550 0001' },
  capacity: 10,
  seatsRemaining: 7,
  maxGuestsPerBooking: 4,
  products: [{ sku: 'OV-1', title: 'Steam oven', uri: 'steam-oven' }],
}

const show = (more: Partial<CookingDemoDetail> = {}) =>
  render(
    <DemoPage
      view={{
        demo: { ...demo, ...more },
        isPast: false,
        country: 'AU',
        companyName: 'Winning Appliances',
        phoneHref: 'tel:0255500001',
      }}
      refused={null}
      done={null}
    />,
  )

const optionsOf = (name: string) =>
  [...screen.getByLabelText<HTMLSelectElement>(name).options].map(({ textContent }) => textContent)

afterEach(cleanup)

test('a demo shows time, place, presenter, products and remaining seats [DEMO-03]', () => {
  show()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Bread at home')
  expect(screen.getByText('Monday, 1 February 2027, 11:00 AM – 1:00 PM').getAttribute('datetime')).toBe(
    demo.startDateTime,
  )
  const facts = within(screen.getByRole('list', { name: 'About the session' })).getAllByRole('listitem')
  expect(facts.map(({ textContent }) => textContent)).toEqual([
    'Newtown',
    'Masterclass',
    'After you buy',
    'Miele',
    '$25.50 a seat',
  ])
  expect(screen.getByRole('img', { name: 'The showroom' }).getAttribute('src')).toBe('/media/showroom.svg')
  expect(screen.getByText('From flour to crust.')).toBeDefined()
  expect(screen.getByText('Two hours with an oven.')).toBeDefined()
  const store = screen.getByRole('link', { name: 'Winning Appliances Newtown' })
  expect(store.getAttribute('href')).toBe('/stores/newtown')
  expect(store.parentElement?.textContent).toBe('Winning Appliances Newtown, 12 Example Street, Newtown NSW 2042')
  expect(screen.getByText('Presented by').nextElementSibling?.textContent).toBe('A. Baker')
  expect(screen.getByRole('link', { name: 'Steam oven' }).getAttribute('href')).toBe('/p/steam-oven')
  expect(screen.getByText('7 seats of 10 left.')).toBeDefined()
})

test('its form matches the seats: booking, waiting list, or a number to call [DEMO-03] [DEMO-08] [DEMO-19] [DEMO-20]', () => {
  show({ seatsRemaining: 3 })
  expect(screen.getByRole('button', { name: 'Book' })).toBeDefined()
  expect(optionsOf('Seats, including yours')).toEqual(['1', '2', '3'])
  expect(screen.getByLabelText('Order number').hasAttribute('required')).toBe(true)
  cleanup()
  show({ availability: 1, seatsRemaining: 0, cookingDemoType: 2 })
  expect(screen.getByRole('button', { name: 'Join the wait list' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Book' })).toBeNull()
  expect(optionsOf('Seats, including yours')).toEqual(['1', '2', '3', '4'])
  cleanup()
  show({ availability: 2 })
  expect(screen.getByRole('link', { name: 'Call 02 5550 0001' }).getAttribute('href')).toBe('tel:0255500001')
  expect(screen.queryByRole('button')).toBeNull()
})
