/**
 * What a migration says of itself in the comment at the top of its file (decision 0077), one `-- name: value` per line:
 *
 *     -- compatible-with: 0068     builds whose newest migration is 68 or newer work with the schema after this one
 *     -- contracts: 0067           this one removes what migration 67 replaced
 *     -- transaction: none         one CREATE or DROP INDEX CONCURRENTLY, which PostgreSQL refuses in a transaction
 */

/**
 * The newest migration from before the headers. Those up to it were made when a build refused every schema but its own, so each works with
 * its own build only; the rules for migrations apply after it.
 */
export const lastWithoutHeader = 66

export type ConcurrentIndex = { readonly kind: 'create' | 'drop'; readonly name: string }

export type MigrationHeader = {
  /** The newest migration of the oldest build that works with the schema; null when this migration excludes no further build. */
  readonly compatibleWith: number | null
  /** The number of the migration whose replacement makes this removal possible. */
  readonly contracts: number | null
  /** The index of a migration without a transaction; null for the others. */
  readonly concurrentIndex: ConcurrentIndex | null
}

const names = ['compatible-with', 'contracts', 'transaction'] as const
type Name = (typeof names)[number]
const isName = (text: string): text is Name => (names as readonly string[]).includes(text)

/** A line that begins as a header does. Prose begins with a capital or has a blank before its first colon. */
const headerLine = /^--([^:]*):(.*)$/
const headerName = /^[a-z]+(?:-[a-z]+)*$/

/** Reads the header of a migration. Throws an Error that names file, line and fix. */
export function parseMigrationHeader(file: string, number: number, text: string): MigrationHeader {
  const values = headerValues(file, text)
  const problem = (at: Name, fix: string) => new Error(`migrations/${file}:${values.get(at)?.line ?? 1}: ${at}: ${fix}`)
  const numberOf = (name: Name, max: number): number | null => {
    const value = values.get(name)?.value
    if (value === undefined) return null
    if (!/^\d{4}$/.test(value) || Number(value) < 1 || Number(value) > max)
      throw problem(name, `must be the four digits of a migration from 0001 to ${String(max).padStart(4, '0')}`)
    return Number(value)
  }
  const compatibleWith = numberOf('compatible-with', number)
  const contracts = numberOf('contracts', number - 1)
  if (contracts !== null && (compatibleWith ?? 0) < contracts)
    throw problem(
      'contracts',
      `add "-- compatible-with: NNNN", the newest migration of the first build that no longer uses what is removed; it is ${String(contracts).padStart(4, '0')} or newer`,
    )
  const transaction = values.get('transaction')?.value
  if (transaction === undefined) return { compatibleWith, contracts, concurrentIndex: null }
  if (transaction !== 'none') throw problem('transaction', 'must be none; leave it out for a transaction')
  const concurrentIndex = concurrentIndexOf(text)
  if (concurrentIndex === null)
    throw problem(
      'transaction',
      'the file must be one statement, CREATE [UNIQUE] INDEX CONCURRENTLY name ON … or DROP INDEX CONCURRENTLY IF EXISTS name; put others into migrations of their own',
    )
  return { compatibleWith, contracts, concurrentIndex }
}

/** The header lines, which come before the first statement. */
function headerValues(
  file: string,
  text: string,
): ReadonlyMap<Name, { readonly value: string; readonly line: number }> {
  const values = new Map<Name, { value: string; line: number }>()
  let isHeader = true
  for (const [at, content] of text.split('\n').entries()) {
    const problem = (what: string) => new Error(`migrations/${file}:${at + 1}: ${what}`)
    isHeader &&= /^\s*(--|$)/.test(content)
    const [name = '', value = ''] = (headerLine.exec(content) ?? []).slice(1).map((part) => part.trim())
    if (!isHeader) {
      if (isName(name)) throw problem(`${name}: must be above the first statement`)
      continue
    }
    if (!headerName.test(name)) continue
    if (!isName(name))
      throw problem(
        `"${name}:" is not a header. Headers are ${names.join(', ')}; begin a line of prose with another word`,
      )
    if (values.has(name)) throw problem(`${name}: is there twice`)
    values.set(name, { value, line: at + 1 })
  }
  return values
}

function concurrentIndexOf(text: string): ConcurrentIndex | null {
  const statement = text.replaceAll(/--.*$/gm, '').trim()
  const created = /^create\s+(?:unique\s+)?index\s+concurrently\s+(?!if\s)([a-z_][a-z0-9_]*)\s+on\s[^;]+;?$/i.exec(
    statement,
  )
  if (created !== null) return { kind: 'create', name: created[1] ?? '' }
  const dropped = /^drop\s+index\s+concurrently\s+if\s+exists\s+([a-z_][a-z0-9_]*)\s*;?$/i.exec(statement)
  return dropped === null ? null : { kind: 'drop', name: dropped[1] ?? '' }
}
