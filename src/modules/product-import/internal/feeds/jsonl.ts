import { FeedError, type FeedRow } from './feed.ts'

/** JSON Lines: one object a line. A line that is not one is refused alone; empty lines are passed over. */

const longestLine = 16_000_000

export async function* jsonLines(text: AsyncIterable<string>): AsyncGenerator<FeedRow> {
  let line = 0
  let rest = ''
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const one of lines) {
      const row = rowOf(one, ++line)
      if (row !== null) yield row
    }
    if (rest.length > longestLine) {
      throw new FeedError(`Line ${line + 1} is longer than 16 MB. The file is not JSON Lines: one object a line.`)
    }
  }
  const row = rowOf(rest, line + 1)
  if (row !== null) yield row
}

function rowOf(text: string, line: number): FeedRow | null {
  const trimmed = text.replace(/^\uFEFF/, '').trim()
  if (trimmed === '') return null
  let value: unknown
  try {
    value = JSON.parse(trimmed)
  } catch {
    return { line, error: 'is not JSON' }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { line, error: 'is not a JSON object' }
  }
  return { line, fields: value as Record<string, unknown> }
}
