import type { CSSProperties } from 'react'
import styles from './stars.module.css'

/** A row of stars filled to a value, with the value as text for screen readers. */
export function Stars({ value, of, label }: { value: number; of: number; label: string }) {
  return (
    <span
      className={styles.stars}
      role="img"
      aria-label={label}
      style={{ '--fill': `${(100 * value) / of}%`, '--of': of } as CSSProperties}
    />
  )
}
