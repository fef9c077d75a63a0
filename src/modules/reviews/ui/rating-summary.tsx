import type { Rating } from '../../catalogue/catalogue.ts'
import { Stars } from '../../../ui/display/stars.tsx'
import { allReviews, reviewsAddress } from '../review-choice.ts'
import { ratedText, starValues, type ReviewSummary } from '../reviews.ts'
import styles from './rating-summary.module.css'
import { countText } from '../../../platform/text/count-text.ts'

/**
 * The one rating of a product, and how it shares out over the stars; those with reviews are links to them. A feed may bring ratings without
 * their stars: then the breakdown says that it is of fewer.
 */
export function RatingSummary({ path, rating, reviews }: { path: string; rating: Rating; reviews: ReviewSummary }) {
  const { ratedByStars, byStars, count, verifiedCount } = reviews
  const broken = ratedByStars.reduce((sum, one) => sum + one, 0)
  return (
    <div className={styles.summary}>
      <p className={styles.figure}>
        <b>{rating.average.toFixed(1)}</b>
        <Stars value={rating.average} of={5} label={ratedText(rating.average)} />
        <span>{countText(rating.count, count === rating.count ? 'review' : 'rating')}</span>
        {broken > 0 && broken < rating.count && <span>Breakdown from {countText(broken, 'rating')}</span>}
        {verifiedCount > 0 && <span>{`${verifiedCount} of ${countText(count, 'review')} by verified buyers`}</span>}
      </p>
      {broken > 0 && (
        <dl className={styles.shares}>
          {starValues
            .map((stars, at) => {
              const rated = ratedByStars[at] ?? 0
              const text = countText(stars, 'star')
              const hasReviews = (byStars[at] ?? 0) > 0
              return (
                <div key={stars}>
                  <dt>{hasReviews ? <a href={reviewsAddress(path, { ...allReviews, stars })}>{text}</a> : text}</dt>
                  <dd style={{ '--share': rated / broken } as object}>{rated}</dd>
                </div>
              )
            })
            .toReversed()}
        </dl>
      )}
    </div>
  )
}
