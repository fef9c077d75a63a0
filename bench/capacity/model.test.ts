import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { capacityFor, capacityTable, defaultHabits, type Measured, type Unit } from './model.ts'

const cost = (node: number, database: number) => ({ node, database })
const measured: Measured = {
  costs: {
    'page.cached': cost(1, 0),
    'page.rendered': cost(11, 0),
    'call.catalogue': cost(1, 0),
    'call.visitor': cost(2, 0),
    picture: cost(1, 0),
    asset: cost(0.5, 0),
    'cart.add': cost(4, 2),
    'order.dates': cost(5, 1),
    'order.submit': cost(20, 10),
    'order.confirmation': cost(5, 2),
  } satisfies Record<Unit, { node: number; database: number }>,
  view: { pages: 1, calls: 2, pictures: 10, assets: 4 },
  ordersPerSecond: 50,
  hotOrdersPerSecond: 20,
}
const habits = {
  ...defaultHabits,
  visitors: 3_000,
  secondsPerView: 30,
  renderedShare: 0.1,
  addsPerView: 0.05,
  conversion: 0.04,
  viewsPerVisit: 8,
}

test('work is views times their cost, and orders times theirs', () => {
  // 100 views a second of 0.1 × 11 + 0.9 × 1 + 2 × 2 + 0.05 × 4 = 6.2 ms, and 0.5 orders a second of 3 × 5 + 20 + 5 = 40 ms.
  const found = capacityFor(habits, measured)
  expect(found.viewsPerSecond).toBe(100)
  expect(found.ordersPerSecond).toBe(0.5)
  expect(found.nodeCores).toBeCloseTo(0.62 + 0.02)
  // 100 × 0.05 × 2 ms, and 0.5 × (3 × 1 + 10 + 2) ms.
  expect(found.databaseCores).toBeCloseTo(0.01 + 0.0075)
})

test('nodes are as many as stay under their utilisation, and one that may be lost', () => {
  // 0.64 cores at 60 % are 1.07 nodes.
  expect(capacityFor(habits, measured).nodes).toBe(3)
  expect(capacityFor({ ...habits, visitors: 10 }, measured).nodes).toBe(2)
})

test('without a CDN nodes serve pictures and files too', () => {
  const more = capacityFor({ ...habits, hasCdn: false }, measured).nodeCores - capacityFor(habits, measured).nodeCores
  // 100 × (10 × 1 + 4 × 0.5) ms
  expect(more).toBeCloseTo(1.2)
})

test('the table in the documentation is the one of the measured figures', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/capacity.md'), 'utf8')
  const cells = (table: string) => table.split('\n').map((row) => row.split('|').map((cell) => cell.trim()))
  for (const row of cells(capacityTable()).filter(([, first = '']) => !first.startsWith('-')))
    expect(cells(text)).toContainEqual(row)
})
