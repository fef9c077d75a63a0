import type { Confirmation } from '../../orders.ts'
import { Picture } from '../../../../ui/display/picture.tsx'
import styles from '../../ui/confirmation-page.module.css'

/** Rewards of an order's promotions (CONF-13 to CONF-15, decision orders-09). */
export function OrderRewards({ rewards }: { rewards: Confirmation['confirmation']['rewards'] }) {
  if (rewards.length === 0) return null
  return (
    <section aria-labelledby="confirmation-rewards" className={styles.next}>
      <h2 id="confirmation-rewards">Your rewards</h2>
      <ul className={styles.items}>
        {rewards.map(({ rewardLabel, promoBlurb, thumbImg, redemption, redemptionLink }) => (
          <li key={`${rewardLabel} ${promoBlurb}`} className={thumbImg === null ? styles.noPicture : undefined}>
            {thumbImg !== null && <Picture src={thumbImg} alt="" width={72} height={72} loading="eager" />}
            <div>
              <b>{rewardLabel}</b>
              <p className={styles.soft}>{promoBlurb}</p>
            </div>
            {redemption && redemptionLink !== null && redemptionLink !== '' && (
              <a
                className="button button--quiet"
                href={redemptionLink}
                {...(redemptionLink.startsWith('/') ? {} : { target: '_blank', rel: 'noopener' })}
              >
                Redeem<span className="visually-hidden"> {rewardLabel}</span>
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
