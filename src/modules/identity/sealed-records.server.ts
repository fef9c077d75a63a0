import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.server.ts'
import { createSealing, secondFactorSealing, signingKeySealing } from './sealing.server.ts'

/** Records that the database holds encrypted, and how many of them this SECRET_KEY does not open. */
export async function unreadableRecords(
  db: Reader,
  secretKey: string,
): Promise<readonly { readonly what: string; readonly count: number; readonly unreadable: number }[]> {
  const { rows: keys } = await sql<{ sealed: string }>`select sealed from identity_signing_key`.execute(db)
  const { rows: factors } = await sql<{ sealed: string }>`
    select sealed_secret as sealed from identity_totp`.execute(db)
  return [
    { what: 'signing keys', ...countOf(keys, createSealing(secretKey, signingKeySealing)) },
    { what: 'authenticator secrets', ...countOf(factors, createSealing(secretKey, secondFactorSealing)) },
  ]
}

function countOf(rows: readonly { readonly sealed: string }[], sealing: { open(sealed: string): string }) {
  const unreadable = rows.filter(({ sealed }) => {
    try {
      sealing.open(sealed)
      return false
    } catch {
      return true
    }
  })
  return { count: rows.length, unreadable: unreadable.length }
}
