import { expect, test } from 'vitest'
import { everyDay, salesTotals, stockRisks, topOf } from './dashboard.ts'

test('days without orders are included, and the average is per order', () => {
  const days = everyDay([{ on: '2026-11-23', orders: 3, revenue: 100_00 }], '2026-11-22', 3)
  expect(days.map(({ on, orders }) => [on, orders])).toEqual([
    ['2026-11-22', 0],
    ['2026-11-23', 3],
    ['2026-11-24', 0],
  ])
  expect(salesTotals(days)).toEqual({ orders: 3, revenue: 100_00, average: 33_33 })
  expect(salesTotals([])).toEqual({ orders: 0, revenue: 0, average: null })
})

test('stock that lasts less than two weeks at the pace of the last four is at risk, soonest first', () => {
  const free: Readonly<Record<number, number>> = { 1: 28, 2: 0, 3: 13, 4: 14 }
  const risks = stockRisks(
    [1, 2, 3, 4, 5].map((productId) => ({ productId, units: 28 })),
    (id) => (free[id] === undefined ? null : { title: `P${id}`, free: free[id] }),
    { over: 28, within: 14 },
  )
  expect(risks.map(({ productId, days }) => [productId, days])).toEqual([
    [2, 0],
    [3, 13],
  ])
})

test('an axis ends at 1, 2 or 5 times a power of ten', () => {
  expect([0, 1, 3, 7, 40, 51, 1_999].map(topOf)).toEqual([1, 1, 5, 10, 50, 100, 2_000])
})
