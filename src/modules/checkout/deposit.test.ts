import { describe, expect, test } from 'vitest'
import { firstSubmitProblem, type CheckoutForm } from './checkout.ts'
import {
  depositCents,
  depositHint,
  depositProblem,
  depositTextProblem,
  minimumDeposit,
  percentageInForce,
  takesDeposit,
} from './deposit.ts'
import { nothingKnown, paymentState } from './internal/payment/payment-state.ts'

/** Of an order of $1,000.01 with the usual percentage. */
const problemOf = (text: string, total = 1_000_01, percentage = 30) => depositTextProblem(text, total, percentage)

describe('a deposit', () => {
  test('is a number or nothing [DEP-07] [DEP-14]', () => {
    for (const text of ['abc', '-5', '1e3', '4 00', '400.001', '.', 'NaN'])
      expect([text, problemOf(text)]).toEqual([text, 'Input must be a postive number.'])
    for (const text of ['', ' 400 ', '400.5', '400.55', '400.']) expect([text, problemOf(text)]).toEqual([text, null])
    expect(['400.5', '.5', '', '1.15'].map(depositCents)).toEqual([400_50, 50, 0, 1_15])
    expect(depositCents('9'.repeat(20))).toBeNull()
    expect(depositProblem(-1, 1_000_00, 30)).toBe('Input must be a postive number.')
  })

  test('of 0 or nothing is none, and valid [DEP-08]', () => {
    expect(['', '0', '0.00'].map((text) => problemOf(text))).toEqual([null, null, null])
  })

  test('is at least the percentage of the total, rounded to 2 decimals [DEP-09] [DEP-13]', () => {
    expect(minimumDeposit(1_000_01, 30)).toBe(300_00)
    expect(minimumDeposit(1_000_05, 30)).toBe(300_02)
    expect(problemOf('300')).toBeNull()
    expect(problemOf('299.99')).toBe('Minimum deposit is 30% of order total ($300.00).')
    expect(problemOf('0.01', 12_345_67)).toBe('Minimum deposit is 30% of order total ($3,703.70).')
  })

  test('has its minimum as a hint, with cents [DEP-02]', () => {
    expect(depositHint(1_000_01, 30)).toBe('Minimum Deposit is $300.00')
    expect(depositHint(99_95, 30)).toBe('Minimum Deposit is $29.99')
  })

  test('is below the total [DEP-15]', () => {
    expect(problemOf('1000')).toBeNull()
    for (const text of ['1000.01', '5000'])
      expect(problemOf(text)).toBe('Deposit request cannot equal or exceed order total.')
  })

  test('is 30 percent where the server sends none or 0, else the server’s percentage [DEP-10] [DEP-11]', () => {
    expect([null, undefined, 0, Number.NaN].map(percentageInForce)).toEqual([30, 30, 30, 30])
    expect([45, 1, 0.5].map(percentageInForce)).toEqual([45, 1, 0.5])
    expect(problemOf('449', 1_000_00, 45)).toBe('Minimum deposit is 45% of order total ($450.00).')
  })

  test('shows its percentage rounded down to 2 decimals, without trailing zeros [DEP-12]', () => {
    expect(problemOf('1', 1_000_00, 33.339)).toBe('Minimum deposit is 33.33% of order total ($333.39).')
    expect(problemOf('1', 1_000_00, 12.5)).toBe('Minimum deposit is 12.5% of order total ($125.00).')
    expect(problemOf('1', 1_000_00, 0.29)).toBe('Minimum deposit is 0.29% of order total ($2.90).')
  })

  test('is paid by card, for a total above zero, without the special brand', () => {
    const order = { method: 'card', total: 100_00, hasSpecialBrand: false }
    expect(takesDeposit(order)).toBe(true)
    expect(takesDeposit({ ...order, total: 1 })).toBe(true)
    for (const other of [{ method: 'afterpay' }, { total: 0 }, { hasSpecialBrand: true }])
      expect(takesDeposit({ ...order, ...other })).toBe(false)
  })
})

test('payment figures are deposit, balance and whether it is free; nothing before data arrives [ENUM-09]', () => {
  expect(nothingKnown).toEqual({ depositPercentage: 0, cartDeposit: 0, cartRemainingPayment: 0, isPaymentFree: false })
  expect(paymentState(1_000_00, 400_00, 30)).toEqual({
    depositPercentage: 30,
    cartDeposit: 400_00,
    cartRemainingPayment: 600_00,
    isPaymentFree: false,
  })
  expect(paymentState(0, 0, 30)).toMatchObject({ cartRemainingPayment: 0, isPaymentFree: true })
})

describe('submit validation', () => {
  const address = { firstName: 'Ana', lastName: 'Botha', companyName: '', address: '12 Harbour Street' }
  const sydney = { suburb: 'Sydney', state: 'NSW', postcode: '2000' }
  const form: CheckoutForm = {
    email: 'ana@example.com',
    phoneNumber: '0412 345 678',
    poNumber: '',
    deliveryAddress: { ...address, ...sydney, deliveryInstructions: '' },
    billingAddress: null,
    mieleWarning: false,
  }
  const wrong = {
    form: { ...form, email: 'ana', deliveryAddress: { ...form.deliveryAddress, suburb: '', state: '', postcode: '' } },
    facts: { country: 'AU', hasSpecialBrand: false },
    hasDeliveryDate: false,
    hasSupplierDates: false,
    depositProblem: 'Deposit request cannot equal or exceed order total.',
  } as const
  const messageOf = (more: Partial<Parameters<typeof firstSubmitProblem>[0]>) =>
    firstSubmitProblem({ ...wrong, ...more })?.message

  test('runs in order: suburb, deposit, form, date; the first failure is reported [CHK-46] [CHK-48]', () => {
    expect(messageOf({})).toBe('Please, select a suburb in the suggested list.')
    expect(messageOf({ form: { ...form, email: 'ana' } })).toBe(
      'There is an error with the deposit amount. Please try again or contact support.',
    )
    expect(firstSubmitProblem({ ...wrong, form })?.errors).toEqual([
      { field: 'partialPayment', message: 'Deposit request cannot equal or exceed order total.' },
    ])
    expect(messageOf({ form: { ...form, email: 'ana' }, depositProblem: null })).toBe(
      'There has been an error. Please check below to see what fields are invalid.',
    )
    expect(messageOf({ form, depositProblem: null })).toBe(
      'There is an error with the delivery date. Please try again or contact support.',
    )
    expect(messageOf({ form, depositProblem: null, hasDeliveryDate: true })).toBeUndefined()
  })

  test('requires no date for cash and carry [CHK-51]', () => {
    expect(messageOf({ form, depositProblem: null, isCashAndCarry: false })).toBe(
      'There is an error with the delivery date. Please try again or contact support.',
    )
    expect(messageOf({ form, depositProblem: null, isCashAndCarry: true })).toBeUndefined()
  })
})
