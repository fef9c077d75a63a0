import { isFiltered, reviewOrders, reviewsAddress, type ReviewChoice } from '../review-choice.ts'
import { starValues, type ReviewsOfProduct } from '../reviews.ts'
import styles from './review-choice-form.module.css'
import { countText } from '../../../platform/text/count-text.ts'

/** Sorts and filters a product's reviews by the address of their page, with script and without. */
export function ReviewChoiceForm({
  path,
  reviews,
  choice,
}: {
  path: string
  reviews: ReviewsOfProduct
  choice: ReviewChoice
}) {
  return (
    <form className={styles.choice} action={path} aria-label="Sort and filter reviews">
      <label>
        Sort by
        <select key={choice.order} name="sort" defaultValue={choice.order}>
          {Object.entries(reviewOrders).map(([order, text]) => (
            <option key={order} value={order}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <label>
        Stars
        <select key={choice.stars} name="stars" defaultValue={choice.stars ?? ''}>
          <option value="">All</option>
          {starValues.toReversed().map((stars) => (
            <option
              key={stars}
              value={stars}
            >{`${countText(stars, 'star')} (${reviews.byStars[stars - 1] ?? 0})`}</option>
          ))}
        </select>
      </label>
      {reviews.verifiedCount > 0 && (
        <Only name="verified" isOn={choice.onlyVerified}>{`Verified buyers (${reviews.verifiedCount})`}</Only>
      )}
      {reviews.withPhotosCount > 0 && (
        <Only name="photos" isOn={choice.onlyWithPhotos}>{`With photos (${reviews.withPhotosCount})`}</Only>
      )}
      {choice.point !== null && <input type="hidden" name="point" value={choice.point} />}
      <button className="button button--quiet">Show reviews</button>
      {isFiltered(choice) && (
        <p className={styles.result} role="status">
          {`${reviews.chosenCount} of ${countText(reviews.count, 'review')}`}
          {choice.point !== null && ` that name “${choice.point}”`}{' '}
          <a
            href={reviewsAddress(path, {
              ...choice,
              stars: null,
              onlyVerified: false,
              onlyWithPhotos: false,
              point: null,
            })}
          >
            Show all
          </a>
        </p>
      )}
    </form>
  )
}

function Only({ name, isOn, children }: { name: string; isOn: boolean; children: string }) {
  return (
    <label className={styles.only}>
      <input key={String(isOn)} type="checkbox" name={name} value="1" defaultChecked={isOn} />
      {children}
    </label>
  )
}
