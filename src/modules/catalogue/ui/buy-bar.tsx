import { useEffect, useState, type RefObject } from 'react'
import { formatPrice } from '../../pricing/pricing.ts'
import styles from './buy-bar.module.css'

/** On a phone the price and the button come along while the buy box is out of sight. */
export function BuyBar({ sku, price, box }: { sku: string; price: number; box: RefObject<HTMLElement | null> }) {
  const [isAway, setIsAway] = useState(false)
  useEffect(() => {
    if (box.current === null) return
    const watch = new IntersectionObserver(([entry]) => setIsAway(entry !== undefined && !entry.isIntersecting))
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [box])
  if (!isAway) return null
  return (
    <form method="post" action="/cart" data-add-to-cart="" className={styles.bar} aria-label="Buy">
      <p className={styles.price}>{formatPrice(price)}</p>
      <input type="hidden" name="sku" value={sku} />
      <button className="button" name="intent" value="add">
        Add to cart
      </button>
    </form>
  )
}
