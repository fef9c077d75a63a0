import { sql } from 'kysely'
import type { Reader } from '../../platform/database.server.ts'

/** The SQL of long work: many changes at once, imports. */

export type RunFault = { readonly key: string; readonly name: string; readonly message: string }

export type Run = {
  readonly id: string
  readonly title: string
  readonly total: number
  readonly done: number
  /** What it came to, where that is not just that all are done. */
  readonly said: string | null
  readonly faults: readonly RunFault[]
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
    })
    .execute()
}

export async function beatRun(
  db: Reader,
  id: string,
  {
    done,
    faults,
    now,
    isFinished,
    said,
  }: {
    readonly done: number
    readonly faults: readonly RunFault[]
    readonly now: Date
    readonly isFinished: boolean
    readonly said?: string
  },
): Promise<void> {
  await db
    .updateTable('office_run')
    .set({
      done,
      faults: JSON.stringify(faults),
      beat_at: now,
      said: said ?? null,
      ...(isFinished ? { finished_at: now } : {}),
    })
    .where('id', '=', id)
    .execute()
}

/** Somebody's own run. */
export async function runOf(db: Reader, accountId: string, id: string): Promise<Run | null> {
  const { rows } = await sql<Run>`
    select id, title, total, done, said, faults, started_at as "startedAt", beat_at as "beatAt", finished_at as "finishedAt"
    from office_run where id = ${id} and account_id = ${accountId}`.execute(db)
  return rows[0] ?? null
}

export type Upload = { readonly id: string; readonly name: string; readonly text: string }

export async function keepUpload(
  db: Reader,
  upload: Upload & { readonly accountId: string; readonly now: Date },
): Promise<void> {
  const { id, accountId, name, text, now } = upload
  await db
    .insertInto('office_upload')
    .values({ id, account_id: accountId, name: name.slice(0, 200), text, created_at: now })
    .execute()
}

/** Somebody's own upload. */
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
