import { createWriteStream, readFileSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type AppCode, appCodes } from '../../brands/apps.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { csvRow } from '../../platform/text/csv.ts'
import { allAttributes } from '../catalogue/catalogue-store.server.ts'
import type { ImportItem, Rejection, ImportResult } from './import-options.ts'
import { importRecords, ImportRefusedError } from './import-records.server.ts'
import { openFeed } from './internal/feeds/feed-file.server.ts'
import { FeedError, type FeedFormat, feedFormats, formatOf } from './internal/feeds/feed.ts'
import { googleMerchantMapping } from './internal/feeds/mappings/google-merchant.ts'
import { mappingFromFile } from './internal/feeds/mappings/mapping-file.ts'
import { readMappingFile } from './internal/feeds/mappings/mapping-schema.ts'
import type { Mapping, MappingContext } from './internal/feeds/mappings/mapping.ts'
import { nativeMapping } from './internal/feeds/mappings/native.ts'
import { itemsOf } from './internal/feeds/records.ts'
import { ImportProgressLine } from './internal/import-progress.ts'
import { countText } from '../../platform/text/count-text.ts'

/** `npm run import`: a file on disk into the catalogue, told on a terminal. */

export const importUsage = `npm run import -- FILE [options]

  --format jsonl|csv|tsv|xml   the file's format; guessed from its name (.gz may follow)
  --mapping NAME|FILE          native (JSON Lines as data/demo/write.ts prints them), google-merchant (CSV, TSV, XML),
                               energy-rating, icecat, ikea, or a mapping file of your own (data/mappings/README.md)
  --apps aol,wa                only for these apps: ${appCodes.join(', ')}
  --full                       products of the same source that the file no longer names are sold no more
  --source NAME                what a full import compares with; the mapping's name unless given
  --price-column NAME          a column with the price in dollars, in place of the mapping's own rule
  --dry-run                    says what would change and changes nothing
  --rejects FILE               writes every rejected row as CSV: line, sku, field, reason`

export type ImportCommand = {
  readonly file: string
  readonly format: FeedFormat
  readonly mapping: string
  readonly apps: readonly AppCode[] | null
  readonly full: boolean
  readonly dryRun: boolean
  readonly rejects: string | null
  readonly source: string
  readonly priceColumn: string | null
}

/** Wrong use of the command or a file that cannot be used; the message is for the person who typed it. */
export class ImportUsageError extends Error {
  override name = 'ImportUsageError'
}

export function readImportCommand(argv: readonly string[]): ImportCommand {
  const { values, positionals } = parsed(argv)
  const [file, ...others] = positionals
  if (file === undefined) throw new ImportUsageError(`Name the file to import.\n\n${importUsage}`)
  if (others.length > 0) throw new ImportUsageError(`One file at a time: ${others.join(' ')} is one too many.`)

  const format = values.format ?? formatOf(file)
  if (format === null || !isFormat(format)) {
    throw new ImportUsageError(`Say which format ${basename(file)} has: --format ${feedFormats.join('|')}`)
  }
  const apps = values.apps?.split(',').map((app) => app.trim()) ?? null
  const wrong = apps?.find((app) => !isApp(app))
  if (wrong !== undefined) throw new ImportUsageError(`--apps: "${wrong}" is none of ${appCodes.join(', ')}`)

  const mapping = values.mapping ?? (format === 'jsonl' ? 'native' : 'google-merchant')
  return {
    file,
    format,
    mapping,
    apps: apps?.filter(isApp) ?? null,
    full: values.full ?? false,
    dryRun: values['dry-run'] ?? false,
    rejects: values.rejects ?? null,
    source: values.source ?? basename(mapping, '.json'),
    priceColumn: values['price-column'] ?? null,
  }
}

const isApp = (text: string): text is AppCode => (appCodes as readonly string[]).includes(text)
const isFormat = (text: string): text is FeedFormat => (feedFormats as readonly string[]).includes(text)

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        format: { type: 'string' },
        mapping: { type: 'string' },
        apps: { type: 'string' },
        full: { type: 'boolean' },
        'dry-run': { type: 'boolean' },
        rejects: { type: 'string' },
        source: { type: 'string' },
        'price-column': { type: 'string' },
      },
    })
  } catch (error) {
    throw new ImportUsageError(`${(error as Error).message}\n\n${importUsage}`, { cause: error })
  }
}

/** Where the command talks to: lines, and on a terminal one line that is written over. */
export type Console = { readonly isTerminal: boolean; write(text: string): void }

const maxShown = 1_000
const maxDuplicatesShown = 20

/** Runs the command and returns its exit code: 1 when nothing came of it. */
export async function runImport(
  command: ImportCommand,
  {
    database,
    console,
    clock,
    mappingsFolder,
    signal,
  }: { database: Database; console: Console; clock: Clock; mappingsFolder: string; signal?: AbortSignal },
): Promise<0 | 1> {
  const say = (line: string) => console.write(`${line}\n`)
  const now = clock.now()
  const mapping = await mappingFor(command, database, now, mappingsFolder)
  const feed = await openFeed(command.file, command.format).catch((error: NodeJS.ErrnoException) => {
    throw new ImportUsageError(`${command.file} cannot be read (${error.code ?? error.message}).`, { cause: error })
  })
  const progress = new ImportProgressLine(console, feed)
  const rejections: Rejection[] = []
  const duplicates: { line: number; sku: string; wonByLine: number }[] = []
  const skipped = new Map<string, number>()
  const rejects = command.rejects === null ? null : createWriteStream(command.rejects)
  rejects?.write(csvRow(['line', 'sku', 'field', 'reason']))
  let read = 0
  let rejected = 0

  async function* items(): AsyncGenerator<ImportItem> {
    for await (const item of itemsOf(feed.rows, mapping, ({ why }) => skipped.set(why, (skipped.get(why) ?? 0) + 1))) {
      signal?.throwIfAborted()
      read++
      yield item
    }
  }

  try {
    const started = performance.now()
    const result = await importRecords(database, items(), {
      source: command.source,
      full: command.full,
      dryRun: command.dryRun,
      now,
      taxonomy: mapping,
      onProgress: (at) => progress.show(at),
      onDuplicate: (duplicate) => void (duplicates.length < maxDuplicatesShown && duplicates.push(duplicate)),
      onReject(rejection) {
        rejected++
        if (rejections.length < maxShown) rejections.push(rejection)
        const { line, sku, field, reason } = rejection
        rejects?.write(csvRow([line, sku ?? '', field, reason]))
      },
    })
    progress.end()
    reportRejections()
    for (const { line, sku, wonByLine } of duplicates) {
      say(`line ${line}: sku ${sku} stands again in line ${wonByLine}, which counts`)
    }
    if (result.duplicates > duplicates.length)
      say(`… and ${countText(result.duplicates - duplicates.length, 'more duplicate')}`)
    for (const [why, count] of skipped) say(`${countText(count, 'row')} left out: ${why}`)
    const seconds = ((performance.now() - started) / 1_000).toFixed(1)
    reportResult(say, command, { ...result, rejected }, seconds)
    if (read > 0) return 0
    say(skipped.size > 0 ? 'Every row was left out by the mapping.' : 'The file holds no rows.')
    return 1
  } catch (error) {
    progress.end()
    if (error instanceof ImportRefusedError || error instanceof FeedError) {
      reportRejections()
      say(error instanceof FeedError ? `${error.message} Nothing was changed.` : error.message)
      return 1
    }
    if (signal?.aborted) {
      say('Interrupted. Nothing was changed.')
      return 1
    }
    throw error
  } finally {
    if (rejects !== null) {
      rejects.end()
      await finished(rejects)
    }
  }

  function reportRejections(): void {
    for (const { line, sku, field, reason } of rejections) {
      say(`line ${line}${sku === null ? '' : ` (${sku})`}: ${field} ${reason}`)
    }
    if (rejected > rejections.length)
      say(`… and ${grouped(rejected - rejections.length)} more; --rejects FILE writes them all`)
  }
}

/** What the import did, or would do. */
function reportResult(
  say: (line: string) => void,
  command: ImportCommand,
  result: ImportResult,
  seconds: string,
): void {
  const would = command.dryRun ? 'Dry run, nothing was changed. It would be: ' : ''
  say(
    `${would}${grouped(result.added)} added, ${grouped(result.updated)} updated, ${grouped(result.unchanged)} unchanged, ` +
      `${grouped(result.retired)} retired, ${grouped(result.rejected)} rejected, ${grouped(result.duplicates)} duplicates, ` +
      `${grouped(result.priceChanges)} prices new or changed (${seconds} s)`,
  )
  if (result.takenOver > 0) {
    say(`${grouped(result.takenOver)} of them came from another source before and now belong to ${command.source}`)
  }
  for (const [what, names] of [
    ['New brands', result.newBrands],
    ['New categories', result.newCategories],
  ] as const) {
    if (names.length > 0)
      say(`${what} (${names.length}): ${names.slice(0, 20).join(', ')}${names.length > 20 ? ', …' : ''}`)
  }
}

async function mappingFor(
  { mapping, apps, priceColumn }: ImportCommand,
  { db }: Database,
  now: Date,
  mappingsFolder: string,
): Promise<Mapping> {
  const rows = await db.selectFrom('warehouse').select(['code', 'country']).orderBy('code').execute()
  if (rows.length === 0)
    throw new ImportUsageError(
      'There is no warehouse to keep stock in. Add one in the back office under Warehouses first.',
    )
  const context: MappingContext = {
    apps,
    priceColumn,
    now,
    attributes: await allAttributes(db),
    warehouses: rows.map(({ code, country }) => ({ code, country: country === 'NZ' ? 'NZ' : 'AU' })),
  }
  if (mapping === 'native') return nativeMapping(context)
  if (mapping === 'google-merchant') return googleMerchantMapping(context)
  const path = mapping.endsWith('.json') ? mapping : join(mappingsFolder, `${mapping}.json`)
  try {
    return mappingFromFile(readMappingFile(readFileSync(path, 'utf8')), context)
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : (error as Error).message
    throw new ImportUsageError(`--mapping ${mapping}: ${reason}`, { cause: error })
  }
}

const grouped = (count: number): string => count.toLocaleString('en-AU')
