import type { Rating } from '../../catalogue/catalogue.ts'
import { allReviews, reviewsAddress } from '../review-choice.ts'
import { countText, pointText, type Point, type ReviewSummary } from '../reviews.ts'
import { Photos } from './entry-list.tsx'
import { RatingSummary } from './rating-summary.tsx'
import styles from './review-overview.module.css'

/** What a product's reviews amount to: stars, what buyers say most, and their photos. */
export function ReviewOverview({
  path,
  rating,
  reviews,
}: {
  /** Of the page of all reviews. */
  path: string
  /** Null where nobody has rated it, and where ratings are not shown. */
  rating: Rating | null
  reviews: ReviewSummary
}) {
  return (
    <>
      {rating !== null && <RatingSummary path={path} rating={rating} reviews={reviews} />}
      {(reviews.pros.length > 0 || reviews.cons.length > 0) && (
        <div className={styles.points}>
          <Points title="Buyers like" points={reviews.pros} path={path} of={reviews.count} />
          <Points title="Could be better" points={reviews.cons} path={path} of={reviews.count} />
        </div>
      )}
      {reviews.photos.length > 0 && (
        <div className={styles.photos}>
          <h3>Photos by buyers</h3>
          <Photos photos={reviews.photos} author={null} />
          <a href={reviewsAddress(path, { ...allReviews, onlyWithPhotos: true })}>
            {`${countText(reviews.withPhotosCount, 'review')} with photos`}
          </a>
        </div>
      )}
    </>
  )
}

/** What buyers said in their own words, with how many of them; each is a link to their reviews. */
function Points({ title, points, path, of }: { title: string; points: readonly Point[]; path: string; of: number }) {
  if (points.length === 0) return null
  return (
    <div>
      <h3>{title}</h3>
      <ul>
        {points.map((point) => (
          <li key={point.text}>
            <a
              href={reviewsAddress(path, { ...allReviews, point: point.text.toLowerCase() })}
              aria-label={pointText(point, of)}
            >
              {point.text} <span>{point.count}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
