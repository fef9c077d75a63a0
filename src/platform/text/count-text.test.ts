import { expect, test } from 'vitest'
import { countText } from './count-text.ts'

test('a count of one has the singular, every other the plural', () => {
  expect([0, 1, 2, 1_234].map((count) => countText(count, 'rating'))).toEqual([
    '0 ratings',
    '1 rating',
    '2 ratings',
    '1,234 ratings',
  ])
  expect([1, 3].map((count) => countText(count, 'setting is', 'settings are'))).toEqual([
    '1 setting is',
    '3 settings are',
  ])
  expect([1, 1.5].map((stars) => countText(stars, 'star'))).toEqual(['1 star', '1.5 stars'])
})
