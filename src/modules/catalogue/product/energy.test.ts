import { expect, test } from 'vitest'
import { runningCost, runningCostText, tariffFor, tariffText, type Tariffs } from './energy.ts'

const tariffs: Tariffs = {
  standard: 330,
  byState: { NSW: 345, SA: 430 },
  validFrom: '2026-07-01',
  source: 'a table',
}

test('the running cost is the label’s energy use times the tariff, in whole dollars', () => {
  expect(runningCost(254, 335)).toBe(85_00)
  expect(runningCost(254, 335, 10)).toBe(851_00)
  expect(runningCost(0, 335)).toBe(0)
  // 100 kWh at 33.5 cents are $33.50.
  expect(runningCost(100, 335)).toBe(34_00)
})

test('a running cost of zero is not shown as free', () => {
  expect(runningCostText(254, 335)).toBe('$85')
  expect(runningCostText(0, 335)).toBe('$0')
})

test('a state’s tariff applies in either letter case; otherwise the country’s', () => {
  expect(tariffFor(tariffs, 'NSW')).toBe(345)
  expect(tariffFor(tariffs, 'sa')).toBe(430)
  expect(tariffFor(tariffs, 'TAS')).toBe(330)
  expect(tariffFor(tariffs, null)).toBe(330)
})

test('a tariff is shown in cents', () => {
  expect(tariffText(335)).toBe('33.5 cents')
  expect(tariffText(330)).toBe('33 cents')
})
