import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from 'jose'
import { sql } from 'kysely'
import { days, minutes, seconds, type Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { createSealing, signingKeySealing } from './sealing.server.ts'
import { tokenLife } from './internal/tokens/tokens.ts'

/**
 * Token signing keys (ES256). A new one every 30 days; the previous one is published for twice the lifetime of its tokens, so that rotation
 * logs nobody out. Private keys are encrypted, so reading the table does not allow forging.
 */
export interface SigningKeys {
  /** The newest, created when there is none. */
  signing(): Promise<{ readonly kid: string; readonly key: CryptoKey }>
  /** The published JWKS. */
  published(): Promise<readonly PublishedKey[]>
  /** The public key of a kid; null for an unknown or expired one. */
  byKid(kid: string): Promise<CryptoKey | null>
  /** Rotates when the newest key is 30 days old, or at once, and deletes keys without live tokens. */
  rotate(options?: { now: true }): Promise<void>
}

const algorithm = 'ES256'
const newEvery = days(30)
const retiredAfter = 2 * tokenLife
/** The cache lifetime of keys; an unknown kid is looked up at most once a second. */
const freshFor = minutes(1)
const searchEvery = seconds(1)

type PublishedKey = JWK & { readonly kid: string }

type Row = {
  readonly kid: string
  readonly public_jwk: PublishedKey
  readonly sealed: string
  readonly created_at: Date
}

export function createSigningKeys({
  database,
  clock,
  secretKey,
}: {
  database: Database
  clock: Clock
  secretKey: string
}): SigningKeys {
  const sealing = createSealing(secretKey, signingKeySealing)
  const imported = new Map<string, Promise<CryptoKey>>()
  let rows: readonly Row[] = []
  let readAt: number | null = null

  async function read(maxAge: number): Promise<readonly Row[]> {
    const now = clock.now().getTime()
    if (readAt === null || now - readAt >= maxAge) {
      rows = (await database.db
        .selectFrom('identity_signing_key')
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('kid')
        .execute()) as unknown as Row[]
      readAt = now
    }
    return rows
  }

  /** One process creates it, however many find it due. */
  async function make(olderThan: Date): Promise<void> {
    const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true })
    const kid = randomBytes(8).toString('hex')
    const publicJwk = { ...(await exportJWK(publicKey)), kid, alg: algorithm, use: 'sig' }
    const sealed = sealing.seal(JSON.stringify(await exportJWK(privateKey)))
    await database.transaction(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('identity_signing_key'))`.execute(tx)
      await sql`insert into identity_signing_key (kid, public_jwk, sealed, created_at)
        select ${kid}, ${JSON.stringify(publicJwk)}::jsonb, ${sealed}, ${clock.now()}
        where not exists (select 1 from identity_signing_key where created_at > ${olderThan})`.execute(tx)
    })
    readAt = null
  }

  function keyOf(kid: string, jwk: () => JWK): Promise<CryptoKey> {
    const known = imported.get(kid)
    if (known !== undefined) return known
    if (imported.size > 100) imported.clear()
    const made = importJWK(jwk(), algorithm) as Promise<CryptoKey>
    imported.set(kid, made)
    return made
  }

  return {
    async signing() {
      let newest = (await read(freshFor))[0]
      if (newest === undefined) {
        await make(new Date(0))
        newest = (await read(0))[0]
      }
      if (newest === undefined) throw new Error('there is no key to sign with')
      const { kid, sealed } = newest
      return { kid, key: await keyOf(`${kid} private`, () => JSON.parse(sealing.open(sealed)) as JWK) }
    },
    async published() {
      return (await read(freshFor)).map((row) => row.public_jwk)
    },
    async byKid(kid) {
      const find = (among: readonly Row[]) => among.find((row) => row.kid === kid)
      const found = find(await read(freshFor)) ?? find(await read(searchEvery))
      return found === undefined ? null : keyOf(kid, () => found.public_jwk)
    },
    async rotate({ now: isNow } = {} as { now: true }) {
      const now = clock.now().getTime()
      const [newest] = await read(0)
      if (newest === undefined) return
      if (isNow || now - newest.created_at.getTime() >= newEvery) await make(new Date(isNow ? now : now - newEvery))
      // A key stopped signing when the next one was created.
      const made = await read(0)
      const over = made.slice(1).filter((_, at) => now - (made[at]?.created_at.getTime() ?? now) > retiredAfter)
      for (const { kid } of over) await database.db.deleteFrom('identity_signing_key').where('kid', '=', kid).execute()
      if (over.length > 0) readAt = null
    },
  }
}
