import { sql } from 'kysely'
import type { DB } from '../platform/database/database-types.ts'
import type { Database } from '../platform/database/database.server.ts'

export async function isEmpty(database: Database, table: keyof DB): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(database.db)
  return rows.length === 0
}

/** Rows of a table from JSON, in one statement. */
export async function insertRows(
  database: Database,
  table: keyof DB,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += 2_000) {
    await sql`insert into ${sql.table(table)} select * from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows.slice(at, at + 2_000))})
      on conflict do nothing`.execute(database.db)
  }
}
