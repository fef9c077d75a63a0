import type { ReactNode } from 'react'
import styles from './identity-pages.module.css'

/** The frame of a page about signing in. */
export function IdentityCard({
  title,
  isWide = false,
  children,
}: {
  title: string
  isWide?: boolean
  children: ReactNode
}) {
  return (
    <div className={`page ${styles.page}`}>
      <div className={isWide ? `${styles.card} ${styles.wide}` : styles.card}>
        <h1>{title}</h1>
        {children}
      </div>
    </div>
  )
}
