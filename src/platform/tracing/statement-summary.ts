/**
 * What a span says of an SQL statement: operation, a summary of operations and tables, and the text without values (semantic conventions for
 * database spans). Values are parameters, as a rule; literals of a text are replaced all the same.
 */
export type StatementSummary = {
  /** 'SELECT'. */
  readonly operation: string
  /** 'SELECT payment_attempt provider_call': of few different values, so it names the span. */
  readonly summary: string
  readonly text: string
}

const maxSummaryLength = 255
const maxTextLength = 2_000

const writes: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])
const beforeTables: ReadonlySet<string> = new Set(['FROM', 'JOIN', 'INTO', 'UPDATE'])
/** `for update`, `for no key update` and `on conflict do update` lock a row or belong to an insert. */
const notBeforeUpdate: ReadonlySet<string> = new Set(['FOR', 'KEY', 'DO'])

export function summaryOf(statement: string): StatementSummary {
  const text = withoutValues(statement)
  const words = text.match(/"[^"]*"(?:\."[^"]*")*|[\w.]+|\(/g) ?? []
  const keywords = words.map((word) => word.toUpperCase())
  /** Names of common table expressions: `with x as (…)`. */
  const named = new Set(words.filter((_, at) => keywords[at + 1] === 'AS' && keywords[at + 2] === '('))
  const operations: string[] = []
  const parts = new Set<string>()
  for (const [at, keyword] of keywords.entries()) {
    if (keyword === 'UPDATE' && notBeforeUpdate.has(keywords[at - 1] ?? '')) continue
    if (keyword === 'SELECT' || writes.has(keyword)) {
      operations.push(keyword)
      parts.add(keyword)
    }
    const table = beforeTables.has(keyword) ? tableAt(words, at + 1, keyword === 'INTO') : null
    if (table !== null && !named.has(table)) parts.add(table.replaceAll('"', ''))
  }
  const [first = 'STATEMENT'] = keywords
  const operation = operations.find((one) => writes.has(one)) ?? operations[0] ?? first
  const summary = parts.size === 0 ? operation : [...parts].join(' ')
  return { operation, summary: summary.slice(0, maxSummaryLength), text: text.slice(0, maxTextLength) }
}

/** The table that is named here; null where there is a subquery or a function. After INTO come its columns. */
function tableAt(words: readonly string[], at: number, hasColumns: boolean): string | null {
  const word = words[at] ?? '('
  if (/^(only|lateral)$/i.test(word)) return tableAt(words, at + 1, hasColumns)
  return word === '(' || (words[at + 1] === '(' && !hasColumns) ? null : word
}

/** Literals as '?', parameters as they are. */
const withoutValues = (statement: string): string =>
  statement
    .replaceAll(/'[^']*'/g, '?')
    .replaceAll(/(?<![\w$."])\d[\w.]*/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim()
