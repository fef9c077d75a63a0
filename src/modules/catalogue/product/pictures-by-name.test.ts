import { expect, test } from 'vitest'
import { namedProducts, withAssigned } from './pictures-by-name.ts'

const of = (...urls: string[]) => urls.map((url) => ({ url, alt: '' }))

test.each([
  [
    'FR-100.jpg',
    [
      ['FR-100', 1],
      ['FR', 100],
    ].slice(0, 1),
  ],
  [
    'LAMP_2.webp',
    [
      ['LAMP_2', 1],
      ['LAMP', 2],
    ],
  ],
  [
    'FR-7.png',
    [
      ['FR-7', 1],
      ['FR', 7],
    ],
  ],
  ['LAMP_0.jpg', [['LAMP_0', 1]]],
  ['.jpg', []],
  ['kitchen', [['kitchen', 1]]],
] as const)('%s names a SKU and a place, the whole name first', (name, expected) => {
  expect(namedProducts(name).map(({ sku, place }) => [sku, place])).toEqual(expected)
})

test('pictures come to their places in order, and the others move back', () => {
  const urls = (places: readonly (readonly [string, number])[]) =>
    withAssigned(
      of('a', 'b'),
      places.map(([url, place]) => ({ picture: { url, alt: '' }, place })),
    ).map(({ url }) => url)
  expect(
    urls([
      ['y', 2],
      ['x', 1],
    ]),
  ).toEqual(['x', 'y', 'a', 'b'])
  expect(urls([['z', 9]])).toEqual(['a', 'b', 'z'])
  expect(urls([['b', 1]])).toEqual(['b', 'a'])
})

test('a picture that is moved keeps its own alt text', () => {
  const own = [{ url: 'a', alt: 'A lamp' }]
  expect(withAssigned(own, [{ picture: { url: 'a', alt: '' }, place: 1 }])).toEqual(own)
})
