import { expect, test } from 'vitest'
import { findAnomalies, type Operation, outageMs, worstPriceAgeMs } from './history.ts'

const placed = (order: string, cart: string, endedAt: number): Operation => ({ kind: 'placed', order, cart, endedAt })
const read = (order: string, beganAt: number, refundedCents: number | null): Operation => ({
  kind: 'order read',
  order,
  beganAt,
  endedAt: beganAt + 5,
  refundedCents,
})
const written = (cents: number, endedAt: number): Operation => ({ kind: 'price written', cents, endedAt })
const shown = (node: string, beganAt: number, cents: number): Operation => ({
  kind: 'price read',
  node,
  cents,
  beganAt,
  endedAt: beganAt + 5,
})

test('a history that some order of events explains has no anomalies', () => {
  expect(
    findAnomalies([
      // Looked up while it was being placed, by somebody who guessed its number.
      read('W1', 90, null),
      placed('W1', 'C1', 100),
      // The confirmation was answered twice.
      placed('W1', 'C1', 130),
      read('W1', 101, 0),
      read('W1', 120, 50),
      // These two overlap: either may have been first.
      read('W1', 122, 0),
      read('W1', 140, 50),
      written(10, 0),
      written(11, 100),
      // A node that has not heard yet.
      shown('app-1', 110, 10),
      shown('app-2', 110, 11),
      shown('app-1', 120, 11),
    ]),
  ).toEqual([])
})

test.each<[string, Operation[], string]>([
  ['a number given twice', [placed('W1', 'C1', 1), placed('W1', 'C2', 2)], 'W1 was given to 2 carts'],
  [
    'an order that is lost',
    [placed('W1', 'C1', 100), read('W1', 150, null)],
    'W1 was placed, and not found 50 ms later',
  ],
  [
    'an order that was found before',
    [read('W1', 100, 0), read('W1', 110, null)],
    'W1 had 0 cents refunded, and -1 in a later read',
  ],
  [
    'a refund that is forgotten',
    [read('W1', 110, 0), read('W1', 100, 50)],
    'W1 had 50 cents refunded, and 0 in a later read',
  ],
  [
    'a price that comes back',
    [written(10, 0), written(11, 1), shown('app-1', 20, 11), shown('app-1', 30, 10)],
    'app-1 showed 11 cents, and 10 later',
  ],
  ['a price of nobody', [written(10, 0), shown('app-1', 20, 12)], 'app-1 showed 12 cents, which were never written'],
])('%s is found', (_, history, anomaly) => {
  expect(findAnomalies(history)).toEqual([anomaly])
})

test('an outage ends with the order after the longest pause, not with one that was on its way', () => {
  const placed = (endedAt: number) => ({ kind: 'placed', order: `W${endedAt}`, cart: `${endedAt}`, endedAt }) as const
  expect(outageMs([placed(900), placed(1_010), placed(9_000), placed(9_500)], 1_000)).toBe(8_000)
  expect(outageMs([placed(900)], 1_000)).toBe(Infinity)
})

test('a price is as old as the time since a higher one was written', () => {
  const history: Operation[] = [
    { kind: 'price written', cents: 100, endedAt: 0 },
    { kind: 'price written', cents: 101, endedAt: 1_000 },
    { kind: 'price read', node: 'app-1', cents: 100, beganAt: 1_400, endedAt: 1_410 },
    { kind: 'price read', node: 'app-2', cents: 101, beganAt: 5_000, endedAt: 5_010 },
  ]
  expect(worstPriceAgeMs(history, 0)).toBe(400)
  expect(worstPriceAgeMs(history, 2_000)).toBe(0)
})
