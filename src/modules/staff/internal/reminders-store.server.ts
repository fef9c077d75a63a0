import { sql } from 'kysely'
import type { Reader, Writer } from '../../../platform/database/database.server.ts'
import type { Reminder } from '../staff.ts'

/** The SQL of reminders; every statement names whose they are. */

const columns = sql`id, name, notes, due_at as "dueAt", project_id as "projectId", done_at is not null as "isDone"`

export type ReminderRange = { readonly from: Date | null; readonly to: Date | null; readonly isDone: boolean | null }

const within = (accountId: string, { from, to, isDone }: ReminderRange) => sql`account_id = ${accountId}
  and (${from}::timestamptz is null or due_at >= ${from}) and (${to}::timestamptz is null or due_at < ${to})
  and (${isDone}::boolean is null or (done_at is not null) = ${isDone})`

/** The soonest first. */
export async function remindersOf(
  db: Reader | Writer,
  accountId: string,
  range: ReminderRange,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly totalCount: number; readonly reminders: readonly Reminder[] }> {
  const { rows } = await sql<Reminder>`select ${columns} from staff_reminder where ${within(accountId, range)}
    order by due_at, id limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ count: number }>`
    select count(*)::integer as count from staff_reminder where ${within(accountId, range)}`.execute(db)
  return { totalCount: counted.rows[0]?.count ?? 0, reminders: rows }
}

/** Locked until the transaction ends. */
export async function lockReminder(tx: Writer, accountId: string, id: string): Promise<Reminder | null> {
  const { rows } = await sql<Reminder>`select ${columns} from staff_reminder
    where account_id = ${accountId} and id::text = ${id} for update`.execute(tx)
  return rows[0] ?? null
}

export async function reminderById(db: Reader, accountId: string, id: string): Promise<Reminder | null> {
  const { rows } = await sql<Reminder>`select ${columns} from staff_reminder
    where account_id = ${accountId} and id::text = ${id}`.execute(db)
  return rows[0] ?? null
}

export async function putReminder(
  tx: Writer,
  accountId: string,
  reminder: Reminder & { readonly now: Date },
): Promise<void> {
  const doneAt = reminder.isDone ? reminder.now : null
  await sql`insert into staff_reminder (id, account_id, project_id, name, notes, due_at, done_at, created_at)
    values (${reminder.id}, ${accountId}, ${reminder.projectId}, ${reminder.name}, ${reminder.notes}, ${reminder.dueAt},
      ${doneAt}, ${reminder.now})
    on conflict (id) do update set project_id = excluded.project_id, name = excluded.name, notes = excluded.notes,
      due_at = excluded.due_at,
      done_at = case when excluded.done_at is null then null else coalesce(staff_reminder.done_at, excluded.done_at) end`.execute(
    tx,
  )
}

export async function deleteReminder(tx: Writer, accountId: string, id: string): Promise<void> {
  await tx.deleteFrom('staff_reminder').where('account_id', '=', accountId).where('id', '=', id).execute()
}

export type ReminderStats = {
  readonly open: number
  readonly done: number
  readonly overdue: number
  readonly byDay: readonly { readonly date: string; readonly count: number }[]
}

/** Counts of reminders that are due in a range; a day is a calendar day of the zone. */
export async function statsOf(
  db: Reader,
  accountId: string,
  range: ReminderRange,
  { now, zone }: { readonly now: Date; readonly zone: string },
): Promise<ReminderStats> {
  const { rows } = await sql<{ open: number; done: number; overdue: number }>`
    select count(*) filter (where done_at is null)::integer as open, count(*) filter (where done_at is not null)::integer as done,
      count(*) filter (where done_at is null and due_at < ${now})::integer as overdue
    from staff_reminder where ${within(accountId, range)}`.execute(db)
  const byDay = await sql<{ date: string; count: number }>`
    select to_char(due_at at time zone ${zone}, 'YYYY-MM-DD') as date, count(*)::integer as count
    from staff_reminder where ${within(accountId, range)} group by 1 order by 1`.execute(db)
  return { ...(rows[0] ?? { open: 0, done: 0, overdue: 0 }), byDay: byDay.rows }
}
