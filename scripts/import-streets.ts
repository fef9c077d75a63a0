/** `npm run import:streets -- --au FOLDER --nz FILE`: replaces the streets of states and countries; see src/modules/geo/README.md. */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ImportRefusedError, type ImportFile } from '../src/modules/geo/internal/import-file.server.ts'
import { openGnaf } from '../src/modules/geo/internal/streets/gnaf-source.server.ts'
import {
  importStreets,
  type StreetImportResult,
  type StreetSource,
} from '../src/modules/geo/internal/streets/import-streets.server.ts'
import { openLinz } from '../src/modules/geo/internal/streets/linz-source.server.ts'
import type { Database } from '../src/platform/database/database.server.ts'
import { StartError } from '../src/platform/start-error.ts'
import { withDatabase } from './with-database.ts'

const usage = `npm run import:streets -- [--au FOLDER_OR_FILE] [--nz FILE] [--dry-run]

Replaces the streets from which addresses are suggested, by those of open data as published. Files may be compressed with gzip.

  --au FOLDER_OR_FILE   G-NAF: its unpacked folder, or one STATE_STREET_LOCALITY_psv.psv of it. Each state is imported by itself.
  --nz FILE             LINZ: the CSV of 'NZ Addresses', or of the older 'NZ Street Address'
  --dry-run             say what would change, and change nothing`

/** Beyond this, bad rows and unknown suburbs are only counted. */
const maxShown = 20

class UsageError extends Error {
  override name = 'UsageError'
}

type Source = StreetSource & { readonly file: ImportFile }

function readCommand(argv: string[]): { au: string | undefined; nz: string | undefined; dryRun: boolean } {
  const options = { au: { type: 'string' }, nz: { type: 'string' }, 'dry-run': { type: 'boolean' } } as const
  const parsed = (() => {
    try {
      return parseArgs({ args: argv, options })
    } catch (error) {
      throw new UsageError(`${(error as Error).message}\n\n${usage}`)
    }
  })()
  const { au, nz } = parsed.values
  if (au === undefined && nz === undefined) throw new UsageError(`Name --au, --nz or both.\n\n${usage}`)
  for (const [option, path] of Object.entries({ au, nz }))
    if (path !== undefined && !existsSync(path)) throw new UsageError(`--${option}: there is no ${path}.`)
  return { au, nz, dryRun: parsed.values['dry-run'] ?? false }
}

async function importOne(database: Database, source: Source, dryRun: boolean): Promise<void> {
  let bad = 0
  const unknown: string[] = []
  const done = await importStreets(database, source, {
    dryRun,
    onBad({ file, line, column, reason }) {
      if (++bad <= maxShown) console.error(`${file}, line ${line}: ${column} ${reason}`)
    },
    onUnknownPlace: (name) => unknown.push(name),
    onProgress(rows) {
      if (!process.stdout.isTTY) return
      process.stdout.write(`\r${Math.floor((100 * source.file.bytesRead()) / source.file.size)} %  ${rows} rows`)
    },
  })
  if (process.stdout.isTTY) process.stdout.write('\r\x1b[K')
  if (bad > maxShown) console.error(`… and ${bad - maxShown} more bad rows`)
  console.log(summaryOf(source, done, unknown))
}

function summaryOf(
  { name, scope: { country, state } }: Source,
  { read, bad, retired, withoutStreet, unknown, merged, added, changed, unchanged, removed }: StreetImportResult,
  unknownPlaces: readonly string[],
): string {
  const lines = [
    `${name}: ${read} rows read: ${bad} bad, ${retired} not in use, ${withoutStreet} without a street, ${merged} of a street that was there already`,
    `${state ?? country}: ${added} added, ${changed} changed, ${unchanged} unchanged, ${removed} removed`,
  ]
  if (unknown > 0) {
    const shown = unknownPlaces.slice(0, maxShown).join(', ')
    const more = unknownPlaces.length > maxShown ? ` and ${unknownPlaces.length - maxShown} more` : ''
    lines.push(`${unknown} rows in suburbs that the shop does not have: ${shown}${more}`)
  }
  return lines.join('\n')
}

async function main(argv: string[]): Promise<void> {
  if (argv.includes('--help')) return console.log(usage)
  const { au, nz, dryRun } = readCommand(argv)
  const sources: Source[] = [
    ...(au === undefined ? [] : await openGnaf(au)),
    ...(nz === undefined ? [] : [await openLinz(nz)]),
  ]
  await withDatabase(async (database) => {
    for (const source of sources) await importOne(database, source, dryRun)
    console.log(
      dryRun
        ? 'This was a dry run: nothing was changed.'
        : 'A shop that is running suggests the first streets of a country after its next start.',
    )
  })
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  process.exitCode = 1
  const isPlain = [UsageError, ImportRefusedError, StartError].some((kind) => error instanceof kind)
  if (isPlain) console.error((error as Error).message)
  else console.error('The import failed. Files that were reported above are imported; nothing else was changed.', error)
}
