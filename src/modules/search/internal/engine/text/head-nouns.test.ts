import { expect, test } from 'vitest'
import { headsRequested, nounPhraseOf, nounPhraseOfDescription, qualitiesOf } from './head-nouns.ts'
import { contentWords, Synonyms } from './synonyms.ts'

const headOf = (title: string, ...qualities: string[]) => nounPhraseOf(title, new Set(qualities)).at(-1)

test.each([
  ['Ostravue 55 inch QN90 Neo QLED Smart TV', 'tv'],
  ['Calder fridge water filter', 'filter'],
  ['Hose for washing machines', 'hose'],
  ['Calder fridge with ice maker', 'fridge'],
  ['Calder dishwasher, stainless steel', 'dishwasher'],
  ['Calder Monitor Arm - VESA', 'arm'],
  ['Calder Dryer HX900', 'dryer'],
  ['Sofa (3 seater)', 'sofa'],
])('the noun of ‘%s’ is %s', (title, noun) => {
  expect(headOf(title)).toBe(noun)
})

test.each([
  ['Bar table, 140x80 cm', 'table'],
  ['A filter for the water line of plumbed fridges.', 'filter'],
  ['Hose, valve and joints to bring cold water to a fridge.', 'hose'],
  ['Chest of 4 drawers', 'chest'],
  ['Oven thermometer. Furniture', 'thermometer'],
  ['Children’s desk chair', 'chair'],
])('a description that begins with a name, ‘%s’, names a %s', (description, noun) => {
  expect(nounPhraseOfDescription(description, new Set()).at(-1)).toBe(noun)
})

test.each(['Cleans glass cooktops', 'Your next fridge', 'It is a fridge', '', '. Furniture'])(
  'a description that begins with a sentence, ‘%s’, names nothing',
  (description) => {
    expect(nounPhraseOfDescription(description, new Set())).toEqual([])
  },
)

test('brands, colours and words of own attributes say nothing of what a product is', () => {
  const qualities = qualitiesOf(
    'Calder',
    { colour: ['Brushed Steel'], layout: 'QWERTY', type: 'Compact camera' },
    contentWords,
  )
  expect([...qualities].toSorted()).toEqual(['brushed', 'calder', 'qwerty', 'steel'])
  expect(headOf('Wireless keyboard QWERTY Brushed Steel', ...qualities)).toBe('keyboard')
})

test('a search asks for its last noun that any product is, before ‘for’ and ‘with’', () => {
  const synonyms = new Synonyms([['washer', 'washing machine']])
  const products = new Set(['^fridg', '^machin', '^~0', '^cas'])
  const requested = (typed: string) =>
    headsRequested(typed, contentWords(typed), synonyms, (term) => products.has(term))
  expect(requested('case for fridge')).toEqual(['^cas'])
  expect(requested('fridge with freezer')).toEqual(['^fridg'])
  expect(requested('fridges black')).toEqual(['^fridg'])
  expect(requested('washing machine')).toEqual(['^~0'])
  expect(requested('washer')).toEqual(['^~0'])
  expect(requested('sofa')).toEqual([])
})
