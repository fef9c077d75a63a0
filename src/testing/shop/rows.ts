import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.server.ts'

/** Inserts rows whose keys are the table's columns. */
export async function insertRows(database: Database, table: string, rows: readonly object[]): Promise<void> {
  await sql`insert into ${sql.table(table)} select * from
    jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)})`.execute(database.db)
}

/** Every row of every table as text, by table; with the job queue's tables on request. */
export async function allRows(database: Database, { withJobs = false } = {}): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and (table_schema = 'public' or (${withJobs} and table_schema = 'pgboss'))
    order by 1, 2`.execute(database.db)
  const found = new Map<string, string[]>()
  for (const { schema, name } of rows) {
    const texts = await sql<{
      row: string
    }>`select t::text as row from ${sql.table(`${schema}.${name}`)} t order by 1`.execute(database.db)
    found.set(
      `${schema}.${name}`,
      texts.rows.map((one) => one.row),
    )
  }
  return found
}
