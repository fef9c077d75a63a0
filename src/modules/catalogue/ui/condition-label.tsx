import { conditionLabels } from '../catalogue.ts'
import type { ProductRecord } from '../product/product-record.ts'
import styles from './condition-label.module.css'

/** The condition of a product, in its colour (decision catalogue-06). The parent positions it. */
export function ConditionLabel({ of }: { of: ProductRecord['condition'] }) {
  const { text, style } = conditionLabels[of]
  return (
    <span className={styles.label} data-style={style}>
      {text}
    </span>
  )
}
