import { Link } from 'react-router'
import { rowsOnPage, type PanelMessage } from '../../../modules/staff/staff.ts'
import { plainDay, type Day } from '../../../platform/calendar.ts'
import { buttonClass } from '../controls/button.tsx'
import { PanelLayout } from './panel-layout.tsx'
import { panelPath } from './panel-path.ts'
import { usePanelMessages } from './panel-root.tsx'
import styles from './panel.module.css'

type ListedReminder = {
  readonly id: string
  readonly name: string
  readonly notes: string
  readonly day: Day
  readonly time: string
  readonly isOverdue: boolean
}

/** Reminders by date. */
export function ReminderListPanel({
  salesperson,
  reminders,
  totalCount,
  page,
  showsDone,
  notice,
  messages,
}: {
  salesperson: string
  reminders: readonly ListedReminder[]
  totalCount: number
  page: number
  showsDone: boolean
  notice: string | null
  messages: readonly PanelMessage[]
}) {
  usePanelMessages(messages)
  const at = (query: Readonly<Record<string, string>>) => panelPath('reminders', { salesperson, ...query })
  const stored = showsDone ? { done: '1' } : {}
  return (
    <PanelLayout title="Reminders" where="reminders" salesperson={salesperson} notice={notice} form={null}>
      <div className={styles['actions']}>
        <Link className={buttonClass()} to={panelPath('reminders/create', { salesperson })}>
          New reminder
        </Link>
        <Link className={buttonClass('quiet')} to={at(showsDone ? {} : { done: '1' })}>
          {showsDone ? 'Show open reminders' : 'Show completed'}
        </Link>
      </div>
      {reminders.length === 0 && <p className={styles['soft']}>No reminders</p>}
      {Array.from(
        Map.groupBy(reminders, ({ day }) => day),
        ([day, own]) => (
          <section key={day}>
            <h2>{plainDay(day)}</h2>
            <ul className={styles['entries']}>
              {own.map((one) => (
                <li key={one.id}>
                  <Link to={panelPath('reminders/create', { salesperson, reminderId: one.id })}>
                    <strong>{one.name}</strong>
                  </Link>{' '}
                  {one.isOverdue && <span className={`${styles['tag']} ${styles['wrong']}`}>Overdue</span>}
                  <small>{one.time}</small>
                  {one.notes !== '' && <p className={styles['typed']}>{one.notes}</p>}
                </li>
              ))}
            </ul>
          </section>
        ),
      )}
      {totalCount > rowsOnPage && (
        <p className={styles['pages']}>
          {page > 0 && <Link to={at({ ...stored, page: String(page - 1) })}>Sooner</Link>}
          {(page + 1) * rowsOnPage < totalCount && <Link to={at({ ...stored, page: String(page + 1) })}>Later</Link>}
        </p>
      )}
    </PanelLayout>
  )
}
