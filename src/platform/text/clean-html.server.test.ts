import { expect, test } from 'vitest'
import { cleanDocument, cleanHtml } from './clean-html.server.ts'

test('blocks, lists, tables, headings, links and images are kept', () => {
  const html = '<h2>Cold</h2><ul><li>Quiet</li></ul><table><tr><td colspan="2">605 L</td></tr></table>'
  expect(cleanHtml(html)).toBe(html)
  expect(cleanHtml('<img src="/media/a.jpg" alt="Door">')).toBe('<img src="/media/a.jpg" alt="Door" loading="lazy" />')
})

test.each([
  '<script>alert(1)</script>',
  '<style>p { color: red }</style>',
  '<iframe src="https://x.example"></iframe>',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<img src="data:text/html,x">',
  '<p style="position:fixed" class="x" onclick="x()">x</p>',
  '<a href="//evil.example">x</a>',
])('%s loses active content', (html) => {
  expect(cleanHtml(html)).not.toMatch(/script|style|iframe|onerror|onclick|data:|class|evil/i)
})

test('an external link opens in a new tab, an internal one does not', () => {
  expect(cleanHtml('<a href="https://maker.example" rel="opener">x</a>')).toBe(
    '<a href="https://maker.example" target="_blank" rel="noopener">x</a>',
  )
  expect(cleanHtml('<a href="/c/kitchen" target="_top">x</a>')).toBe('<a href="/c/kitchen">x</a>')
})

test('sanitising is idempotent', () => {
  const once = cleanHtml('<p>Fish & chips <b>"hot"</b> <a href="https://x.example">x</a> 5 < 6')
  expect(cleanHtml(once)).toBe(once)
})

test('plain text is unchanged', () => {
  expect(cleanHtml("Quiet, frost free. It's cold.")).toBe("Quiet, frost free. It's cold.")
})

test('document headings keep ids used by links; others lose theirs, as do ids of the page layout [CONF-21]', () => {
  expect(cleanDocument('<h2 id="product-payment">Product payment</h2>')).toBe(
    '<h2 id="product-payment">Product payment</h2>',
  )
  for (const html of [
    '<h2 id="content">a</h2>',
    '<h2 id="A b">a</h2>',
    '<h2 id="x" onclick="y()">a</h2>',
    '<p id="invoice">a</p>',
  ])
    expect(cleanDocument(html)).not.toMatch(/onclick|id="(content|A b|invoice)"/)
  expect(cleanHtml('<h2 id="product-payment">a</h2>')).toBe('<h2>a</h2>')
})
