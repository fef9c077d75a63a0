import type { Day } from '../../../platform/calendar.ts'
import { ribbonText } from '../../catalogue/product/ribbon.ts'
import { endDateText, isRedeemable, promotionPath, type Promotion } from '../promotions.ts'
import { Picture } from '../../../ui/display/picture.tsx'
import styles from './promotion-panel.module.css'

/** A promotion in a list: picture, ribbon, title, what it gives, until when, and how to claim it (decision promotions-05). */
export function PromotionPanel({
  promotion,
  today,
  heading: Heading = 'h2',
}: {
  promotion: Promotion
  today: Day
  heading?: 'h2' | 'h3'
}) {
  const href = promotionPath(promotion.path)
  const ends = endDateText(promotion)
  return (
    <article className={styles.panel}>
      <div className={styles.media}>
        <Picture src={promotion.thumbnailImg ?? '/media/placeholder.svg'} alt="" width={320} height={240} />
        {promotion.ribbon !== null && (
          <span className={styles.ribbon} data-type={promotion.ribbon}>
            {ribbonText(promotion.ribbon)}
          </span>
        )}
      </div>
      <div className={styles.words}>
        <Heading className={styles.title}>
          <a href={href}>{promotion.title}</a>
        </Heading>
        {promotion.rewardLabel !== null && <p className={styles.reward}>{promotion.rewardLabel}</p>}
        {ends !== null && <p className={styles.ends}>{ends}</p>}
        {isRedeemable(promotion, today) && (
          <a className={`button button--quiet ${styles.redeem}`} href={`${href}#redeem`}>
            Redeem<span className="visually-hidden">: {promotion.title}</span>
          </a>
        )}
      </div>
    </article>
  )
}
