import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openPglite, openPostgres, type Database, type Writer } from '../../platform/database/database.server.ts'
import { migrate } from '../../platform/database/migrate.server.ts'
import { readMigrations } from '../../platform/database/migration-files.server.ts'
import { emptyServerDatabase, type DatabaseEngine, type TestDatabase } from '../database.ts'

/**
 * Data written by an earlier version of the program. A line is a database row, a sequence value, a queued job, or a visitor's browser
 * storage.
 */
type Line =
  | { readonly table: string; readonly row: object }
  | { readonly sequence: string; readonly value: number }
  | StoredJob
  | { readonly visitors: StoredVisitors }

export type StoredJob = { readonly job: string; readonly data: Record<string, unknown> }

export type StoredVisitors = Readonly<Record<string, StoredBrowser>>
export type StoredBrowser = {
  readonly cookies: Readonly<Record<string, string>>
  readonly staffCookies: Readonly<Record<string, string>>
  readonly token: string | null
}

const root = join(import.meta.dirname, '../../..')

export function storedVersion(name: string, { lastMigration }: { readonly lastMigration: number }) {
  const lines = readFileSync(join(import.meta.dirname, `${name}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
  const visitors = lines.find((line) => 'visitors' in line)?.visitors ?? {}
  const jobs = lines.filter((line) => 'job' in line)

  /** The database as that version left it, updated by today's migrations, as at a start. */
  async function upgrade(database: Database): Promise<void> {
    const migrations = readMigrations(join(root, 'migrations'))
    await migrate(database, migrations.slice(0, lastMigration))
    await database.transaction(async (tx) => {
      // Rows are ordered by table name.
      await sql`set local session_replication_role = replica`.execute(tx)
      const rows = lines.filter((line) => 'table' in line)
      for (const [table, some] of Map.groupBy(rows, (line) => line.table)) await insert(tx, table, some)
      for (const line of lines)
        if ('sequence' in line) await sql`select setval(${line.sequence}, ${line.value})`.execute(tx)
    })
    await migrate(database, migrations)
  }

  return {
    visitors,
    jobs,
    /** Opens a copy of it on the same engine. */
    open: async ({ name: engine }: DatabaseEngine): Promise<TestDatabase> => {
      const database = engine === 'PGlite' ? await openPglite(null) : await openOnServer()
      await upgrade(database)
      return Object.assign(database, { openAgain: null, url: null })
    },
  }
}

async function openOnServer(): Promise<Database> {
  const { url, drop } = await emptyServerDatabase()
  const database = await openPostgres(url, 4)
  const { close } = database
  return Object.assign(database, {
    async close() {
      await close()
      await drop()
    },
  })
}

async function insert(tx: Writer, table: string, lines: readonly { readonly row: object }[]): Promise<void> {
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`.execute(tx)
  const columns = sql.join(rows.map((column) => sql.ref(column.name)))
  // Rows inserted by the migrations themselves are also in the file.
  await sql`delete from ${sql.table(table)}`.execute(tx)
  await sql`insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(lines.map(({ row }) => row))})`.execute(
    tx,
  )
}
