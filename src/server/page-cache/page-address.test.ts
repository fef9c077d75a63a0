import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { pageAddress } from './page-address.ts'

const isRange = (facet: string) => facet === 'price'

test.each([
  ['/c/fridges', '/c/fridges'],
  ['/c/fridges?utm_source=mail', '/c/fridges'],
  ['/c/fridges?page=02&sort=price-asc', '/c/fridges?page=2&sort=price-asc'],
  ['/c/fridges?sort=nonsense&filter=garbage&page=0', '/c/fridges'],
  ['/c/fridges?filter=brand:b&filter=brand:a&page=1', '/c/fridges?filter=brand%3Aa&filter=brand%3Ab'],
  ['/c/fridges?price.from=10&price.to=20', '/c/fridges?filter=price%3A10-20'],
  ['/c/fridges.data?page=2&_routes=pages%2Fcategory', '/c/fridges.data?_routes=pages%2Fcategory&page=2'],
  ['/products?q=fridge&page=2', '/products?page=2&q=fridge'],
  ['/c/fridges?q=fridge', '/c/fridges'],
  ['/p/lamp?sent=review&page=2', '/p/lamp?sent=review'],
  ['/p/lamp/reviews?page=2', '/p/lamp/reviews?page=2'],
  ['/p/lamp/reviews?stars=4&sort=&verified=1&page=2&x=1', '/p/lamp/reviews?page=2&stars=4&verified=1'],
  ['/p/lamp/reviews/?page=2', '/p/lamp/reviews/?page=2'],
  ['/contact-us?video=1&sku=3', '/contact-us?video=1'],
  ['/compare?sku=a,b', '/compare?sku=a%2Cb'],
  ['/stores?filters=open', '/stores?filters=open'],
  ['/sitemap-products.xml?page=2&x=1', '/sitemap-products.xml?page=2'],
  ['/s/terms?page=2', '/s/terms'],
  [`/compare?sku=${'x'.repeat(301)}`, '/compare'],
])('%s is cached as %s', (target, address) => {
  expect(pageAddress(target, isRange)).toBe(address)
})

test('every page that reads its query is in the table, or never cached', () => {
  const root = join(import.meta.dirname, '../../app/routes')
  const reading = globSync('**/*.{ts,tsx}', { cwd: root }).filter(
    (file) =>
      !/\.test\.|\.server\./.test(file) &&
      /searchParams|pageOf\(|listingData\(/.test(readFileSync(join(root, file), 'utf8')),
  )
  const cached = [
    'blog',
    'brand',
    'category',
    'compare',
    'contact-us',
    'product',
    'product-questions',
    'product-reviews',
    'products',
    'promotion',
    'promotions',
    'sale',
    'search',
    'sitemap-products',
    'store',
    'stores',
  ]
  const personal = ['cart', 'checkout', 'confirmation', 'cooking-demos', 'quote', 'save', 'shared-cart']
  expect(reading.map((file) => basename(file).replace(/\.tsx?$/, '')).toSorted()).toEqual(
    [...cached, ...personal].toSorted(),
  )
})
