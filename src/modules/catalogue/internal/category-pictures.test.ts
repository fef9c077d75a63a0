import { expect, test } from 'vitest'
import type { ProductSummary } from '../catalogue.ts'
import { noPicture } from '../../media/no-picture.ts'
import { createCategoryPictures } from './category-pictures.ts'

const product = (id: number, categoryUri: string, picture: string, reviews = 0) =>
  ({ id, categoryUri, picture, rating: reviews === 0 ? null : { average: 4, count: reviews } }) as ProductSummary

function pictures(...products: ProductSummary[]) {
  let reads = 0
  const index = {
    all: () => (reads++, products),
    byId: (id: number | undefined) => products.find((one) => one.id === id) ?? null,
  }
  const made = createCategoryPictures({ index, shown: (address) => `${address}?shown` })
  return { ...made, products, reads: () => reads }
}

test('a category shows its own picture, as pages have it', () => {
  const { of } = pictures(product(1, 'kitchen', '/a'))
  expect(of({ uri: 'kitchen', picture: '/media/files/k.jpg' })).toBe('/media/files/k.jpg?shown')
})

test('without one it shows the product with the most reviews in it or below, chosen once for all', () => {
  const { of, reads } = pictures(
    product(1, 'kitchenware', '/wrong', 900),
    product(2, 'kitchen/ovens', noPicture, 800),
    product(3, 'kitchen/ovens/steam-ovens', '/steam'),
    product(4, 'kitchen/ovens/steam-ovens', '/oven', 7),
    product(5, 'kitchen/ovens', '/rare', 6),
    product(6, 'kitchen/ovens', '/as-many', 7),
  )
  for (const uri of ['kitchen', 'kitchen/ovens', 'kitchen/ovens/steam-ovens']) {
    expect(of({ uri, picture: null })).toBe('/oven')
  }
  expect(reads()).toBe(1)
})

test('a product that is gone is replaced, and an empty category follows its first product', () => {
  const { of, products, productsChanged } = pictures(product(1, 'laundry', '/a'))
  expect([of({ uri: 'laundry', picture: null }), of({ uri: 'outdoor', picture: null })]).toEqual(['/a', noPicture])
  products.push(product(2, 'outdoor', '/c'))
  expect(of({ uri: 'outdoor', picture: null })).toBe(noPicture)
  productsChanged()
  expect(of({ uri: 'outdoor', picture: null })).toBe('/c')
  products.splice(0, 1, product(3, 'laundry', '/b'))
  expect(of({ uri: 'laundry', picture: null })).toBe('/b')
})
