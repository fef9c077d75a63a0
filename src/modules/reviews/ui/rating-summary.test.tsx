import '../../../testing/browser.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { RatingSummary } from './rating-summary.tsx'

afterEach(cleanup)

/** `byStars` of reviews, `fedByStars` of a feed. */
function show(
  rating: { average: number; count: number },
  byStars: readonly number[],
  fedByStars: readonly number[] = [0, 0, 0, 0, 0],
) {
  const count = byStars.reduce((sum, one) => sum + one, 0)
  const reviews = {
    byStars,
    count,
    ratedByStars: byStars.map((one, at) => one + (fedByStars[at] ?? 0)),
    verifiedCount: count > 1 ? 1 : 0,
    withPhotosCount: 0,
    pros: [],
    cons: [],
    photos: [],
  }
  const { container } = render(<RatingSummary path="/p/fridge/reviews" rating={rating} reviews={reviews} />)
  return [...container.querySelectorAll('span:not([role]), dd')].map((one) => one.textContent).filter(Boolean)
}

test('a breakdown of reviews alone needs no note', () => {
  expect(show({ average: 4.5, count: 2 }, [0, 0, 0, 1, 1])).toEqual([
    '2 reviews',
    '1 of 2 reviews by verified buyers',
    '1',
    '1',
    '0',
    '0',
    '0',
  ])
})

test('a breakdown covers the ratings of a feed, with or without reviews', () => {
  expect(show({ average: 4.5, count: 5 }, [0, 0, 0, 1, 0], [1, 0, 0, 0, 3])).toEqual([
    '5 ratings',
    '3',
    '1',
    '0',
    '0',
    '1',
  ])
  cleanup()
  expect(show({ average: 4, count: 2 }, [0, 0, 0, 0, 0], [0, 0, 0, 2, 0])).toEqual([
    '2 ratings',
    '0',
    '2',
    '0',
    '0',
    '0',
  ])
})

test('where a feed does not say its stars, the breakdown says of how many it is', () => {
  const shown = show({ average: 4.99, count: 149 }, [0, 0, 0, 1, 0])
  expect(shown).toEqual(['149 ratings', 'Breakdown from 1 rating', '0', '1', '0', '0', '0'])
  cleanup()
  expect(show({ average: 4.2, count: 31 }, [0, 0, 0, 0, 0])).toEqual(['31 ratings'])
})

test('stars that have reviews lead to them', () => {
  show({ average: 4, count: 5 }, [0, 0, 0, 1, 1], [3, 0, 0, 0, 0])
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/p/fridge/reviews?stars=5',
    '/p/fridge/reviews?stars=4',
  ])
})
