import { expect, test } from 'vitest'
import type { Suggestions } from './search-calls.ts'
import { guessedSuggestions, helpFor, startSuggestions, withHelp } from './start-suggestions.ts'

const known = {
  popular: ['fridge', 'heat pump dryer'],
  help: [
    { title: 'Delivery information', url: '/s/delivery-information', phrases: ['delivery', 'freight'] },
    { title: 'Price match', url: '/s/price-match', phrases: ['price match', 'price beat'] },
  ],
}
const texts = (suggestions: Suggestions | null) =>
  suggestions?.terms.map(({ kind, text }) => `${kind}: ${text}`) ?? null
const product = (title: string) => ({ title, uri: title, sku: title }) as Suggestions['products'][number]

test('an empty field offers own searches, then popular ones that are not among them', () => {
  expect(texts(startSuggestions(['rug', 'fridge'], known))).toEqual([
    'recent: rug',
    'recent: fridge',
    'popular: heat pump dryer',
  ])
  expect(startSuggestions([], { popular: [] })).toBeNull()
})

test('help is found by the beginning of its title or of what people type for it', () => {
  const titles = (term: string) => helpFor(term, known).map(({ text }) => text)
  expect(titles('deliv')).toEqual(['Delivery information'])
  expect(titles('frei')).toEqual(['Delivery information'])
  expect(titles('price b')).toEqual(['Price match'])
  expect(titles('fridge')).toEqual([])
})

test('a guess has searches and products that fit what was typed', () => {
  const before = { terms: [], products: [product('Calder heat pump dryer'), product('Calder fridge')] }
  const guess = guessedSuggestions('heat p', { recent: ['heat pad'], known, before })
  expect(texts(guess)).toEqual(['term: heat pad', 'term: heat pump dryer'])
  expect(guess.products.map(({ title }) => title)).toEqual(['Calder heat pump dryer'])
})

test('terms of one kind stand together, help last', () => {
  const answer = {
    terms: [
      { text: 'delivered', url: '/search/delivered' },
      { text: 'Fridges', url: '/c/kitchen/fridges' },
      { text: 'delivery', url: '/search/delivery' },
      { text: 'Calder', url: '/brands/calder' },
    ],
    products: [],
  }
  expect(texts(withHelp(answer, 'deliv', known))).toEqual([
    'term: delivered',
    'term: delivery',
    'category: Fridges',
    'brand: Calder',
    'help: Delivery information',
  ])
})
