import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.server.ts'

/** A reference as `Ids.sortable` makes it, in any text. */
const reference = /\b[0-9A-HJKMNP-TV-Z]{26}\b/g

/** Of the payments that a provider's report names by our references: how many there are, and which ones the shop does not know, sorted. */
export async function unknownReferences(
  db: Reader,
  report: string,
): Promise<{ readonly named: number; readonly unknown: readonly string[] }> {
  const named = [...new Set(report.match(reference) ?? [])]
  const { rows } = await sql<{ id: string }>`select id from payment_attempt where id = any(${named})`.execute(db)
  const known = new Set(rows.map(({ id }) => id))
  return { named: named.length, unknown: named.filter((id) => !known.has(id)).toSorted() }
}
