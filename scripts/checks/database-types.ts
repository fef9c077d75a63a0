/** `npm run db:types`: writes src/platform/database/database-types.ts from the migrations; with --verify fails when it is out of date. */
import { createRequire } from 'node:module'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { readMigrations } from '../../src/platform/database/migration-files.server.ts'

const { generate, getDialect } = createRequire(import.meta.url)('kysely-codegen') as typeof import('kysely-codegen')

const pglite = await PGlite.create('memory://')
for (const migration of readMigrations('migrations')) await pglite.exec(migration.sql)
const pool = new pg.Pool({ ...createPgConfig(pglite), max: 1 } as pg.PoolConfig)
await generate({
  db: new Kysely({ dialect: new PostgresDialect({ pool }) }),
  dialect: getDialect('postgres', { dateParser: 'string', numericParser: 'number' }),
  // Partitions are named by their months.
  excludePattern: '{partitions,archive}.*',
  outFile: 'src/platform/database/database-types.ts',
  // The pool reads 64-bit integers as numbers and days as text (database.server.ts).
  typeMapping: { int8: 'number', date: 'string', timestamptz: 'Date' },
  verify: process.argv.includes('--verify'),
})
await pool.end()
await pglite.close()
