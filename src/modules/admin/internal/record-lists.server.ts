import type { Database } from '../../../platform/database/database.server.ts'
import type { RecordPage, RecordValue } from '../../../platform/database/records.ts'
import type { AdminResource } from '../admin-resource.server.ts'
import { csvRow } from '../../../platform/text/csv.ts'
import { listQueryOf, type OpenRecord } from '../admin.ts'
import { versionOf } from '../record-marks.server.ts'

/** Reads for the lists and forms of the back office. */

export interface RecordLists {
  list(resource: AdminResource, query: URLSearchParams): Promise<RecordPage & { readonly count: number }>
  /** All that a list shows, row after row, as a file for spreadsheets. */
  csv(resource: AdminResource, query: URLSearchParams): AsyncGenerator<string>
  open(resource: AdminResource, key: string): Promise<OpenRecord | null>
}

export function createRecordLists({ database }: { readonly database: Database }): RecordLists {
  return {
    async list(resource, query) {
      const input = listQueryOf(query, resource)
      const { list, count } = resource.records
      const [page, counted] = await Promise.all([list(database.db, input), count(database.db, input)])
      return { ...page, count: counted }
    },
    async *csv(resource, query) {
      yield csvRow(resource.columns.map(({ label }) => label))
      const input = { ...listQueryOf(query, resource), limit: 1_000, cursor: null, isBackwards: false }
      for (let cursor: RecordPage['next'] = null; ;) {
        const page: RecordPage = await resource.records.list(database.db, { ...input, cursor })
        yield page.records
          .map(({ values }) => csvRow(resource.columns.map(({ name, kind }) => csvCellOf(values[name], kind))))
          .join('')
        if (page.next === null) return
        cursor = page.next
      }
    },
    async open(resource, key) {
      const values = await resource.records.read(database.db, key)
      return values === null ? null : { key, values, version: versionOf(resource, values) }
    },
  }
}

function csvCellOf(value: RecordValue | undefined, kind: string | undefined): string | number | boolean | null {
  if (value === null || value === undefined) return null
  if (kind === 'money') return (Number(value) / 100).toFixed(2)
  return Array.isArray(value) ? value.join(' ') : (value as string | number | boolean)
}
