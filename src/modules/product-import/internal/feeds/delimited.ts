import { addField, FeedError, type FeedRow } from './feed.ts'

/**
 * CSV as RFC 4180 has it (quotes, doubled quotes, line breaks inside quotes) and tab separated text as Google exports it. The first
 * row names the columns; a name that stands twice makes a list. Line numbers are those an editor shows.
 */

export type Delimiter = ',' | ';' | '\t'

const longestField = 1_000_000

/** Without a delimiter the heading decides: spreadsheets of many countries write ';'. */
export async function* delimited(
  text: AsyncIterable<string>,
  { delimiter = null }: { delimiter?: Delimiter | null } = {},
): AsyncGenerator<FeedRow> {
  let columns: string[] | null = null
  for await (const { line, cells, isOpen } of cellRows(text, delimiter)) {
    if (columns === null) {
      columns = cells.map((cell) => cell.trim())
      continue
    }
    if (cells.length === 1 && cells[0] === '') continue
    if (isOpen) {
      yield { line, error: 'opens a quote that is never closed' }
      continue
    }
    if (cells.length !== columns.length) {
      yield { line, error: `has ${cells.length} columns where the heading has ${columns.length}` }
      continue
    }
    const fields: Record<string, unknown> = {}
    for (const [at, cell] of cells.entries()) {
      const column = columns[at] ?? ''
      if (cell !== '' && column !== '') addField(fields, column, cell)
    }
    yield { line, fields }
  }
}

type CellRow = { readonly line: number; readonly cells: string[]; readonly isOpen: boolean }

const quote = 34
const lineFeed = 10
const carriageReturn = 13

async function* cellRows(text: AsyncIterable<string>, given: Delimiter | null): AsyncGenerator<CellRow> {
  let delimiter = given?.charCodeAt(0) ?? null
  let state = 'start' as 'start' | 'plain' | 'quoted' | 'quote seen'
  let cells: string[] = []
  let cell = ''
  let line = 1
  let rowLine = 1
  let afterReturn = false

  for await (const chunk of fromHeading(text)) {
    delimiter ??= delimiterOf(chunk).charCodeAt(0)
    // Characters of one cell are taken over as one slice: `from` is where it begins.
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      const char = chunk.charCodeAt(at)
      const endsLine = char === carriageReturn || (char === lineFeed && !afterReturn)
      if (endsLine) line++
      const completesReturn = char === lineFeed && afterReturn
      afterReturn = char === carriageReturn

      if (state === 'quoted') {
        if (char !== quote) continue
        cell += chunk.slice(from, at)
        state = 'quote seen'
        continue
      }
      if (state === 'quote seen') {
        if (char === quote) {
          // A doubled quote: the second one is the first character of what follows.
          from = at
          state = 'quoted'
          continue
        }
        if (char !== delimiter && char !== lineFeed && char !== carriageReturn) {
          // '"Best" sofa': the quotes were part of the text.
          cell = `"${cell}"`
          state = 'plain'
          from = at
          continue
        }
        from = at
      }
      if (state === 'start') {
        from = at
        if (char === quote) {
          state = 'quoted'
          from = at + 1
          continue
        }
        // The second half of a line break.
        if (completesReturn && cells.length === 0) {
          rowLine = line
          continue
        }
        state = 'plain'
      }
      if (char === delimiter || char === lineFeed || char === carriageReturn) {
        cells.push(cell + chunk.slice(from, at))
        cell = ''
        state = 'start'
        if (char !== delimiter) {
          yield { line: rowLine, cells, isOpen: false }
          cells = []
          rowLine = line
        }
      }
    }
    if (state === 'plain' || state === 'quoted') cell += chunk.slice(from)
    if (cell.length > longestField) {
      throw new FeedError(`The row of line ${rowLine} opens a quote and does not close it within a million characters.`)
    }
  }
  if (state !== 'start' || cells.length > 0) {
    cells.push(cell)
    yield { line: rowLine, cells, isOpen: state === 'quoted' }
  }
}

/** The same text, without a byte order mark and with the whole heading in the first chunk. */
async function* fromHeading(text: AsyncIterable<string>): AsyncGenerator<string> {
  let start: string | null = ''
  for await (const chunk of text) {
    if (start === null) {
      yield chunk
      continue
    }
    start += chunk
    if (!/[\r\n]/.test(start) && start.length < longestField) continue
    yield start.replace(/^\uFEFF/, '')
    start = null
  }
  if (start !== null) yield start.replace(/^\uFEFF/, '')
}

function delimiterOf(start: string): Delimiter {
  const heading = (start.split(/[\r\n]/, 1)[0] ?? '').replaceAll(/"[^"]*"/g, '')
  const counted = ([',', ';', '\t'] as const).map((sign) => ({ sign, count: heading.split(sign).length }))
  return counted.toSorted((a, b) => b.count - a.count)[0]?.sign ?? ','
}
