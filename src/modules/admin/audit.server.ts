import { sql } from 'kysely'
import type { Reader, Writer } from '../../platform/database/database.server.ts'
import { sha256 } from '../../platform/digest.ts'
import { recordSet } from '../../platform/database/record-source.server.ts'

/** The audit log of staff: who, what, before and after. It is append-only; the database enforces that. */

export type AuditEntry = {
  readonly at: Date
  /** Null for an unknown actor. */
  readonly accountId: string | null
  readonly winningUserId: string | null
  readonly app: string | null
  readonly act: string
  readonly subject: string
  /** 'done', or the code of a refusal. */
  readonly outcome: string
  readonly before: object | null
  readonly after: object | null
}

const first = '0'.repeat(64)
/** Entries are chained, so they are written one at a time. */
const chainLock = 727_275

/** Writes an entry in the transaction of its change: neither exists without the other. */
export async function record(tx: Writer, entry: AuditEntry): Promise<void> {
  await sql`select pg_advisory_xact_lock(${chainLock})`.execute(tx)
  const { rows } = await sql<{ hash: string }>`select hash from staff_audit order by id desc limit 1`.execute(tx)
  await tx
    .insertInto('staff_audit')
    .values({
      at: entry.at,
      account_id: entry.accountId,
      winning_user_id: entry.winningUserId,
      app: entry.app,
      act: entry.act,
      subject: entry.subject.slice(0, 300),
      outcome: entry.outcome,
      before: entry.before === null ? null : JSON.stringify(entry.before),
      after: entry.after === null ? null : JSON.stringify(entry.after),
      hash: hashOf(rows[0]?.hash ?? first, { ...entry, subject: entry.subject.slice(0, 300) }),
    })
    .execute()
}

export type StoredEntry = AuditEntry & { readonly id: number }

const columns = sql`id, at, account_id as "accountId", winning_user_id as "winningUserId", app, act, subject, outcome, before, after`

/** The entries of a subject, or of an actor with subjects of a prefix; the newest first. */
export async function entriesOf(
  db: Reader | Writer,
  which: string | { readonly prefix: string; readonly accountId: string },
  limit: number,
): Promise<readonly StoredEntry[]> {
  const condition =
    typeof which === 'string'
      ? sql`subject = ${which}`
      : sql`account_id = ${which.accountId} and starts_with(subject, ${which.prefix})`
  const { rows } = await sql<StoredEntry>`
    select ${columns} from staff_audit where ${condition} order by id desc limit ${limit}`.execute(db)
  return rows
}

export async function entryById(db: Reader | Writer, id: number): Promise<StoredEntry | null> {
  const { rows } = await sql<StoredEntry>`select ${columns} from staff_audit where id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** The whole log, for members with the permission. */
export const auditRecords = recordSet({
  from: sql`staff_audit a`,
  locked: 'a',
  key: sql`lpad(a.id::text, 18, '0')`,
  byKey: (key) => (/^\d{1,18}$/.test(key) ? sql<boolean>`a.id = ${Number(key)}` : null),
  columns: {
    at: { sql: sql`a.at`, sorts: 'timestamptz' },
    who: { sql: sql`a.winning_user_id` },
    app: { sql: sql`a.app` },
    act: { sql: sql`a.act` },
    subject: { sql: sql`a.subject` },
    outcome: { sql: sql`a.outcome` },
    before: { sql: sql`a.before`, isLong: true },
    after: { sql: sql`a.after`, isLong: true },
    hash: { sql: sql`a.hash`, isLong: true },
  },
  search: [sql`a.act`, sql`a.subject`, sql`coalesce(a.winning_user_id, '')`],
  filters: {
    outcome: (word) =>
      word === 'done'
        ? sql<boolean>`a.outcome = 'done'`
        : word === 'refused'
          ? sql<boolean>`a.outcome <> 'done'`
          : null,
  },
})

/** Entries that are read at a time when the whole chain is followed. */
const chainPage = 5_000

/** The id of the first entry that was altered, or whose predecessor is missing; null when the chain is intact. */
export async function firstBrokenEntry(db: Reader): Promise<number | null> {
  let before = first
  for (let last = 0; ;) {
    const { rows } = await sql<StoredEntry & { hash: string }>`
      select ${columns}, hash from staff_audit where id > ${last} order by id limit ${chainPage}`.execute(db)
    for (const { id, hash, ...entry } of rows) {
      if (hashOf(before, entry) !== hash) return id
      before = hash
      last = id
    }
    if (rows.length < chainPage) return null
  }
}

/** The last entry of the chain, whose hash stands for all before it; null while there is none. */
export async function auditHead(db: Reader): Promise<{ readonly id: number; readonly hash: string } | null> {
  const { rows } = await sql<{ id: number; hash: string }>`
    select id, hash from staff_audit order by id desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** Whether the chain has this entry with this hash. */
export async function hasAuditEntry(db: Reader, { id, hash }: { id: number; hash: string }): Promise<boolean> {
  const { rows } = await sql`select from staff_audit where id = ${id} and hash = ${hash}`.execute(db)
  return rows.length === 1
}

function hashOf(before: string, { at, before: was, after: is, ...rest }: AuditEntry): string {
  const { accountId, winningUserId, app, act, subject, outcome } = rest
  return sha256(
    JSON.stringify([
      before,
      at.toISOString(),
      accountId,
      winningUserId,
      app,
      act,
      subject,
      outcome,
      toStored(was),
      toStored(is),
    ]),
  )
}

/** As the database returns it, which reorders an object's keys and stores dates as texts. */
const toStored = (value: object | null): unknown => inOrder(JSON.parse(JSON.stringify(value)))

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(fields.map(([name, inner]) => [name, inOrder(inner)]))
}
