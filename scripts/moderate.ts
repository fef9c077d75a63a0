/** `npm run moderate -- list`: decides which reviews and questions of customers are shown. */
import { join } from 'node:path'
import {
  moderateUsage,
  ModerateUsageError,
  readModerateCommand,
  runModerate,
} from '../src/modules/reviews/moderate-command.server.ts'
import { createModeration } from '../src/modules/reviews/moderation.server.ts'
import { systemClock } from '../src/platform/clock.ts'
import { ConfigError, readConfig } from '../src/platform/config.ts'
import { DataFolderError } from '../src/platform/data-folder.server.ts'
import { openPglite, openPostgres } from '../src/platform/database.server.ts'
import { migrate, readMigrations } from '../src/platform/migrate.server.ts'

async function main(argv: readonly string[]): Promise<0 | 1> {
  if (argv.includes('--help')) {
    console.log(moderateUsage)
    return 0
  }
  const command = readModerateCommand(argv)
  const config = readConfig(process.env)
  const database =
    config.DATABASE_URL === undefined ? await openPglite(config.DATA_DIR) : await openPostgres(config.DATABASE_URL, 2)
  try {
    await migrate(database, readMigrations(join(import.meta.dirname, '../migrations')))
    return await runModerate(command, {
      moderation: createModeration({ database, clock: systemClock }),
      write: (text) => void process.stdout.write(text),
    })
  } finally {
    await database.close()
  }
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  process.exitCode = 1
  const isPlain = [ModerateUsageError, ConfigError, DataFolderError].some((kind) => error instanceof kind)
  if (isPlain) console.error((error as Error).message)
  else console.error('Nothing was changed.', error)
}
