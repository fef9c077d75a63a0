import type { ReactNode } from 'react'
import styles from './empty.module.css'

/** The empty state of a list. */
export function Empty({ children }: { children: ReactNode }) {
  return <p className={styles['empty']}>{children}</p>
}
