import type { CardRules } from '../../product/card.ts'
import { useIsCompared } from '../../ui/compared-products.ts'
import styles from './compare-control.module.css'

/**
 * Adds a product to the comparison or removes it. Pressing it is heard by one listener of the comparison, which reads in data-compare
 * which product it is of. Does nothing without script: there is no list to add to.
 */
export function CompareControl({ of: { id, title }, rules }: { of: { id: number; title: string }; rules: CardRules }) {
  const isCompared = useIsCompared(id)
  const label = (
    <>
      Compare<span className="visually-hidden">{`: ${title}`}</span>
    </>
  )
  if (rules.compare === undefined) return null
  return rules.compare === 'checkbox' ? (
    <label className={styles.compare}>
      <input type="checkbox" autoComplete="off" data-compare={id} checked={isCompared} onChange={() => {}} />
      {label}
    </label>
  ) : (
    <button type="button" className={styles.compare} data-compare={id} aria-pressed={isCompared}>
      {label}
    </button>
  )
}
