import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppCode } from '../../brands/apps.ts'
import { brandAtExample } from '../../testing/brand.ts'
import { brandOf } from '../../brands/brands.ts'
import { products, promotion } from '../../testing/catalogue.ts'
import { alternatesOf } from './hreflang.server.ts'
import { insertPromotions } from '../../modules/promotions/promotions-store.server.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'

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

const alternates = (path: string, app: AppCode = 'aol') =>
  alternatesOf(brandAtExample(app), path, {
    ...shop.services,
    site: {
      otherCountry: () => (app === 'aol' ? brandAtExample('aol-nz') : app === 'aol-nz' ? brandAtExample('aol') : null),
    },
  })

const alternateLinks = (path: string) => [
  { lang: 'en-AU', href: `https://www.aol.example${path}` },
  { lang: 'en-NZ', href: `https://www.aol-nz.example${path}` },
  { lang: 'x-default', href: `https://www.aol.example${path}` },
]

test.each(['/p/twin-fridge', '/c/kitchen/fridges', '/c/kitchen', '/brands/twinhaus', '/products', '/contact-us'])(
  'a page that both countries have is told by both in the same words: %s',
  (path) => {
    expect(alternates(path)).toEqual(alternateLinks(`${path}/`))
    expect(alternates(path, 'aol-nz')).toEqual(alternateLinks(`${path}/`))
    expect(alternates(`${path}/`)).toEqual(alternateLinks(`${path}/`))
  },
)

test('a text, a post and a promotion of both countries are alternates; one of a single country has none', async () => {
  const { content, promotions } = shop.services
  const [aol, nz] = [brandOf('aol'), brandOf('aol-nz')]
  const slugs = (brand: typeof aol) => content.posts(brand, { page: 1, size: 100 }).items.map((one) => one.slug)
  const post = slugs(aol).find((slug) => slugs(nz).includes(slug))
  const both: readonly AppCode[] = ['aol', 'aol-nz']
  await insertPromotions(shop.database.db, [{ ...promotion, apps: both, path: 'twin-deal' }])
  await expect.poll(() => promotions.page(nz, 'twin-deal')).not.toBeNull()
  for (const path of ['/s/privacy-policy', `/blog/${post}`, '/promotion/twin-deal']) {
    expect(alternates(path)).toEqual(alternateLinks(`${path}/`))
    expect(alternates(path, 'aol-nz')).toEqual(alternateLinks(`${path}/`))
  }
  const remove = shop.database.db.deleteFrom('content_entry').where('app', '=', 'aol-nz')
  await remove.where('slug', '=', 'privacy-policy').execute()
  await expect.poll(() => alternates('/s/privacy-policy')).toEqual([])
})

test('the home pages are alternates of each other', () => {
  expect(alternates('/')).toEqual(alternateLinks('/'))
  expect(alternates('/', 'aol-nz')).toEqual(alternateLinks('/'))
})

test.each([
  '/p/french-door-fridge-600-l',
  '/p/nothing',
  '/c/lighting',
  '/c',
  '/brands/miele',
  '/s/nothing',
  '/s/Privacy-Policy',
  '/blog/nothing',
  '/promotion/nothing',
  '/cart',
])('a page of a single country or for its visitor alone has no alternate: %s', (path) => {
  expect(alternates(path)).toEqual([])
  expect(alternates(path, 'aol-nz')).toEqual([])
})

test('a brand of one country has no alternates', () => {
  expect(alternates('/p/twin-fridge', 'wa')).toEqual([])
  expect(alternates('/', 'andoo')).toEqual([])
})
