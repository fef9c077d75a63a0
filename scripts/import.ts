/** `npm run import -- FILE`: takes a product feed into the catalogue; see docs in data/mappings/README.md. */
import { join } from 'node:path'
import {
  importUsage,
  ImportUsageError,
  readImportCommand,
  runImport,
} from '../src/modules/product-import/import-command.server.ts'
import { systemClock } from '../src/platform/clock.ts'
import { StartError } from '../src/platform/start-error.ts'
import { project, withDatabase } from './with-database.ts'

async function main(argv: readonly string[]): Promise<0 | 1> {
  if (argv.includes('--help')) {
    console.log(importUsage)
    return 0
  }
  const command = readImportCommand(argv)
  const interrupt = new AbortController()
  // The first Ctrl+C lets the import clean up.
  process.once('SIGINT', () => interrupt.abort())
  return withDatabase((database) =>
    runImport(command, {
      database,
      clock: systemClock,
      mappingsFolder: join(project, 'data/mappings'),
      signal: interrupt.signal,
      console: { isTerminal: process.stdout.isTTY, write: (text) => void process.stdout.write(text) },
    }),
  )
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  process.exitCode = 1
  const isPlain = [ImportUsageError, StartError].some((kind) => error instanceof kind)
  if (isPlain) console.error((error as Error).message)
  else console.error('The import failed and nothing was changed.', error)
}
