import { sql, type Transaction } from 'kysely'
import type { DB } from './database-types.ts'

/**
 * The log of changes (migration 0067, decision 0075). A row is written in the transaction of its change. A process remembers how far it has
 * read as a snapshot of PostgreSQL: which transactions were visible to it. The next read takes the rows of those that have become visible
 * since. So a transaction that began early and commits late is read when it commits, and none is read twice, which the order of a sequence
 * could not promise.
 */

/** How far a process has read. */
export type ChangePosition = {
  /** In the form of pg_snapshot: '10:20:10,14,15'. */
  readonly snapshot: string
  /** The server's history that the snapshot belongs to; null before the first read, and where the host hides it. */
  readonly history: string | null
}

export type Change = { readonly channel: string; readonly payload: string }

export type ChangesSince = {
  readonly position: ChangePosition
  /** Each once, in the order they were written; null when they cannot be told and everything may have changed. */
  readonly changes: readonly Change[] | null
}

/** Runs one statement outside a transaction, on a server that accepts writes. */
export type RunQuery = (text: string, values: readonly unknown[]) => Promise<{ readonly rows: readonly unknown[] }>

/** Past so many changes, reading everything again is no slower than following them. */
export const maxChanges = 5_000

/** Long enough for a process that was paused or cut off; a later one starts with everything. */
export const changesReachBackHours = 6

/** The position from which a process that has read nothing yet misses nothing. It needs no table, so it can be taken before migrations. */
export async function currentPosition(query: RunQuery): Promise<ChangePosition> {
  const { rows } = await query('select pg_current_snapshot()::text as snapshot', [])
  return { snapshot: (rows as { snapshot: string }[])[0]?.snapshot ?? '', history: null }
}

/**
 * One statement sees one snapshot: the rows it returns, how far the log reaches back, and the new position belong together. A row whose
 * transaction lies in the future came with a restored backup, and is not one of this server's changes.
 */
const readStatement = `
select pg_current_snapshot()::text as snapshot, server_history() as history,
  not exists (
    select from change_log_mark
    where is_applied and fence > pg_snapshot_xmin($1::pg_snapshot) and fence <= pg_snapshot_xmin(pg_current_snapshot())
  ) as reaches_back,
  (
    select coalesce(json_agg(json_build_object('channel', channel, 'payload', payload) order by id), '[]') from (
      select channel, payload, min(id) as id from change_log
      where transaction_id >= pg_snapshot_xmin($1::pg_snapshot)
        and not pg_visible_in_snapshot(transaction_id, $1::pg_snapshot)
        and pg_visible_in_snapshot(transaction_id, pg_current_snapshot())
        and ($2::text is null or channel = $2)
      group by channel, payload
      order by id
      limit $3
    ) as newer
  ) as changes`

type ReadRow = { snapshot: string; history: string | null; reaches_back: boolean; changes: Change[] }

/** The changes that have become visible since `since`, of one channel or of all. */
export async function readChanges(
  query: RunQuery,
  since: ChangePosition,
  channel: string | null = null,
): Promise<ChangesSince> {
  const { rows } = await query(readStatement, [since.snapshot, channel, maxChanges + 1])
  const [found] = rows as ReadRow[]
  if (found === undefined) throw new Error('the change log returned no row')
  const { snapshot, history, reaches_back: reachesBack, changes } = found
  const isSameHistory = since.history === null || since.history === history
  const isComplete = isSameHistory && reachesBack && changes.length <= maxChanges
  return { position: { snapshot, history }, changes: isComplete ? changes : null }
}

/**
 * Deletes what is older than `keepHours`, and marks where the log ends now. A row is as old as the end of its transaction, not as its
 * insertion: those below the fence of a mark had ended when the mark was set. To run every few minutes.
 */
export async function trimChangeLog(
  { transaction }: { transaction(work: (tx: Transaction<DB>) => Promise<void>): Promise<void> },
  keepHours: number = changesReachBackHours,
): Promise<void> {
  await transaction(async (tx) => {
    const { rows } = await sql<{ taken_at: Date; fence: string }>`
      update change_log_mark set is_applied = true
      where taken_at = (
        select max(taken_at) from change_log_mark
        where taken_at <= clock_timestamp() - make_interval(hours => ${keepHours})
          and fence <= pg_snapshot_xmin(pg_current_snapshot())
      )
      returning taken_at, fence`.execute(tx)
    const [mark] = rows
    if (mark !== undefined) {
      await sql`delete from change_log where transaction_id < ${mark.fence}::xid8`.execute(tx)
      await sql`delete from change_log_mark where fence < ${mark.fence}::xid8`.execute(tx)
    }
    // A mark of the same moment says the same; the embedded database's clock counts in milliseconds.
    await sql`insert into change_log_mark default values on conflict (taken_at) do nothing`.execute(tx)
  })
}

/** The text of a notice: its payload, and whether the change is in the log too. Processes of the previous version send notices alone. */
export function parseNotice(text: string): { readonly payload: string; readonly isLogged: boolean } {
  const isLogged = text.endsWith(' ')
  return { payload: isLogged ? text.slice(0, -1) : text, isLogged }
}
