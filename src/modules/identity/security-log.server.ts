import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import { hours } from '../../platform/clock.ts'
import type { Reader, Writer } from '../../platform/database/database.server.ts'
import { recordSet } from '../../platform/database/record-source.server.ts'
import type { SecurityEvent, SecurityEventKind } from './security-log.ts'

/** The security log of accounts (ASVS 5.0.0, 16.3): written in the transaction of the event. */

export type Device = {
  readonly agent: string
  readonly country: string | null
  /** The mark of a known device (known-devices.server.ts). */
  readonly mark: string | null
}

/** The device of the request that is being answered: every event of it names the same one, however deep it is written. */
const devices = new AsyncLocalStorage<Device>()

export const withDevice = <Value>(device: Device, work: () => Value): Value => devices.run(device, work)

const unknownDevice: Device = { agent: '', country: null, mark: null }

export const currentDevice = (): Device => devices.getStore() ?? unknownDevice

/** Kinds of which anybody can cause as many as they like. */
const groupedKinds: ReadonlySet<SecurityEventKind> = new Set(['sign_in_failed', 'second_step_failed'])
const groupedFor = hours(1)

export async function recordSecurityEvent(
  tx: Writer | Reader,
  event: { readonly accountId: string; readonly kind: SecurityEventKind; readonly at: Date },
): Promise<void> {
  const { accountId, kind, at } = event
  const { country, ...device } = currentDevice()
  const agent = device.agent.slice(0, 300)
  if (groupedKinds.has(kind)) {
    const since = new Date(at.getTime() - groupedFor)
    const { numAffectedRows } = await sql`
      update security_event set count = count + 1, at = ${at} where id = (
        select id from security_event where account_id = ${accountId} and kind = ${kind} and agent = ${agent}
          and country is not distinct from ${country} and at > ${since} order by id desc limit 1)`.execute(tx)
    if (numAffectedRows === 1n) return
  }
  await tx.insertInto('security_event').values({ account_id: accountId, kind, at, agent, country }).execute()
}

/** The newest first. */
export async function securityEventsOf(
  db: Reader,
  accountId: string,
  limit: number,
): Promise<readonly SecurityEvent[]> {
  const { rows } = await sql<SecurityEvent>`
    select kind, at, agent, country, count from security_event where account_id = ${accountId} order by at desc, id desc limit ${limit}`.execute(
    db,
  )
  return rows
}

export async function forgetSecurityEvents(db: Reader, before: Date): Promise<void> {
  await db.deleteFrom('security_event').where('at', '<', before).execute()
}

/** Of every account, for administrators. */
export const securityRecords = recordSet({
  from: sql`security_event e join account a on a.id = e.account_id`,
  locked: 'e',
  key: sql`lpad(e.id::text, 18, '0')`,
  byKey: (key) => (/^\d{1,18}$/.test(key) ? sql<boolean>`e.id = ${Number(key)}` : null),
  columns: {
    at: { sql: sql`e.at`, sorts: 'timestamptz' },
    kind: { sql: sql`e.kind` },
    email: { sql: sql`a.email` },
    role: { sql: sql`a.role` },
    agent: { sql: sql`e.agent` },
    country: { sql: sql`e.country` },
    count: { sql: sql`e.count` },
  },
  search: [sql`a.email`],
  filters: {
    kind: (word) => sql<boolean>`e.kind = ${word}`,
    whose: (word) =>
      word === 'staff' ? sql<boolean>`a.winning_user_id is not null` : sql<boolean>`a.winning_user_id is null`,
  },
})
