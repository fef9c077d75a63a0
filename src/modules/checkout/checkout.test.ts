import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { australianStates } from '../../brands/australian-states.ts'
import {
  checkoutErrors,
  emailProblem,
  firstSubmitProblem,
  orderTotal,
  phoneNumberProblem,
  poNumberProblem,
  suburbTextProblem,
  submitTexts,
  type CheckoutFacts,
  type CheckoutForm,
} from './checkout.ts'
import { isPostBox } from '../geo/post-box.ts'

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
const facts: CheckoutFacts = { country: 'AU', hasSpecialBrand: false }
const special: CheckoutFacts = { country: 'AU', hasSpecialBrand: true }
const x = (length: number) => 'x'.repeat(length)

type Change = Partial<CheckoutForm['deliveryAddress']>
/** The one text beside a field of an address when it is changed like this; null when nothing is wrong. */
function textAt(which: 'deliveryAddress' | 'billingAddress', change: Change, on: CheckoutFacts = facts): string | null {
  const changed =
    which === 'deliveryAddress'
      ? { ...form, deliveryAddress: { ...form.deliveryAddress, ...change } }
      : { ...form, billingAddress: { ...address, ...change } }
  const errors = checkoutErrors({ ...changed, mieleWarning: true }, on)
  expect(errors.length).toBeLessThanOrEqual(1)
  expect(errors.every((error) => error.field.startsWith(which))).toBe(true)
  return errors[0]?.message ?? null
}

test('a valid form has no errors', () => {
  expect(checkoutErrors(form, facts)).toEqual([])
  expect(checkoutErrors({ ...form, billingAddress: address, mieleWarning: true }, special)).toEqual([])
})

describe('contact', () => {
  test.each(['', ' ', 'ana', 'ana@example', `${x(250)}@b.co`])(
    'email address %j [CHK-39] [CHK-40] [CHK-41]',
    (email) => {
      expect(checkoutErrors({ ...form, email }, facts)).toEqual([
        { field: 'email', message: 'Please enter a valid email address' },
      ])
    },
  )

  test('a phone number is required, with valid characters and length [CHK-42] [CHK-43] [CHK-44]', () => {
    for (const phoneNumber of ['', '0412_345_678', '0412.345.678', '0412 3', '0412 345 678          ext 1'])
      expect(checkoutErrors({ ...form, phoneNumber }, facts)).toEqual([
        { field: 'phoneNumber', message: 'Please enter a valid phone number' },
      ])
    for (const phoneNumber of ['0412345678', '(02) 9876-5432', '+61 412 345 678', '0061 412 345 678'])
      expect(phoneNumberProblem(phoneNumber, 'AU')).toBeNull()
  })

  test('a phone number has the format of the delivery country [CHK-45]', () => {
    expect(phoneNumberProblem('98765432', 'AU')).toBe('Please include your area code.')
    expect(phoneNumberProblem('021 123 4567', 'NZ')).toBeNull()
    expect(phoneNumberProblem('0412 345 678', 'NZ')).toBe('Please enter a valid phone number')
    expect(phoneNumberProblem('0412 abc 678', 'AU')).toBe('Please enter a valid phone number')
  })
})

describe.each(['deliveryAddress', 'billingAddress'] as const)('the %s', (which) => {
  test('first name: required, at most 20 [ADDR-10] [ADDR-11]', () => {
    const text = 'Please enter a first name (max 20 characters)'
    expect(['', '  ', x(21), x(20), 'A'].map((firstName) => textAt(which, { firstName }))).toEqual([
      text,
      text,
      text,
      null,
      null,
    ])
  })

  test('last name: required, at most 29, with a text that says 20 [ADDR-12] [ADDR-13]', () => {
    const text = 'Please enter a last name (max 20 characters)'
    expect(['', x(30), x(29)].map((lastName) => textAt(which, { lastName }))).toEqual([text, text, null])
  })

  test('company: at most 50 [ADDR-14] [ADDR-16]', () => {
    expect(['', x(50), x(51)].map((companyName) => textAt(which, { companyName }))).toEqual([
      null,
      null,
      'Company Name cannot be more than 50 characters',
    ])
  })

  test('company: required of the invoice recipient when the order is on account [ADDR-15]', () => {
    for (const [on, max] of [
      [facts, 50],
      [special, 35],
    ] as const)
      expect(
        ['', '  ', x(max)].map((companyName) => textAt(which, { companyName }, { ...on, isOnAccount: true })),
      ).toEqual([
        `Please enter a company name (max ${max} characters)`,
        `Please enter a company name (max ${max} characters)`,
        null,
      ])
  })

  test('street: required, at most 50 [ADDR-17] [ADDR-18] [ADDR-19] [ADDR-20]', () => {
    expect(['', '  ', x(50), x(51)].map((street) => textAt(which, { address: street }))).toEqual([
      'Please enter a valid address (max 50 characters)',
      'Please enter a valid address (max 50 characters)',
      null,
      'Address cannot be more than 50 characters',
    ])
  })

  test('company and street: at most 35 with the special brand in the cart [BRAND-03] [BRAND-04]', () => {
    expect([x(35), x(36)].map((companyName) => textAt(which, { companyName }, special))).toEqual([
      null,
      'Company Name cannot be more than 35 characters',
    ])
    expect([x(35), x(36), ''].map((street) => textAt(which, { address: street }, special))).toEqual([
      null,
      'Address cannot be more than 35 characters',
      'Please enter a valid address (max 35 characters)',
    ])
  })

  test('suburb: required, at most 30 [ADDR-21]', () => {
    expect(['', x(30), x(31)].map((suburb) => textAt(which, { suburb }))).toEqual([
      'Please, select a suburb in the suggested list.',
      null,
      'Please enter a valid suburb',
    ])
  })

  test('state: one of eight in Australia, not required elsewhere [ADDR-09] [ADDR-22] [ADDR-23]', () => {
    for (const state of australianStates) expect(textAt(which, { state })).toBeNull()
    expect(['', 'NSWX', 'nsw', 'XX'].map((state) => textAt(which, { state }))).toEqual(
      Array(4).fill('Please select a state'),
    )
    const nz = { ...form, phoneNumber: '021 123 4567', [which]: { ...form.deliveryAddress, state: '' } }
    expect(
      checkoutErrors(
        { ...nz, deliveryAddress: { ...form.deliveryAddress, state: '' } },
        { country: 'NZ', hasSpecialBrand: false },
      ),
    ).toEqual([])
  })

  test('postcode: required, four digits [ADDR-24]', () => {
    expect(['', '200', '20000', '2OOO', '0800'].map((postcode) => textAt(which, { postcode }))).toEqual([
      'Please, select a suburb in the suggested list.',
      'Please enter a valid suburb',
      'Please enter a valid suburb',
      'Please enter a valid suburb',
      null,
    ])
  })
})

describe('delivery only', () => {
  test('instructions: at most 150 [ADDR-25] [ADDR-26]', () => {
    expect(textAt('deliveryAddress', { deliveryInstructions: x(150) })).toBeNull()
    expect(textAt('deliveryAddress', { deliveryInstructions: x(151) })).toBe(
      'Only 150 characters are aloud in this field.',
    )
  })

  test.each([
    'PO Box 12',
    'p.o. box 12',
    'P O Box 1',
    'Post Office Box 3',
    'Postal Office Box 3',
    'GPO Box 9',
    'G.P.O. Box 9',
    'Locked Bag 7',
    'private bag 2',
    'Parcel Locker 10',
  ])('no delivery to %j [ADDR-29]', (street) => {
    expect(textAt('deliveryAddress', { address: street })).toBe("We don't deliver to PO Boxes")
    expect(textAt('billingAddress', { address: street })).toBeNull()
  })

  test.each(['12 Box Street', '3 Poboxwood Lane', '1 Post Office Lane', '4 Lockedbagger Road', '7 Gpo Street'])(
    '%j is a street address',
    (street) => {
      expect(isPostBox(street)).toBe(false)
    },
  )
})

test('a billing address is validated only when it differs [ADDR-27] [ADDR-28]', () => {
  expect(checkoutErrors({ ...form, billingAddress: null }, facts)).toEqual([])
  const empty = { firstName: '', lastName: '', companyName: '', address: '', suburb: '', state: '', postcode: '' }
  expect(checkoutErrors({ ...form, billingAddress: empty }, facts).map((error) => error.field)).toEqual([
    'billingAddress.firstName',
    'billingAddress.lastName',
    'billingAddress.address',
    'billingAddress.suburb',
  ])
})

test('buyers of the special brand must accept its seller notice [BRAND-05]', () => {
  const error = { field: 'brandsWarnings.mieleWarning', message: 'Please confirm you have read the Miele notice' }
  expect(checkoutErrors(form, special)).toEqual([error])
  expect(checkoutErrors({ ...form, mieleWarning: true }, special)).toEqual([])
  expect(checkoutErrors(form, facts)).toEqual([])
})

describe('the PO number', () => {
  test('has at most 40 characters [STFC-17]', () => {
    expect([poNumberProblem(''), poNumberProblem(x(40)), poNumberProblem(x(41))]).toEqual([
      null,
      null,
      'Please enter a valid PO number (max 40 characters)',
    ])
  })

  test('has an optional plus, then digits, letters, dashes, brackets and spaces [STFC-18]', () => {
    for (const good of ['PO-12', '+61 (A) 7', '12']) expect(poNumberProblem(good)).toBeNull()
    for (const bad of ['12+3', 'PO#1', 'a_b', 'a/b', '++1', 'é'])
      expect(poNumberProblem(bad)).toBe('Please enter a valid PO number (max 40 characters)')
    expect(checkoutErrors({ ...form, poNumber: '#' }, facts)).toEqual([
      { field: 'poNumber', message: 'Please enter a valid PO number (max 40 characters)' },
    ])
  })
})

test('the suburb text needs a suburb and postcode picked from the list [ADDR-31] [ADDR-33]', () => {
  for (const text of ['', '2000', 'Sydney', 'Sydney 200', 'S 2000 3'])
    expect(suburbTextProblem(text)).toBe('Please enter a valid suburb')
  for (const text of ['Sydney 2000', '2000 Sydney, NSW'])
    expect(suburbTextProblem(text)).toBe('Please, select a suburb in the suggested list.')
})

describe('submit validation', () => {
  const check = (more: Partial<CheckoutForm>, hasDeliveryDate = true, hasSupplierDates = false) =>
    firstSubmitProblem({ form: { ...form, ...more }, facts, hasDeliveryDate, hasSupplierDates })
  const noSuburb = { deliveryAddress: { ...form.deliveryAddress, suburb: '' } }

  test('accepts a valid form with a date', () => {
    expect(check({})).toBeNull()
  })

  test('reports an unpicked suburb first, whatever else is wrong [CHK-47]', () => {
    expect(check({ ...noSuburb, email: '' }, false)?.message).toBe('Please, select a suburb in the suggested list.')
  })

  test('reports an invalid form before a missing date [CHK-49]', () => {
    const problem = check({ email: '' }, false)
    expect(problem).toEqual({
      message: 'There has been an error. Please check below to see what fields are invalid.',
      errors: [{ field: 'email', message: 'Please enter a valid email address' }],
    })
  })

  test('reports a missing date or supplier date last [CHK-50]', () => {
    const text = 'There is an error with the delivery date. Please try again or contact support.'
    expect(check({}, false)).toEqual({ message: text, errors: [] })
    expect(check({}, false, true)).toBeNull()
  })

  test('uses the documented texts', () => {
    expect(submitTexts).toMatchObject({
      deposit: 'There is an error with the deposit amount. Please try again or contact support.',
      leave: 'You have not completed your order yet. Are you sure you want to leave?',
      cancelled: "You've cancelled your payment.",
      fallback: 'An error has occurred, please try again',
    })
  })
})

describe('the order total', () => {
  test('is cart, shipping above zero, suppliers and services [SUMM-21]', () => {
    expect(orderTotal({ cart: 100_00, shipping: 40_00, suppliers: [10_00, 5_00], services: [1_00] })).toBe(156_00)
    expect(orderTotal({ cart: 100_00, shipping: -40_00, suppliers: [], services: [] })).toBe(100_00)
    expect(orderTotal({ cart: 0, shipping: 0, suppliers: [], services: [] })).toBe(0)
  })

  test('is the sum of its parts in any order', () => {
    const cents = fc.nat(1_000_000_00)
    fc.assert(
      fc.property(
        cents,
        fc.integer({ min: -100_00, max: 500_00 }),
        fc.array(cents, { maxLength: 5 }),
        fc.array(cents, { maxLength: 5 }),
        (cart, shipping, suppliers, services) => {
          const total = orderTotal({ cart, shipping, suppliers, services })
          expect(total).toBe(
            orderTotal({ cart, shipping, suppliers: services.toReversed(), services: suppliers.toReversed() }),
          )
          expect(total).toBeGreaterThanOrEqual(cart)
          expect(total - cart - Math.max(0, shipping)).toBe(
            [...suppliers, ...services].reduce((sum, one) => sum + one, 0),
          )
        },
      ),
    )
  })
})

test('no valid email address exceeds the database limit', () => {
  fc.assert(
    fc.property(fc.emailAddress(), (email) => {
      if (emailProblem(email) === null) expect(email.trim().length).toBeLessThanOrEqual(254)
    }),
  )
})
