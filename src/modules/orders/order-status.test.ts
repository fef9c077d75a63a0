import { expect, test } from 'vitest'
import { moved, orderStages, statusWord, type OrderTransition, type OrderStatus } from './order-status.ts'

const states = ['paid', 'deposit-paid', 'on-account', 'awaiting-payment'] as const
const all = orderStages.flatMap((stage) => states.map((state): OrderStatus => ({ stage, state })))
/** From where a move is allowed, as 'stage state'. */
const from = (move: OrderTransition) =>
  all.flatMap((one) => (moved(one, move) === null ? [] : [`${one.stage} ${one.state}`]))
const ofPlaced = states.map((state) => `placed ${state}`)

test('only what has not been dispatched can be cancelled, fully or in part, or rescheduled', () => {
  for (const move of ['cancel', 'cancel-lines', 'reschedule'] as const) expect(from(move)).toEqual(ofPlaced)
  expect(moved({ stage: 'placed', state: 'paid' }, 'cancel')).toEqual({ stage: 'cancelled', state: 'paid' })
  expect(moved({ stage: 'placed', state: 'deposit-paid' }, 'cancel-lines')).toEqual({
    stage: 'placed',
    state: 'deposit-paid',
  })
})

test('nothing is dispatched before it is paid or on account', () => {
  expect(from('dispatch')).toEqual(['placed paid', 'placed on-account'])
  expect(moved({ stage: 'placed', state: 'paid' }, 'dispatch')).toEqual({ stage: 'on-its-way', state: 'paid' })
  expect(from('deliver')).toEqual(states.map((state) => `on-its-way ${state}`))
})

test('the balance of a deposit is paid once, and only an order awaiting payment at the till expires', () => {
  expect(from('pay-balance')).toEqual(['placed deposit-paid'])
  expect(moved({ stage: 'placed', state: 'deposit-paid' }, 'pay-balance')).toEqual({ stage: 'placed', state: 'paid' })
  expect(from('lapse')).toEqual(['placed awaiting-payment'])
  expect(from('pay-at-till')).toEqual(['placed awaiting-payment'])
})

test('a cancelled order stays cancelled', () => {
  const moves = [
    'cancel',
    'lapse',
    'cancel-lines',
    'reschedule',
    'pay-balance',
    'pay-at-till',
    'dispatch',
    'deliver',
    'refund',
  ] as const
  for (const move of moves) expect(from(move).filter((one) => one.startsWith('cancelled'))).toEqual([])
})

test('each status has one label', () => {
  expect(statusWord({ stage: 'placed', state: 'deposit-paid' }, false)).toBe('deposit-paid')
  expect(statusWord({ stage: 'on-its-way', state: 'paid' }, false)).toBe('on-its-way')
  expect(statusWord({ stage: 'cancelled', state: 'paid' }, false)).toBe('cancelled')
  expect(statusWord({ stage: 'cancelled', state: 'paid' }, true)).toBe('refunded')
})
