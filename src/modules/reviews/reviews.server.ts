import { timeZoneOf, type AppCode } from '../../brands/apps.ts'
import type { Brand } from '../../brands/brands.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { pictureOfWidth } from '../../platform/files/picture-address.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import type { MediaService } from '../media/media.server.ts'
import { allReviews, isFiltered, reviewQuery, type ReviewChoice } from './review-choice.ts'
import { itemsAPage, type Photo, type QuestionsOfProduct, type ReviewsOfProduct } from './reviews.ts'
import type { PointKind, QuestionDraft } from './writing.ts'
import {
  approvedQuestions,
  approvedReviews,
  countChosen,
  countQuestions,
  insertQuestion,
  insertReview,
  pointsOfCategory,
  summaryOf,
  type NewReview,
} from './internal/reviews-store.server.ts'
import { createModeration, type Moderation } from './moderation.server.ts'

/** What customers have written about a product, and what they write now. Whether it is shown is decided in moderation.server.ts. */
export interface Reviews {
  /** Approved reviews, a page of ten of the chosen ones at a time; of whichever app they came from (decision 0010). */
  ofProduct(brand: ReviewBrand, productId: number, choice?: ReviewChoice, page?: number): Promise<ReviewsOfProduct>
  /** What buyers of a category's products like and do not like most, in a few words each. */
  pointsOf(categoryUri: string): Promise<Readonly<Record<PointKind, readonly string[]>>>
  /** Approved questions of this app, in the same way. */
  questionsOf(brand: ReviewBrand, productId: number, page?: number): Promise<QuestionsOfProduct>
  /** Keeps a review until somebody decides on it. */
  write(app: AppCode, productId: number, draft: NewReview): Promise<void>
  ask(app: AppCode, productId: number, draft: QuestionDraft): Promise<void>
}

type ReviewBrand = Pick<Brand, 'app' | 'country'>

/** Pixels: as large as photos are stored. */
const largePhoto = 1_600
const storedProducts = 5_000

export type { NewReview }

export type ReviewServices = Reviews & {
  /** What staff decide about reviews and questions. */
  readonly moderation: Moderation
}

export type ReviewsDeps = {
  readonly database: Database
  readonly catalogue: Catalogue
  readonly media: Pick<MediaService, 'shown' | 'subscribe'>
  readonly clock: Clock
}

export const openReviews = (deps: ReviewsDeps): ReviewServices => ({
  ...createReviews(deps),
  moderation: createModeration(deps),
})

function createReviews({ database, catalogue, media, clock }: ReviewsDeps): Reviews {
  /** First pages by product, which every product page shows; a decision on one comes as a change of the product. */
  const stored = new Map<number, Map<string, Promise<unknown>>>()
  catalogue.subscribe({
    reset: () => stored.clear(),
    changed: (changes) => {
      for (const { id } of changes) stored.delete(id)
    },
  })
  media.subscribe(() => stored.clear())

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

  const photoOf = (address: string): Photo => {
    const src = media.shown(address)
    return { src, large: pictureOfWidth(src, largePhoto) }
  }

  return {
    ofProduct(brand, productId, choice = allReviews, page = 1) {
      const read = async () => {
        const summary = await summaryOf(database.db, productId)
        const fed = (await catalogue.detail(productId))?.ratingsByStars ?? null
        const chosenCount = isFiltered(choice) ? await countChosen(database.db, productId, choice) : summary.count
        const items =
          chosenCount === 0 ? [] : await approvedReviews(database.db, productId, choice, stretch(brand, page))
        return {
          ...summary,
          ratedByStars: summary.byStars.map((count, at) => count + (fed?.[at] ?? 0)),
          photos: summary.photos.map(photoOf),
          items: items.map((one) => ({ ...one, photos: one.photos.map(photoOf) })),
          chosenCount,
        }
      }
      const isDefault = Object.keys(reviewQuery(choice)).length === 0
      return isDefault ? storedFirst(productId, `reviews ${brand.country}`, page, read) : read()
    },
    async pointsOf(categoryUri) {
      const [pros, cons] = await Promise.all(
        (['pros', 'cons'] as const).map((kind) => pointsOfCategory(database.db, kind, categoryUri)),
      )
      const texts = (points: typeof pros) => (points ?? []).map(({ text }) => text)
      return { pros: texts(pros), cons: texts(cons) }
    },
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
