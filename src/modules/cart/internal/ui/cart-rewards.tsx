import { useState } from 'react'
import { timeZoneOf } from '../../../../brands/apps.ts'
import { dayIn } from '../../../../platform/calendar.ts'
import { useSite } from '../../../navigation/ui/use-site.ts'
import { promotionOfReward, type CartReward } from '../../../promotions/cart-reward.ts'
import { PromotionPanel } from '../../../promotions/ui/promotion-panel.tsx'
import styles from './cart-rewards.module.css'

/** Rewards of the lines' promotions, in the common promotion panel (decision promotions-02). */
export function CartRewards({ rewards }: { rewards: readonly CartReward[] }) {
  const country = useSite()?.country ?? 'AU'
  const [now] = useState(() => new Date())
  if (rewards.length === 0) return null
  const today = dayIn(timeZoneOf[country], now)
  return (
    <section className={styles.rewards} aria-label="Your rewards">
      {rewards.map((reward) => (
        <PromotionPanel key={reward.promoId} promotion={promotionOfReward(reward, today)} today={today} />
      ))}
    </section>
  )
}
