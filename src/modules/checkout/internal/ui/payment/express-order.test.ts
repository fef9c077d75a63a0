import { expect, test } from 'vitest'
import { toCartResponse } from '../../../../cart/cart.ts'
import type { PaymentData } from '../../../../payments/ui/wallet.ts'
import type { AvailabilityResponse } from '../../../availability.ts'
import { checkoutErrors } from '../../../checkout.ts'
import {
  dayOfOption,
  firstInfo,
  formOfPayment,
  infoOf,
  placeOf,
  quoteOf,
  shippingOptions,
  withSuburb,
} from './express-order.ts'

const cart = { ...toCartResponse(null, { depositPercentage: 30 }), orderTotal: 999 }
const access = { country: 'AU', currency: 'AUD', chargesStorage: false } as const
const available = (day: number, price: number) => ({ date: [2026, 11, day] as const, price, available: true })

const answer: AvailabilityResponse = {
  cartId: cart.cartId,
  today: [2026, 11, 24],
  deliveryWindows: [],
  availability: {
    unavailable: false,
    dates: [{ date: [2026, 11, 25], price: 0, available: false }, available(26, 45), available(27, 0)],
  },
  supplierAvailability: { 'halden-row': { dates: [available(30, 60)] } },
  supplierErrors: [],
  deliveryServices: [],
  winningDeliveryServiceOverride: false,
  showNotifyIfAvailableSooner: false,
  showInstallationContact: false,
  showUniqueDeliveryRequirements: false,
}

test('the wallet sheet offers the free days, and its total includes every delivery', () => {
  const first = quoteOf(cart, answer, null, access)
  expect(first.total).toBe(999_00 + 45_00 + 60_00)
  expect(shippingOptions(first)).toEqual({
    defaultSelectedOptionId: '2026-11-26',
    shippingOptions: [
      { id: '2026-11-26', label: 'Thursday, 26 November 2026', description: '$45', price: '45.00' },
      { id: '2026-11-27', label: 'Friday, 27 November 2026', description: 'FREE', price: '0.00' },
    ],
  })
  const other = quoteOf(cart, answer, dayOfOption('2026-11-27'), access)
  expect(other.total).toBe(999_00 + 60_00)
  expect(other.view.fields['deliveryDate']).toEqual([2026, 11, 27])
  // A day that is none of them is not agreed on.
  expect(quoteOf(cart, answer, '2026-12-24', access).view.fields['deliveryDate']).toEqual([2026, 11, 26])
  expect(infoOf(cart, other.total, access)).toMatchObject({
    totalPrice: '1059.00',
    totalPriceStatus: 'FINAL',
    displayItems: [{ price: '999.00' }, { price: '60.00' }],
  })
  expect(firstInfo(cart, access)).toMatchObject({ totalPrice: '999.00', totalPriceStatus: 'ESTIMATED' })
})

test('without a choice of day there is one shipping option', () => {
  const arranged = quoteOf(cart, { ...answer, availability: { unavailable: false, dates: [] } }, null, access)
  const { shippingOptions: options } = shippingOptions(arranged)
  expect(options.map((one) => one.label)).toEqual(['We will call to arrange the day'])
  expect(dayOfOption(options[0]?.id)).toBeNull()
})

const paid = (more: Partial<PaymentData['shippingAddress']> = {}): PaymentData => ({
  email: 'robin@shopper.example',
  shippingAddress: {
    countryCode: 'AU',
    administrativeArea: 'NSW',
    locality: 'SYDNEY',
    postalCode: '2000',
    name: ' Robin van der Vale ',
    phoneNumber: '+61 412 345 678',
    address1: '12 Harbour Street',
    address2: '',
    address3: 'Unit 4',
    ...more,
  },
  paymentMethodData: { tokenizationData: { token: 'a token' } },
})

test('a wallet address follows the same rules as a typed one', () => {
  const form = formOfPayment(paid(), 'AU')
  expect(form.deliveryAddress).toMatchObject({
    firstName: 'Robin van der',
    lastName: 'Vale',
    address: '12 Harbour Street, Unit 4',
    suburb: 'SYDNEY',
    state: 'NSW',
    postcode: '2000',
  })
  const facts = { country: 'AU', hasSpecialBrand: false } as const
  expect(checkoutErrors(form, facts)).toEqual([])
  const wrong = formOfPayment(paid({ name: 'Robin', phoneNumber: '12', address1: '', address3: '' }), 'AU')
  expect(checkoutErrors(wrong, facts).map((one) => one.field)).toEqual(
    expect.arrayContaining(['phoneNumber', 'deliveryAddress.lastName', 'deliveryAddress.address']),
  )
  expect(placeOf(paid({ administrativeArea: 'AUK' }).shippingAddress, 'NZ').state).toBe('')
})

test('in New Zealand the suburb is found by the wallet’s city, and any suburb of the postcode until then', () => {
  const places = [{ suburb: 'Ponsonby' }, { suburb: 'Freemans Bay' }]
  const { address1: _hidden, ...before } = paid({ locality: 'Auckland', address2: '', address3: '' }).shippingAddress
  expect(withSuburb(before, places).locality).toBe('Ponsonby')
  const reported = paid({ locality: 'Auckland', address2: 'Flat 2', address3: 'freemans bay' }).shippingAddress
  expect(withSuburb(reported, places)).toMatchObject({
    locality: 'Freemans Bay',
    address1: '12 Harbour Street',
    address2: 'Flat 2',
    address3: '',
  })
  // A suburb that nobody names is not made up, and one that is named already stays.
  const silent = paid({ locality: 'Auckland', address3: '' }).shippingAddress
  expect(withSuburb(silent, places)).toBe(silent)
  const named = paid({ locality: 'PONSONBY' }).shippingAddress
  expect(withSuburb(named, places)).toBe(named)
})
