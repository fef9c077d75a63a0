import type { AppCode } from '../../brands/apps.ts'
import { seconds, type Clock } from '../../platform/clock.ts'
import type { Database, Reader } from '../../platform/database/database.server.ts'
import type { RecordValue } from '../../platform/database/records.ts'
import type { Ids } from '../../platform/ids.ts'
import { bulkChange, bulkFields, type BulkChange } from './bulk.ts'
import { listQueryOf, type AdminMember, type AdminProblem, type Field } from './admin.ts'
import type { AdminService } from './admin.server.ts'
import { zoneOf } from './record-marks.server.ts'
import type { AdminResource } from './admin-resource.server.ts'
import { beatRun, beginRun, claimBrokenRun, saveRunError, stepRun, type OpenRun } from './runs-store.server.ts'

/** One field of many records at once: looked at first, then done record by record, each by its own rules and with its own line in the log. */

/** More are changed by an import. */
export const maxAtOnce = 20_000
const shownBefore = 50
/** A process that is working renews its heartbeat with every record. */
const silentFor = seconds(20)

export type BulkPreview = {
  readonly count: number
  /** The first of them that would become another. */
  readonly rows: readonly { readonly name: string; readonly before: RecordValue; readonly after: RecordValue }[]
}

export async function bulkPreview(
  { database }: { readonly database: Database },
  resource: AdminResource,
  { query, field, change }: { readonly query: URLSearchParams; readonly field: Field; readonly change: BulkChange },
): Promise<BulkPreview> {
  const input = { ...listQueryOf(query, resource), limit: shownBefore, cursor: null, isBackwards: false }
  const { records } = await resource.records.list(database.db, input)
  const whole = await Promise.all(records.map(({ key }) => resource.records.read(database.db, key)))
  return {
    count: await resource.records.count(database.db, input),
    rows: whole.flatMap((values) =>
      values === null
        ? []
        : [{ name: resource.nameOf(values), before: values[field.name] ?? null, after: change(values) }],
    ),
  }
}

type BulkDeps = { readonly database: Database; readonly clock: Clock; readonly ids: Ids }

/** Starts the job and returns its id at once; progress is read by that. */
export async function beginBulk(
  { database, clock, ids }: BulkDeps,
  admin: Pick<AdminService, 'set' | 'resource'>,
  member: AdminMember,
  resource: AdminResource,
  { query, field, form }: { readonly query: URLSearchParams; readonly field: Field; readonly form: URLSearchParams },
): Promise<{ readonly id: string; readonly finished: Promise<void> }> {
  const input = { ...listQueryOf(query, resource), limit: 1_000, cursor: null, isBackwards: false }
  const keys: string[] = []
  for (let cursor = null as typeof input.cursor | { key: string; value: string }; ;) {
    const page = await resource.records.list(database.db, { ...input, cursor })
    keys.push(...page.records.map(({ key }) => key))
    if (page.next === null || keys.length >= maxAtOnce) break
    cursor = page.next
  }
  const run: OpenRun = {
    id: ids.uuid(),
    accountId: member.principal.userId,
    done: 0,
    keys,
    work: {
      list: resource.name,
      field: field.name,
      sent: [...form].filter(([name]) => name === field.name || name === `has:${field.name}`),
      timeZone: zoneOf(resource, member, {}),
      app: member.brand.app,
    },
  }
  const title = `${resource.title}: ${field.label}`
  await beginRun(database.db, { ...run, title, total: keys.length, now: clock.now() })
  return { id: run.id, finished: carryOn({ database, clock }, admin, member, run) }
}

/** Resumes jobs whose process has ended, if the member still has the permission; otherwise the job ends here. */
export async function resumeBulk(
  { database, clock }: Omit<BulkDeps, 'ids'>,
  admin: Pick<AdminService, 'set' | 'resource'>,
  memberOf: (accountId: string, app: AppCode) => Promise<AdminMember | null>,
): Promise<void> {
  const now = clock.now()
  const run = await claimBrokenRun(database.db, { now, silentSince: new Date(now.getTime() - silentFor) })
  if (run === null) return
  const member = await memberOf(run.accountId, run.work.app)
  if (member !== null) return carryOn({ database, clock }, admin, member, run)
  const said = 'It was interrupted, and the person who started it no longer works here.'
  await beatRun(database.db, run.id, { done: run.done, errors: [], now, isFinished: true, said })
}

/**
 * Record by record. Progress is written in the transaction that changes the record, so a resumed job repeats none; if another process has
 * taken over meanwhile, the change is rolled back and the work ends here.
 */
async function carryOn(
  { database, clock }: Omit<BulkDeps, 'ids'>,
  admin: Pick<AdminService, 'set' | 'resource'>,
  member: AdminMember,
  { id, keys, work, done: from }: OpenRun,
): Promise<void> {
  const resource = admin.resource(work.list)
  const field = resource === null ? undefined : bulkFields(resource).find(({ name }) => name === work.field)
  const change =
    field === undefined ? null : bulkChange(field, new URLSearchParams(work.sent.map((one) => [...one])), work.timeZone)
  if (resource === null || change?.ok !== true) {
    await beatRun(database.db, id, {
      done: from,
      errors: [],
      now: clock.now(),
      isFinished: true,
      said: 'The field no longer exists.',
    })
    return
  }
  for (let at = from; at < keys.length; at++) {
    const key = keys[at] ?? ''
    const isThrough = (db: Reader) => stepRun(db, id, { from: at, now: clock.now() })
    const done = await admin
      .set(
        member,
        resource,
        key,
        (before) => ({ [work.field]: change.value(before) }),
        async (tx) => {
          if (!(await isThrough(tx))) throw new GoneOn()
        },
      )
      .catch((error: unknown) => {
        if (error instanceof GoneOn) return null
        throw error
      })
    if (done === null) return
    if (!done.ok) {
      const values = await resource.records.read(database.db, key)
      const name = values === null ? key : resource.nameOf(values)
      const wrongField = { at, key, name, message: messageOf(done.problem) }
      const isStored = await database.transaction(async (tx) => {
        const isOurs = await isThrough(tx)
        if (isOurs) await saveRunError(tx, id, wrongField)
        return isOurs
      })
      if (!isStored) return
    }
  }
  await beatRun(database.db, id, { done: keys.length, errors: [], now: clock.now(), isFinished: true })
}

/** Another process has taken over. */
class GoneOn extends Error {}

function messageOf(problem: AdminProblem): string {
  if (problem.code === 'validation') return problem.errors.map((wrongField) => wrongField.message).join(' ')
  return problem.code === 'not_found' ? 'It no longer exists.' : 'You do not have permission to change it.'
}
