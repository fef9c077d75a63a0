import { expect, test } from 'vitest'
import type { ProductSummary } from '../catalogue.ts'
import { noPicture } from '../../media/no-picture.ts'
import { createCategoryPictures } from './category-pictures.ts'

const product = (id: number, categoryUri: string, picture: string) => ({ id, categoryUri, picture }) as ProductSummary

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

test('without one it shows the first product with a picture, in it or below, looked for once', () => {
  const { of, reads } = pictures(
    product(1, 'kitchenware', '/wrong'),
    product(2, 'kitchen/ovens', noPicture),
    product(3, 'kitchen/ovens/steam-ovens', '/oven'),
    product(4, 'kitchen/ovens', '/later'),
  )
  for (const uri of ['kitchen', 'kitchen/ovens', 'kitchen/ovens/steam-ovens']) {
    expect(of({ uri, picture: null })).toBe('/oven')
    expect(of({ uri, picture: null })).toBe('/oven')
  }
  expect(reads()).toBe(3)
})

test('a product that is gone is replaced, and an empty category follows its first product', () => {
  const { of, products, productsChanged } = pictures(product(1, 'laundry', '/a'))
  expect([of({ uri: 'laundry', picture: null }), of({ uri: 'outdoor', picture: null })]).toEqual(['/a', noPicture])
  products.splice(0, 1, product(2, 'laundry', '/b'), product(3, 'outdoor', '/c'))
  expect([of({ uri: 'laundry', picture: null }), of({ uri: 'outdoor', picture: null })]).toEqual(['/b', noPicture])
  productsChanged()
  expect(of({ uri: 'outdoor', picture: null })).toBe('/c')
})
