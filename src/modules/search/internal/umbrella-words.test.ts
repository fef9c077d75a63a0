import { expect, test } from 'vitest'
import { umbrellaWords } from './umbrella-words.ts'

test('a word for many kinds finds each of them, by any title of its category', () => {
  expect(umbrellaWords(['Kitchen', 'Fridges', 'Bar Fridges'])).toContain('whitegoods')
  expect(umbrellaWords(['Laundry', 'Washing Machines', 'Washer Dryer Combos'])).toContain('whitegoods')
  expect(umbrellaWords(['Living', 'Sofas'])).toBe('furniture')
  expect(umbrellaWords(['Small Appliances', 'Rice Cookers'])).toBe('')
})
