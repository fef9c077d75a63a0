import { sql } from 'kysely'
import type { Database, Reader, Writer } from '../database.server.ts'
import { lockWaitMs, type Partition } from './month-partitions.server.ts'

/** Takes partitions out of their tables. They go on as tables of the schema `archive`, which nothing of the shop reads. */

/** Sums of the columns of cents, by column. */
async function centsOf(db: Reader, name: string): Promise<Record<string, number>> {
  const { rows: columns } = await sql<{ column: string }>`select column_name as column from information_schema.columns
    where table_schema = 'partitions' and table_name = ${name} and data_type in ('integer', 'bigint')
      and column_name ~ '(^|_)cents$' order by 1`.execute(db)
  const sums: Record<string, number> = {}
  for (const { column } of columns) {
    const { rows } = await sql<{ value: number }>`
      select coalesce(sum(${sql.id(column)}), 0)::bigint as value from partitions.${sql.id(name)}`.execute(db)
    sums[column] = Number(rows[0]?.value ?? 0)
  }
  return sums
}

async function detach(tx: Writer, { table, name, startsId, endsId }: Partition, now: Date): Promise<void> {
  const held = { cents: await centsOf(tx, name) }
  const { rows } = await sql<{ count: number }>`select count(*) as count from partitions.${sql.id(name)}`.execute(tx)
  await sql`insert into archived_partition (name, of_table, starts_id, ends_id, row_count, cents, archived_at)
    values (${name}, ${table}, ${startsId}, ${endsId}, ${Number(rows[0]?.count ?? 0)}, ${JSON.stringify(held.cents)}, ${now})`.execute(
    tx,
  )
  await sql`alter table ${sql.table(table)} detach partition partitions.${sql.id(name)}`.execute(tx)
  const { rows: keys } = await sql<{ key: string }>`select conname as key from pg_constraint
    where conrelid = ${`partitions.${name}`}::regclass and contype = 'f' and conparentid = 0`.execute(tx)
  // What it refers to may go or be archived later.
  for (const { key } of keys)
    await sql`alter table partitions.${sql.id(name)} drop constraint ${sql.id(key)}`.execute(tx)
  await sql`alter table partitions.${sql.id(name)} set schema archive`.execute(tx)
}

/**
 * Takes out partitions that belong together, in one transaction: what refers to others first. `check` is run again in it, with the tables
 * locked against changes, and may throw. Waits shortly for locks; throws PostgreSQL's error 55P03 when it does not get them.
 */
export async function archivePartitions(
  database: Pick<Database, 'transaction'>,
  partitions: readonly Partition[],
  now: Date,
  check: (tx: Writer) => Promise<void>,
): Promise<void> {
  await database.transaction(async (tx) => {
    await sql`select set_config('lock_timeout', ${`${lockWaitMs}ms`}, true)`.execute(tx)
    await sql`select pg_advisory_xact_lock(hashtext('month_partitioned'))`.execute(tx)
    // Nobody changes what is old, but nobody must change it between the look and the end either.
    for (const { name } of partitions) await sql`lock table partitions.${sql.id(name)} in share mode`.execute(tx)
    await check(tx)
    for (const partition of partitions.toReversed()) await detach(tx, partition, now)
  })
}
