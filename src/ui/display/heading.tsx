import type { CSSProperties, ReactNode } from 'react'
import styles from './heading.module.css'

/** A heading of a level, cut off after so many lines where it is to take no more (LISTW-01, decision ui-10). */
export function Heading({
  level = 2,
  lines,
  children,
}: {
  level?: 1 | 2 | 3 | 4 | 5 | 6
  /** Left out, it takes as many as it needs. */
  lines?: 1 | 2 | 3 | 4 | 5
  children: ReactNode
}) {
  const Level = `h${level}` as const
  return (
    <Level
      className={lines === undefined ? undefined : styles.clamped}
      style={lines === undefined ? undefined : ({ '--lines': lines } as CSSProperties)}
    >
      {children}
    </Level>
  )
}
