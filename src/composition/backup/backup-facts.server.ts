import { sql, type RawBuilder } from 'kysely'
import { auditHead } from '../../modules/admin/audit.server.ts'
import type { Reader } from '../../platform/database/database.server.ts'
import { readSchemaState } from '../../platform/database/schema-state.server.ts'
import type { BackupFacts } from './backup-facts.ts'

type Column = { readonly schema: string; readonly table: string; readonly column: string }

/**
 * Counts and sums of everything in the database, read from one snapshot: `db` must be a transaction that repeats its reads. A table or a
 * column of money that a migration adds is counted without being named here.
 */
export async function readBackupFacts(db: Reader, at: Date): Promise<BackupFacts> {
  const { applied } = await readSchemaState(db)
  const { rows: newest } = await sql<{ order: Date | null; payment: Date | null }>`
    select (select max(placed_at) from customer_order) as "order", (select max(at) from payment_event) as payment`.execute(
    db,
  )
  const archived = await archivedFacts(db)
  return {
    format: 1,
    at: at.toISOString(),
    migration: applied.at(-1)?.number ?? 0,
    rows: addTo(await rowCounts(db), archived.rows),
    cents: addTo(await moneySums(db), archived.cents),
    audit: await auditHead(db),
    newest: {
      order: newest[0]?.order?.toISOString() ?? null,
      payment: newest[0]?.payment?.toISOString() ?? null,
    },
  }
}

async function rowCounts(db: Reader): Promise<Record<string, number>> {
  // A partitioned table counts the rows of its partitions.
  const { rows } = await sql<Omit<Column, 'column'>>`
    select n.nspname as schema, c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'pgboss', 'archive') and c.relkind in ('r', 'p') and not c.relispartition order by 1, 2`.execute(
    db,
  )
  const counts: Record<string, number> = {}
  for (const { schema, table } of rows)
    counts[nameOf(schema, table)] = await numberOf(
      db,
      sql`select count(*) as value from ${sql.table(`${schema}.${table}`)}`,
    )
  return counts
}

/** Sums of every column of cents. */
async function moneySums(db: Reader): Promise<Record<string, number>> {
  const { rows } = await sql<Column>`
    select table_schema as schema, table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type in ('integer', 'bigint') and column_name ~ '(^|_)cents$'
    order by 2, 3`.execute(db)
  const sums: Record<string, number> = {}
  for (const { schema, table, column } of rows)
    sums[`${nameOf(schema, table)}.${column}`] = await numberOf(
      db,
      sql`select coalesce(sum(${sql.id(column)}), 0)::bigint as value from ${sql.table(`${schema}.${table}`)}`,
    )
  return sums
}

const addTo = (counted: Record<string, number>, more: Record<string, number>): Record<string, number> => {
  for (const [name, value] of Object.entries(more)) counted[name] = (counted[name] ?? 0) + value
  return counted
}

/** What tables held before months of theirs were archived: a backup from before then can still be compared. */
async function archivedFacts(db: Reader): Promise<Pick<BackupFacts, 'rows' | 'cents'>> {
  const facts: Pick<BackupFacts, 'rows' | 'cents'> = { rows: {}, cents: {} }
  // Backups from before migration 92 have none.
  const { rows: tables } = await sql<{ isThere: boolean }>`
    select to_regclass('archived_partition') is not null as "isThere"`.execute(db)
  if (tables[0]?.isThere !== true) return facts
  const { rows } = await sql<{ table: string; count: number; cents: Record<string, number> }>`
    select of_table as table, row_count as count, cents from archived_partition`.execute(db)
  for (const { table, count, cents } of rows) {
    addTo(facts.rows, { [table]: Number(count) })
    addTo(facts.cents, Object.fromEntries(Object.entries(cents).map(([column, sum]) => [`${table}.${column}`, sum])))
  }
  return facts
}

const nameOf = (schema: string, table: string) => (schema === 'public' ? table : `${schema}.${table}`)

async function numberOf(db: Reader, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await (query as RawBuilder<{ value: number }>).execute(db)
  return Number(rows[0]?.value ?? 0)
}
