/** `npm run moderate -- list`: decides which reviews and questions of customers are shown. */
import {
  moderateUsage,
  ModerateUsageError,
  readModerateCommand,
  runModerate,
} from '../src/modules/reviews/internal/moderate-command.server.ts'
import { createModeration } from '../src/modules/reviews/moderation.server.ts'
import { systemClock } from '../src/platform/clock.ts'
import { StartError } from '../src/platform/start-error.ts'
import { withDatabase } from './with-database.ts'

async function main(argv: readonly string[]): Promise<0 | 1> {
  if (argv.includes('--help')) {
    console.log(moderateUsage)
    return 0
  }
  const command = readModerateCommand(argv)
  return withDatabase((database) =>
    runModerate(command, {
      moderation: createModeration({ database, clock: systemClock }),
      write: (text) => void process.stdout.write(text),
    }),
  )
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  process.exitCode = 1
  const isPlain = [ModerateUsageError, StartError].some((kind) => error instanceof kind)
  if (isPlain) console.error((error as Error).message)
  else console.error('Nothing was changed.', error)
}
