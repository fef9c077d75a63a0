import { Notice } from '../../../ui/display/notice.tsx'
import { bookingPath, demoPath, type OwnBooking } from '../events.ts'
import { placeText, whenText } from '../internal/when.ts'
import styles from './demo-page.module.css'

/** A booking behind a mailed link: confirm, reduce or cancel the seats. */
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
          <form method="post" className={styles.actions} aria-label="Confirm that you are coming">
            <input type="hidden" name="intent" value="come" />
            <div className={styles.choice}>
              <label htmlFor="guests">Guests, including you</label>
              <select id="guests" name="guests" defaultValue={guests}>
                {Array.from({ length: guests }, (_, at) => (
                  <option key={at}>{at + 1}</option>
                ))}
              </select>
            </div>
            <button className="button">{hasSaidYes ? 'Change' : 'Yes, we are coming'}</button>
          </form>
          <form method="post" className={styles.actions} aria-label="Cancel your booking">
            <input type="hidden" name="intent" value="cancel" />
            <button className="button button--quiet">Cancel booking</button>
          </form>
          <p>
            <a href={`${bookingPath(token)}/calendar.ics`} data-reload="">
              Add to your calendar
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
