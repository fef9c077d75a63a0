import { plainDay } from '../../../platform/calendar.ts'
import type { ReminderStats } from '../internal/reminders-store.server.ts'
import type { Reminder } from '../staff.ts'
import { Field, PanelFrame, TextField, type Refused } from './panel-frame.tsx'

/** A reminder as a form: a new one, or one that is there. */
export function ReminderPanel({
  salesperson,
  reminder,
  project,
  name,
  notes,
  when,
  notice,
  refused,
}: {
  salesperson: string
  /** Null for a new one. */
  reminder: Reminder | null
  project: { readonly id: string; readonly name: string } | null
  /** What a new one starts with. */
  name: string
  notes: string
  /** 'YYYY-MM-DDTHH:mm', where the shop is. */
  when: string
  notice: string | null
  refused: Refused | null
}) {
  const query = {
    salesperson,
    ...(reminder === null ? {} : { reminderId: reminder.id }),
    ...(project === null ? {} : { projectId: project.id }),
  }
  const action = `/panel/reminders/create?${new URLSearchParams(query).toString()}`
  return (
    <PanelFrame
      title={reminder === null ? 'New reminder' : 'Reminder'}
      where="reminders"
      salesperson={salesperson}
      notice={notice}
      refused={refused}
    >
      {project !== null && (
        <p>
          For the project{' '}
          <a href={`/panel/project?${new URLSearchParams({ salesperson, id: project.id }).toString()}`}>
            {project.name}
          </a>
        </p>
      )}
      <form method="post" action={action}>
        <input type="hidden" name="act" value="save" />
        <Field label="Name" name="name" value={name} maxLength={120} refused={refused} required />
        <Field label="When" name="date" type="datetime-local" value={when} refused={refused} required />
        <TextField label="Notes" name="notes" value={notes} maxLength={2_000} refused={refused} />
        {reminder !== null && (
          <label className="tick">
            <input
              type="checkbox"
              name="isDone"
              defaultChecked={refused === null ? reminder.isDone : refused.values.has('isDone')}
            />{' '}
            Done
          </label>
        )}
        <button className="button">{reminder === null ? 'Create reminder' : 'Save reminder'}</button>
      </form>
      {reminder !== null && (
        <form method="post" action={action}>
          <input type="hidden" name="act" value="delete" />
          <button className="link">Delete the reminder</button>
        </form>
      )}
    </PanelFrame>
  )
}

/** Reminders by date. */
export function ReminderListPanel({
  salesperson,
  reminders,
  totalCount,
  page,
  showsDone,
  clockText,
  now,
  notice,
}: {
  salesperson: string
  reminders: readonly Reminder[]
  totalCount: number
  page: number
  showsDone: boolean
  clockText: (at: Date) => string
  now: Date
  notice: string | null
}) {
  const at = (query: Readonly<Record<string, string>>) =>
    `/panel/reminders?${new URLSearchParams({ salesperson, ...query }).toString()}`
  const kept = showsDone ? { done: '1' } : {}
  const days = [...new Set(reminders.map((one) => clockText(one.dueAt).slice(0, 10)))]
  return (
    <PanelFrame title="Reminders" where="reminders" salesperson={salesperson} notice={notice} refused={null}>
      <div className="actions">
        <a className="button" href={`/panel/reminders/create?${new URLSearchParams({ salesperson }).toString()}`}>
          New reminder
        </a>
        <a className="button quiet" href={at(showsDone ? {} : { done: '1' })}>
          {showsDone ? 'Show open reminders' : 'Show those done'}
        </a>
      </div>
      {reminders.length === 0 && <p className="soft">No reminders</p>}
      {days.map((day) => (
        <section key={day}>
          <h2>{plainDay(day)}</h2>
          <ul className="entries">
            {reminders
              .filter((one) => clockText(one.dueAt).startsWith(day))
              .map((one) => (
                <li key={one.id}>
                  <a
                    href={`/panel/reminders/create?${new URLSearchParams({ salesperson, reminderId: one.id }).toString()}`}
                  >
                    <strong>{one.name}</strong>
                  </a>{' '}
                  {!one.isDone && one.dueAt < now && <span className="tag wrong">Overdue</span>}
                  <small>{clockText(one.dueAt).slice(11)}</small>
                  {one.notes !== '' && <p className="typed">{one.notes}</p>}
                </li>
              ))}
          </ul>
        </section>
      ))}
      {totalCount > 20 && (
        <p className="pages">
          {page > 0 && <a href={at({ ...kept, page: String(page - 1) })}>Sooner</a>}{' '}
          {(page + 1) * 20 < totalCount && <a href={at({ ...kept, page: String(page + 1) })}>Later</a>}
        </p>
      )}
    </PanelFrame>
  )
}

/** How many reminders there are, and when. */
export function ReminderStatsPanel({
  salesperson,
  stats,
  from,
  to,
}: {
  salesperson: string
  stats: ReminderStats
  /** Days, the second included. */
  from: string
  to: string
}) {
  const most = Math.max(1, ...stats.byDay.map((one) => one.count))
  return (
    <PanelFrame title="Reminder statistics" where="stats" salesperson={salesperson} notice={null} refused={null}>
      <form method="get" action="/panel/reminders/stats" className="inline">
        <input type="hidden" name="salesperson" value={salesperson} />
        <Field label="From" name="from" type="date" value={from} refused={null} />
        <Field label="To" name="to" type="date" value={to} refused={null} />
        <button className="button quiet">Show</button>
      </form>
      <dl className="figures">
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
        <p className="soft">No reminders</p>
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
                  <meter min={0} max={most} value={count} aria-label={`${count} on ${plainDay(date)}`} /> {count}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </PanelFrame>
  )
}
