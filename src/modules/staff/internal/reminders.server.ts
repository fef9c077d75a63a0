import { timeZoneOf } from '../../../brands/apps.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Writer } from '../../../platform/database/database.server.ts'
import type { Ids } from '../../../platform/ids.ts'
import { ok, err, type FieldError } from '../../../platform/result.ts'
import type { StaffAudit, Done } from './staff-audit.server.ts'
import { textErrors } from './field-errors.ts'
import { projectOwnerOf, projectById } from './projects-store.server.ts'
import {
  deleteReminder,
  lockReminder,
  putReminder,
  reminderById,
  remindersOf,
  statsOf,
  type ReminderStats,
} from './reminders-store.server.ts'
import { rowsOnPage, shownReminders, type Member, type Owner, type Reminder } from '../staff.ts'

/** What a member wants to be reminded of, and when. */

export type ReminderInput = Omit<Reminder, 'id'>

export interface Reminders {
  /** Those not done, the soonest first (STAFF-16, decision staff-14). */
  soonest(owner: Owner): Promise<{ readonly totalCount: number; readonly reminders: readonly Reminder[] }>
  list(
    owner: Owner,
    range: {
      readonly from: Date | null
      readonly to: Date | null
      readonly isDone: boolean | null
      readonly page: number
    },
  ): Promise<{ readonly totalCount: number; readonly reminders: readonly Reminder[] }>
  byId(owner: Owner, id: string): Promise<Reminder | null>
  create(member: Member, input: ReminderInput): Done<Reminder>
  change(member: Member, id: string, input: ReminderInput): Done<Reminder>
  remove(member: Member, id: string): Done<null>
  stats(member: Member, range: { readonly from: Date | null; readonly to: Date | null }): Promise<ReminderStats>
}

export function createReminders({
  database,
  clock,
  ids,
  audit: { permitted, write },
}: {
  database: Database
  clock: Clock
  ids: Ids
  audit: Pick<StaffAudit, 'permitted' | 'write'>
}): Reminders {
  return {
    soonest: ({ userId }) =>
      remindersOf(database.db, userId, { from: null, to: null, isDone: false }, { offset: 0, limit: shownReminders }),
    list: ({ userId }, { page, ...range }) =>
      remindersOf(database.db, userId, range, { offset: page * rowsOnPage, limit: rowsOnPage }),
    byId: ({ userId }, id) => reminderById(database.db, userId, id),
    create: (member, input) => {
      const id = ids.uuid()
      return permitted(member, 'sell', 'create reminder', `reminder ${id}`, async (tx) => {
        const errors = await reminderErrors(tx, member, input, null)
        if (errors.length > 0) return err({ code: 'validation', errors })
        const made = { ...input, id }
        await putReminder(tx, member.principal.userId, { ...made, now: clock.now() })
        await write(tx, member, 'create reminder', `reminder ${id}`, null, made)
        return ok(made)
      })
    },
    change: (member, id, input) =>
      permitted(member, 'sell', 'change reminder', `reminder ${id}`, async (tx) => {
        const before = await lockReminder(tx, member.principal.userId, id)
        if (before === null) return err({ code: 'not_found' })
        const errors = await reminderErrors(tx, member, input, before)
        if (errors.length > 0) return err({ code: 'validation', errors })
        const after = { ...input, id: before.id }
        await putReminder(tx, member.principal.userId, { ...after, now: clock.now() })
        await write(tx, member, 'change reminder', `reminder ${id}`, before, after)
        return ok(after)
      }),
    remove: (member, id) =>
      permitted(member, 'sell', 'delete reminder', `reminder ${id}`, async (tx) => {
        const before = await lockReminder(tx, member.principal.userId, id)
        if (before === null) return err({ code: 'not_found' })
        await deleteReminder(tx, member.principal.userId, before.id)
        await write(tx, member, 'delete reminder', `reminder ${id}`, before, null)
        return ok(null)
      }),
    stats: ({ principal, brand }, range) =>
      statsOf(
        database.db,
        principal.userId,
        { ...range, isDone: null },
        { now: clock.now(), zone: timeZoneOf[brand.country] },
      ),
  }
}

async function reminderErrors(
  tx: Writer,
  member: Member,
  input: ReminderInput,
  before: Reminder | null,
): Promise<FieldError[]> {
  const { name, notes, projectId, dueAt } = input
  const isStored = projectId === null || projectId === before?.projectId
  const project = isStored || (await projectById(tx, projectOwnerOf(member.principal), projectId)) !== null
  return [
    ...textErrors('name', name, 1, 120, 'Please enter a name'),
    ...textErrors('notes', notes, 0, 2_000, ''),
    ...(Number.isNaN(dueAt.getTime()) || dueAt.getUTCFullYear() < 2000 || dueAt.getUTCFullYear() > 2100
      ? [{ field: 'date', message: 'Please enter a date and a time' }]
      : []),
    ...(project ? [] : [{ field: 'projectId', message: 'This project does not exist' }]),
  ]
}
