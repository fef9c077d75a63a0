import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { highlightParts, Highlighted } from './highlight.tsx'

test('the term’s words are split out of a title, in any letter case, the longest first', () => {
  expect(highlightParts('Dishwasher dish rack', 'DISH dishwasher')).toEqual([
    { text: 'Dishwasher', isMatch: true },
    { text: ' ', isMatch: false },
    { text: 'dish', isMatch: true },
    { text: ' rack', isMatch: false },
  ])
  expect(highlightParts('Fridge', '  ')).toEqual([{ text: 'Fridge', isMatch: false }])
  expect(highlightParts('', 'fridge')).toEqual([])
})

test('each word of the term is marked everywhere [FMT-10]', () => {
  const html = (text: string, term: string) => renderToStaticMarkup(<Highlighted text={text} term={term} />)
  expect(html('Front load washer and Washer stand', 'WASHER  front')).toBe(
    '<mark>Front</mark> load <mark>washer</mark> and <mark>Washer</mark> stand',
  )
  expect(html('A <b>bold</b> claim', '<b>')).toBe('A <mark>&lt;b&gt;</mark>bold&lt;/b&gt; claim')
})

test('highlighting never loses or adds text, and treats special characters literally', () => {
  expect(highlightParts('a+b (c)', '(c) .*')).toEqual([
    { text: 'a+b ', isMatch: false },
    { text: '(c)', isMatch: true },
  ])
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, term) => {
      expect(
        highlightParts(text, term)
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
    }),
  )
})
