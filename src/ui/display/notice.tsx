import type { ReactNode } from 'react'
import styles from './notice.module.css'

/** A message that stays: an error that must be read, or a fact that changes what a person does next. */
export function Notice({
  kind,
  children,
  id,
}: {
  kind: 'error' | 'info' | 'success'
  children: ReactNode
  id?: string
}) {
  return (
    <div
      id={id}
      className={`${styles.notice} ${styles[kind]}`}
      role={kind === 'error' ? 'alert' : 'status'}
      tabIndex={-1}
    >
      <div className={styles.body}>{children}</div>
    </div>
  )
}
