import '../../../testing/browser.ts'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { RatingSummary } from './rating-summary.tsx'

afterEach(cleanup)

const textOf = (rating: { average: number; count: number }, byStars: readonly number[]) => {
  const count = byStars.reduce((sum, one) => sum + one, 0)
  const { container } = render(<RatingSummary rating={rating} reviews={{ items: [], byStars, count }} />)
  return [...container.querySelectorAll('span:not([role]), dd')].map((one) => one.textContent).filter(Boolean)
}

test('a breakdown of all ratings needs no note', () => {
  expect(textOf({ average: 4.5, count: 2 }, [0, 0, 0, 1, 1])).toEqual(['2 reviews', '1', '1', '0', '0', '0'])
})

test('a breakdown of some ratings says of how many', () => {
  const shown = textOf({ average: 4.99, count: 149 }, [0, 0, 0, 1, 0])
  expect(shown).toEqual(['149 ratings', 'Breakdown from 1 review', '0', '1', '0', '0', '0'])
})

test('ratings of a feed without reviews have no breakdown', () => {
  expect(textOf({ average: 4.2, count: 31 }, [0, 0, 0, 0, 0])).toEqual(['31 ratings'])
})
