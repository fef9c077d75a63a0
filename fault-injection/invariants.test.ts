import { expect, test } from 'vitest'
import { findMisses, type Facts } from './invariants.ts'

/** A consistent state: three orders, one of them cancelled and refunded, one paid in two parts, and a declined payment. */
const good: Facts = {
  movements: [
    { reference: 'A1', kind: 'authorise', cents: 100_00, currency: 'AUD' },
    { reference: 'A1', kind: 'capture', cents: 100_00, currency: 'AUD' },
    { reference: 'A2', kind: 'authorise', cents: 30_00, currency: 'AUD' },
    { reference: 'A2', kind: 'refund', cents: 30_00, currency: 'AUD' },
    { reference: 'P1', kind: 'authorise', cents: 40_00, currency: 'AUD' },
    { reference: 'P2', kind: 'authorise', cents: 5_00, currency: 'AUD' },
    { reference: 'P1', kind: 'capture', cents: 40_00, currency: 'AUD' },
    { reference: 'P2', kind: 'capture', cents: 5_00, currency: 'AUD' },
  ],
  attempts: [
    { id: 'A1', cartId: 'C1', state: 'Approved', cents: 100_00, currency: 'AUD', pairId: null },
    { id: 'A2', cartId: 'C2', state: 'Approved', cents: 30_00, currency: 'AUD', pairId: null },
    { id: 'A3', cartId: 'C2', state: 'Declined', cents: 30_00, currency: 'AUD', pairId: null },
    { id: 'P1', cartId: 'C3', state: 'Approved', cents: 40_00, currency: 'AUD', pairId: 'P1' },
    { id: 'P2', cartId: 'C3', state: 'Approved', cents: 5_00, currency: 'AUD', pairId: 'P1' },
  ],
  orders: [
    {
      id: 'O1',
      webOrderId: 'W1',
      cartId: 'C1',
      total: 100_00,
      due: 100_00,
      isCollected: true,
      stage: 'placed',
      state: 'paid',
    },
    {
      id: 'O2',
      webOrderId: 'W2',
      cartId: 'C2',
      total: 30_00,
      due: 30_00,
      isCollected: true,
      stage: 'cancelled',
      state: 'paid',
    },
    {
      id: 'O3',
      webOrderId: 'W3',
      cartId: 'C3',
      total: 45_00,
      due: 45_00,
      isCollected: true,
      stage: 'placed',
      state: 'paid',
    },
  ],
  payments: [
    { orderId: 'O1', attemptId: 'A1', cents: 100_00, refunded: 0 },
    { orderId: 'O2', attemptId: 'A2', cents: 30_00, refunded: 30_00 },
    { orderId: 'O3', attemptId: 'P1', cents: 40_00, refunded: 0 },
    { orderId: 'O3', attemptId: 'P2', cents: 5_00, refunded: 0 },
  ],
  paymentEvents: [
    { id: 'A1', from: null, to: 'Pending' },
    { id: 'A1', from: 'Pending', to: 'Unknown' },
    { id: 'A1', from: 'Unknown', to: 'Approved' },
    { id: 'A2', from: null, to: 'Pending' },
    { id: 'A2', from: 'Pending', to: 'Approved' },
    { id: 'A3', from: null, to: 'Pending' },
    { id: 'A3', from: 'Pending', to: 'Declined' },
    { id: 'P1', from: null, to: 'Pending' },
    { id: 'P1', from: 'Pending', to: 'Approved' },
    { id: 'P2', from: null, to: 'Pending' },
    { id: 'P2', from: 'Pending', to: 'Approved' },
  ],
  orderEvents: [{ id: 'O2', from: 'placed paid', to: 'cancelled paid' }],
  confirmations: ['O1', 'O2', 'O3'],
  goods: [{ name: 'fridge', opening: 5, now: 4, taken: 1 }],
  days: [{ name: 'Tuesday', opening: 9, now: 8, taken: 1 }],
  giftCards: [{ name: 'RIG-1', opening: 50_00, now: 20_00, taken: 30_00 }],
  reported: [
    { cartId: 'C1', orders: ['W1'], declined: [] },
    { cartId: 'C2', orders: ['W2'], declined: ['A3'] },
  ],
}

const invariants = (changes: Partial<Facts>) => findMisses({ ...good, ...changes }).map((one) => one.invariant)

test('consistent facts are no violation', () => {
  expect(findMisses(good)).toEqual([])
})

test('1: finds a payment without an order, for two orders, or of a different amount', () => {
  const charge = { kind: 'authorise', cents: 30_00, currency: 'AUD' } as const
  expect(invariants({ movements: [...good.movements, { ...charge, reference: 'A3' }] })).toContain(1)
  expect(invariants({ movements: [...good.movements, { ...charge, reference: 'A1' }] })).toContain(1)
  expect(invariants({ movements: [...good.movements, { ...charge, reference: 'ZZ' }] })).toContain(1)
  const [first, ...others] = good.payments
  expect(invariants({ payments: [first!, { ...first!, orderId: 'O2' }, ...others] })).toContain(1)
})

test('2: finds an order without a payment', () => {
  expect(invariants({ payments: good.payments.slice(1) })).toContain(2)
})

test('3: finds a second order for one cart', () => {
  expect(invariants({ orders: [...good.orders, { ...good.orders[0]!, id: 'O9', webOrderId: 'W9' }] })).toContain(3)
})

test('4: finds a payment that is still open', () => {
  const open = { id: 'A4', cartId: 'C4', state: 'Unknown', cents: 1, currency: 'AUD', pairId: null }
  expect(invariants({ attempts: [...good.attempts, open] })).toContain(4)
})

test('5: finds an order that was confirmed to the shopper but does not exist', () => {
  expect(invariants({ reported: [{ cartId: 'C1', orders: ['W8'], declined: [] }] })).toContain(5)
  expect(invariants({ reported: [{ cartId: 'C2', orders: ['W1'], declined: [] }] })).toContain(5)
})

test('6: finds a captured payment that was reported as declined', () => {
  expect(invariants({ reported: [{ cartId: 'C1', orders: [], declined: ['A1'] }] })).toContain(6)
})

test('7: finds stock and delivery slots that were oversold or lost', () => {
  expect(invariants({ goods: [{ name: 'fridge', opening: 5, now: 4, taken: 2 }] })).toContain(7)
  expect(invariants({ days: [{ name: 'Tuesday', opening: 9, now: 8, taken: 0 }] })).toContain(7)
})

test('8: finds a confirmation mail that is missing or was sent twice', () => {
  expect(invariants({ confirmations: ['O1', 'O3'] })).toContain(8)
  expect(invariants({ confirmations: ['O1', 'O2', 'O2', 'O3'] })).toContain(8)
})

test('9: finds an order history with a gap or the wrong end', () => {
  expect(invariants({ paymentEvents: good.paymentEvents.filter((one) => one.to !== 'Unknown') })).toContain(9)
  expect(invariants({ paymentEvents: good.paymentEvents.slice(0, -1) })).toContain(9)
  expect(invariants({ orderEvents: [{ id: 'O2', from: 'placed paid', to: 'on-its-way paid' }] })).toContain(9)
})

test('10: finds a difference of one cent between the providers and the shop', () => {
  const [first, ...others] = good.payments
  expect(invariants({ payments: [{ ...first!, refunded: 1 }, ...others] })).toContain(10)
})

test('11: finds one of two partial payments captured without the other, or without an order', () => {
  const without = good.movements.filter((one) => !(one.reference === 'P2' && one.kind === 'capture'))
  expect(invariants({ movements: without })).toEqual([11])
  expect(invariants({ movements: without.filter((one) => one.kind !== 'capture') })).toEqual([11])
  expect(invariants({ payments: good.payments.filter((one) => one.orderId !== 'O3') })).toContain(11)
})

test('finds a gift card charged more than it paid, redeemed beyond its balance, or refunded too much', () => {
  const card = (now: number, taken: number) => ({ giftCards: [{ name: 'RIG-1', opening: 50_00, now, taken }] })
  expect(invariants(card(10_00, 30_00))).toContain(12)
  expect(invariants(card(-10_00, 60_00))).toContain(12)
  expect(invariants(card(60_00, -10_00))).toContain(12)
})
