import type { AppCode } from '../../src/brands/apps.ts'
import type { ProductRecordInput } from '../../src/modules/catalogue/product/product-record.ts'
import { randomFrom, type Random } from './random.ts'
import { points } from './review-points.ts'
import { closes, givenNames, headlines, replies, vocabularyOf, type Vocabulary } from './review-words.ts'

/** What customers wrote about demo products: made up from a seed, already approved, and marked as demo in the database. */

type Written = { readonly sku: string; readonly app: AppCode; readonly author: string; readonly daysAgo: number }

export type DemoReview = Written & {
  readonly rating: number
  readonly title: string
  readonly text: string
  readonly answer: string | null
  readonly pros: readonly string[]
  readonly cons: readonly string[]
  readonly isVerified: boolean
}

export type DemoQuestion = Written & { readonly text: string; readonly answer: string | null }

const longestDays = 700

/** None for more than half of the products, a handful for most others, and more than a page for a few. */
export function* demoReviews(record: ProductRecordInput, today: string): Generator<DemoReview> {
  const { rating, offers } = record
  if (rating == null) return
  const draw = randomFrom(`reviews ${record.sku}`)
  if (!draw.chance(0.45)) return
  const words = vocabularyOf(record.categoryUri)
  // So few words cannot fill many reviews without being read again.
  const max = Math.min(words.likes.length * 2, draw.chance(0.06) ? draw.int(11, 16) : draw.int(1, 6))
  const days = daysOnSale(record, today)
  // Nobody begins, or is called, like the one before.
  const opens = draw.some(words.opens, words.opens.length)
  const names = draw.some(givenNames, max)
  const said = new Set<string>()
  for (let count = 0; count < max; count++) {
    const stars = starsNear(draw, rating.average)
    const { text, likes, dislikes } = wordsOf(draw, words, stars, draw.chance(0.5) ? opens.shift() : undefined)
    // Two people do not say the same thing of one product.
    if (said.has(text)) continue
    said.add(text)
    yield {
      sku: record.sku,
      app: draw.pick(offers).app,
      author: nameOf(draw, names[count]),
      daysAgo: draw.int(1, days),
      rating: stars,
      title: draw.pick(headlines[stars]),
      text,
      answer: stars <= 3 && draw.chance(0.5) ? draw.pick(replies) : null,
      pros: pointsOf(likes),
      cons: pointsOf(dislikes),
      isVerified: draw.chance(0.7),
    }
  }
}

/** The record as the shop reads it: where people have written, the rating is theirs and no feed's, so that it equals the breakdown shown. */
export function ratedByReviews(record: ProductRecordInput, today: string): ProductRecordInput {
  const [any] = demoReviews(record, today)
  return any === undefined ? record : { ...record, rating: null }
}

/** The same few questions in every app that sells the product, for two fifths of the products. */
export function* demoQuestions(record: ProductRecordInput, today: string): Generator<DemoQuestion> {
  const draw = randomFrom(`questions ${record.sku}`)
  if (!draw.chance(0.4)) return
  const { questions } = vocabularyOf(record.categoryUri)
  const days = daysOnSale(record, today)
  for (const [text, answer] of draw.some(questions, draw.int(1, 3))) {
    const author = nameOf(draw)
    const daysAgo = draw.int(1, days)
    for (const { app } of record.offers) yield { sku: record.sku, app, author, daysAgo, text, answer }
  }
}

type Stars = 1 | 2 | 3 | 4 | 5

/** Around the product's average, so that what people write and what they gave agree. */
function starsNear(draw: Random, average: number): Stars {
  const stars = Math.round(average + (draw.next() + draw.next() - 1) * 1.8)
  return Math.min(5, Math.max(1, stars)) as Stars
}

const pointsOf = (sentences: readonly string[]): string[] => [...new Set(sentences.map((one) => points[one] ?? one))]

function wordsOf(draw: Random, words: Vocabulary, stars: Stars, opening: string | undefined) {
  const likes = draw.some(words.likes, stars === 5 ? draw.int(2, 3) : stars >= 3 ? draw.int(1, 2) : draw.int(0, 1))
  const dislikes = draw.some(words.dislikes, stars === 5 ? 0 : stars === 4 ? 1 : 2)
  const closing = draw.chance(0.5) ? [draw.pick(closes[stars])] : []
  const first = [...(opening === undefined ? [] : [opening]), ...likes].join(' ')
  const second = [...dislikes, ...closing].join(' ')
  const text = [first, second].filter((part) => part !== '').join(draw.chance(0.3) ? '\n\n' : ' ')
  return { text, likes, dislikes }
}

/** 'Kiri M.' */
function nameOf(draw: Random, given = draw.pick(givenNames)): string {
  return `${given} ${String.fromCharCode(65 + draw.int(0, 22))}.`
}

function daysOnSale(record: ProductRecordInput, today: string): number {
  if (record.releasedOn == null) return longestDays
  const age = Math.round((Date.parse(`${today}T00:00:00Z`) - Date.parse(`${record.releasedOn}T00:00:00Z`)) / 86_400_000)
  return Math.min(longestDays, Math.max(1, age))
}
