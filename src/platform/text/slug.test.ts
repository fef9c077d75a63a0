import fc from 'fast-check'
import { expect, test } from 'vitest'
import { slug } from './slug.ts'

test.each([
  ['Washing Machines', 'washing-machines'],
  ['Home & Commercial', 'home-and-commercial'],
  ['Fisher & Paykel', 'fisher-and-paykel'],
  ['De’Longhi', 'delonghi'],
  ["Breville's", 'brevilles'],
  ['Söhne Café', 'sohne-cafe'],
  ['  --A//B__C..  ', 'a-b-c'],
  ['Größe ẞ', 'grosse-ss'],
  ['Bodø Bjørk', 'bodo-bjork'],
  ['Ærø Œuvre', 'aero-oeuvre'],
  ['Ångström Håndvask', 'angstrom-handvask'],
  ['Đakovo Łódź Þórður', 'dakovo-lodz-thordur'],
  ['Māngere Ōtāhuhu Whāngārei', 'mangere-otahuhu-whangarei'],
  ['Paekākāriki TĒ KŪITI Ī', 'paekakariki-te-kuiti-i'],
  ['冷蔵庫', ''],
])('%j becomes %j [FMT-08]', (text, expected) => {
  expect(slug(text)).toBe(expected)
})

test('a slug has letters, digits and single inner hyphens, and is its own slug', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
      expect(slug(text)).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/)
      expect(slug(slug(text))).toBe(slug(text))
    }),
  )
})
