import { describe, expect, test } from 'vitest'
import { toCartResponse, type CartResponse } from '../../../cart/cart.ts'
import type { Site } from '../../../navigation/site.ts'
import { orderFlags } from '../../../payments/payments.ts'
import type { CheckoutForm } from '../../checkout.ts'
import type { CheckoutView } from '../checkout-view.ts'
import { orderOf, orderProblem } from './checkout-order.ts'
import { initialState, type CheckoutState } from './checkout-state.ts'
import type { DeliveryView } from './delivery/delivery-view.ts'

const cart = (brand = 'Halden'): CartResponse => ({
  ...toCartResponse(null, { depositPercentage: 30 }),
  orderTotal: 1_000,
  products: [{ brand }] as unknown as CartResponse['products'],
})
const dates = {
  state: { selectedDate: '2026-11-25', selectedShippingCost: 40_00 },
  paid: [{ title: 'Connect', price: 50_00 }],
  shipping: 40_00,
  isToday: false,
  errors: [],
  problem: null,
  hasSupplierDates: false,
  fields: {},
} as unknown as DeliveryView
const view = (opts = 0) => ({ opts, partialPaymentPercentage: 30 }) as CheckoutView
const redirects = { paypal: { minimum: 0, maximum: 9_999_99 }, zipTerms: null } as never

const order = (
  state: Partial<CheckoutState> = {},
  more: Partial<Parameters<typeof orderOf>[0]> = {},
): ReturnType<typeof orderOf> =>
  orderOf({
    cart: cart(),
    state: { ...initialState, ...state },
    dates,
    view: view(),
    site: { country: 'AU' } as Site,
    takesCards: true,
    redirects,
    forcesZip: false,
    ...more,
  })

const cashAndCarry = { ...initialState.staff, cashAndCarry: true }
const deposit = { isOn: true, text: '400', cents: 400_00, problem: null }

describe('the order', () => {
  test('totals goods, delivery, services and tip', () => {
    const { total, paid } = order({ tip: { cents: 5_00, problem: null } })
    expect(total).toBe(1_095_00)
    expect(paid.map((one) => one.price)).toEqual([50_00, 5_00])
  })

  test('for cash and carry has no delivery, services or tip', () => {
    expect(order({ staff: cashAndCarry, tip: { cents: 5_00, problem: null } })).toMatchObject({
      total: 1_000_00,
      delivery: null,
      shipping: 0,
      paid: [],
    })
  })

  test('uses the chosen payment method while offered, else the card', () => {
    expect(order({ chosenMethod: 'paypal' }).method).toBe('paypal')
    expect(order({ chosenMethod: 'other' }).method).toBe('card')
    expect(order({ chosenMethod: 'other' }, { view: view(orderFlags.StaffOnlyOtherPaymentMethod) }).method).toBe(
      'other',
    )
  })

  test('takes a deposit by card only, and none for the special brand', () => {
    expect(order({ deposit }).payment.cartDeposit).toBe(400_00)
    expect(order({ deposit, chosenMethod: 'paypal' }).payment.cartDeposit).toBe(0)
    expect(order({ deposit }, { cart: cart('Miele') }).payment.cartDeposit).toBe(0)
  })
})

describe('order validation', () => {
  const address = {
    firstName: 'Ana',
    lastName: 'Botha',
    companyName: '',
    address: '12 Harbour Street',
    suburb: 'Sydney',
    state: 'NSW',
    postcode: '2000',
  }
  const form: CheckoutForm = {
    email: 'ana@example.com',
    phoneNumber: '0412 345 678',
    poNumber: '',
    deliveryAddress: { ...address, deliveryInstructions: '' },
    billingAddress: null,
    mieleWarning: false,
  }
  const card = { nameOnCard: 'Ana Botha', cardNo: '4111 1111 1111 1111', expiryDate: '03 / 2030', cvv: '123' }
  const problem = (
    state: Partial<CheckoutState> = {},
    more: Partial<Parameters<typeof orderOf>[0]> = {},
    changed: Partial<CheckoutForm> = {},
  ) => {
    const whole = { ...initialState, card, ...state }
    return orderProblem({
      form: { ...form, ...changed },
      order: order(whole, more),
      state: whole,
      month: { year: 2026, month: 11 },
    })
  }

  test('passes when form, date and card are valid', () => {
    expect(problem()).toBeNull()
  })

  test('reports every field at once, form fields first and card fields last', () => {
    const tip = { cents: 0, problem: 'Too much' }
    const found = problem({ card: initialState.card, tip }, {}, { email: 'ana' })
    expect(found?.message).toBe('There has been an error. Please check below to see what fields are invalid.')
    expect(found?.errors.map((one) => one.field)).toEqual([
      'email',
      'tip',
      'card.nameOnCard',
      'card.cardNo',
      'card.expiryDate',
      'card.cvv',
    ])
    expect(found?.refusedCard).toBeUndefined()
  })

  test('names the card field when only the card is wrong', () => {
    expect(problem({ card: { ...card, cvv: '1' } })).toMatchObject({
      message: 'Please check your CVC number.',
      refusedCard: 'cvv',
    })
  })

  test('ignores the card when another method pays or nothing is due', () => {
    expect(problem({ card: initialState.card, chosenMethod: 'paypal' })).toBeNull()
    const free = {
      cart: { ...cart(), orderTotal: 0 },
      dates: { ...dates, paid: [], state: { ...dates.state, selectedShippingCost: 0 } },
    }
    expect(problem({ card: initialState.card }, free)).toBeNull()
  })

  test('reports a supplier that cannot deliver, with or without other errors', () => {
    const refused = { dates: { ...dates, problem: 'It cannot come here.' } }
    expect(problem({}, refused)).toMatchObject({ message: 'It cannot come here.', note: null, errors: [] })
    expect(problem({}, refused, { email: 'ana' })?.note).toBe('It cannot come here.')
  })

  test('reports a missing date, except for cash and carry', () => {
    const state = { ...dates.state, selectedDate: null }
    expect(problem({}, { dates: { ...dates, state } })?.message).toMatch(/^There is an error with the delivery date/)
    expect(problem({ staff: cashAndCarry }, { dates: null })).toBeNull()
  })

  test('checks the store code for Zip in a store only', () => {
    const zip = { view: view(orderFlags.ZipInStore) }
    expect(problem({ chosenMethod: 'zip-in-store' }, zip)?.errors).toEqual([
      { field: 'devicePaymentCode', message: 'Please enter a zip store code' },
    ])
    expect(problem({ chosenMethod: 'zip-in-store', storeCode: '123456' }, zip)).toBeNull()
  })
})
