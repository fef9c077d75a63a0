import { randomBytes, randomUUID } from 'node:crypto'

/** Where ids and secrets come from, passed in so that a test can foresee them. */
export interface Ids {
  /** A lower-case UUID, for things named in addresses: carts, idempotency keys. */
  uuid(): string
  /** 26 characters that sort by time of making (ULID layout: 48 bits of milliseconds, 80 random bits). */
  sortable(now: Date): string
  /** 128 random bits as hex: safe in a cookie and impossible to guess. */
  secret(): string
}

/** Crockford's base 32: no I, L, O or U, so an id can be read aloud. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export const randomIds: Ids = {
  uuid: () => randomUUID(),
  sortable: (now) => sortableId(now.getTime(), randomBytes(10)),
  secret: () => randomBytes(16).toString('hex'),
}

/** Ids that can be foreseen, for tests: 1, 2, 3 in every shape. */
export function countingIds(): Ids {
  let n = 0
  return {
    uuid: () => `00000000-0000-4000-8000-${String(++n).padStart(12, '0')}`,
    sortable: (now) => sortableId(now.getTime(), Uint8Array.from([0, 0, 0, 0, 0, 0, 0, 0, ++n >> 8, n & 255])),
    secret: () => (++n).toString(16).padStart(32, '0'),
  }
}

/** The least of the sortable ids of a moment. Earlier ones are less; the database has the same function, `first_id_at`. */
export const firstSortableId = (at: Date): string => `${timeText(at.getTime())}${'0'.repeat(16)}`

function timeText(ms: number): string {
  let time = ''
  for (let rest = ms, i = 0; i < 10; i++, rest = Math.floor(rest / 32)) time = alphabet[rest % 32] + time
  return time
}

function sortableId(ms: number, random: Uint8Array): string {
  const time = timeText(ms)
  let bits = 0n
  for (const byte of random) bits = (bits << 8n) | BigInt(byte)
  let tail = ''
  for (let i = 0; i < 16; i++, bits >>= 5n) tail = alphabet[Number(bits & 31n)] + tail
  return time + tail
}
