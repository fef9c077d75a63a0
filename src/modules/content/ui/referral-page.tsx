import type { Referral } from '../referral.server.ts'
import styles from './referral-page.module.css'

/** What recommending the shop brings, and the way to a link that can be passed on. */
export function ReferralPage({
  title,
  blurb,
  reward,
  termsUrl,
  campaign,
}: Referral & {
  /** Where the link is made; null where nobody makes one at the moment. */
  campaign: string | null
}) {
  return (
    <div className={`page ${styles.page}`}>
      <h1>{title}</h1>
      <p>{blurb}</p>
      {reward !== null && (
        <p className={styles.reward}>
          ${Number.isInteger(reward) ? reward : reward.toFixed(2)} for you, and as much for your friend.
        </p>
      )}
      {campaign === null ? (
        <p>
          Links are being prepared. <a href="/contact-us">Ask us</a> and we will tell you when yours is there.
        </p>
      ) : (
        // What the program draws, it draws in here.
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
