import { describe, expect, test } from 'vitest'
import { initialState, reduce, type CheckoutEvent, type CheckoutState } from './checkout-state.ts'

const after = (...events: readonly CheckoutEvent[]): CheckoutState => events.reduce(reduce, initialState)

const deposit = { isOn: true, text: '500', cents: 500_00, problem: null }
const typed: CheckoutEvent = { type: 'deposit_changed', deposit }
const refused: CheckoutEvent = {
  type: 'order_refused',
  problem: {
    message: 'Please check these fields.',
    errors: [
      { field: 'email', message: 'Wrong email' },
      { field: 'card.cvv', message: 'Wrong code' },
      { field: 'devicePaymentCode', message: 'Wrong store code' },
    ],
  },
}

describe('a deposit', () => {
  const reset = { ...deposit, text: '', cents: 0 }

  test('loses its amount, but not its tick, when the total can change', () => {
    const events: readonly CheckoutEvent[] = [
      { type: 'deposit_reset' },
      { type: 'place_changed' },
      { type: 'tip_changed', tip: { cents: 5_00, problem: null } },
      { type: 'method_chosen', method: 'afterpay' },
    ]
    for (const event of events) expect([event.type, after(typed, event).deposit]).toEqual([event.type, reset])
  })

  test('stays when the card is selected again; an invalid amount is cleared with its message', () => {
    expect(after(typed, { type: 'method_chosen', method: 'card' }).deposit).toEqual(deposit)
    const wrong = { isOn: true, text: 'x', cents: 0, problem: 'Wrong' }
    expect(after({ type: 'deposit_changed', deposit: wrong }, { type: 'deposit_reset' }).deposit).toEqual(reset)
  })

  test('without an amount leaves the state object unchanged, so nothing re-renders', () => {
    const state = after({ type: 'tip_changed', tip: { cents: 0, problem: null } })
    expect(reduce(state, { type: 'deposit_reset' })).toBe(state)
  })
})

describe('a rejected order', () => {
  test('shows its problem and a message beside each named field', () => {
    const state = after({ type: 'order_sent' }, refused)
    expect(state.problem?.message).toBe('Please check these fields.')
    expect(state.fieldErrors).toEqual({
      email: 'Wrong email',
      'card.cvv': 'Wrong code',
      devicePaymentCode: 'Wrong store code',
    })
    // The form opens by an event of its own, a moment later.
    expect([state.isSending, reduce(state, { type: 'form_reopened' }).isSending]).toEqual([true, false])
  })

  test('replaces the field messages of an earlier one', () => {
    const later: CheckoutEvent = {
      type: 'order_refused',
      problem: { message: 'Again', errors: [{ field: 'phoneNumber', message: 'Wrong phone' }] },
    }
    expect(after(refused, later).fieldErrors).toEqual({ phoneNumber: 'Wrong phone' })
  })

  test('clears when the order is submitted again', () => {
    expect(after(refused, { type: 'order_sent' })).toMatchObject({ problem: null, fieldErrors: {}, isSending: true })
  })

  test('keeps its problem while a field is corrected, and clears with another location or method', () => {
    const { problem } = after(refused, { type: 'field_checked', field: 'email', message: null })
    expect(problem).not.toBeNull()
    expect(after(refused, { type: 'place_changed' }).problem).toBeNull()
    expect(after(refused, { type: 'method_chosen', method: 'card' }).problem).toBeNull()
  })
})

describe('a field message', () => {
  test('clears while its field is edited, and the others stay', () => {
    expect(Object.keys(after(refused, { type: 'card_typed', field: 'cvv', text: '1' }).fieldErrors)).toEqual([
      'email',
      'devicePaymentCode',
    ])
    expect(Object.keys(after(refused, { type: 'store_code_typed', text: '1' }).fieldErrors)).toEqual([
      'email',
      'card.cvv',
    ])
  })

  test('appears when the field was validated, and clears when valid', () => {
    const wrong = after({ type: 'field_checked', field: 'email', message: 'Wrong email' })
    expect(wrong.fieldErrors).toEqual({ email: 'Wrong email' })
    expect(reduce(wrong, { type: 'field_checked', field: 'email', message: null }).fieldErrors).toEqual({})
  })
})

test('a payment confirmed in an app locks the form until decided, and its code is used up', () => {
  const payment = { cartId: 'c1', reference: 'r1' }
  const awaited = after(
    { type: 'store_code_typed', text: '123456' },
    { type: 'order_sent' },
    { type: 'confirmation_awaited', payment },
  )
  expect([awaited.awaited, awaited.storeCode, awaited.isSending]).toEqual([payment, '123456', true])
  const ended = reduce(awaited, { type: 'confirmation_ended' })
  expect([ended.awaited, ended.storeCode, ended.isSending]).toEqual([null, '', true])
})

test('a restored method is selected without touching anything else', () => {
  expect(after({ type: 'method_restored', method: 'paypal' })).toEqual({ ...initialState, chosenMethod: 'paypal' })
})
