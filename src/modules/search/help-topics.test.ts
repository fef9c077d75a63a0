import { expect, test } from 'vitest'
import { brandOf } from '../../brands/brands.ts'
import { helpTopicOf, helpTopicsIn } from './help-topics.ts'

const aol = brandOf('aol')
const hasAll = () => true

test.each([
  ['returns', '/s/returns-and-refunds'],
  ['how do i return something', '/s/returns-and-refunds'],
  ['when is my delivery', '/s/delivery-information'],
  ['where is my order', '/order-lookup'],
])('%s asks for the page %s', (term, path) => {
  expect(helpTopicOf(term, aol, hasAll)?.path).toBe(path)
})

test('a term that names products asks for no page', () => {
  expect(helpTopicOf('fridge with delivery', aol, hasAll)).toBeNull()
  expect(helpTopicOf('what is it', aol, hasAll)).toBeNull()
})

test('a term that finds nothing may name a page among other words', () => {
  expect(helpTopicsIn('return my broken xylophone', aol, hasAll).map(({ path }) => path)).toEqual([
    '/s/returns-and-refunds',
  ])
  expect(helpTopicsIn('warranty or refund of a xylophone', aol, hasAll).map(({ path }) => path)).toEqual([
    '/s/returns-and-refunds',
    '/s/warranty-and-repairs',
  ])
  expect(helpTopicsIn('xylophone', aol, hasAll)).toEqual([])
})

test('a page that a brand does not have is not offered', () => {
  expect(helpTopicsIn('return my xylophone', aol, () => false)).toEqual([])
})
