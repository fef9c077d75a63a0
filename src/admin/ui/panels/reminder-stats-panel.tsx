import { Form } from 'react-router'
import { plainDay, type Day } from '../../../platform/calendar.ts'
import { buttonClass } from '../controls/button.tsx'
import { Field } from './panel-form.tsx'
import { PanelLayout } from './panel-layout.tsx'
import styles from './panel.module.css'

/** How many reminders there are, and when. */
export function ReminderStatsPanel({
  salesperson,
  stats,
  from,
  to,
}: {
  salesperson: string
  stats: {
    readonly open: number
    readonly overdue: number
    readonly done: number
    readonly byDay: readonly { readonly date: Day; readonly count: number }[]
  }
  /** Days, the second included. */
  from: Day
  to: Day
}) {
  const largest = Math.max(1, ...stats.byDay.map((one) => one.count))
  return (
    <PanelLayout
      title="Reminder statistics"
      where="reminders/stats"
      salesperson={salesperson}
      notice={null}
      form={null}
    >
      <Form key={`${from} ${to}`} action="/panel/reminders/stats" className={styles['inline']}>
        <input type="hidden" name="salesperson" value={salesperson} />
        <Field label="From" name="from" type="date" value={from} form={null} />
        <Field label="To" name="to" type="date" value={to} form={null} />
        <button className={buttonClass('quiet')}>Show</button>
      </Form>
      <dl className={styles['figures']}>
        <div>
          <dt>Open</dt>
          <dd>{stats.open}</dd>
        </div>
        <div>
          <dt>Overdue</dt>
          <dd>{stats.overdue}</dd>
        </div>
        <div>
          <dt>Done</dt>
          <dd>{stats.done}</dd>
        </div>
      </dl>
      <h2>By day</h2>
      {stats.byDay.length === 0 ? (
        <p className={styles['soft']}>No reminders</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Reminders</th>
            </tr>
          </thead>
          <tbody>
            {stats.byDay.map(({ date, count }) => (
              <tr key={date}>
                <th scope="row">{plainDay(date)}</th>
                <td>
                  <meter min={0} max={largest} value={count} aria-label={`${count} on ${plainDay(date)}`} /> {count}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </PanelLayout>
  )
}
