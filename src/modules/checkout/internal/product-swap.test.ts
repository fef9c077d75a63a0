import { expect, test } from 'vitest'
import { brandOf } from '../../../brands/brands.ts'
import type { ProductSummary } from '../../catalogue/catalogue.ts'
import { productSwaps } from './product-swap.ts'

const brand = brandOf('aol')
const product = (id: number, more: Partial<ProductSummary> & { price?: number; quantity?: number; by?: string } = {}) =>
  ({
    id,
    sku: `P-${id}`,
    uri: `p-${id}`,
    title: `Product ${id}`,
    brand: { title: more.by ?? 'Nordhaus' },
    categoryUri: 'kitchen/fridges',
    condition: 'NewCondition',
    superseded: false,
    supersededBy: null,
    picture: `/media/${id}.svg`,
    offers: { aol: { price: more.price ?? 1_000_00, rrp: null } },
    stock: { '2000': { quantity: more.quantity ?? 5, incoming: null } },
    ...more,
  }) as unknown as ProductSummary

const swapsOf = (goods: readonly ProductSummary[], inCart: readonly number[] = [1]) => {
  const byId = new Map(goods.map((one) => [one.id, one]))
  const lines = inCart.map((id) => ({ productCode: `P-${id}`, productId: id, isBuyable: id !== 1 }))
  return productSwaps(brand, lines, {
    all: () => goods,
    product: (id) => byId.get(id) ?? null,
    productBySku: (sku) => goods.find((one) => one.sku === sku) ?? null,
  })
}
const gone = (more: Partial<ProductSummary> = {}) => product(1, { quantity: 0, ...more })

test('a successor replaces the product first', () => {
  const swaps = swapsOf([gone({ supersededBy: 'P-3' }), product(2), product(3, { price: 1_900_00 })])
  expect(swaps).toEqual([
    { productCode: 'P-1', sku: 'P-3', title: 'Product 3', uri: 'p-3', image: '/media/3.svg', price: 1_900 },
  ])
})

test('else one of the same category near its price, its own brand first', () => {
  const goods = [
    gone({ supersededBy: 'P-2' }),
    // What came after it is sold out, another kind, too dear, used, and not to be bought.
    product(2, { quantity: 0 }),
    product(3, { categoryUri: 'kitchen/ovens' }),
    product(4, { price: 1_300_01 }),
    product(5, { condition: 'CosmeticImperfection' }),
    product(6, { price: 0 }),
    product(7, { by: 'Miele' }),
    product(8, { by: 'Brightwater' }),
  ]
  expect(swapsOf(goods).map((one) => one.sku)).toEqual(['P-8'])
  expect(swapsOf([...goods, product(9, { price: 1_300_00 })]).map((one) => one.sku)).toEqual(['P-9'])
  expect(swapsOf([...goods, product(9, { price: 1_300_00 })], [1, 9]).map((one) => one.sku)).toEqual(['P-8'])
})

test('an available product is not replaced, and without a similar one nothing is suggested', () => {
  expect(swapsOf([gone(), product(2)], [2])).toEqual([])
  expect(swapsOf([gone()])).toEqual([])
})
