import type { PricePromise } from '../../pricing/price-promise.ts'
import { PromiseText } from '../../pricing/ui/price-promise-dialog.tsx'
import styles from './price-match-facts.module.css'

/** What a price is asked for, what we ask for it, and what we promise. */
export function PriceMatchFacts({ title, price, promise }: { title: string; price: string; promise: PricePromise }) {
  return (
    <div className={styles.facts}>
      <p className={styles.product}>{title}</p>
      <p>
        Our price: <b>{price}</b>
      </p>
      <h2>{promise.title}</h2>
      <PromiseText promise={promise} />
    </div>
  )
}
