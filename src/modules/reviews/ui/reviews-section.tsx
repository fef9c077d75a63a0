import { questionsPath, reviewsPath, type Rating } from '../../catalogue/catalogue.ts'
import { type QuestionsOfProduct, type ReviewsOfProduct } from '../reviews.ts'
import { EntryList } from './entry-list.tsx'
import { ReviewOverview } from './review-overview.tsx'
import styles from './reviews-section.module.css'
import { countText } from '../../../platform/text/count-text.ts'

/** The newest reviews on a product's page; the form and the older ones have a page of their own. */
export function ReviewsSection({
  uri,
  rating,
  reviews,
  sent,
}: {
  uri: string
  /** Null where nobody has rated it, and where ratings are not shown. */
  rating: Rating | null
  reviews: ReviewsOfProduct
  /** What somebody who comes from the form reads; null for others. */
  sent: string | null
}) {
  const path = reviewsPath(uri)
  return (
    <>
      {sent !== null && (
        <p className={styles.sent} role="status">
          {sent}
        </p>
      )}
      <ReviewOverview path={path} rating={rating} reviews={reviews} />
      {reviews.count === 0 ? <p>Be the first to review it.</p> : <EntryList items={reviews.items} />}
      <More path={path} shown={reviews.items.length} count={reviews.count} noun="review">
        Write a review
      </More>
    </>
  )
}

export function QuestionsSection({
  uri,
  questions,
  sent,
}: {
  uri: string
  questions: QuestionsOfProduct
  sent: string | null
}) {
  const path = questionsPath(uri)
  return (
    <>
      {sent !== null && (
        <p className={styles.sent} role="status">
          {sent}
        </p>
      )}
      {questions.count === 0 ? <p>No questions yet. Be the first to ask.</p> : <EntryList items={questions.items} />}
      <More path={path} shown={questions.items.length} count={questions.count} noun="question">
        Ask a question
      </More>
    </>
  )
}

function More({
  path,
  shown,
  count,
  noun,
  children,
}: {
  path: string
  shown: number
  count: number
  noun: string
  children: string
}) {
  return (
    <p className={styles.more}>
      <a className="button button--quiet" href={`${path}#write`}>
        {children}
      </a>
      {count > shown && <a href={`${path}?page=2`}>{`More of ${countText(count, noun)}`}</a>}
    </p>
  )
}
