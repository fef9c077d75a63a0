import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { runCommand } from './commands.server.ts'
import { updateDatabaseForStart, withConfiguredDatabase } from './installation.server.ts'
import { readConfig } from '../platform/config/config.ts'
import { anyEngine, fillDataDir, openUnmigrated, type TestDatabase } from '../testing/database.ts'
import { migrate } from '../platform/database/migrate.server.ts'
import { readMigrations } from '../platform/database/migration-files.server.ts'
import { explainDatabaseError, openConfiguredDatabase } from '../platform/database/open-database.server.ts'
import { StartError } from '../platform/start-error.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'installation-'))
const geoFolder = join(folder, 'geo')
execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/bundle/geo-data.ts', geoFolder])
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function countOf(database: Pick<TestDatabase, 'db'>, table: 'warehouse' | 'locality' | 'schema_migration') {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${sql.table(table)}`.execute(
    database.db,
  )
  return rows[0]?.count ?? 0
}

test(
  'a command loads reference data into an empty database, as it can run before the first start',
  { timeout: 120_000 },
  async () => {
    const env = { ENV: 'test', DATA_DIR: join(folder, 'empty') }
    const found = await withConfiguredDatabase({ env, root, geoFolder: () => geoFolder }, async (database) => ({
      warehouses: await countOf(database, 'warehouse'),
      places: await countOf(database, 'locality'),
    }))
    expect(found.warehouses).toBeGreaterThan(0)
    expect(found.places).toBeGreaterThan(10_000)
  },
)

describe('a production start on a database with demo records', () => {
  test('is refused before any migration or seeding', { timeout: 120_000 }, async () => {
    const database = await anyEngine.open()
    await sql`insert into gift_card (code, currency, balance_cents, expires_on, is_demo)
      values ('GIFT-DEMO-1', 'AUD', 50000, '2030-01-01', true)`.execute(database.db)
    await sql`delete from schema_migration where number = (select max(number) from schema_migration)`.execute(
      database.db,
    )
    const migrations = await countOf(database, 'schema_migration')
    await expect(updateDatabaseForStart(database, { isProduction: true }, { root, geoFolder })).rejects.toThrow(
      /^DATABASE_URL: the database holds demo records \(1 gift card\)/,
    )
    expect(await countOf(database, 'schema_migration')).toBe(migrations)
    expect(await countOf(database, 'warehouse')).toBe(0)
    await database.close()
  })

  test('is allowed while the database is empty or too old to have the demo mark', { timeout: 120_000 }, async () => {
    const database = await openUnmigrated()
    // The first migrations make tables without the mark.
    await migrate(database, readMigrations(join(root, 'migrations')).slice(0, 3)).catch(() => {})
    await updateDatabaseForStart(database, { isProduction: true }, { root, geoFolder })
    expect(await countOf(database, 'warehouse')).toBeGreaterThan(0)
    await database.close()
  })
})

describe('db:status', () => {
  const status = async (env: Record<string, string>) => {
    const lines: string[] = []
    const write = (line: string) => void lines.push(line)
    const deps = { env: { ENV: 'test', ...env }, envFolder: folder, root, geoFolder: () => geoFolder, write }
    return { code: await runCommand('db:status', [], deps), lines }
  }

  test('of a new database, and of one that is up to date', { timeout: 120_000 }, async () => {
    const dataDir = join(folder, 'status')
    await fillDataDir(dataDir)
    const before = await status({ DATA_DIR: dataDir })
    expect([before.code, before.lines[1], before.lines.at(-1)]).toEqual([
      1,
      'Database   empty',
      'This program runs on this database after its pending migrations.',
    ])
    const database = await openConfiguredDatabase(readConfig({ ENV: 'test', DATA_DIR: dataDir }))
    await migrate(database, readMigrations(join(root, 'migrations')))
    await database.close()
    const after = await status({ DATA_DIR: dataDir })
    expect([after.code, after.lines.at(-1)]).toEqual([0, 'This program and this database are of the same version.'])
  })

  test('where there is no database names the setting, and makes none', async () => {
    const dataDir = join(folder, 'nowhere')
    await expect(status({ DATA_DIR: dataDir })).rejects.toThrow(
      /^DATA_DIR: there is no database in .*nowhere\/pgdata\. The first start makes it\.$/,
    )
    expect(existsSync(dataDir)).toBe(false)
    await expect(status({ DATABASE_URL: 'postgres://shop:hunter2@127.0.0.1:1/shop' })).rejects.toThrow(
      /^DATABASE_URL: no PostgreSQL server answers at 127\.0\.0\.1:1\./,
    )
  })
})

describe('a database error is one sentence that names the setting', () => {
  test.each([
    ['cut short', (pgdata: string) => truncateSync(join(pgdata, 'global/pg_control'), 10)],
    ['of another version', (pgdata: string) => writeFileSync(join(pgdata, 'PG_VERSION'), '9.6\n')],
  ])('a folder %s', async (name, damage) => {
    const dataDir = join(folder, name)
    await fillDataDir(dataDir)
    damage(join(dataDir, 'pgdata'))
    const opened = openConfiguredDatabase(readConfig({ ENV: 'test', DATA_DIR: dataDir }))
    await expect(opened).rejects.toThrow(StartError)
    await expect(opened).rejects.toThrow(/^DATA_DIR: the database in .*pgdata cannot be opened: it is damaged/)
  })

  test('a changed migration, and a database newer than the program', { timeout: 120_000 }, async () => {
    const database = await anyEngine.open()
    const migrations = readMigrations(join(root, 'migrations'))
    await sql`update schema_migration set checksum = 'another' where number = 7`.execute(database.db)
    await expect(migrate(database, migrations)).rejects.toThrow(
      /^DATA_DIR: the file of migration 7 \([a-z-]+\) was changed/,
    )
    await expect(migrate(database, migrations.slice(0, 5))).rejects.toThrow(
      new RegExp(
        `^DATA_DIR: the database is at migration ${migrations.length} and works with programs that know \\d+ or newer; this program knows 5\\.`,
      ),
    )
    await database.close()
  })

  test('a missing privilege; other errors are unchanged', () => {
    const config = { databaseUrl: 'postgres://shop:hunter2@db.example/store' }
    const lacking = Object.assign(new Error('permission denied for schema public'), { code: '42501' })
    const explained = explainDatabaseError(lacking, config)
    expect(explained).toBeInstanceOf(StartError)
    expect((explained as Error).message).toBe(
      'DATABASE_URL: shop lacks rights in the database store (permission denied for schema public). Make shop its owner: ALTER DATABASE store OWNER TO shop.',
    )
    const other = new Error('something else')
    expect(explainDatabaseError(other, config)).toBe(other)
    expect(explainDatabaseError(lacking, { databaseUrl: null })).toBe(lacking)
  })
})
