import { expect, test } from 'vitest'
import { element, escaped, htmlOf, link, list, Markup, paragraph, phoneLink, xmlDocument } from './markup.ts'

test('attributes and content are escaped, numbers stay, null is left out', () => {
  const made = element('a', { href: '/?a=1&b="<"', title: null, tabindex: 0 }, 'Tom & <Jerry>', null, 7)
  expect(made.text).toBe('<a href="/?a=1&amp;b=&quot;&lt;&quot;" tabindex="0">Tom &amp; &lt;Jerry&gt;7</a>')
})

test('elements nest, and what is escaped already is not escaped again', () => {
  const inner = [element('b', {}, '1 < 2'), new Markup('&amp;')]
  expect(element('p', { title: new Markup('&lt;') }, inner, '&').text).toBe(
    '<p title="&lt;"><b>1 &lt; 2</b>&amp;&amp;</p>',
  )
})

test('an element without content closes itself, one with an empty text does not', () => {
  expect([element('br', {}).text, element('p', {}, '').text]).toEqual(['<br/>', '<p></p>'])
})

test('control characters, which XML has no place for, become spaces; tabs and line ends stay', () => {
  expect(escaped('a\u0000b\u000Bc\td\r\ne')).toBe('a b c\td\r\ne')
})

test('a text of blocks has one a line', () => {
  const blocks = [paragraph('Call ', phoneLink('1300 000 111'), ' or ', link('/a', 'ask')), list('ol', ['one', 'two'])]
  expect(htmlOf(...blocks).split('\n')).toEqual([
    '<p>Call <a href="tel:1300000111">1300 000 111</a> or <a href="/a">ask</a></p>',
    '<ol><li>one</li><li>two</li></ol>',
  ])
})

test('a document of XML names its version and encoding', () => {
  expect(xmlDocument(element('feed', {}))).toBe('<?xml version="1.0" encoding="UTF-8"?>\n<feed/>\n')
})
