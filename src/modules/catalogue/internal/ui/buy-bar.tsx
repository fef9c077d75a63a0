import { useEffect, useState, type RefObject } from 'react'
import { blockChat } from '../../../../ui/overlays/chat-blockers.ts'
import { formatPrice } from '../../../pricing/pricing.ts'
import styles from './buy-bar.module.css'

/** The form of the buy box, which the bar sends with everything that was chosen in it. */
export const buyFormId = 'buy'

/** What it is, the price and the button come along while the one of the buy box is out of sight. */
export function BuyBar({
  title,
  price,
  button,
}: {
  title: string
  price: number
  button: RefObject<HTMLElement | null>
}) {
  const [isAway, setIsAway] = useState(false)
  useEffect(() => {
    if (button.current === null) return
    const watch = new IntersectionObserver(([entry]) => setIsAway(entry !== undefined && !entry.isIntersecting))
    watch.observe(button.current)
    return () => watch.disconnect()
  }, [button])
  // On a larger screen there is room for both.
  useEffect(
    () => (isAway && matchMedia('(max-width: 767px)').matches ? blockChat('product-page') : undefined),
    [isAway],
  )
  if (!isAway) return null
  return (
    <div role="form" className={styles.bar} aria-label="Buy">
      <p className={styles.title}>{title}</p>
      <p className={styles.price}>{formatPrice(price)}</p>
      <button className="button" form={buyFormId} name="intent" value="add">
        Add to cart
      </button>
    </div>
  )
}
