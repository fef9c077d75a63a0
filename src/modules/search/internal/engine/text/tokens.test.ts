import { expect, test } from 'vitest'
import { codeOf, gtinOf, measure, tokenise } from './tokens.ts'

test('a number and its unit are one token, in any notation', () => {
  for (const text of ['500l', '500 L', '500-litre', '500 Litres', '500ltr']) expect(tokenise(text)).toEqual(['500l'])
  for (const text of ['8kg', '8 KG', '8.0 kilos']) expect(tokenise(text)).toEqual(['8kg'])
  for (const text of ['600mm', '600 mm', '60cm', '60 Centimetres']) expect(tokenise(text)).toEqual(['600mm'])
  for (const text of ['55"', '55 inch', '55in', '55″']) expect(tokenise(text)).toEqual(['55in'])
  expect(tokenise('7.1kW')).toEqual(['7.1kw'])
})

test('"in" after a number does not mean inches', () => {
  expect(tokenise('2 in 1 vacuum')).toEqual(['2', 'in', '1', 'vacuum'])
})

test('accents, apostrophes, hyphens and thousands separators are ignored', () => {
  expect(tokenise("De'Longhi Nestlé")).toEqual(['delonghi', 'nestle'])
  expect(tokenise('Side-by-Side')).toEqual(['side', 'by', 'side'])
  expect(tokenise('1,200 W')).toEqual(['1200w'])
})

test('a code is the same with or without its separators', () => {
  for (const text of ['WFE-6400 WHB', 'wfe6400whb', 'WFE.6400/WHB']) expect(codeOf(text)).toBe('wfe6400whb')
})

test('a GTIN is the same with or without leading zeros', () => {
  expect(gtinOf('09300000000017')).toBe('9300000000017')
  expect(gtinOf('9300000-000017')).toBe('9300000000017')
  expect(gtinOf('WFE6400')).toBe('')
})

test('an unknown unit makes no quantity', () => {
  expect(measure('500', 'furlong')).toBeNull()
})
