import { sql } from 'kysely'
import type { Database, Reader } from '../database.server.ts'

/**
 * Tables that are divided by month of an id (decision 0085). The migrations say which and make the first partitions; what is made later
 * comes from the same function of the database, `add_month_partitions`.
 */

/** Months that are there beside the present one. A worker may be away for as long. */
export const monthsAhead = 3

/**
 * A statement that waits for a lock longer gives up: every query of the table would wait behind it. Less than PostgreSQL's deadlock_timeout, so
 * that an order never has to.
 */
export const lockWaitMs = 800

/** Locks not had in time, deadlock detected, or rows that came to the rest meanwhile: the next round tries again. */
const passingCodes: ReadonlySet<unknown> = new Set(['55P03', '40P01', '23514'])
export const isPassing = (error: unknown): boolean => passingCodes.has((error as { code?: unknown } | null)?.code)

/**
 * Makes the partitions of this month and of those ahead, where they are missing, and returns how many tables got one. Processes may do this
 * at the same time. Rows that the rest holds of such a month move to it.
 */
export async function addMonthsAhead(database: Pick<Database, 'transaction'>, now: Date): Promise<number> {
  let count = 0
  const families = await database.transaction(
    async (tx) =>
      (await sql<{ family: string }>`select distinct family from month_partitioned order by 1`.execute(tx)).rows,
  )
  // A month of a family is a transaction, so that locks are few and short.
  for (let ahead = 0; ahead <= monthsAhead; ahead++)
    for (const { family } of families)
      count += await database.transaction(async (tx) => {
        await sql`select set_config('lock_timeout', ${`${lockWaitMs}ms`}, true)`.execute(tx)
        const { rows } = await sql<{ added: number }>`
          select add_month_partitions(month_after(${now}::timestamptz, ${ahead}), ${family}) as added`.execute(tx)
        return rows[0]?.added ?? 0
      })
  return count
}

/** For the worker and for every start: a lock that is not to be had is left to the next time. Returns how many were made. */
export async function addMonthsWhenFree(database: Pick<Database, 'transaction'>, now: Date): Promise<number> {
  try {
    return await addMonthsAhead(database, now)
  } catch (error) {
    if (isPassing(error)) return 0
    throw error
  }
}

export type Partition = {
  readonly table: string
  /** 'orders' or 'payments': tables whose months go together. */
  readonly family: string
  readonly name: string
  /** 'before' all months, a month such as '2026-11', or the 'rest' without one. */
  readonly part: string
  /** Its ids are from this on; null where there is no such limit. */
  readonly startsId: string | null
  /** And less than this. */
  readonly endsId: string | null
  /** When its last month ends; null for the rest. */
  readonly endsAt: Date | null
  /** With indexes and long values. */
  readonly bytes: number
  /** By the server's own estimate. */
  readonly rows: number
}

/** Every partition, by table in the order in which they refer to each other, and by time. */
export async function monthPartitions(db: Reader): Promise<readonly Partition[]> {
  const { rows } = await sql<Partition>`
    with leaf as (
      select p.name as of_table, p.family, p.rank, c.oid, c.relname, pg_get_expr(c.relpartbound, c.oid) as bound, c.reltuples
      from month_partitioned p join pg_inherits i on i.inhparent = to_regclass(quote_ident(p.name)) join pg_class c on c.oid = i.inhrelid)
    select of_table as table, family, relname as name, replace(substr(relname, length(of_table) + 2), '_', '-') as part,
      substring(bound from 'FROM \\(''([0-9A-Z]+)''\\)') as "startsId", substring(bound from 'TO \\(''([0-9A-Z]+)''\\)') as "endsId",
      time_of_id(substring(bound from 'TO \\(''([0-9A-Z]+)''\\)')) as "endsAt",
      pg_total_relation_size(oid) as bytes, greatest(reltuples, 0)::bigint as rows
    from leaf order by rank, "endsId" nulls last`.execute(db)
  return rows.map((row) => ({ ...row, bytes: Number(row.bytes), rows: Number(row.rows) }))
}

/** Rows of each table that lie in no month, and the months that are ready after the present one, at least. */
export async function partitionState(
  db: Reader,
  now: Date,
): Promise<{ readonly inRest: ReadonlyMap<string, number>; readonly monthsReady: number }> {
  const partitions = await monthPartitions(db)
  const inRest = new Map<string, number>()
  const ready = new Map<string, number>()
  for (const { table, name, part, endsAt } of partitions) {
    if (part === 'rest') {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from (select 1 from partitions.${sql.id(name)} limit 10000) counted`.execute(
        db,
      )
      inRest.set(table, rows[0]?.count ?? 0)
      ready.set(table, ready.get(table) ?? 0)
    } else if (endsAt !== null && endsAt > now) ready.set(table, (ready.get(table) ?? 0) + 1)
  }
  // The month that is running is none ahead. The partition of what was before may have it and the next one.
  return { inRest, monthsReady: Math.max(0, Math.min(...ready.values()) - 1) }
}
