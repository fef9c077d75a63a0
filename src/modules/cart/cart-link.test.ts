import { expect, test } from 'vitest'
import { cartLink, readCartLink } from './cart-link.ts'

/** What a browser makes of the address. */
const read = (address: string) => readCartLink(new URL(address, 'https://shop.example').searchParams.get('add') ?? '')

test('a link names each sku with its quantity, and 1 by itself', () => {
  expect(
    cartLink([
      { sku: 'WM-1', quantity: 2 },
      { sku: 'LAMP-1', quantity: 1 },
    ]),
  ).toBe('/cart?add=WM-1:2,LAMP-1')
})

test('any sku survives being written and read, in lower case', () => {
  const lines = [
    { sku: 'a/b 1', quantity: 3 },
    { sku: 'x,y:2&z=%', quantity: 1 },
  ]
  expect(read(cartLink(lines))).toEqual({ lines, invalid: [] })
})

test('quantities of one sku are added, in any letter case', () => {
  expect(read('/cart?add=WM-1:2,wm-1')).toEqual({ lines: [{ sku: 'wm-1', quantity: 3 }], invalid: [] })
})

test('parts that cannot be read are named as they were written, and the others stay', () => {
  expect(read('/cart?add=WM-1:0,LAMP-1:x,HOSE-1:100,:2,%25E0,FR-1, ,OK:99,OK')).toEqual({
    lines: [
      { sku: 'fr-1', quantity: 1 },
      { sku: 'ok', quantity: 99 },
    ],
    invalid: ['WM-1:0', 'LAMP-1:x', 'HOSE-1:100', ':2', '%E0', 'OK'],
  })
})

test('a link has at most 50 products', () => {
  const { lines, invalid } = read(`/cart?add=${Array.from({ length: 52 }, (_, at) => `S${at}`).join(',')}`)
  expect([lines.length, invalid]).toEqual([50, ['S50', 'S51']])
})
