import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.server.ts'
import type { ImportItem, Rejection, ImportOptions, ImportProgress, ImportResult } from './import-options.ts'
import { merge, DryRun } from './internal/import-merge.server.ts'
import { liveRuns, beginRun, beat, dropRun, tidy } from './internal/import-runs.server.ts'
import { type StagedRow, stagingName, stage, errorOf, hashOf } from './internal/import-staging.server.ts'
import { countText } from '../../platform/text/count-text.ts'

export { seedTaxonomy } from './internal/import-taxonomy.server.ts'

/**
 * Takes records into the catalogue. Rows are staged in batches, outside any transaction, in a table of this run; one transaction then
 * merges all of them. Until it commits the shop sells exactly what it sold before, however the import ends.
 */

/** The feed as a whole cannot be right, so nothing of it was taken. The message says what to look at. */
export class ImportRefusedError extends Error {
  override name = 'ImportRefusedError'
}

const batchSize = 1_000
const beatEveryMs = 5_000

export async function importRecords(
  database: Database,
  items: AsyncIterable<ImportItem> | Iterable<ImportItem>,
  options: ImportOptions,
): Promise<ImportResult> {
  const now = options.now ?? new Date()
  const run = await beginRun(database, options.source, now)
  const staging = sql.table(stagingName(run))
  const counts = { read: 0, rejected: 0, duplicates: 0 }
  const report = (phase: ImportProgress['phase']) => options.onProgress?.({ phase, ...counts })
  try {
    const warehouses = new Set(
      (await database.db.selectFrom('warehouse').select('code').execute()).map((row) => row.code),
    )
    /** Names a refused row as well as a taken one, so that a full import does not retire what the feed still holds. */
    const refusedSkus = new Set<string>()
    const lineOf = new Map<string, number>()
    let batch: StagedRow[] = []
    let beatenAt = Date.now()

    const reject = (rejection: Rejection) => {
      counts.rejected++
      if (rejection.sku !== null) refusedSkus.add(rejection.sku)
      options.onReject?.(rejection)
    }
    const flush = async () => {
      if (batch.length > 0) await stage(database.db, staging, batch)
      batch = []
      if (Date.now() - beatenAt > beatEveryMs) {
        beatenAt = Date.now()
        await beat(database.db, run, counts)
      }
      report('reading')
    }

    for await (const item of items) {
      counts.read++
      if (item.record === undefined) {
        reject(item)
        if (counts.read % batchSize === 0) await flush()
        continue
      }
      const { record, line } = item
      const problem = errorOf(record, warehouses)
      if (problem !== null) {
        reject({ line, sku: record.sku, ...problem })
        continue
      }
      const before = lineOf.get(record.sku)
      if (before !== undefined) {
        counts.duplicates++
        options.onDuplicate?.({ line: before, sku: record.sku, wonByLine: line })
      }
      lineOf.set(record.sku, line)
      batch.push({ seq: counts.read, record, hash: hashOf(record) })
      if (batch.length === batchSize) await flush()
    }
    await flush()

    if (lineOf.size === 0 && (options.full || counts.rejected > 0)) {
      throw new ImportRefusedError(
        counts.read === 0
          ? 'The feed holds no products, so a full import would empty the shop. Nothing was changed.'
          : `${counts.read === 1 ? 'The only row could not' : `None of the ${countText(counts.read, 'row')} could`} be used. Nothing was changed.`,
      )
    }
    if (counts.rejected > counts.read / 2) {
      throw new ImportRefusedError(
        `${counts.rejected} of ${countText(counts.read, 'row')} were rejected; more than half means that the mapping does not fit. Nothing was changed.`,
      )
    }

    const merged = await database.transaction((tx) =>
      merge(tx, { run, staging, options, now, counts, expected: lineOf.size, refusedSkus, report }),
    )
    await tidy(database)
    report('merged')
    return { ...merged, rejected: counts.rejected, duplicates: counts.duplicates }
  } catch (error) {
    if (error instanceof DryRun) {
      await dropRun(database.db, run)
      return { ...error.merged, rejected: counts.rejected, duplicates: counts.duplicates }
    }
    // The catalogue is as it was. What was staged is of no use; when even this fails the next run clears it.
    await dropRun(database.db, run).catch(() => {})
    throw error
  } finally {
    liveRuns(database).delete(run)
  }
}
