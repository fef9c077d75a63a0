import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { sanitiseTerm, searchAddress, searchTermOf, shorterTerms } from './search.ts'

test('a term loses <, >, ; and dot-dots, then all but letters, digits, hyphen, underscore, plus, dot, slash and spaces [SRCH-25]', () => {
  expect(sanitiseTerm('<b>fridge</b>;')).toBe('bfridge/b')
  expect(sanitiseTerm('../../etc/passwd')).toBe('//etc/passwd')
  expect(sanitiseTerm('a...b.c')).toBe('ab.c')
  expect(sanitiseTerm('.<.>.fridge')).toBe('fridge')
  expect(sanitiseTerm('.@.fridge.')).toBe('fridge.')
  expect(sanitiseTerm(`55" "tv"? 'x' (new) & 100% €5 #1 @home`)).toBe('55 tv x new 100 5 1 home')
  expect(sanitiseTerm('wi-fi_6+ a/b 7.1kw')).toBe('wi-fi_6+ a/b 7.1kw')
  expect(sanitiseTerm('Māori Nestlé Ωmega ٣')).toBe('Māori Nestlé Ωmega ٣')
})

test('a sanitised term has single spaces and none around it', () => {
  expect(sanitiseTerm('  french \t\n door  ')).toBe('french door')
})

test('fewer than two characters are no term [SRCH-23]', () => {
  expect(sanitiseTerm('tv')).toBe('tv')
  expect(sanitiseTerm(' t; ')).toBe('')
  expect(sanitiseTerm('💡 a')).toBe('')
  expect(sanitiseTerm('')).toBe('')
})

test('a sanitised term has no forbidden character, whatever was typed [SRCH-25]', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'.@ <a') })), (typed) => {
      expect(sanitiseTerm(typed)).toMatch(/^[\p{L}\p{Nd}\-_+./ ]*$/u)
      expect(sanitiseTerm(typed)).not.toContain('..')
    }),
  )
})

test('the searched term is in lower case [SRCH-26]', () => {
  expect(searchTermOf(' LG OLED 55; ')).toBe('lg oled 55')
})

test('the results page URL works with any term', () => {
  expect(searchAddress('side/by side')).toBe('/search/side%2Fby%20side')
})

test('shorter searches omit one word each, then offer each word alone', () => {
  expect(shorterTerms('velvet reading lamp')).toEqual([
    'reading lamp',
    'velvet lamp',
    'velvet reading',
    'velvet',
    'reading',
    'lamp',
  ])
  expect(shorterTerms('velvet lamp')).toEqual(['lamp', 'velvet'])
  expect(shorterTerms('a lamp')).toEqual(['lamp'])
  expect(shorterTerms('lamp')).toEqual([])
})
