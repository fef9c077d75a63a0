import { expect, test } from 'vitest'
import { limits } from '../../src/modules/reviews/writing.ts'
import { demoProducts } from './catalogue.ts'
import { demoQuestions, demoReviews, ratedByReviews } from './reviews.ts'
import { points } from './review-points.ts'
import { vocabularyOf } from './review-words.ts'
import { leafCategories } from './categories.ts'

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
    for (const { text, title, author, rating, daysAgo, app, pros, cons } of reviews) {
      for (const point of [...pros, ...cons]) expect(point.length, point).toBeLessThanOrEqual(limits.point)
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

test('a product that people have written about has the rating of what they wrote, and no other', () => {
  for (const [at, reviews] of reviewsOf.entries()) {
    const record = products[at] ?? expect.fail()
    expect(ratedByReviews(record, today).rating, record.sku).toEqual(reviews.length > 0 ? null : record.rating)
  }
})

/** Words that tell what is spoken of, and the leaf categories that have it. */
const telltales: readonly (readonly [word: RegExp, leaves: RegExp])[] = [
  [/crisper|lettuce|egg tray|two litre milk/i, /(top|bottom)-mount|french|side-by/],
  [/bottles|Bordeaux|Champagne|Magnum/, /wine-fridges/],
  [/freezer drawers/i, /bottom-mount|upright-freezers/],
  [/roast(s| and|ing dish)|biscuits|grill is/i, /ovens\//],
  [/large pans|lowest setting, which/i, /cooktops/],
  [/duct|onions/i, /rangehoods/],
  [/cutlery tray|wine glasses|plastic (boxes|lids)/i, /dishwashers/],
  [/shot is|grinder|flat whites|descaled/i, /coffee-machines/],
  [/plug are in the box|basket waste/i, /sinks|tubs/],
  [/\bspins\b|wool came|towels/i, /washing-machines/],
  [/lint/i, /laundry\/dryers/],
  [/linen (without|,)|steam gets/i, /irons/],
  [/battery|one charge/i, /stick|robot/],
  [/heatwave|conditioner/i, /air-conditioners|fans/],
  [/football|picture is|dark scenes|sport/i, /televisions|soundbars|washing-machines|dryers/],
  [/record player|bass for/i, /speakers|soundbars/],
  [/seat is deep|sat on a dozen|short legs/i, /sofas|armchairs|outdoor-lounges/],
  [/pet hair|and the cat/i, /sofas|armchairs|outdoor-lounges/],
  [/turns over|fitted sheets|smelled of foam/i, /mattresses/],
  [/headboard|slats and/i, /beds$/],
  [/rows of books/i, /bookcases/],
  [/drawers run/i, /sideboards|tv-units|chests|bedside|wardrobes/],
  [/hot cups/i, /tables|desks/],
  [/castors/i, /office-chairs/],
  [/grease tray|steaks/i, /barbecues/],
  [/\bglobe/i, /lamps/],
  [/bare feet/i, /rugs/],
]

test('reviews and questions speak of what the product is, not of another kind in its room', () => {
  const wrong = products.flatMap(({ categoryUri, title }, at) => {
    const texts = [...(reviewsOf[at] ?? []), ...(questionsOf[at] ?? [])].map(({ text }) => text)
    return telltales.flatMap(([word, leaves]) =>
      leaves.test(categoryUri) ? [] : texts.filter((text) => word.test(text)).map((text) => `${title}: ${text}`),
    )
  })
  expect(wrong).toEqual([])
})

test('each telltale is said of something, and each leaf category has enough to say', () => {
  const said = leafCategories.flatMap(({ uri }) => {
    const { opens, likes, dislikes, questions } = vocabularyOf(uri)
    expect([uri, likes.length >= 4, dislikes.length >= 2, questions.length >= 1, opens.length >= 2]).toEqual([
      uri,
      true,
      true,
      true,
      true,
    ])
    return [...opens, ...likes, ...dislikes, ...questions.flat()]
  })
  expect(telltales.filter(([word]) => !said.some((one) => word.test(String(one)))).map(String)).toEqual([])
})

test('every sentence has its point in a few words, and no point is without one', () => {
  const said = leafCategories.flatMap(({ uri }) => {
    const { likes, dislikes } = vocabularyOf(uri)
    return [...likes, ...dislikes]
  })
  expect(new Set(Object.keys(points))).toEqual(new Set(said))
})
