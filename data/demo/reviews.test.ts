import { expect, test } from 'vitest'
import { limits } from '../../src/modules/reviews/writing.ts'
import { demoProducts } from './catalogue.ts'
import { demoQuestions, demoReviews } from './reviews.ts'

const today = '2026-11-20'
const products = [...demoProducts({ today })]
const reviewsOf = products.map((record) => [...demoReviews(record, today)])
const questionsOf = products.map((record) => [...demoQuestions(record, today)])

test('some products have none, most others a handful, a few more than a page', () => {
  const counts = reviewsOf.map((reviews) => reviews.length)
  const share = (has: (count: number) => boolean) => counts.filter(has).length / counts.length
  expect(share((count) => count === 0)).toBeGreaterThan(0.4)
  expect(share((count) => count >= 1 && count <= 6)).toBeGreaterThan(0.25)
  expect(counts.filter((count) => count > 10).length).toBeGreaterThan(8)
  expect(questionsOf.filter((questions) => questions.length === 0).length / products.length).toBeGreaterThan(0.5)
  expect(questionsOf.flat().some((question) => question.answer === null)).toBe(true)
})

test('are the same each time, within the limits of the forms, and not before the product was there', () => {
  expect(products.map((record) => [...demoReviews(record, today)])).toEqual(reviewsOf)
  for (const [at, reviews] of reviewsOf.entries()) {
    const { releasedOn, offers } = products[at] ?? expect.fail()
    const texts = reviews.map((review) => review.text)
    expect(new Set(texts).size).toBe(texts.length)
    for (const { text, title, author, rating, daysAgo, app } of reviews) {
      expect(text.length).toBeGreaterThanOrEqual(limits.shortestText)
      expect(text.length).toBeLessThanOrEqual(limits.text)
      expect(title.length).toBeLessThanOrEqual(limits.title)
      expect(author).toMatch(/^[A-Z][a-z]+ [A-W]\.$/)
      expect([1, 2, 3, 4, 5]).toContain(rating)
      expect(offers.map((offer) => offer.app)).toContain(app)
      const day = new Date(Date.parse(today) - daysAgo * 86_400_000).toISOString().slice(0, 10)
      if (releasedOn != null && releasedOn < today) expect(day >= releasedOn).toBe(true)
    }
  }
  for (const { text } of questionsOf.flat()) expect(text.length).toBeLessThanOrEqual(limits.question)
})

test('what people gave is near what the product is rated', () => {
  const gaps = reviewsOf.flatMap((reviews, at) =>
    reviews.map((review) => review.rating - (products[at]?.rating?.average ?? 0)),
  )
  expect(Math.abs(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length)).toBeLessThan(0.3)
})
