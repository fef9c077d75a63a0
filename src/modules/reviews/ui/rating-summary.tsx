import type { Rating } from '../../catalogue/catalogue.ts'
import { Stars } from '../../../ui/stars.tsx'
import { countText, ratedText, type ReviewsOfProduct } from '../reviews.ts'
import styles from './rating-summary.module.css'

/** The one rating of a product, and how the written reviews share out over the stars. */
export function RatingSummary({ rating, reviews }: { rating: Rating; reviews: ReviewsOfProduct }) {
  return (
    <div className={styles.summary}>
      <p className={styles.figure}>
        <b>{rating.average.toFixed(1)}</b>
        <Stars value={rating.average} of={5} label={ratedText(rating.average)} />
        <span>{`${countText(rating.count, 'rating')}, ${reviews.count} with a review`}</span>
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
