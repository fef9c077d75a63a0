import '../../../../testing/browser.ts'
import { afterEach, expect, test } from 'vitest'
import { hours } from '../../../../platform/clock.ts'
import { noAvailability } from '../../availability.ts'
import { clearSession, readSession, saveSession, type SavedSession } from './saved-session.ts'

afterEach(() => localStorage.clear())

const address = {
  firstName: 'Ana',
  lastName: 'Botha',
  companyName: '',
  address: '12 Harbour Street',
  suburb: 'Sydney',
  state: 'NSW',
  postcode: '2000',
  deliveryInstructions: '',
}
const session: SavedSession = {
  cartId: 'a3b1c9d0-0000-4000-8000-000000000001',
  guestEmail: { email: 'ana@example.com', isValid: true },
  isOptingIntoNewsletter: true,
  phoneNumber: '0412 345 678',
  deliveryAddress: address,
  isBillingAddressSameAsShipping: true,
  billingAddress: null,
  selectedDate: '2026-11-26',
  availability: noAvailability,
  paymentMethod: 3,
}
const now = Date.parse('2026-11-24T00:00:00Z')

test('is stored in local storage under its key [SESS-01]', () => {
  saveSession(session, now)
  expect(Object.keys(localStorage)).toEqual(['checkout-availability'])
  expect(readSession(session.cartId, now)).toEqual(session)
})

test('expires three hours after it was last saved [SESS-07]', () => {
  saveSession(session, now)
  expect(readSession(session.cartId, now + hours(3) - 1)).toEqual(session)
  expect(readSession(session.cartId, now + hours(3))).toBeNull()
  saveSession(session, now + hours(2))
  expect(readSession(session.cartId, now + hours(5) - 1)).toEqual(session)
})

test('belongs to one cart', () => {
  saveSession(session, now)
  expect(readSession('a3b1c9d0-0000-4000-8000-000000000002', now)).toBeNull()
})

test('is deleted when cleared [SESS3-04]', () => {
  saveSession(session, now)
  clearSession()
  expect([readSession(session.cartId, now), localStorage.length]).toEqual([null, 0])
})

test('unreadable data counts as none', () => {
  localStorage.setItem('checkout-availability', '{')
  expect(readSession(session.cartId, now)).toBeNull()
})
