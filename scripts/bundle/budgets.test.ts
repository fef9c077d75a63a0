import { expect, test } from 'vitest'
import { budgets } from './budgets.ts'

test('the enforced page budgets keep five percent of headroom below 115 kB, and 140 kB for the checkout', () => {
  for (const { page, script, style } of budgets)
    expect([page, script, style]).toEqual([page, page === 'checkout' ? 133_000 : 109_250, 14_250])
})
