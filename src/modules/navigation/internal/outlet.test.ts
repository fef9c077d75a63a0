import { expect, test } from 'vitest'
import { brandOf } from '../../../brands/brands.ts'
import type { ProductSummary } from '../../catalogue/catalogue.ts'
import { conditionGroups, newIn } from './outlet.ts'

const hc = brandOf('hc')

function product(sku: string, own: Partial<ProductSummary> = {}): ProductSummary {
  return {
    id: 1,
    sku,
    uri: sku,
    mpn: null,
    title: sku,
    brand: { id: 1, title: 'Norrland', uri: 'norrland' },
    categoryUri: 'laundry/dryers',
    condition: 'BrandNewRunout',
    missingParts: null,
    superseded: false,
    supersededBy: null,
    supplierDirect: null,
    rating: null,
    energy: { stars: null, kwhPerYear: null },
    facts: [],
    picture: '/media/a.avif',
    size: { widthMm: null, heightMm: null, depthMm: null, weightKg: null },
    offers: { hc: { price: 80_000, rrp: 100_000 } },
    stock: { WTLO: { quantity: 2, incoming: null } },
    releasedOn: null,
    isDemo: true,
    ...own,
  } as ProductSummary
}

test('groups what can be bought by condition, the most reduced first', () => {
  const groups = conditionGroups(
    [
      product('A'),
      product('B', { offers: { hc: { price: 61_000, rrp: 100_000 } } }),
      // Four percent is not worth saying.
      product('C', { offers: { hc: { price: 9_600, rrp: 10_000 } } }),
      product('D', { offers: { hc: { price: 70_000, rrp: 100_000 } } }),
      product('E', { condition: 'CosmeticImperfection', offers: { hc: { price: 50_000, rrp: null } } }),
      product('sold elsewhere', { offers: { aol: { price: 100, rrp: 100_000 } } }),
      product('sold out', { stock: {}, superseded: true, offers: { hc: { price: 100, rrp: 100_000 } } }),
    ],
    hc,
  )
  expect(groups.map(({ best, ...group }) => [group, best.map(({ sku }) => sku)])).toEqual([
    [{ condition: 'BrandNewRunout', count: 4, upToPercent: 39 }, ['B', 'D', 'A']],
    [{ condition: 'CosmeticImperfection', count: 1, upToPercent: null }, ['E']],
  ])
})

test('counts what came in the last eight weeks, by top category', () => {
  const { total, counts } = newIn(
    [
      product('today', { releasedOn: '2026-11-24' }),
      product('first day', { releasedOn: '2026-09-30', categoryUri: 'kitchen/ovens' }),
      product('a day too old', { releasedOn: '2026-09-29' }),
      product('to come', { releasedOn: '2026-11-25' }),
      product('sold elsewhere', { releasedOn: '2026-11-24', offers: {} }),
    ],
    hc,
    '2026-11-24',
  )
  expect([total, [...counts]]).toEqual([
    2,
    [
      ['laundry', 1],
      ['kitchen', 1],
    ],
  ])
})
