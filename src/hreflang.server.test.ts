import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppCode } from './brands/apps.ts'
import { brandOf } from './brands/brands.ts'
import { products } from './catalogue-for-tests.ts'
import { alternatesOf } from './hreflang.server.ts'
import { openTestShop, type TestShop } from './shop-for-tests.server.ts'

let shop: TestShop
beforeAll(async () => {
  const both = ['aol', 'aol-nz', 'wa'] as const
  const offers = both.map((app) => ({ app, price: 500_00 }))
  shop = await openTestShop({
    sandbox: false,
    moreProducts: { twin: { ...products.fridge, sku: 'TW-1', title: 'Twin fridge', brand: 'Twinhaus', offers } },
  })
})
afterAll(async () => shop.close())

const alternates = (path: string, app: AppCode = 'aol') => alternatesOf(brandOf(app), path, shop.services)

const twins = (path: string) => [
  { lang: 'en-AU', href: `https://www.aol.example${path}` },
  { lang: 'en-NZ', href: `https://www.aol-nz.example${path}` },
  { lang: 'x-default', href: `https://www.aol.example${path}` },
]

test.each(['/p/twin-fridge', '/c/kitchen/fridges', '/c/kitchen', '/brands/twinhaus', '/products', '/contact-us'])(
  'a page that both countries have is told by both in the same words: %s',
  (path) => {
    expect(alternates(path)).toEqual(twins(`${path}/`))
    expect(alternates(path, 'aol-nz')).toEqual(twins(`${path}/`))
    expect(alternates(`${path}/`)).toEqual(twins(`${path}/`))
  },
)

test('the home pages are twins', () => {
  expect(alternates('/')).toEqual(twins('/'))
  expect(alternates('/', 'aol-nz')).toEqual(twins('/'))
})

test.each(['/p/french-door-fridge-600-l', '/p/nothing', '/c/lighting', '/c', '/brands/miele', '/s/privacy-policy', '/cart'])(
  'a page that one of them has not, or that is nobody else’s, has no twin: %s',
  (path) => {
    expect(alternates(path)).toEqual([])
    expect(alternates(path, 'aol-nz')).toEqual([])
  },
) // prettier-ignore

test('a brand of one country has no twins', () => {
  expect(alternates('/p/twin-fridge', 'wa')).toEqual([])
  expect(alternates('/', 'andoo')).toEqual([])
})
