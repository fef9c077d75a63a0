import { describe, expect, test } from 'vitest'
import {
  compareProductOf,
  comparisonPath,
  limitButton,
  limitTexts,
  limitTitle,
  readStored,
  skusOfList,
  skusOfPath,
  storedText,
  withProduct,
  withProducts,
  type CompareProduct,
} from './compare.ts'

const product = (sku: string): CompareProduct => ({
  brandImage: '',
  brandName: 'Nordhaus',
  productId: sku.length,
  productImage: '/media/lamp.svg',
  productName: `Lamp ${sku}`,
  productSKU: sku,
  price: 49.5,
})

describe('a looked-up product', () => {
  const looked = {
    productId: 7,
    title: 'Nordhaus Reading lamp',
    sku: 'LAMP-1',
    price: 49.5,
    manufacturer: { thumbnail: '/nordhaus.svg', name: 'Nordhaus' },
    images: [{ thumbUrl: '/first.jpg' }, { thumbUrl: '/second.jpg' }],
  }

  test('has brand, id, first thumbnail, title, SKU and price [CMPR-17] [CMPR-18] [CMPR-29]', () => {
    expect(compareProductOf(looked)).toEqual({
      brandImage: '/nordhaus.svg',
      brandName: 'Nordhaus',
      productId: 7,
      productImage: '/first.jpg',
      productName: 'Nordhaus Reading lamp',
      productSKU: 'LAMP-1',
      price: 49.5,
    })
  })

  test('has empty pictures where there are none, and no price where it is hidden [CMPR-18]', () => {
    expect(
      compareProductOf({ ...looked, price: null, images: [], manufacturer: { thumbnail: null, name: 'Nordhaus' } }),
    ).toMatchObject({ brandImage: '', productImage: '', price: null })
  })
})

describe('the list', () => {
  const [a, b, c] = [product('A'), product('B'), product('C')]

  test('appends a product, once [CMPR-24]', () => {
    expect(withProduct([a], b)).toEqual({ ok: true, value: [a, b] })
    expect(withProduct([a, b, c], product('A'))).toEqual({ ok: true, value: [a, b, c] })
  })

  test('rejects a fourth [CMPR-21]', () => {
    expect(withProduct([a, b, c], product('D'))).toEqual({ ok: false, problem: 'compare_full' })
  })

  test('merges another list after its own, each product once, as far as there is room [compare-02]', () => {
    const d = product('D')
    expect(withProducts([a, b], [product('B'), c, d])).toEqual([a, b, c])
    expect(withProducts([a, b, c], [d])).toEqual([a, b, c])
    expect([withProducts([], [a, b]), withProducts([a], [])]).toEqual([[a, b], [a]])
  })

  test('is stored as an object with comparisonProducts, and restored [CMPR-19]', () => {
    expect(JSON.parse(storedText([a, b]))).toEqual({ comparisonProducts: [a, b] })
    expect(readStored(storedText([a, b, c]))).toEqual([a, b, c])
    expect(readStored(storedText([]))).toEqual([])
  })

  test('is empty without stored text or with foreign data', () => {
    expect(readStored(null)).toBeNull()
    for (const text of ['', 'null', '[]', '{', '{"comparisonProducts":{}}', '"x"']) expect(readStored(text)).toEqual([])
    const mixed = [a, null, 1, {}, { ...b, productSKU: 3 }, { ...b, productId: 'x' }, { ...b, price: '1' }, b]
    expect(readStored(JSON.stringify({ comparisonProducts: mixed }))).toEqual([a, b])
    expect(readStored(storedText([a, b, c, product('D')]))).toEqual([a, b, c])
  })
})

test('the limit message has two texts under one title [CMPR-22] [CMPR-23]', () => {
  expect([limitTitle, limitButton]).toEqual(['Too many products', 'Got it'])
  expect(limitTexts).toEqual({
    button:
      "You've already selected 3 products to compare. That's the maximum. To compare this product, please remove another first.",
    checkbox:
      "It looks like you've already selected the maximum of 3 products for comparison. To add this product and compare, please deselect another.",
  })
})

describe('comparison URLs', () => {
  test('have SKUs as path segments, with slash and tilde encoded [ROUTE-30] [ROUTE-31]', () => {
    expect(comparisonPath(['WM-1', 'LAMP-1', 'FR-1'])).toBe('/comparison/WM-1/LAMP-1/FR-1')
    expect(comparisonPath(['A/B-1', 'C~D', 'E F%'])).toBe('/comparison/A%2FB-1/C%7ED/E%20F%25')
    for (const skus of [['A/B-1', 'C~D'], ['Ä?#&'], ['1', '2', '3']]) {
      expect(skusOfPath(comparisonPath(skus))).toEqual(skus)
      expect(skusOfPath(`${comparisonPath(skus)}/`)).toEqual(skus)
    }
  })

  test('use the first three distinct SKUs; an undecodable one is ignored', () => {
    expect(skusOfPath('/comparison/A/A/B/C/D')).toEqual(['A', 'B', 'C'])
    expect(skusOfPath('/comparison/%E0%A4%A/B//%20')).toEqual(['B'])
    expect(skusOfPath('/comparison')).toEqual([])
  })

  test('parse a list separated by tildes or commas, and a SKU can contain a comma [ROUTE-32]', () => {
    const isSku = (text: string) => text === 'A,B'
    expect(skusOfList('C~D~C~E~F', isSku)).toEqual(['C', 'D', 'E'])
    expect(skusOfList('C,D', isSku)).toEqual(['C', 'D'])
    expect(skusOfList('A,B~C', isSku)).toEqual(['A,B', 'C'])
    expect(skusOfList(' ~,', isSku)).toEqual([])
  })
})
