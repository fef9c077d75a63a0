import { expect, test } from 'vitest'
import { brandOf, canonicalAddress } from './brands/brands.ts'
import { withPageHead } from './page-head.server.ts'

const wa = brandOf('wa')
const aol = brandOf('aol')
const head = (inside: string, { brand = wa, path = '/stores' } = {}) =>
  withPageHead(`<html><head>${inside}</head><body><title>no</title></body></html>`, {
    brand,
    url: new URL(path, 'http://localhost'),
  })

test('the open graph has title, url, description, type and a picture with its size [TRACK-12]', () => {
  const html = head(
    '<title>Fridge &amp; co</title><meta name="description" content="A &quot;cold&quot; one"/><link rel="canonical" href="https://www.wa.example/p/fridge"/>' +
      '<meta name="page-type" content="product"/><script type="application/ld+json">{"@type":"Product","image":["https://www.wa.example/media/a.svg?b=1&c=2"]}</script>',
    { path: '/p/fridge' },
  )
  expect(html.slice(html.indexOf('</script>') + 9, html.indexOf('</head>'))).toBe(
    [
      ['title', 'Fridge &amp; co'],
      ['url', 'https://www.wa.example/p/fridge'],
      ['description', 'A &quot;cold&quot; one'],
      ['type', 'product'],
      ['image', 'https://www.wa.example/media/a.svg?b=1&amp;c=2'],
      ['image:width', '350'],
      ['image:height', '380'],
    ]
      .map(([name, content]) => `<meta property="og:${name}" content="${content}" data-made=""/>`)
      .join(''),
  )
})

test('without a picture it is the logo, medium; types follow the page [TRACK-13] [TRACK-14]', () => {
  const html = head('<title>Privacy</title><meta name="page-type" content="static"/>')
  expect(html).toContain('property="og:image" content="https://www.wa.example/favicon.svg"')
  expect(html).toContain('property="og:image:width" content="350"')
  expect(html).toContain('property="og:type" content="article"')
  const list = head(
    '<title>Fridges</title><meta name="page-type" content="categoryPage"/><script>{"image":"https://a.example/b"}</script>',
  )
  expect(list).toContain('property="og:image:width" content="1600"')
  expect(list).toContain('property="og:image:height" content="630"')
  expect(list).toContain('property="og:type" content="product.group"')
})

test('a page without a canonical address gets one: small letters, no query but a page above the first [TRACK-03]', () => {
  const link = (html: string) => /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]
  expect(link(head('', { path: '/Cart?utm=1' }))).toBe('https://www.wa.example/cart')
  expect(link(head('', { path: '/blog?page=3&utm=1' }))).toBe('https://www.wa.example/blog?page=3')
  expect(link(head('', { path: '/blog?page=1' }))).toBe('https://www.wa.example/blog')
  expect(link(head('', { brand: aol, path: '/cart' }))).toBe('https://www.aol.example/cart/')
  const own = head('<link rel="canonical" href="https://www.wa.example/contact-us"/>', { path: '/ask-an-expert' })
  expect(own.match(/rel="canonical"/g)).toHaveLength(1)
  expect(own).toContain('property="og:url" content="https://www.wa.example/contact-us"')
})

test('the slash at the end is the brand’s, or the page’s own wish [TRACK-03] [analytics-07]', () => {
  expect(canonicalAddress(aol, '/C/Kitchen/')).toBe('https://www.aol.example/c/kitchen/')
  expect(canonicalAddress(brandOf('aol-nz'), '/c/kitchen')).toMatch(/\/c\/kitchen\/$/)
  expect(canonicalAddress(wa, '/c/kitchen/')).toBe('https://www.wa.example/c/kitchen')
  expect(canonicalAddress(wa, '/c/kitchen', { hasSlash: true })).toBe('https://www.wa.example/c/kitchen/')
  expect(canonicalAddress(wa, '/')).toBe('https://www.wa.example/')
  expect(canonicalAddress(aol, '/blog', { page: 2 })).toBe('https://www.aol.example/blog/?page=2')
})
