import type { Day } from '../../platform/calendar.ts'
import { isRedeemable, promotionPath, type Promotion } from './promotions.ts'

/** What promotions give to carts. By itself, because pages of products show promotions and no cart. */

/** A promotion in a cart (decision cart-01). */
export type CartReward = {
  readonly promoId: number
  readonly title: string
  readonly link: string
  readonly thumbImg: string | null
  readonly expiryDate: Day | null
  readonly redemption: boolean
  readonly rewardLabel: string
}

/** What a promotion gives to a cart; null for one that gives nothing. `redemption` says whether it can be claimed now. */
export function rewardOf(promotion: Promotion & { readonly id: number }, today: Day): CartReward | null {
  const { id, path, title, thumbnailImg, endDate, rewardLabel } = promotion
  if (rewardLabel === null) return null
  return {
    promoId: id,
    title,
    link: promotionPath(path),
    thumbImg: thumbnailImg,
    expiryDate: endDate,
    redemption: isRedeemable(promotion, today),
    rewardLabel,
  }
}

/** A cart's promotion as any other, so that one panel shows both (PROMO-02, decision promotions-02). */
export function promotionOfReward(reward: CartReward, today: Day): Promotion {
  return {
    path: reward.link.replace(/^\/promotion\//, ''),
    title: reward.title,
    startDate: today,
    endDate: reward.expiryDate,
    brand: null,
    thumbnailImg: reward.thumbImg,
    ribbon: null,
    featured: false,
    categories: [],
    products: [],
    redemption: reward.redemption,
    redemptionEndDate: null,
    childHasActiveRedemption: false,
    rewardLabel: reward.rewardLabel,
  }
}
