import type { CardRules } from '../../card.ts'
import styles from './compare-control.module.css'

/** Adds a product to the comparison, which sets what it shows (data-compare). Nothing without script: there is no list to add to. */
export function CompareControl({ of: { id, title }, rules }: { of: { id: number; title: string }; rules: CardRules }) {
  const label = (
    <>
      Compare<span className="visually-hidden">{`: ${title}`}</span>
    </>
  )
  if (rules.compare === undefined) return null
  return rules.compare === 'checkbox' ? (
    <label className={styles.compare}>
      <input type="checkbox" autoComplete="off" data-compare={id} />
      {label}
    </label>
  ) : (
    <button type="button" className={styles.compare} data-compare={id} aria-pressed="false">
      {label}
    </button>
  )
}
