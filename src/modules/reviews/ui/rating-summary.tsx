import type { Rating } from '../../catalogue/catalogue.ts'
import { Stars } from '../../../ui/display/stars.tsx'
import { countText, ratedText, type ReviewsOfProduct } from '../reviews.ts'
import styles from './rating-summary.module.css'

/**
 * The one rating of a product, and how the written reviews share out over the stars. A feed brings ratings without reviews; then the breakdown
 * says that it is of fewer.
 */
export function RatingSummary({ rating, reviews }: { rating: Rating; reviews: ReviewsOfProduct }) {
  const isWhole = reviews.count === rating.count
  return (
    <div className={styles.summary}>
      <p className={styles.figure}>
        <b>{rating.average.toFixed(1)}</b>
        <Stars value={rating.average} of={5} label={ratedText(rating.average)} />
        <span>{countText(rating.count, isWhole ? 'review' : 'rating')}</span>
        {!isWhole && reviews.count > 0 && <span>Breakdown from {countText(reviews.count, 'review')}</span>}
      </p>
      {reviews.count > 0 && (
        <dl className={styles.shares}>
          {reviews.byStars
            .map((count, at) => (
              <div key={at}>
                <dt>{countText(at + 1, 'star')}</dt>
                <dd style={{ '--share': count / reviews.count } as object}>{count}</dd>
              </div>
            ))
            .toReversed()}
        </dl>
      )}
    </div>
  )
}
