import { sql } from 'kysely'
import type { Reader } from './database.server.ts'
import { lastWithoutHeader } from './migration-header.ts'
import type { Migration } from './migration-files.server.ts'
import type { AppliedMigration } from './schema-fit.ts'

/**
 * The runner's own tables: which migrations ran, and how far backfills are. They are there before the first migration, so no migration makes
 * them. Builds from before decision 0077 know `schema_migration` without its last column, and go on working.
 */

export type SchemaState = {
  /** By number. */
  readonly applied: readonly AppliedMigration[]
  readonly isCurrent: boolean
}

/** Reads what is there, of an earlier version or of none. */
export async function readSchemaState(db: Reader): Promise<SchemaState> {
  const { rows: tables } = await sql<{ hasMigrations: boolean; isCurrent: boolean }>`
    select to_regclass('schema_migration') is not null as "hasMigrations",
      to_regclass('schema_backfill') is not null and exists (select from pg_attribute
        where attrelid = to_regclass('schema_migration') and attname = 'compatible_with') as "isCurrent"`.execute(db)
  const { hasMigrations = false, isCurrent = false } = tables[0] ?? {}
  if (!hasMigrations) return { applied: [], isCurrent }
  // As JSON, because the column may not be there yet.
  const { rows: applied } = await sql<AppliedMigration>`
    select number, name, checksum, (to_jsonb(m) ->> 'compatible_with')::integer as "compatibleWith"
    from schema_migration m order by number`.execute(db)
  return { applied, isCurrent }
}

export async function makeSchemaTables(db: Reader): Promise<void> {
  await sql`create table if not exists schema_migration (
    number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now()
  )`.execute(db)
  // Null in rows from before decision 0077.
  await sql`alter table schema_migration add column if not exists compatible_with integer`.execute(db)
  await sql`create table if not exists schema_backfill (
    name text primary key, position text, row_count bigint not null default 0, started_at timestamptz not null,
    updated_at timestamptz not null, finished_at timestamptz
  )`.execute(db)
}

/** Records that a migration ran. Which builds still work follows from it and from those before it. */
export async function recordMigration(
  db: Reader,
  { number, name, checksum, compatibleWith }: Migration,
): Promise<void> {
  const accepted =
    number <= lastWithoutHeader
      ? sql`null`
      : sql`greatest((select max(coalesce(compatible_with, number)) from schema_migration), ${compatibleWith}::integer)`
  await sql`insert into schema_migration (number, name, checksum, compatible_with)
    values (${number}, ${name}, ${checksum}, ${accepted})`.execute(db)
}

/** Indexes that were not completed: queries do not use them, and writes still maintain them. */
export async function invalidIndexes(db: Reader): Promise<readonly string[]> {
  const { rows } = await sql<{
    name: string
  }>`select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where not i.indisvalid and c.relnamespace = current_schema()::regnamespace order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

/** Whether an index is complete; null when there is none of this name. */
export async function isIndexValid(db: Reader, name: string): Promise<boolean | null> {
  const { rows } = await sql<{ isValid: boolean }>`select i.indisvalid as "isValid" from pg_index i
    join pg_class c on c.oid = i.indexrelid
    where c.relname = ${name} and c.relnamespace = current_schema()::regnamespace`.execute(db)
  return rows[0]?.isValid ?? null
}
