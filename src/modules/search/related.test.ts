import { expect, test } from 'vitest'
import { demoProducts } from '../../../data/demo/catalogue.ts'
import { closestOfEachKind } from './related.server.ts'

type One = Parameters<typeof closestOfEachKind>[0][number] & { readonly name: string }
const product = (name: string, categoryUri: string, brand: string, price: number | null): One => ({
  name,
  categoryUri,
  brand: { title: brand, uri: brand },
  offers: { aol: { price } as never },
})
const sofa = (brand: string, price: number) => product('sofa', 'living/sofas/fabric-sofas', brand, price)
const names = (anchors: readonly One[], candidates: readonly One[]) =>
  closestOfEachKind(anchors, candidates, 'aol').map(({ name }) => name)

const room = [
  sofa('other', 400_00),
  sofa('other', 900_00),
  sofa('other', 4_000_00),
  product('cheap table', 'living/coffee-tables', 'plain', 200_00),
  product('cheap chair', 'living/armchairs', 'plain', 300_00),
  product('dear table', 'living/coffee-tables', 'fine', 1_500_00),
  product('dear chair', 'living/armchairs', 'fine', 2_500_00),
]

test('related products are one per other kind, in the same price range of their kind', () => {
  expect(names([sofa('other', 400_00)], room)).toEqual(['cheap table', 'cheap chair'])
  expect(names([sofa('other', 4_000_00)], room)).toEqual(['dear table', 'dear chair'])
})

test('the product’s brand comes first at similar prices, then the more popular one', () => {
  const alike = [product('a', 'living/coffee-tables', 'x', 500_00), product('b', 'living/coffee-tables', 'y', 520_00)]
  expect(names([sofa('x', 500_00)], alike)).toEqual(['a'])
  expect(names([sofa('y', 500_00)], alike)).toEqual(['b'])
  expect(names([sofa('z', 500_00)], [alike[0]!, { ...alike[0]!, name: 'less popular' }])).toEqual(['a'])
})

test('a price on request excludes nothing', () => {
  expect(names([sofa('x', 500_00)], [product('unpriced', 'living/coffee-tables', 'x', null)])).toEqual(['unpriced'])
})

test.each(['aol', 'andoo'] as const)(
  'in the demo catalogue of %s the products of a room differ in their related products',
  (app) => {
    // By the last digits of their numbers, which mixes kinds as popularity does.
    const records = [...demoProducts({ today: '2026-11-20' })].toSorted((a, b) =>
      String(a.gtin).slice(-4).localeCompare(String(b.gtin).slice(-4)),
    )
    const sold = records.flatMap(({ sku, categoryUri, brand, offers }) => {
      const price = offers.find((one) => one.app === app)?.price
      return typeof price === 'number' ? [product(sku, categoryUri, brand, price)] : []
    })
    const rooms = Map.groupBy(sold, ({ categoryUri }) => categoryUri.split('/')[0])
    for (const [room, all] of rooms) {
      // Of a handful of other products each page shows the same.
      if (all.length < 30) continue
      const rows = all.map((one) => names([one], all.slice(0, 100)).slice(0, 5).join())
      const shares = [...Map.groupBy(rows, (row) => row).values()].map((same) => same.length / all.length)
      expect([room, shares.length >= 8, Math.max(...shares) < 0.2]).toEqual([room, true, true])
    }
  },
)
