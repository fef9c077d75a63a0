import { sql, type RawBuilder } from 'kysely'
import type { Reader, Writer } from './database.server.ts'
import {
  maxCounted,
  type Cursor,
  type ListQuery,
  type RecordPage,
  type RecordValue,
  type RecordValues,
} from './records.ts'

/**
 * Rows of a table, or of joined tables, for admin lists and forms. A module defines its columns as expressions; search, filters, sorting
 * and keyset pagination follow from that. Writing stays with the module.
 */

export interface RecordSet {
  /** Names of the columns that lists can be sorted by, and of the filters. */
  readonly sortable: readonly string[]
  readonly filterable: readonly string[]
  list(db: Reader, input: ListQuery): Promise<RecordPage>
  /** Up to `maxCounted` and one. */
  count(db: Reader, input: Pick<ListQuery, 'search' | 'filters'>): Promise<number>
  read(db: Reader | Writer, key: string): Promise<RecordValues | null>
  /** The same, locked until the transaction ends. */
  lock(tx: Writer, key: string): Promise<RecordValues | null>
}

export type RecordColumn = {
  readonly sql: RawBuilder<unknown>
  /** The expression to sort by, which must not be null. Without it the column cannot be sorted. */
  readonly sorts?: 'text' | 'numeric' | 'date' | 'timestamptz' | 'boolean'
  /** Not read for lists: texts that fill pages. */
  readonly isLong?: true
}

export type RecordFilter = (requested: string) => RawBuilder<boolean> | null

type RecordSearch = readonly RawBuilder<unknown>[] | ((word: string, pattern: string) => RawBuilder<unknown>)

export function recordSet({
  from,
  columns,
  key,
  byKey,
  locked,
  lockFirst,
  search = [],
  filters = {},
  shaped = (row) => row,
}: {
  readonly from: RawBuilder<unknown>
  readonly columns: Readonly<Record<string, RecordColumn>>
  /** A text that names a row in an address. */
  readonly key: RawBuilder<unknown>
  /** The row of a key; null for a text that is none. */
  readonly byKey: (key: string) => RawBuilder<boolean> | null
  /** The alias of the table whose row is edited; null for a list without rows of its own. */
  readonly locked: string | null
  /** Where no row can be locked: what makes changes of one key take turns. */
  readonly lockFirst?: (tx: Writer, key: string) => Promise<void>
  /** Columns to search in, or a condition for each search word, where a pattern is the word between two '%'. */
  readonly search?: RecordSearch
  readonly filters?: Readonly<Record<string, RecordFilter>>
  /** A final transformation of a row. */
  readonly shaped?: (row: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
}): RecordSet {
  const selected = (names: readonly string[]) =>
    sql.join(names.map((name) => sql`${columns[name]?.sql ?? sql`null`} as ${sql.id(name)}`))
  const all = Object.keys(columns)
  const short = all.filter((name) => columns[name]?.isLong !== true)

  const where = conditionsOf({ search, filters })

  async function one(db: Reader | Writer, name: string, isLocked: boolean): Promise<RecordValues | null> {
    const condition = byKey(name)
    if (condition === null) return null
    const lock = isLocked && locked !== null ? sql`for update of ${sql.id(locked)}` : sql``
    const { rows } = await sql<Record<string, unknown>>`
      select ${selected(all)} from ${from} where ${condition} ${lock}`.execute(db)
    return rows[0] === undefined ? null : valuesOf(shaped(rows[0]))
  }

  return {
    sortable: all.filter((name) => columns[name]?.sorts !== undefined),
    filterable: Object.keys(filters),
    async list(db, input) {
      const column = columns[input.sort.column]
      const kind = column?.sorts ?? 'text'
      const sorted = column?.sorts === undefined ? key : column.sql
      const isFalling = input.sort.isDescending !== input.isBackwards
      const beyond =
        input.cursor === null
          ? sql<boolean>`true`
          : sql<boolean>`(${sorted}, ${key}) ${sql.raw(isFalling ? '<' : '>')} (${input.cursor.value}::${sql.raw(kind)}, ${input.cursor.key}::text)`
      const order = sql.raw(isFalling ? 'desc' : 'asc')
      const { rows } = await sql<Record<string, unknown> & { recordKey: string; sortText: string }>`
        select ${selected(short)}, ${key} as "recordKey", (${sorted})::text as "sortText" from ${from}
        where ${where(input)} and ${beyond} order by ${sorted} ${order}, ${key} ${order} limit ${input.limit + 1}`.execute(
        db,
      )
      const isMore = rows.length > input.limit
      const shown = rows.slice(0, input.limit)
      if (input.isBackwards) shown.reverse()
      const cursorOf = (row: (typeof rows)[number] | undefined): Cursor | null =>
        row === undefined ? null : { value: row.sortText, key: row.recordKey }
      const hasNext = input.isBackwards ? input.cursor !== null : isMore
      const hasPrevious = input.isBackwards ? isMore : input.cursor !== null
      return {
        records: shown.map(({ recordKey, sortText: _sortText, ...row }) => ({
          key: recordKey,
          values: valuesOf(shaped(row)),
        })),
        next: hasNext ? cursorOf(shown.at(-1)) : null,
        previous: hasPrevious ? cursorOf(shown[0]) : null,
      }
    },
    async count(db, input) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from (select 1 from ${from} where ${where(input)} limit ${maxCounted + 1}) counted`.execute(
        db,
      )
      return rows[0]?.count ?? 0
    },
    read: (db, name) => one(db, name, false),
    async lock(tx, name) {
      await lockFirst?.(tx, name)
      return one(tx, name, true)
    },
  }
}

/** Builds the condition of a list's search and filters. */
function conditionsOf({
  search,
  filters,
}: {
  readonly search: RecordSearch
  readonly filters: Readonly<Record<string, RecordFilter>>
}) {
  return ({ search: term, filters: requested }: Pick<ListQuery, 'search' | 'filters'>): RawBuilder<boolean> => {
    const words = search.length === 0 ? [] : term.trim().split(/\s+/).filter(Boolean).slice(0, 6)
    const conditions: RawBuilder<unknown>[] = words.map((word) => {
      const pattern = `%${likeText(word)}%`
      if (typeof search === 'function') return sql`(${search(word, pattern)})`
      return sql`(${sql.join(
        search.map((text) => sql`${text} ilike ${pattern}`),
        sql` or `,
      )})`
    })
    for (const [name, text] of Object.entries(requested)) {
      const condition = filters[name]?.(text) ?? null
      if (condition !== null) conditions.push(sql`(${condition})`)
    }
    return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`
  }
}

function valuesOf(row: Readonly<Record<string, unknown>>): RecordValues {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, valueOf(value)]))
}

function valueOf(value: unknown): RecordValue {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(String)
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  return JSON.stringify(value, null, 2)
}

/** Whether a column is one of a few words; nothing for a word that is none. */
export const isOne =
  (column: RawBuilder<unknown>, words: readonly string[]): RecordFilter =>
  (requested) =>
    words.includes(requested) ? sql<boolean>`${column} = ${requested}` : null

/** Escapes a text for use in a LIKE pattern. */
export const likeText = (text: string): string => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)

/** A row's number in a key. */
export const numberKey = (key: string): number | null => (/^\d{1,9}$/.test(key) ? Number(key) : null)
