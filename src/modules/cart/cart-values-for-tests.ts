import fc from 'fast-check'
import type { Coupon } from './cart.ts'

export const coupon = (more: Partial<Coupon> = {}): Coupon => ({
  code: 'CODE',
  kind: 'percentage',
  value: 10,
  apps: ['aol'],
  startsOn: '2026-01-01',
  endsOn: '2026-12-31',
  minimumSpend: 0,
  usesPerEmail: null,
  excludedBrands: [],
  ...more,
})

/** What a line costs, of any price and quantity. */
export const anyLine = fc.record({
  price: fc.integer({ min: 1, max: 9_999_99 }),
  rrp: fc.option(fc.integer({ min: 1, max: 9_999_99 })),
  quantity: fc.integer({ min: 1, max: 99 }),
  brand: fc.constantFrom('Miele', 'Nordhaus', 'Brightwater'),
})
