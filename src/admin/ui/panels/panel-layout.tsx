import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { DoneNotice, ErrorList } from '../controls/notice.tsx'
import type { RejectedForm } from './panel-form.tsx'
import { panelPath } from './panel-path.ts'
import styles from './panel.module.css'

export type Where = 'product' | 'customer' | 'project' | 'reminders' | 'reminders/stats'

const links = [
  ['customer', 'Customers'],
  ['project', 'Projects'],
  ['reminders', 'Reminders'],
  ['reminders/stats', 'Statistics'],
] as const

/** The layout of a panel: navigation, heading, and the result of the last form. */
export function PanelLayout({
  title,
  where,
  salesperson,
  notice,
  form,
  children,
}: {
  title: string
  where: Where
  /** Null for staff who do not sell. */
  salesperson: string | null
  notice: string | null
  form: RejectedForm | null
  children: ReactNode
}) {
  return (
    <>
      <title>{title}</title>
      {salesperson !== null && (
        <nav className={styles['nav']} aria-label="Panels">
          <ul>
            {links.map(([panel, text]) => (
              <li key={panel}>
                <Link to={panelPath(panel, { salesperson })} aria-current={panel === where ? 'page' : undefined}>
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <main>
        <h1>{title}</h1>
        {notice !== null && form === null && (
          <DoneNotice>
            <p>{notice}</p>
          </DoneNotice>
        )}
        {form !== null && <ErrorList errors={form.errors.map(({ message }) => message)} />}
        {children}
      </main>
    </>
  )
}
