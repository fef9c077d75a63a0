import { expect, test } from 'vitest'
import { allReviews, isFiltered, readReviewChoice, reviewsAddress } from './review-choice.ts'

const read = (query: string) => readReviewChoice(new URLSearchParams(query))

test('an address says which reviews are shown, and is made of what it says', () => {
  const query = 'sort=lowest&stars=4&verified=1&photos=1&point=thin+manual'
  const choice = read(query)
  expect(choice).toEqual({
    order: 'lowest',
    stars: 4,
    onlyVerified: true,
    onlyWithPhotos: true,
    point: 'thin manual',
  })
  expect(reviewsAddress('/p/x/reviews', choice)).toBe(`/p/x/reviews?${query}`)
  expect(reviewsAddress('/p/x/reviews', choice, 2)).toBe(`/p/x/reviews?${query}&page=2`)
  expect(reviewsAddress('/p/x/reviews', allReviews)).toBe('/p/x/reviews')
})

test('what an address cannot mean counts as not chosen', () => {
  expect(read('')).toEqual(allReviews)
  expect(read(`sort=toString&stars=6&verified=yes&photos=&point=${'x'.repeat(81)}`)).toEqual(allReviews)
})

test('an order is no filter', () => {
  expect(isFiltered(read('sort=highest'))).toBe(false)
  expect(isFiltered(read('point=Quiet'))).toBe(true)
})
