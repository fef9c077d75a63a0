import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { comparisonPath } from '../compare.ts'
import { load } from './compare-list.ts'
import { compareStore } from './compare-state.ts'
import styles from './stored-comparison.module.css'

/** /compare alone: on to the comparison of what the browser keeps, or that there is too little of it (ROUTE-30, decision compare-01). */
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
          Choose Compare on two or three products and their prices, sizes and features stand here side by side.
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
