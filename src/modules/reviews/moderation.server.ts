import type { Clock } from '../../platform/clock.ts'
import type { Database, Writer } from '../../platform/database/database.server.ts'
import { announce } from '../catalogue/catalogue.server.ts'
import { writeReviewRating } from '../catalogue/review-rating.server.ts'
import type { Decision, Kind } from './reviews.ts'
import { countOfReviews, decide, waiting, writeAnswer, type Waiting } from './internal/reviews-store.server.ts'

/** Who decides what is shown. Every decision changes the product's rating and drops its pages, in the transaction that makes it. */
export interface Moderation {
  /** What nobody has decided on yet, oldest first. */
  waiting(): Promise<readonly Waiting[]>
  /** Shows it or not, whatever was decided before; false when there is no such entry. */
  decide(kind: Kind, id: number, decision: Decision): Promise<boolean>
  /** The shop's words to it, shown with it; null takes them away. False when there is no such entry. */
  answer(kind: Kind, id: number, text: string | null): Promise<boolean>
}

export function createModeration({ database, clock }: { database: Database; clock: Clock }): Moderation {
  async function notify(tx: Writer, kind: Kind, productId: number): Promise<void> {
    if (kind === 'review') await writeReviewRating(tx, productId, () => countOfReviews(tx, productId))
    else await announce(tx, { products: [productId] })
  }

  return {
    waiting: () => waiting(database.db),
    decide: (kind, id, decision) =>
      database.transaction(async (tx) => {
        const productId = await decide(tx, { kind, id, decision, now: clock.now() })
        if (productId !== null) await notify(tx, kind, productId)
        return productId !== null
      }),
    answer: (kind, id, text) =>
      database.transaction(async (tx) => {
        const productId = await writeAnswer(tx, { kind, id, answer: text })
        if (productId !== null) await announce(tx, { products: [productId] })
        return productId !== null
      }),
  }
}
