import type { ReactNode } from 'react'
import { Icon } from './icons.tsx'
import styles from './list.module.css'

/**
 * A list with its marks: ticks, dashes, numbers in circles ('number') or numbers with a full stop ('decimal'), in five sizes (LISTW-02,
 * decision ui-10). Numbered lists are numbered for everyone, the marks of others are for the eye.
 */
export function List({
  items,
  mark = 'tick',
  size = 'default',
  label,
}: {
  items: readonly ReactNode[]
  mark?: 'tick' | 'minus' | 'number' | 'decimal'
  size?: 'extra-large' | 'large' | 'default' | 'small' | 'extra-small'
  /** Its accessible name, where no heading precedes it. */
  label?: string
}) {
  const Kind = mark === 'number' || mark === 'decimal' ? 'ol' : 'ul'
  return (
    // Without bullets some screen readers do not announce a list, unless it has the role.
    <Kind role="list" className={`${styles.list} ${styles[mark]}`} data-size={size} aria-label={label}>
      {items.map((item, at) => (
        <li key={at}>
          {mark === 'tick' && <Icon name="check" size={24} />}
          <div>{item}</div>
        </li>
      ))}
    </Kind>
  )
}
