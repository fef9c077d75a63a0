import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { minutes, seconds, systemClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { archivePartitions } from '../../platform/database/partitions/archive-partitions.server.ts'
import {
  isPassing,
  monthPartitions,
  type Partition,
} from '../../platform/database/partitions/month-partitions.server.ts'
import { StartError } from '../../platform/start-error.ts'
import { withConfiguredDatabase, withUnchangedDatabase } from '../installation.server.ts'
import type { Command } from '../operator-command.ts'
import { openWork } from './open-months.server.ts'

/** The shop itself reads the orders of the last 365 days, for what is bought together and for figures. */
export const minMonths = 24
const patienceMs = minutes(5)
const pauseMs = seconds(2)

export const partitionCommands: Readonly<Record<string, Command>> = {
  'db:partitions': {
    usage: `npm run db:partitions [-- --archive --older-than MONTHS]

Lists the tables that are divided by month, with rows (by the server's estimate) and size of every partition. Changes nothing.

  --archive             takes months out of the tables, the oldest first. They stay as tables of the schema "archive", which the
                        shop does not read. Nothing is taken out while an order or a payment of it is open.
  --older-than MONTHS   only months that ended at least so many months ago; ${minMonths} or more`,
    async run(args, deps) {
      const { values } = parseArgs({
        args,
        options: { archive: { type: 'boolean', default: false }, 'older-than': { type: 'string' } },
      })
      if (!values.archive) {
        if (values['older-than'] !== undefined) throw new StartError('--older-than: only goes with --archive.')
        return withUnchangedDatabase(deps, async (database) => {
          for (const line of partitionLines(await monthPartitions(database.db))) deps.write(line)
          return 0
        })
      }
      const months = monthsOf(values['older-than'])
      return withConfiguredDatabase(deps, (database) => archive(database, months, systemClock.now(), deps.write))
    },
  },
}

function monthsOf(text: string | undefined): number {
  if (text === undefined || !/^\d{1,4}$/.test(text) || Number(text) < minMonths)
    throw new StartError(
      `--older-than: must be a number of months, ${minMonths} or more. The shop itself reads orders of the last year, and the tax law asks for five years (AU) and seven (NZ) of records.`,
    )
  return Number(text)
}

const sizeText = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MB`

/** A line for each partition, and one for each table above its own. */
export function partitionLines(partitions: readonly Partition[]): readonly string[] {
  return Array.from(
    Map.groupBy(partitions, ({ table }) => table),
    ([table, own]) => {
      const total = own.reduce((sum, { bytes }) => sum + bytes, 0)
      return [
        `${table}  ${own.length} partitions, ${sizeText(total)}`,
        ...own.map(
          ({ part, rows, bytes }) =>
            `  ${part.padEnd(8)} ${String(rows).padStart(10)} rows ${sizeText(bytes).padStart(12)}`,
        ),
      ]
    },
  ).flat()
}

/** The first moment that is too new to be archived. */
function cutOff(now: Date, months: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1))
}

/** Partitions that go together: those of orders, and those of payments. */
const groupOf = ({ family, part }: Partition) => `${family} of ${part}`

/**
 * Takes out what ended so many months ago, oldest first, and returns 0; 1 when open work is in the way, and then goes no further with those
 * tables.
 */
export async function archive(
  database: Database,
  months: number,
  now: Date,
  write: (line: string) => void,
): Promise<number> {
  const until = cutOff(now, months)
  const old = (await monthPartitions(database.db)).filter(({ endsAt }) => endsAt !== null && endsAt <= until)
  const groups = Map.groupBy(
    old.toSorted((a, b) => (a.endsId ?? '').localeCompare(b.endsId ?? '')),
    groupOf,
  )
  if (groups.size === 0) write(`No month ended ${months} months ago or before.`)
  let result = 0
  for (const [name, partitions] of groups) {
    const open = await archiveGroup(database, partitions, now)
    if (open.length === 0) write(`Archived: ${name}.`)
    else {
      result = 1
      write(`Not archived: ${name}.`)
      for (const line of open) write(`  ${line}`)
    }
  }
  return result
}

class OpenWorkError extends Error {
  readonly open: readonly string[]
  constructor(open: readonly string[]) {
    super('open work is in the way')
    this.open = open
  }
}

async function archiveGroup(
  database: Database,
  partitions: readonly Partition[],
  now: Date,
): Promise<readonly string[]> {
  const startedAt = Date.now()
  for (;;) {
    try {
      await archivePartitions(database, partitions, now, async (tx) => {
        const open = (await Promise.all(partitions.map((one) => openWork(tx, one)))).flat()
        if (open.length > 0) throw new OpenWorkError(open)
      })
      return []
    } catch (error) {
      if (error instanceof OpenWorkError) return error.open
      if (!isPassing(error)) throw error
      if (Date.now() - startedAt > patienceMs)
        throw new StartError(
          'The locks were not to be had within 5 minutes. End the long transactions on these tables (pg_stat_activity) and start again; what is said to be archived stays so.',
          { cause: error },
        )
      await wait(pauseMs)
    }
  }
}
