/** `npm run import:places -- FILE`: replaces the places of a country by postal data of GeoNames; see src/modules/geo/README.md. */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Country } from '../src/brands/apps.ts'
import { ImportRefusedError, openImportFile } from '../src/modules/geo/internal/import-file.server.ts'
import { importPlaces } from '../src/modules/geo/internal/import-places.server.ts'
import { StartError } from '../src/platform/start-error.ts'
import { withDatabase } from './with-database.ts'

const usage = `npm run import:places -- FILE [--country AU|NZ] [--dry-run]

Replaces the places of Australia, New Zealand or both by those of FILE: a text file of GeoNames (AU.txt, NZ.txt), or CSV with the
heading country,postcode,place,state,state_code,…,lat,lng. Either may be compressed with gzip.

  --country AU|NZ   take only the rows of this country
  --dry-run         say what would change, and change nothing`

/** Beyond this, bad rows are only counted. */
const maxShown = 20

class UsageError extends Error {
  override name = 'UsageError'
}

function readCommand(argv: string[]): { file: string; country: Country | undefined; dryRun: boolean } {
  const options = { country: { type: 'string' }, 'dry-run': { type: 'boolean' } } as const
  const parsed = (() => {
    try {
      return parseArgs({ args: argv, options, allowPositionals: true })
    } catch (error) {
      throw new UsageError(`${(error as Error).message}\n\n${usage}`)
    }
  })()
  const [file, ...more] = parsed.positionals
  const { country } = parsed.values
  if (file === undefined || more.length > 0) throw new UsageError(`Name one file.\n\n${usage}`)
  if (country !== undefined && country !== 'AU' && country !== 'NZ') {
    throw new UsageError(`--country must be AU or NZ, is "${country}".`)
  }
  return { file, country, dryRun: parsed.values['dry-run'] ?? false }
}

async function main(argv: string[]): Promise<void> {
  if (argv.includes('--help')) return console.log(usage)
  const { file, country, dryRun } = readCommand(argv)
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`)
  const places = await openImportFile(file)
  await withDatabase(async (database) => {
    let bad = 0
    const done = await importPlaces(database, () => places.lines(), {
      country,
      dryRun,
      onBad({ line, field, reason }) {
        if (++bad <= maxShown) console.error(`line ${line}: ${field} ${reason}`)
      },
      onProgress(rows) {
        if (!process.stdout.isTTY) return
        process.stdout.write(`\r${Math.floor((100 * places.bytesRead()) / places.size)} %  ${rows} rows`)
      },
    })
    if (process.stdout.isTTY) process.stdout.write('\r\x1b[K')
    if (bad > maxShown) console.error(`… and ${bad - maxShown} more bad rows`)
    const { read, elsewhere, duplicates, added, changed, unchanged, removed, kept } = done
    console.log(
      [
        `${read} rows read: ${done.bad} bad, ${duplicates} twice in the file, ${elsewhere} of other countries`,
        `${done.countries.join(' and ')}: ${added} added, ${changed} changed, ${unchanged} unchanged, ${removed} removed, ${kept} kept because visitors chose them`,
        dryRun ? 'This was a dry run: nothing was changed.' : 'A shop that is running shows them after its next start.',
      ].join('\n'),
    )
  })
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  process.exitCode = 1
  const isPlain = [UsageError, ImportRefusedError, StartError].some((kind) => error instanceof kind)
  if (isPlain) console.error((error as Error).message)
  else console.error('The import failed and nothing was changed.', error)
}
