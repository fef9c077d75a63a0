import { expect, test } from 'vitest'
import { cartChanges, checkoutProduct, valueOf } from './cart-events.ts'

const line = (sku: string, quantity: number, price = 49.95) => ({
  productCode: `${sku}:new`,
  sku,
  productId: sku.length,
  title: `A ${sku}`,
  brand: 'Brightwater',
  category: 'lamps',
  price,
  quantity,
})
const cart = (cartId: string, ...products: ReturnType<typeof line>[]) => ({ cartId, products })

test('adding and removing lines is tracked with the quantity [ANLYC-04]', () => {
  const before = cart('a', line('LAMP', 1), line('SOFA', 3))
  const { added, removed } = cartChanges(before, cart('a', line('LAMP', 3), line('SOFA', 1), line('BED', 1)))
  expect(added.map(({ sku, quantity }) => [sku, quantity])).toEqual([
    ['LAMP', 2],
    ['BED', 1],
  ])
  expect(removed.map(({ sku, quantity }) => [sku, quantity])).toEqual([['SOFA', 2]])
  expect(valueOf(added)).toBe(149.85)
})

test('the first cart counts as empty before, and a different cart as a new start', () => {
  expect(cartChanges(cart(''), cart('a', line('LAMP', 1))).added).toHaveLength(1)
  expect(cartChanges(cart('a', line('LAMP', 1)), cart('b', line('SOFA', 1)))).toEqual({ added: [], removed: [] })
  expect(cartChanges(cart('a', line('LAMP', 1)), cart('')).removed).toHaveLength(1)
})

test('a cart line becomes a checkout product', () => {
  expect(checkoutProduct(line('LAMP', 2))).toEqual({
    name: 'A LAMP',
    id: 'LAMP',
    brand: 'Brightwater',
    category: 'lamps',
    price: 49.95,
    quantity: 2,
    variant: null,
    sku: 'LAMP',
    productId: 4,
  })
})
