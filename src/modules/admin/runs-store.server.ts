import { sql } from 'kysely'
import type { AppCode } from '../../brands/apps.ts'
import type { Reader, Writer } from '../../platform/database/database.server.ts'

/** The SQL of long work: many changes at once, imports. */

export type RunError = { readonly key: string; readonly name: string; readonly message: string }

export type Run = {
  readonly id: string
  readonly title: string
  readonly total: number
  readonly done: number
  /** A summary, where there is more to say than that all are done. */
  readonly said: string | null
  readonly errors: readonly RunError[]
  readonly startedAt: Date
  readonly beatAt: Date
  readonly finishedAt: Date | null
}

export async function beginRun(
  db: Reader,
  run: {
    readonly id: string
    readonly accountId: string
    readonly title: string
    readonly total: number
    readonly now: Date
    /** The state from which another process can resume. */
    readonly work?: BulkJob
    readonly keys?: readonly string[]
  },
): Promise<void> {
  await db
    .insertInto('office_run')
    .values({
      id: run.id,
      account_id: run.accountId,
      title: run.title.slice(0, 200),
      total: run.total,
      started_at: run.now,
      beat_at: run.now,
      work: run.work === undefined ? null : JSON.stringify(run.work),
      keys: run.keys === undefined ? null : [...run.keys],
    })
    .execute()
}

/** A bulk job, as requested. */
export type BulkJob = {
  readonly list: string
  readonly field: string
  /** The submitted value of the field. */
  readonly sent: readonly (readonly [string, string])[]
  readonly timeZone: string
  readonly app: AppCode
}

export type OpenRun = {
  readonly id: string
  readonly accountId: string
  readonly done: number
  readonly keys: readonly string[]
  readonly work: BulkJob
}

/** One more is through; false when it was through already. */
export async function stepRun(
  db: Reader,
  id: string,
  { from, now }: { readonly from: number; readonly now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('office_run')
    .set({ done: from + 1, beat_at: now })
    .where('id', '=', id)
    .where('done', '=', from)
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Records why one entry was rejected. */
export async function saveRunError(tx: Writer, id: string, error: RunError & { readonly at: number }): Promise<void> {
  await tx
    .insertInto('office_run_fault')
    .values({ run_id: id, ...error })
    .execute()
}

/** Claims a job without a heartbeat since a time; the first process to ask gets it. */
export async function claimBrokenRun(
  db: Reader,
  { now, silentSince }: { readonly now: Date; readonly silentSince: Date },
): Promise<OpenRun | null> {
  const { rows } = await sql<OpenRun>`
    update office_run set beat_at = ${now} where id = (
      select id from office_run where finished_at is null and work is not null and beat_at < ${silentSince}
      order by beat_at limit 1 for update skip locked)
    returning id, account_id as "accountId", done, keys, work`.execute(db)
  return rows[0] ?? null
}

export async function beatRun(
  db: Reader,
  id: string,
  {
    done,
    errors,
    now,
    isFinished,
    said,
  }: {
    readonly done: number
    readonly errors: readonly RunError[]
    readonly now: Date
    readonly isFinished: boolean
    readonly said?: string
  },
): Promise<void> {
  await db
    .updateTable('office_run')
    .set({
      done,
      faults: JSON.stringify(errors),
      beat_at: now,
      said: said ?? null,
      ...(isFinished ? { finished_at: now } : {}),
    })
    .where('id', '=', id)
    .execute()
}

/** A job of the member. */
export async function runOf(db: Reader, accountId: string, id: string): Promise<Run | null> {
  const { rows } = await sql<Run>`
    select id, title, total, done, said, faults || coalesce((
        select jsonb_agg(jsonb_build_object('key', f.key, 'name', f.name, 'message', f.message) order by f.at)
        from office_run_fault f where f.run_id = office_run.id), '[]') as errors, started_at as "startedAt", beat_at as "beatAt", finished_at as "finishedAt"
    from office_run where id = ${id} and account_id = ${accountId}`.execute(db)
  return rows[0] ?? null
}

export type Upload = { readonly id: string; readonly name: string; readonly text: string }

export async function saveUpload(
  db: Reader,
  upload: Upload & { readonly accountId: string; readonly now: Date },
): Promise<void> {
  const { id, accountId, name, text, now } = upload
  await db
    .insertInto('office_upload')
    .values({ id, account_id: accountId, name: name.slice(0, 200), text, created_at: now })
    .execute()
}

/** An upload of the member. */
export async function uploadOf(db: Reader, accountId: string, id: string): Promise<Upload | null> {
  const row = await db
    .selectFrom('office_upload')
    .select(['id', 'name', 'text'])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ?? null
}

export async function forgetUploads(db: Reader, before: Date): Promise<void> {
  await db.deleteFrom('office_upload').where('created_at', '<', before).execute()
  await db
    .deleteFrom('office_run')
    .where('started_at', '<', new Date(before.getTime() - 90 * 86_400_000))
    .execute()
}
