import { expect, test } from 'vitest'
import { brandAtExample } from '../../testing/brand.ts'
import { canonicalAddress } from '../../brands/brands.ts'
import { withPageHead } from './page-head.server.ts'

const wa = brandAtExample('wa')
const aol = brandAtExample('aol')
const head = (inside: string, { brand = wa, path = '/stores' } = {}) =>
  withPageHead(`<html><head>${inside}</head><body><title>no</title></body></html>`, {
    brand,
    url: new URL(path, 'http://localhost'),
  })

test('Open Graph has title, url, description, type and an image with its size [TRACK-12]', () => {
  const html = head(
    '<title>Fridge &amp; co</title><meta name="description" content="A &quot;cold&quot; one"/><link rel="canonical" href="https://www.wa.example/p/fridge"/>' +
      '<meta name="page-type" content="product"/><script type="application/ld+json">{"@type":"Product","image":["https://pictures.example/a.jpg?b=1&c=2"]}</script>',
    { path: '/p/fridge' },
  )
  const markdown =
    '<link rel="alternate" type="text/markdown" href="https://www.wa.example/p/fridge/product.md" data-made=""/>'
  expect(html.slice(html.indexOf('</script>') + 9, html.indexOf('</head>'))).toBe(
    markdown +
      [
        ['title', 'Fridge &amp; co'],
        ['url', 'https://www.wa.example/p/fridge'],
        ['description', 'A &quot;cold&quot; one'],
        ['type', 'product'],
        ['image', 'https://pictures.example/a.jpg?b=1&amp;c=2'],
        ['image:width', '350'],
        ['image:height', '380'],
      ]
        .map(([name, content]) => `<meta property="og:${name}" content="${content}" data-made=""/>`)
        .join('') +
      '<meta name="twitter:card" content="summary_large_image" data-made=""/>',
  )
})

test('a quote in a title is escaped in attributes', () => {
  expect(head('<title>A 27" screen</title>')).toContain('property="og:title" content="A 27&quot; screen"')
})

test('a product with a photo is shared as a PNG of 1200 by 630, a page without a picture as its brand’s', () => {
  const shared = (inside: string) => {
    const html = head(`<title>x</title><meta name="page-type" content="product"/>${inside}`)
    return ['', ':width', ':height'].map((part) => html.split(`property="og:image${part}" content="`)[1]?.split('"')[0])
  }
  const shown = (address: string) => `<script>{"sku":"A/B-1","image":["${address}"]}</script>`
  expect(shared(shown('https://www.wa.example/media/pictures/0f/900x900-0000-x/1200.jpg'))).toEqual([
    'https://www.wa.example/media/social/A%2FB-1.png',
    '1200',
    '630',
  ])
  expect(shared(shown('https://www.wa.example/media/placeholder.svg'))).toEqual([
    'https://www.wa.example/media/social.png',
    '1200',
    '630',
  ])
  expect(shared('')).toEqual(['https://www.wa.example/media/social.png', '1200', '630'])
})

test('the image size and the og:type follow the page type [TRACK-13] [TRACK-14]', () => {
  const html = head('<title>Privacy</title><meta name="page-type" content="static"/>')
  const photo = '<script>{"image":"https://a.example/b.jpg"}</script>'
  const widthOn = (type: string) =>
    /og:image:width" content="(\d+)"/.exec(head(`<meta name="page-type" content="${type}"/>${photo}`))?.[1]
  expect([widthOn('product'), widthOn('search'), widthOn('blog')]).toEqual(['350', '150', '1600'])
  expect(html).toContain('property="og:type" content="article"')
  const list = head(
    '<title>Fridges</title><meta name="page-type" content="categoryPage"/><script>{"image":"https://a.example/b"}</script>',
  )
  expect(list).toContain('property="og:image:width" content="1600"')
  expect(list).toContain('property="og:image:height" content="630"')
  expect(list).toContain('property="og:type" content="product.group"')
})

test('the default canonical address is lower-case, without a query but a page number above 1 [TRACK-03]', () => {
  const link = (html: string) => /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]
  expect(link(head('', { path: '/Cart?utm=1' }))).toBe('https://www.wa.example/cart')
  expect(link(head('', { path: '/blog?page=3&utm=1' }))).toBe('https://www.wa.example/blog?page=3')
  expect(link(head('', { path: '/blog?page=1' }))).toBe('https://www.wa.example/blog')
  expect(link(head('', { brand: aol, path: '/cart' }))).toBe('https://www.aol.example/cart/')
  const own = head('<link rel="canonical" href="https://www.wa.example/contact-us"/>', { path: '/ask-an-expert' })
  expect(own.match(/rel="canonical"/g)).toHaveLength(1)
  expect(own).toContain('property="og:url" content="https://www.wa.example/contact-us"')
})

test('only the unfiltered first page names its alternate in the other country', () => {
  const alternates = [{ lang: 'en-NZ', href: 'https://www.aol-nz.example/brands/' }] as const
  const named = (path: string, inside = '') =>
    withPageHead(`<html><head>${inside}</head></html>`, {
      brand: aol,
      url: new URL(path, 'http://localhost'),
      alternates,
    })
  expect(named('/brands')).toContain(
    '<link rel="alternate" hreflang="en-NZ" href="https://www.aol-nz.example/brands/" data-made="slash"/>',
  )
  expect(named('/brands?utm=1')).toContain('hreflang')
  expect(named('/brands?page=2')).not.toContain('hreflang')
  const filtered = '<link rel="canonical" href="https://www.aol.example/brands/?filter=a"/>'
  expect(named('/brands?filter=a', filtered)).not.toContain('hreflang')
})

test('the trailing slash follows the brand, unless the page sets its own [TRACK-03] [analytics-07]', () => {
  expect(canonicalAddress(aol, '/C/Kitchen/')).toBe('https://www.aol.example/c/kitchen/')
  expect(canonicalAddress(brandAtExample('aol-nz'), '/c/kitchen')).toMatch(/\/c\/kitchen\/$/)
  expect(canonicalAddress(wa, '/c/kitchen/')).toBe('https://www.wa.example/c/kitchen')
  expect(canonicalAddress(wa, '/c/kitchen', { hasSlash: true })).toBe('https://www.wa.example/c/kitchen/')
  expect(canonicalAddress(wa, '/')).toBe('https://www.wa.example/')
  expect(canonicalAddress(aol, '/blog', { page: 2 })).toBe('https://www.aol.example/blog/?page=2')
})

test('scripts are fetched after the content that is visible without them', () => {
  const made = head(
    '<link rel="modulepreload" href="/assets/root.js"/><link rel="stylesheet" href="/assets/shop.css"/>',
    {},
  )
  expect(made).toContain('<link rel="modulepreload" fetchpriority="low" href="/assets/root.js"/>')
  expect(made).toContain('<link rel="stylesheet" href="/assets/shop.css"/>')
})

test('styles come before pictures and fonts', () => {
  const made = head(
    '<meta charSet="utf-8"/><link rel="preload" as="image" href="/a"/><link rel="stylesheet" href="/a.css"/><link rel="canonical" href="/"/><link nonce="n" rel="stylesheet" href="/b.css"/>',
    {},
  )
  expect(made).toContain(
    '<head><link rel="stylesheet" href="/a.css"/><link nonce="n" rel="stylesheet" href="/b.css"/><meta charSet="utf-8"/><link rel="preload" as="image" href="/a"/><link rel="canonical" href="/"/>',
  )
})

test('a page that starts its scripts itself fetches none of them before', () => {
  const made = withPageHead('<html><head><link rel="modulepreload" href="/assets/root.js"/></head></html>', {
    brand: aol,
    url: new URL('https://www.aol.example/'),
    startsAfterPaint: true,
  })
  expect(made).toContain('<link rel="modulepreload" fetchpriority="low" media="not all" href="/assets/root.js"/>')
})
