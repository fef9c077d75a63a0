import type { Refused } from '../../../platform/forms/typed-form.ts'
import { Notice } from '../../../ui/display/notice.tsx'
import { contactThanks, videoCallPath } from '../../content/forms/contact.ts'
import { ContactForm } from '../../content/ui/contact-form.tsx'
import { telephone, type Site } from '../site.ts'
import styles from './contact-page.module.css'

/** How to reach a person: by telephone, by the form, or in a store (decision content-06). */
export function ContactPage({
  supportNumber,
  supportText,
  hasStores,
  offersVideo,
  given,
  reference,
}: Pick<Site, 'supportNumber' | 'supportText' | 'hasStores'> & {
  /** Whether an expert can be met by video. */
  offersVideo: boolean
  /** The form's initial values, or those of a message that could not be sent. */
  given: Refused | null
  /** Of a message that has been sent. */
  reference: string | null
}) {
  return (
    <div className={`page ${styles.page}`}>
      <h1>Contact us</h1>
      <div className={styles.columns}>
        {reference === null ? (
          <ContactForm refused={given} />
        ) : (
          <Notice kind="success">
            <p>{contactThanks}</p>
            <p>
              Your reference is <b>{reference}</b>. We have also emailed it to you.
            </p>
          </Notice>
        )}
        <aside className={styles.aside} aria-label="Call or visit us">
          <p>
            {supportText}
            <br />
            <a className={styles.phone} href={telephone(supportNumber)}>
              {supportNumber}
            </a>
          </p>
          {offersVideo && (
            <p>
              <a className="button button--quiet" href={videoCallPath}>
                Video call with an expert
              </a>
            </p>
          )}
          <p>Please have your model number or order reference ready.</p>
          <p>
            To track, reschedule or cancel an order, <a href="/order-lookup">look it up</a> by its number.
          </p>
          {hasStores && (
            <p>
              Or come and see us: <a href="/stores">stores and opening hours</a>.
            </p>
          )}
        </aside>
      </div>
    </div>
  )
}
