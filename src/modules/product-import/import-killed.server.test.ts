import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPglite } from '../../platform/database/database.server.ts'
import { fillDataDir } from '../../testing/database.ts'
import { prepared } from './internal/import-databases-for-tests.ts'
import { importRecords } from './import-records.server.ts'
import { item, shelf, leftovers } from './internal/imported-for-tests.ts'

describe('a process killed during an import', { timeout: 60_000 }, () => {
  const folders = mkdtempSync(join(tmpdir(), 'import-kill-'))
  const filled = join(folders, 'filled')
  let before: Awaited<ReturnType<typeof shelf>>
  beforeAll(async () => {
    await fillDataDir(filled)
    const first = await prepared(await openPglite(filled))
    await importRecords(first, [item(1, 'A'), item(2, 'B')], { source: 'feed' })
    before = await shelf(first)
    await first.close()
  })
  afterAll(() => rmSync(folders, { recursive: true, force: true }))

  test.each(['reading', 'merging'])(
    'while it was %s leaves the old catalogue; the next import cleans up',
    async (phase) => {
      const folder = join(folders, phase)
      cpSync(filled, folder, { recursive: true })
      const here = import.meta.dirname
      const child = spawn(
        process.execPath,
        [
          '--input-type=module',
          '-e',
          `
        import { openPglite } from '${here}/../../platform/database/database.server.ts'
        import { importRecords } from '${here}/import-records.server.ts'
        import { productRecord } from '${here}/../catalogue/product/product-record.ts'
        const database = await openPglite(${JSON.stringify(folder)})
        function* items() {
          for (let line = 1; line <= 2500; line++) {
            yield { line, record: productRecord.parse({ sku: 'N' + line, title: 'New ' + line, brand: 'Norrsken',
              categoryUri: 'kitchen', offers: [{ app: 'aol', price: 100 }] }) }
          }
        }
        await importRecords(database, items(), { source: 'feed', full: true, onProgress({ phase, read }) {
          if (phase === '${phase}' && read >= 2000) process.kill(process.pid, 'SIGKILL')
        } })`,
        ],
        { stdio: 'ignore' },
      )
      const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
      expect(signal).toBe('SIGKILL')

      const after = await openPglite(folder)
      try {
        expect(await shelf(after)).toEqual(before)
        expect(await leftovers(after)).toEqual({ tables: 1, openRuns: 1 })
        expect(await importRecords(after, [item(1, 'A')], { source: 'feed', full: true })).toMatchObject({
          unchanged: 1,
          retired: 1,
        })
        expect(await leftovers(after)).toEqual({ tables: 0, openRuns: 0 })
      } finally {
        await after.close()
      }
    },
  )
})
