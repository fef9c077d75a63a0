import { useId, type ReactNode } from 'react'
import styles from './accordion.module.css'

export type AccordionGroup = { readonly title: string; readonly content: ReactNode; readonly isOpen?: boolean }

/**
 * Disclosure groups: the browser's own `<details>`, which work before script and are found by find-in-page. Several may be open, unless
 * `oneOpen` (LISTW-04): then opening one closes the other, by the browser itself.
 */
export function Accordion({
  groups,
  oneOpen = false,
  name,
}: {
  groups: readonly AccordionGroup[]
  oneOpen?: boolean
  /** The shared name of groups with one open: generated if none is given. */
  name?: string
}) {
  const ownName = useId()
  return (
    <div className={styles.accordion}>
      {groups.map(({ title, content, isOpen }) => (
        <details key={title} name={oneOpen ? (name ?? ownName) : undefined} open={isOpen}>
          <summary>{title}</summary>
          <div className={styles.content}>{content}</div>
        </details>
      ))}
    </div>
  )
}
