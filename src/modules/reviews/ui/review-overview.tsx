import type { Rating } from '../../catalogue/catalogue.ts'
import { allReviews, reviewsAddress } from '../review-choice.ts'
import { saidByText, type Point, type ReviewSummary } from '../reviews.ts'
import { Photos } from './entry-list.tsx'
import { RatingSummary } from './rating-summary.tsx'
import styles from './review-overview.module.css'
import { countText } from '../../../platform/text/count-text.ts'

/** What a product's reviews amount to: stars, what buyers say most, and their photos. */
export function ReviewOverview({
  path,
  rating,
  reviews,
  heading: Heading = 'h3',
}: {
  /** Of the page of all reviews. */
  path: string
  /** Null where nobody has rated it, and where ratings are not shown. */
  rating: Rating | null
  reviews: ReviewSummary
  /** Of its parts; what is around it decides. */
  heading?: 'h2' | 'h3'
}) {
  return (
    <>
      {rating !== null && <RatingSummary path={path} rating={rating} reviews={reviews} />}
      {(reviews.pros.length > 0 || reviews.cons.length > 0) && (
        <div className={styles.points}>
          <Points title="Buyers like" points={reviews.pros} path={path} of={reviews.count} heading={Heading} />
          <Points title="Could be better" points={reviews.cons} path={path} of={reviews.count} heading={Heading} />
        </div>
      )}
      {reviews.photos.length > 0 && (
        <div className={styles.photos}>
          <Heading>Photos by buyers</Heading>
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
function Points({
  title,
  points,
  path,
  of,
  heading: Heading,
}: {
  title: string
  points: readonly Point[]
  path: string
  of: number
  heading: 'h2' | 'h3'
}) {
  if (points.length === 0) return null
  return (
    <div>
      <Heading>{title}</Heading>
      <ul>
        {points.map((point) => (
          <li key={point.text}>
            <a href={reviewsAddress(path, { ...allReviews, point: point.text.toLowerCase() })}>
              {point.text}
              <span className="visually-hidden">{saidByText(point, of)}</span>
              <span aria-hidden="true">{point.count}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
