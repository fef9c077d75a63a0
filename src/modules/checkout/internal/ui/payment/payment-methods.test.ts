import { expect, test } from 'vitest'
import {
  methodInUse,
  methodName,
  methodOfNumber,
  numberOfMethod,
  offeredMethods,
  placeOrderText,
  type Redirects,
} from './payment-methods.ts'

const range = { minimum: 1_00, maximum: 2_000_00 }
const all: Redirects = { paypal: range, afterpay: range, zip: range, zipTerms: null }
const offered = (more: Partial<Parameters<typeof offeredMethods>[0]> = {}) =>
  offeredMethods({ takesCards: true, redirects: all, total: 500_00, options: 0, forcesZip: false, ...more })

test('the card is always offered, with the methods enabled for the total [PAY-01]', () => {
  expect(offered({ redirects: { zipTerms: null } })).toEqual(['card'])
  expect(offered()).toEqual(['card', 'paypal', 'afterpay', 'zip'])
  expect(offered({ total: 2_000_00 })).toEqual(['card', 'paypal', 'afterpay', 'zip'])
  expect(offered({ total: 2_000_01 })).toEqual(['card', 'paypal'])
})

test('a shop without a card gateway offers the other methods, the first selected', () => {
  expect(offered({ takesCards: false })).toEqual(['paypal', 'afterpay', 'zip'])
  expect(methodInUse(null, offered({ takesCards: false }))).toBe('paypal')
  expect(offered({ takesCards: false, redirects: { zipTerms: null } })).toEqual([])
})

test('methods follow the card in the order of their ranges', () => {
  const { paypal = range, afterpay = range, zip = range } = all
  expect(offered({ redirects: { zip, paypal, afterpay, zipTerms: null } })).toEqual([
    'card',
    'zip',
    'paypal',
    'afterpay',
  ])
})

test('methods for staff and trade follow the view flags', () => {
  expect(offered({ redirects: { zipTerms: null }, options: 512 + 4 + 128 })).toEqual([
    'card',
    'zip-in-store',
    'credit-account',
    'other',
  ])
})

test('Zip can be forced on, whatever the configuration says', () => {
  expect(offered({ redirects: { zipTerms: null }, forcesZip: true })).toContain('zip')
  expect(offered({ total: 9_000_00, forcesZip: true })).toContain('zip')
})

test('an unavailable selection falls back to the account, else the card [STFC-20]', () => {
  expect(methodInUse('afterpay', ['card', 'afterpay'])).toBe('afterpay')
  expect(methodInUse('afterpay', ['card'])).toBe('card')
  expect(methodInUse(null, ['card', 'credit-account'])).toBe('credit-account')
  expect(methodInUse('card', ['card', 'credit-account'])).toBe('card')
})

test('methods have the documented names [PAY-02] [PAY-08] [PAY-09] [PAY-12] [PAY-14] [STFC-19]', () => {
  const methods = ['paypal', 'zip', 'zip-in-store', 'credit-account', 'other'] as const
  expect(methods.map((one) => methodName(one, 'AU'))).toEqual([
    'PayPal',
    'Zip',
    'Zip App',
    'Credit Account',
    'Use Other Payment Method',
  ])
  expect(methodName('zip', 'NZ')).toBe('Zip NZ')
})

test('a selection is stored as its number; the card and unnumbered methods are stored as none', () => {
  const stored = (['paypal', 'afterpay', 'zip', 'zip-in-store'] as const).map(numberOfMethod)
  expect(stored).toEqual([4, 1, 2, 6])
  expect(stored.map(methodOfNumber)).toEqual(['paypal', 'afterpay', 'zip', 'zip-in-store'])
  expect([numberOfMethod('credit-account'), numberOfMethod('other')]).toEqual([0, 0])
  expect([3, 0, 99].map(methodOfNumber)).toEqual([null, null, null])
})

test('the button says what is paid now and how, as soon as the total is known', () => {
  const order = {
    method: 'card',
    total: 1_993_10,
    shipping: 0,
    payment: { cartDeposit: 0, isPaymentFree: false },
  } as const
  expect(placeOrderText(order, 'AU')).toBe('Pay $1,993.10')
  expect(placeOrderText({ ...order, payment: { cartDeposit: 600_00, isPaymentFree: false } }, 'AU')).toBe('Pay $600')
  expect(placeOrderText({ ...order, method: 'zip' }, 'NZ')).toBe('Pay $1,993.10 with Zip NZ')
  expect(placeOrderText({ ...order, method: 'paypal' }, 'AU')).toBe('Pay $1,993.10 with PayPal')
  for (const unpaid of [
    { ...order, shipping: null },
    { ...order, method: 'credit-account' },
    { ...order, method: 'other' },
    { ...order, payment: { cartDeposit: 0, isPaymentFree: true } },
  ] as const)
    expect(placeOrderText(unpaid, 'AU')).toBe('Place order')
})
