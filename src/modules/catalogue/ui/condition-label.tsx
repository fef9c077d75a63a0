import { conditionLabels } from '../catalogue.ts'
import type { ProductRecord } from '../product-record.ts'
import styles from './condition-label.module.css'

/** What state a product is in, in the style of its kind (decision catalogue-06). Its place is the caller's. */
export function ConditionLabel({ of }: { of: ProductRecord['condition'] }) {
  const { text, style } = conditionLabels[of]
  return (
    <span className={styles.label} data-style={style}>
      {text}
    </span>
  )
}
