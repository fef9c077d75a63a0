import { expect, test } from 'vitest'
import { nothingFoundText } from './nothing-found.ts'

test('a search without results names its term and suggests what to try', () => {
  expect(nothingFoundText(0, 'xylophone')).toBe('No results for “xylophone”. Check the spelling or try a broader term.')
  expect(nothingFoundText(1, 'fridge')).toBe(
    'No results for “fridge” with this filter. Remove a filter or try a broader term.',
  )
  expect(nothingFoundText(3, 'fridge')).toBe(
    'No results for “fridge” with all of these filters. Remove a filter or try a broader term.',
  )
})

test('an empty list names its filters, and nothing that was not searched for', () => {
  expect(nothingFoundText(1, null)).toBe('No products match this filter.')
  expect(nothingFoundText(2, null)).toBe('No products match all of these filters.')
  expect(nothingFoundText(0, null)).toBe('No products here at the moment.')
})
