import { sql } from 'kysely'
import type { Reader } from '../../../platform/database/database.server.ts'

/** The SQL of files on other hosts. */

export type SourceKind = 'shown' | 'document'

export type DueSource = {
  readonly address: string
  readonly kind: SourceKind
  readonly attempts: number
  readonly etag: string | null
  readonly lastModified: string | null
  /** Whether an earlier version is stored. */
  readonly isStored: boolean
}

/** Adds addresses that are not known yet, due at once. */
export async function addSources(db: Reader, addresses: readonly string[], kind: SourceKind, now: Date): Promise<void> {
  if (addresses.length === 0) return
  await sql`insert into media_source (address, kind, next_at, created_at)
    select distinct address, ${kind}, ${now}::timestamptz, ${now}::timestamptz from unnest(${[...addresses]}::text[]) as given (address)
    on conflict do nothing`.execute(db)
}

/** Takes what is due, oldest first, for this process: nobody else gets it until `until`, and then it is due again. */
export async function takeDue(
  db: Reader,
  { now, until, limit }: { readonly now: Date; readonly until: Date; readonly limit: number },
): Promise<readonly DueSource[]> {
  const { rows } = await sql<DueSource>`
    update media_source s set next_at = ${until}, attempts = s.attempts + 1
    from (select address from media_source where next_at <= ${now} order by next_at limit ${limit} for update skip locked) due
    where s.address = due.address
    returning s.address, s.kind, s.attempts, s.etag, s.last_modified as "lastModified",
      exists (select from media m where m.address = s.address) as "isStored"`.execute(db)
  return rows
}

export async function noteStored(
  db: Reader,
  address: string,
  found: { readonly etag: string | null; readonly lastModified: string | null },
  { now, nextAt }: { readonly now: Date; readonly nextAt: Date },
): Promise<void> {
  await db
    .updateTable('media_source')
    .set({
      state: 'stored',
      attempts: 0,
      problem: null,
      etag: found.etag,
      last_modified: found.lastModified,
      next_at: nextAt,
      checked_at: now,
    })
    .where('address', '=', address)
    .execute()
}

/** A file that was stored before stays shown. */
export async function noteFailed(
  db: Reader,
  address: string,
  problem: string,
  { now, nextAt, isFinal }: { readonly now: Date; readonly nextAt: Date; readonly isFinal: boolean },
): Promise<void> {
  await sql`update media_source set problem = ${problem}, next_at = ${nextAt}, checked_at = ${now},
      attempts = case when ${isFinal} then 0 else attempts end,
      state = case when exists (select from media m where m.address = media_source.address) then 'stored'
        when ${isFinal} then 'failed' else 'waiting' end
    where address = ${address}`.execute(db)
}

/** Has one source, or every one with a problem, tried again at once. Returns how many. */
export async function dueNow(db: Reader, which: { readonly address: string } | 'failed', now: Date): Promise<number> {
  const isChosen = which === 'failed' ? sql<boolean>`problem is not null` : sql<boolean>`address = ${which.address}`
  const { numAffectedRows } = await sql`update media_source set next_at = ${now}, attempts = 0,
      state = case when state = 'failed' then 'waiting' else state end
    where ${isChosen}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
