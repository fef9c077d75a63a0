import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database, Reader, Writer } from '../database/database.server.ts'

/**
 * Changes to rows that exist, in batches by key beside the running shop, where a migration would hold its locks for as long as the table is
 * large (decision 0077). The position is written in the transaction of a batch: a worker that dies repeats nothing and leaves nothing out.
 */
export type Backfill = {
  /** Lower case with hyphens. It is never used again for other work. */
  readonly name: string
  /**
   * Changes the next rows after a key, in the order of the keys and in the given transaction. Returns the last of their keys and how many
   * they were; null when none is left. `after` is null at the start.
   */
  batch(tx: Writer, after: string | null): Promise<{ readonly last: string; readonly count: number } | null>
}

export type BackfillProgress = {
  readonly name: string
  /** The last key that is done; null before the first batch. */
  readonly position: string | null
  readonly count: number
  readonly updatedAt: Date
  readonly finishedAt: Date | null
}

type BackfillDeps = { readonly database: Database; readonly clock: Clock }

/**
 * Works on each backfill for so many milliseconds at a time; those that are finished are not looked at again. Workers may do this at the
 * same time: each batch is done by one of them.
 */
export function createBackfillWork(
  deps: BackfillDeps,
  backfills: readonly Backfill[],
  forMs: number,
): () => Promise<void> {
  const open = new Set(backfills)
  return async () => {
    for (const backfill of open) {
      const until = deps.clock.now().getTime() + forMs
      let state: BatchState = 'more'
      while (state === 'more' && deps.clock.now().getTime() < until) state = await doBatch(deps, backfill)
      if (state === 'finished') open.delete(backfill)
    }
  }
}

type BatchState = 'more' | 'finished' | 'at another worker'

function doBatch({ database, clock }: BackfillDeps, { name, batch }: Backfill): Promise<BatchState> {
  return database.transaction(async (tx) => {
    const now = clock.now()
    await sql`insert into schema_backfill (name, started_at, updated_at) values (${name}, ${now}, ${now})
      on conflict (name) do nothing`.execute(tx)
    const { rows } = await sql<{ position: string | null; finishedAt: Date | null }>`
      select position, finished_at as "finishedAt" from schema_backfill where name = ${name} for update skip locked`.execute(
      tx,
    )
    const [row] = rows
    if (row === undefined) return 'at another worker'
    if (row.finishedAt !== null) return 'finished'
    const done = await batch(tx, row.position)
    if (done === null) {
      await sql`update schema_backfill set updated_at = ${now}, finished_at = ${now} where name = ${name}`.execute(tx)
      return 'finished'
    }
    await sql`update schema_backfill set position = ${done.last}, row_count = row_count + ${done.count},
      updated_at = ${now} where name = ${name}`.execute(tx)
    return 'more'
  })
}

/** Backfills that have begun, by name. */
export async function backfillProgress(db: Reader): Promise<readonly BackfillProgress[]> {
  const { rows } = await sql<BackfillProgress>`select name, position, row_count as count, updated_at as "updatedAt",
    finished_at as "finishedAt" from schema_backfill order by name`.execute(db)
  return rows
}
