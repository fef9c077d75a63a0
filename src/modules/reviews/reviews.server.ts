import { timeZoneOf, type AppCode } from '../../brands/apps.ts'
import type { Brand } from '../../brands/brands.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import { itemsAPage, type QuestionsOfProduct, type ReviewsOfProduct } from './reviews.ts'
import type { QuestionDraft, ReviewDraft } from './writing.ts'
import {
  approvedQuestions,
  approvedReviews,
  countByStars,
  countQuestions,
  insertQuestion,
  insertReview,
} from './internal/reviews-store.server.ts'
import { createModeration, type Moderation } from './moderation.server.ts'

/** What customers have written about a product, and what they write now. Whether it is shown is decided in moderation.server.ts. */
export interface Reviews {
  /** Approved reviews, a page of ten at a time, newest first; of whichever app they came from (decision 0010). */
  ofProduct(brand: ReviewBrand, productId: number, page?: number): Promise<ReviewsOfProduct>
  /** Approved questions of this app, in the same way. */
  questionsOf(brand: ReviewBrand, productId: number, page?: number): Promise<QuestionsOfProduct>
  /** Keeps a review until somebody decides on it. */
  write(app: AppCode, productId: number, draft: ReviewDraft): Promise<void>
  ask(app: AppCode, productId: number, draft: QuestionDraft): Promise<void>
}

type ReviewBrand = Pick<Brand, 'app' | 'country'>

const storedProducts = 5_000

export type ReviewServices = Reviews & {
  /** What staff decide about reviews and questions. */
  readonly moderation: Moderation
}

export type ReviewsDeps = {
  readonly database: Database
  readonly catalogue: Catalogue
  readonly clock: Clock
}

export const openReviews = (deps: ReviewsDeps): ReviewServices => ({
  ...createReviews(deps),
  moderation: createModeration(deps),
})

function createReviews({ database, catalogue, clock }: ReviewsDeps): Reviews {
  /** First pages by product, which every product page shows; a decision on one comes as a change of the product. */
  const stored = new Map<number, Map<string, Promise<unknown>>>()
  catalogue.subscribe({
    reset: () => stored.clear(),
    changed: (changes) => {
      for (const { id } of changes) stored.delete(id)
    },
  })

  function storedFirst<Value>(
    productId: number,
    key: string,
    page: number,
    read: () => Promise<Value>,
  ): Promise<Value> {
    if (page > 1) return read()
    let ofProduct = stored.get(productId)
    if (ofProduct === undefined) {
      const [oldest] = stored.keys()
      if (oldest !== undefined && stored.size >= storedProducts) stored.delete(oldest)
      stored.set(productId, (ofProduct = new Map<string, Promise<unknown>>()))
    }
    const known = ofProduct.get(key)
    if (known !== undefined) return known as Promise<Value>
    const reading = read()
    ofProduct.set(key, reading)
    reading.catch(() => ofProduct.delete(key))
    return reading
  }

  const stretch = (brand: ReviewBrand, page: number) => ({
    timeZone: timeZoneOf[brand.country],
    offset: (page - 1) * itemsAPage,
    limit: itemsAPage,
  })

  return {
    ofProduct: (brand, productId, page = 1) =>
      storedFirst(productId, `reviews ${brand.country}`, page, async () => {
        const byStars = await countByStars(database.db, productId)
        const count = byStars.reduce((sum, one) => sum + one, 0)
        const items = count === 0 ? [] : await approvedReviews(database.db, productId, stretch(brand, page))
        return { items, byStars, count }
      }),
    questionsOf: (brand, productId, page = 1) =>
      storedFirst(productId, `questions ${brand.app}`, page, async () => {
        const count = await countQuestions(database.db, productId, brand.app)
        const items =
          count === 0 ? [] : await approvedQuestions(database.db, productId, brand.app, stretch(brand, page))
        return { items, count }
      }),
    write: (app, productId, draft) =>
      database.transaction((tx) => insertReview(tx, { app, productId, draft, now: clock.now() })),
    ask: (app, productId, draft) =>
      database.transaction((tx) => insertQuestion(tx, { app, productId, draft, now: clock.now() })),
  }
}
