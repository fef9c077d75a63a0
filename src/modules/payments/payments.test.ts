import { expect, test } from 'vitest'
import {
  methodOfOption,
  orderFlags,
  paymentMethodNumbers,
  paymentOptions,
  paymentStates,
  storeCodeProblem,
} from './payments.ts'

test('order flags have the documented values, including staff flags [OFLAG-03] [ENUM-05]', () => {
  expect(orderFlags).toEqual({
    COD: 1,
    PayPal: 2,
    CRAccount: 4,
    ConnectRemove: 8,
    DeliveryInstructions: 16,
    PaidInstalls: 32,
    SetSalesperson: 64,
    StaffOnlyOtherPaymentMethod: 128,
    Zip: 256,
    ZipInStore: 512,
    UniqueRequirements: 1024,
    AfterPay: 2048,
    CashAndCarry: 4096,
    WarehouseStorageCharge: 8192,
    InstallationContact: 16384,
    WinningDeliveryServiceOverride: 32768,
  })
})

test('no option, or 0, is the card, and a flag maps to its method when supported [OFLAG-02]', () => {
  expect([undefined, 0, 2, 4, 128, 256, 512, 2048].map(methodOfOption)).toEqual([
    'card',
    'card',
    'paypal',
    'credit-account',
    'other',
    'zip',
    'zip-in-store',
    'afterpay',
  ])
  for (const option of [1, 8, 64, 258, 2049, -1]) expect(methodOfOption(option)).toBeNull()
})

test('method numbers differ from the submitted option numbers [ENUM-08]', () => {
  expect(paymentMethodNumbers).toEqual({
    None: 0,
    AfterPay: 1,
    Zip: 2,
    CreditCard: 3,
    PayPal: 4,
    Klarna: 5,
    ZipInStore: 6,
    Cash: 7,
    Humm: 8,
    ApplePay: 9,
    GooglePay: 10,
    PayPalBnpl: 11,
  })
  expect(paymentOptions.afterpay).not.toBe(paymentMethodNumbers.AfterPay)
  expect(paymentOptions.card).not.toBe(paymentMethodNumbers.CreditCard)
})

test('a Zip store code is six digits, with two error texts [PAY-33] [PAY-34]', () => {
  expect(storeCodeProblem('123456')).toBeNull()
  for (const empty of ['', '  ']) expect(storeCodeProblem(empty)).toBe('Please enter a zip store code')
  for (const wrong of ['12345', '1234567', '12345a', '12 345', '１２３４５６', '123456 '])
    expect(storeCodeProblem(wrong)).toBe('Zip store code should be exactly 6 digits and contain only numbers')
})

test('a payment has one of six states [OFLAG-08]', () => {
  expect(paymentStates).toEqual(['Pending', 'Approved', 'Declined', 'Cancelled', 'Expired', 'Unknown'])
})
