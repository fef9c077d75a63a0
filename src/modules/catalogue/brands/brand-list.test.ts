import { expect, test } from 'vitest'
import { brandsByLetter, wordmarkOf } from './brand-list.ts'

test('brands are grouped by first letter, A to Z, others last', () => {
  const brands = ['zephyr', 'Ébène', '3 Peaks', 'Norrland', 'Elm', 'nordhaus'].map((title) => ({ title }))
  expect(brandsByLetter(brands).map(({ letter, brands: own }) => [letter, ...own.map((one) => one.title)])).toEqual([
    ['E', 'Ébène', 'Elm'],
    ['N', 'nordhaus', 'Norrland'],
    ['Z', 'zephyr'],
    ['#', '3 Peaks'],
  ])
  expect(brandsByLetter([])).toEqual([])
})

test('an uninformative logo is replaced by the plain name', () => {
  const plain = { weight: 600, tracking: 0, case: 'title', family: 'sans' }
  expect([null, {}, { weight: 'bold', tracking: 9, case: 'wavy' }].map(wordmarkOf)).toEqual([plain, plain, plain])
  expect(wordmarkOf({ weight: 300, tracking: 0.2, case: 'upper', family: 'serif' })).toEqual({
    weight: 300,
    tracking: 0.2,
    case: 'upper',
    family: 'serif',
  })
})
