import { useEffect, useRef } from 'react'
import { corners } from '../overlays/corner.ts'
import { drawGoogleBadge } from './google-reviews.ts'
import styles from './rating-badge.module.css'

/** The customer rating of the shop, rendered by the review service, in the lower left corner (SHELL-03, decision ui-04). */
export default function RatingBadge({
  merchantId,
  draw = drawGoogleBadge,
}: {
  merchantId: string
  draw?: (place: HTMLElement, merchantId: string) => Promise<void>
}) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Without the service there is no badge.
    if (place.current !== null) draw(place.current, merchantId).catch(() => {})
  }, [draw, merchantId])
  return (
    <div
      ref={place}
      className={`no-print ${styles.badge}`}
      role="complementary"
      aria-label="Customer reviews"
      data-corner={corners.BottomLeft}
    />
  )
}
