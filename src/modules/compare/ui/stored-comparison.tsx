import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { comparisonPath } from '../compare.ts'
import { load } from './compare-list.ts'
import { compareStore } from './compare-state.ts'
import styles from './stored-comparison.module.css'

/**
 * /compare without SKUs: redirects to the comparison of the browser's list, or says that there are too few products (ROUTE-30, decision
 * compare-01).
 */
export function StoredComparison() {
  const navigate = useNavigate()
  const [isEmpty, setIsEmpty] = useState(false)
  useEffect(() => {
    let isLeft = false
    void load().then(() => {
      const skus = compareStore.get()?.products.map((one) => one.productSKU) ?? []
      if (isLeft) return
      if (skus.length >= 2) void navigate(comparisonPath(skus), { replace: true })
      else setIsEmpty(true)
    })
    return () => void (isLeft = true)
  }, [navigate])
  return (
    <section className={`page ${styles.stored}`} data-known={isEmpty}>
      <h1>Compare products</h1>
      <div className={styles.empty}>
        <p>No products selected to compare.</p>
        <p className={styles.how}>
          Select Compare on two or three products to see their prices, sizes and features side by side.
        </p>
        <p>
          <a className="button" href="/products">
            Find products
          </a>
        </p>
      </div>
    </section>
  )
}
