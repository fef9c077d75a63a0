import { expect, test } from 'vitest'
import { cleanHtml } from './clean-html.server.ts'

test('blocks, lists, tables, headings, links and images stay', () => {
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
])('%s loses what could act', (html) => {
  expect(cleanHtml(html)).not.toMatch(/script|style|iframe|onerror|onclick|data:|class|evil/i)
})

test('a link to another site opens in a new tab, one of our own does not', () => {
  expect(cleanHtml('<a href="https://maker.example" rel="opener">x</a>')).toBe(
    '<a href="https://maker.example" target="_blank" rel="noopener">x</a>',
  )
  expect(cleanHtml('<a href="/c/kitchen" target="_top">x</a>')).toBe('<a href="/c/kitchen">x</a>')
})

test('cleaning twice is cleaning once', () => {
  const once = cleanHtml('<p>Fish & chips <b>"hot"</b> <a href="https://x.example">x</a> 5 < 6')
  expect(cleanHtml(once)).toBe(once)
})

test('plain text stays as it is', () => {
  expect(cleanHtml("Quiet, frost free. It's cold.")).toBe("Quiet, frost free. It's cold.")
})
