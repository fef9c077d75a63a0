/** `npm run import -- FILE`: takes a product feed into the catalogue; see docs in data/mappings/README.md. */
import { join } from 'node:path'
import {
  importUsage,
  ImportUsageError,
  readImportCommand,
  runImport,
} from '../src/modules/catalogue/import-command.server.ts'
import { systemClock } from '../src/platform/clock.ts'
import { ConfigError, readConfig } from '../src/platform/config.ts'
import { DataFolderError } from '../src/platform/data-folder.server.ts'
import { openPglite, openPostgres } from '../src/platform/database.server.ts'
import { migrate, readMigrations } from '../src/platform/migrate.server.ts'

const project = join(import.meta.dirname, '..')

async function main(argv: readonly string[]): Promise<0 | 1> {
  if (argv.includes('--help')) {
    console.log(importUsage)
    return 0
  }
  const command = readImportCommand(argv)
  const config = readConfig(process.env)
  const database =
    config.DATABASE_URL === undefined
      ? await openPglite(config.DATA_DIR)
      : await openPostgres(config.DATABASE_URL, Math.max(config.DATABASE_POOL, 2))
  const interrupt = new AbortController()
  // The first Ctrl+C lets the import clear up after itself.
  process.once('SIGINT', () => interrupt.abort())
  try {
    await migrate(database, readMigrations(join(project, 'migrations')))
    return await runImport(command, {
      database,
      clock: systemClock,
      mappingsFolder: join(project, 'data/mappings'),
      signal: interrupt.signal,
      console: { isTerminal: process.stdout.isTTY, write: (text) => void process.stdout.write(text) },
    })
  } finally {
    await database.close()
  }
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  process.exitCode = 1
  const isPlain = [ImportUsageError, ConfigError, DataFolderError].some((kind) => error instanceof kind)
  if (isPlain) console.error((error as Error).message)
  else console.error('The import failed and nothing was changed.', error)
}
