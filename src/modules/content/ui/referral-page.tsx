import type { Referral } from '../forms/referral.server.ts'
import styles from './referral-page.module.css'

/** The referral programme, and the way to a personal link. */
export function ReferralPage({
  title,
  blurb,
  reward,
  termsUrl,
  campaign,
}: Referral & {
  /** Where the link is created; null while that is not available. */
  campaign: string | null
}) {
  return (
    <div className={`page ${styles.page}`}>
      <h1>{title}</h1>
      <p>{blurb}</p>
      {reward !== null && (
        <p className={styles.reward}>
          ${Number.isInteger(reward) ? reward : reward.toFixed(2)} for you, and the same for your friend.
        </p>
      )}
      {campaign === null ? (
        <p>
          Links are on their way. <a href="/contact-us">Ask us</a> and we will let you know when yours is ready.
        </p>
      ) : (
        // The third-party script renders in here.
        <div id="buyapowa">
          <a className="button" href={campaign} rel="noopener">
            Get your link
          </a>
        </div>
      )}
      {termsUrl !== null && (
        <p>
          <a href={termsUrl}>Terms and conditions</a>
        </p>
      )}
    </div>
  )
}
