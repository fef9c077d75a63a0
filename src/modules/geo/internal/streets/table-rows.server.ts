import { csvCells, ImportRefusedError } from '../import-file.server.ts'

/** A row of a table with a heading. `value` is '' where the file has no such column. */
export type TableRow = { readonly line: number; value(column: string): string }

/** `column` is 'row' where the row as a whole is wrong. */
export type BadRow = { readonly file: string; readonly line: number; readonly column: string; readonly reason: string }

export type Table = {
  /** For messages. */
  readonly name: string
  readonly separator: '|' | ','
  /** The columns that it must have, in any letter case. */
  readonly needed: readonly string[]
  /** From the first line again at every call. */
  lines(): AsyncIterable<string>
}

/** What bytes that are not UTF-8 are read as. */
const notText = '\uFFFD'

/** Rows in the order of the file; wrong ones go to `onBad`. A last row that lacks columns means that the file was cut off. */
export async function* tableRows(table: Table, onBad: (bad: BadRow) => void): AsyncGenerator<TableRow> {
  const { name: file, separator } = table
  let columns: ReadonlyMap<string, number> | null = null
  let line = 0
  /** A row that lacks columns: wrong if others follow. */
  let short: BadRow | null = null
  for await (const text of table.lines()) {
    line++
    const content = text.replace(/\r$/, '')
    if (content.trim() === '') continue
    const cells = separator === ',' ? csvCells(content) : content.split(separator)
    if (columns === null) {
      columns = headingOf(table, cells ?? [])
      continue
    }
    if (short !== null) onBad(short)
    short = null
    const reason = rowProblem(cells, columns.size)
    const bad = { file, line, column: 'row', reason: reason ?? '' }
    if (cells === null || cells.length < columns.size) short = bad
    else if (reason !== null) onBad(bad)
    else {
      const row = rowOf(line, cells, columns)
      const column = content.includes(notText)
        ? table.needed.find((one) => row.value(one).includes(notText))
        : undefined
      if (column === undefined) yield row
      else onBad({ ...bad, column, reason: 'holds bytes that are no UTF-8 text' })
    }
  }
  if (columns === null) throw new ImportRefusedError(`${file} is empty.`)
  if (short !== null) {
    throw new ImportRefusedError(`${file}, line ${short.line}: the file was cut off: its last row ${short.reason}.`)
  }
}

function headingOf({ name, needed }: Table, cells: readonly string[]): ReadonlyMap<string, number> {
  const columns = new Map(cells.map((cell, at) => [cell.trim().toLowerCase(), at]))
  const missing = needed.filter((column) => !columns.has(column.toLowerCase()))
  if (missing.length === 0) return columns
  throw new ImportRefusedError(
    `${name}, line 1: the heading lacks ${missing.join(', ')}. Name the file as it was published.`,
  )
}

function rowProblem(cells: readonly string[] | null, columns: number): string | null {
  if (cells === null) return 'has a quote that is not closed'
  return cells.length === columns ? null : `has ${cells.length} columns where ${columns} are expected`
}

const rowOf = (line: number, cells: readonly string[], columns: ReadonlyMap<string, number>): TableRow => ({
  line,
  value(column) {
    const at = columns.get(column.toLowerCase())
    return at === undefined ? '' : (cells[at] ?? '').trim()
  },
})
