import { Notice } from '../../../ui/display/notice.tsx'
import { bookingPath, demoPath, type OwnBooking } from '../events.ts'
import { placeText, whenText } from '../internal/when.ts'
import styles from './demo-page.module.css'

/** Somebody's own seats, by the link of a mail: whether they come, fewer of them, or nobody. */
export function BookingPage({
  booking,
  token,
  companyName,
  isPast,
  notice,
}: {
  booking: OwnBooking
  token: string
  companyName: string
  isPast: boolean
  notice: { readonly kind: 'success' | 'error'; readonly text: string } | null
}) {
  const { demo, guests, reference, isCancelled, hasSaidYes } = booking
  return (
    <div className={`page ${styles.page}`}>
      <header className={styles.head}>
        <h1>Your booking {reference}</h1>
        <p className={styles.when}>{demo.title}</p>
      </header>
      {notice !== null && <Notice kind={notice.kind}>{notice.text}</Notice>}
      <dl className={styles.facts}>
        <dt>When</dt>
        <dd>{whenText(demo)}</dd>
        <dt>Where</dt>
        <dd>
          {companyName} {demo.storeName}, {placeText(demo)}
        </dd>
        <dt>Seats</dt>
        <dd>{isCancelled ? 'None: this booking is cancelled' : guests}</dd>
      </dl>
      {!isCancelled && !isPast && (
        <>
          <form method="post" className={styles.actions} aria-label="Tell us you come">
            <input type="hidden" name="intent" value="come" />
            <div className={styles.choice}>
              <label htmlFor="guests">Who comes, you included</label>
              <select id="guests" name="guests" defaultValue={guests}>
                {Array.from({ length: guests }, (_, at) => (
                  <option key={at}>{at + 1}</option>
                ))}
              </select>
            </div>
            <button className="button">{hasSaidYes ? 'Change' : 'Yes, we come'}</button>
          </form>
          <form method="post" className={styles.actions} aria-label="Cancel your booking">
            <input type="hidden" name="intent" value="cancel" />
            <button className="button button--quiet">Cancel this booking</button>
          </form>
          <p>
            <a href={`${bookingPath(token)}/calendar.ics`} data-reload="">
              Add it to your calendar
            </a>
          </p>
        </>
      )}
      <p>
        <a href={demoPath(demo.id)}>About this session</a>
      </p>
    </div>
  )
}
