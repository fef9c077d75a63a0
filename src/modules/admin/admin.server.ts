import type { AppCode } from '../../brands/apps.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Writer } from '../../platform/database/database.server.ts'
import type { RecordPage, RecordValue, RecordValues } from '../../platform/database/records.ts'
import type { Ids } from '../../platform/ids.ts'
import { ok, err, type FieldError, type Result } from '../../platform/result.ts'
import type { Staff } from '../identity/identity.ts'
import { can, mustProve, sensitiveActionOf, type Permission } from '../identity/policy.ts'
import { entriesOf, entryById, record, type StoredEntry } from './audit.server.ts'
import { changedFields, csvRow, listQueryOf, readTyped, typedText, viewQuery, type AdminMember } from './admin.ts'
import { forgetView, saveView, viewsOf, type View } from './internal/saved-views-store.server.ts'
import { markOf, subjectOf, versionOf, zoneOf } from './record-marks.server.ts'
import type { Change, RecordAction, AdminResource } from './admin-resource.server.ts'

/**
 * What is done with every resource, in the same way for all of them: who may, what was typed, who changed it meanwhile, the rules, the
 * write and its line in the log are one transaction. What the shop keeps hears of it when that commits.
 */

export type AdminProblem =
  | { readonly code: 'not_allowed' | 'not_found' | 'stale' }
  | { readonly code: 'validation'; readonly errors: readonly FieldError[] }
  /** Somebody else has changed it since it was looked at. */
  | {
      readonly code: 'changed_meanwhile'
      readonly now: RecordValues
      readonly fields: readonly string[]
      readonly by: string | null
    }

type Done<Value> = Promise<Result<Value, AdminProblem>>

export type OpenRecord = {
  readonly key: string
  readonly values: RecordValues
  /** What it was looked at: sent back with its form. */
  readonly version: string
}

export interface AdminService {
  readonly resources: readonly AdminResource[]
  resource(name: string): AdminResource | null
  list(resource: AdminResource, query: URLSearchParams): Promise<RecordPage & { readonly count: number }>
  /** All that a list shows, row after row, as a file for spreadsheets. */
  csv(resource: AdminResource, query: URLSearchParams): AsyncGenerator<string>
  open(resource: AdminResource, key: string): Promise<OpenRecord | null>
  save(member: AdminMember, resource: AdminResource, key: string, form: URLSearchParams): Done<null>
  /** Changes fields of a record as it is at that moment, by its rules; for many at once. */
  set(
    member: AdminMember,
    resource: AdminResource,
    key: string,
    change: (before: RecordValues) => RecordValues,
    /** Done in the same transaction. */
    also?: (tx: Writer) => Promise<void>,
  ): Done<null>
  create(member: AdminMember, resource: AdminResource, form: URLSearchParams): Done<string>
  remove(member: AdminMember, resource: AdminResource, key: string, version: string): Done<null>
  /** Takes one change of the log back, when nothing has come after it. Answers the record's key; null when it is gone now. */
  undo(member: AdminMember, resource: AdminResource, entryId: number): Done<string | null>
  act(
    member: AdminMember,
    resource: AdminResource,
    key: string,
    action: RecordAction,
    form: URLSearchParams,
  ): Done<string>
  /** What was done with a record, newest first. */
  history(resource: AdminResource, key: string): Promise<readonly StoredEntry[]>
  /** What was done last of all with a resource, by this member. */
  lastOf(member: AdminMember, resource: AdminResource): Promise<StoredEntry | null>
  refuse(member: AdminMember, act: string, subject: string): Promise<void>
  /** Whether the member has to give their second factor again before such work. */
  isStale(member: AdminMember, work: string): boolean
  /** Writes down what was done without a record of its own: a list taken away, many changed at once. */
  note(member: AdminMember, act: string, subject: string, after: object | null): Promise<void>
  views: {
    of(member: AdminMember, resource: AdminResource): Promise<readonly View[]>
    keep(member: AdminMember, resource: AdminResource, name: string, query: URLSearchParams): Promise<void>
    forget(member: AdminMember, id: string): Promise<void>
  }
}

export type AdminDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  /** Writes down what staff were refused. */
  readonly staff: {
    refuse(who: Staff, app: AppCode, act: string, subject: string, outcome: string): Promise<void>
  }
  /** Every list of the back office, in the order of its menu. */
  readonly resources: readonly AdminResource[]
}

export function openAdmin({ database, clock, ids, staff, resources }: AdminDeps): AdminService {
  const byName = new Map(resources.map((one) => [one.name, one]))

  async function refuse(member: AdminMember, act: string, subject: string): Promise<void> {
    await staff.refuse(member.principal, member.brand.app, act, subject, 'not_allowed')
  }

  /** Does what the policy allows, all of it or nothing. */
  async function changed<Value>(
    member: AdminMember,
    { act, what, subject }: { readonly act: Permission; readonly what: string; readonly subject: string },
    work: (change: Change) => Promise<Result<Value, AdminProblem>>,
  ): Done<Value> {
    if (!can(member.principal, act)) {
      await refuse(member, what, subject)
      return err({ code: 'not_allowed' })
    }
    if (isStale(member, act)) return err({ code: 'stale' })
    try {
      return await database.transaction(async (tx) => {
        const result = await work({ tx, now: clock.now(), member })
        // What was written before a refusal is not kept.
        if (!result.ok) throw new Refused(result.problem)
        return result
      })
    } catch (error) {
      if (error instanceof Refused) return err(error.problem)
      const wrongField = constraintError(error)
      if (wrongField === null) throw error
      return err({ code: 'validation', errors: [{ field: '', message: wrongField }] })
    }
  }

  function isStale(member: AdminMember, work: string): boolean {
    const sensitive = sensitiveActionOf(work)
    return sensitive !== null && mustProve(member, sensitive, clock.now())
  }

  const write = (
    { tx, now, member }: Change,
    act: string,
    subject: string,
    before: object | null,
    after: object | null,
  ): Promise<void> =>
    record(tx, {
      at: now,
      accountId: member.principal.userId,
      winningUserId: member.principal.winningUserId,
      app: member.brand.app,
      act,
      subject,
      outcome: 'done',
      before,
      after,
    })

  /** Writes fields of a record that has been locked, with its line in the log. */
  async function put(
    change: Change,
    resource: AdminResource,
    { key, before, values }: { key: string; before: RecordValues; values: RecordValues },
  ): Promise<Result<null, AdminProblem>> {
    const names = changedFields(before, values)
    if (names.length === 0) return ok(null)
    const given = Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
    const errors = (await resource.check?.(change, { ...before, ...given }, key)) ?? []
    if (errors.length > 0) return err({ code: 'validation', errors })
    await resource.save?.(change, key, given, before)
    // As it is kept now: cleaned, rounded, in capitals.
    const now = (await resource.records.read(change.tx, key)) ?? given
    const of = (values: RecordValues) => Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
    await write(
      change,
      `change ${resource.one}`,
      subjectOf(resource, key),
      withoutPersonal(resource, before, of(before)),
      withoutPersonal(resource, before, of(now)),
    )
    return ok(null)
  }

  async function make(
    change: Change,
    resource: AdminResource,
    values: RecordValues,
  ): Promise<Result<string, AdminProblem>> {
    const errors = (await resource.check?.(change, values, null)) ?? []
    if (errors.length > 0) return err({ code: 'validation', errors })
    const made = await resource.create?.(change, values)
    if (made === undefined) return err({ code: 'not_found' })
    if (!made.ok) return err({ code: 'validation', errors: made.problem })
    const now = (await resource.records.read(change.tx, made.value)) ?? values
    const stored = Object.fromEntries(Object.keys(values).map((name) => [name, now[name] ?? null]))
    await write(
      change,
      `create ${resource.one}`,
      subjectOf(resource, made.value),
      null,
      withoutPersonal(resource, null, stored),
    )
    return ok(made.value)
  }

  async function take(
    change: Change,
    resource: AdminResource,
    { key, before }: { key: string; before: RecordValues },
  ): Promise<Result<null, AdminProblem>> {
    const removed = resource.isRemovable?.(before) === false ? undefined : await resource.remove?.(change, key, before)
    if (removed === undefined) return err({ code: 'not_found' })
    if (!removed.ok) return err({ code: 'validation', errors: removed.problem })
    const stored = Object.fromEntries(resource.fields(before).map(({ name }) => [name, before[name] ?? null]))
    await write(
      change,
      `delete ${resource.one}`,
      subjectOf(resource, key),
      withoutPersonal(resource, before, stored),
      null,
    )
    return ok(null)
  }

  return {
    resources,
    resource: (name) => byName.get(name) ?? null,
    async list(resource, query) {
      const input = listQueryOf(query, resource)
      const { list, count } = resource.records
      const [page, counted] = await Promise.all([list(database.db, input), count(database.db, input)])
      return { ...page, count: counted }
    },
    async *csv(resource, query) {
      yield csvRow(resource.columns.map(({ label }) => label))
      const input = { ...listQueryOf(query, resource), limit: 1_000, cursor: null, isBackwards: false }
      for (let cursor: RecordPage['next'] = null; ;) {
        const page: RecordPage = await resource.records.list(database.db, { ...input, cursor })
        yield page.records
          .map(({ values }) => csvRow(resource.columns.map(({ name, kind }) => csvCellOf(values[name], kind))))
          .join('')
        if (page.next === null) return
        cursor = page.next
      }
    },
    async open(resource, key) {
      const values = await resource.records.read(database.db, key)
      return values === null ? null : { key, values, version: versionOf(resource, values) }
    },
    save: (member, resource, key, form) =>
      changed(
        member,
        { act: resource.change, what: `change ${resource.one}`, subject: subjectOf(resource, key) },
        async (change) => {
          const before = resource.save === undefined ? null : await resource.records.lock(change.tx, key)
          if (before === null) return err({ code: 'not_found' })
          const fields = resource.fields(before)
          const timeZone = zoneOf(resource, member, before)
          const { values, errors } = readTyped(fields, form, { timeZone, isNew: false })
          if (form.get('version') !== versionOf(resource, before)) {
            // What the form was made of is in it, so that only what others changed is told apart from what was typed.
            const theirs = fields
              .filter(
                (field) => form.get(`was:${field.name}`) !== markOf(typedText(field, before[field.name], timeZone)),
              )
              .map(({ name }) => name)
            const [last] = await entriesOf(change.tx, subjectOf(resource, key), 1)
            return err({ code: 'changed_meanwhile', now: before, fields: theirs, by: last?.winningUserId ?? null })
          }
          if (errors.length > 0) return err({ code: 'validation', errors })
          return put(change, resource, { key, before, values })
        },
      ),
    set: (member, resource, key, work, also) =>
      changed(
        member,
        { act: resource.change, what: `change ${resource.one}`, subject: subjectOf(resource, key) },
        async (change) => {
          const before = await resource.records.lock(change.tx, key)
          if (before === null) return err({ code: 'not_found' })
          const done = await put(change, resource, { key, before, values: work(before) })
          if (done.ok) await also?.(change.tx)
          return done
        },
      ),
    create: (member, resource, form) =>
      changed(
        member,
        { act: resource.change, what: `create ${resource.one}`, subject: resource.name },
        async (change) => {
          const timeZone = zoneOf(resource, member, Object.fromEntries(form))
          const { values, errors } = readTyped(resource.fields(null), form, { timeZone, isNew: true })
          if (errors.length > 0) return err({ code: 'validation', errors })
          return make(change, resource, values)
        },
      ),
    remove: (member, resource, key, version) =>
      changed(
        member,
        { act: resource.change, what: `delete ${resource.one}`, subject: subjectOf(resource, key) },
        async (change) => {
          const before = resource.remove === undefined ? null : await resource.records.lock(change.tx, key)
          if (before === null) return err({ code: 'not_found' })
          if (version !== versionOf(resource, before))
            return err({ code: 'changed_meanwhile', now: before, fields: [], by: null })
          return take(change, resource, { key, before })
        },
      ),
    undo: (member, resource, entryId) =>
      changed<string | null>(
        member,
        { act: resource.change, what: `undo ${resource.one}`, subject: `${resource.name} entry ${entryId}` },
        async (change) => {
          const entry = await entryById(change.tx, entryId)
          const prefix = `${resource.name} `
          if (entry === null || entry.outcome !== 'done' || !entry.subject.startsWith(prefix) || isPersonal(entry))
            return err({ code: 'not_found' })
          const key = entry.subject.slice(prefix.length)
          const [was, is] = [entry.before as RecordValues | null, entry.after as RecordValues | null]
          if (was !== null && is === null) return make(change, resource, was)
          const now = await resource.records.lock(change.tx, key)
          if (now === null) return err({ code: 'not_found' })
          if (is !== null && changedFields(now, is).some((name) => name in now))
            return err({ code: 'changed_meanwhile', now, fields: [], by: null })
          if (was === null) {
            const taken = await take(change, resource, { key, before: now })
            return taken.ok ? ok(null) : taken
          }
          const back = await put(change, resource, { key, before: now, values: was })
          return back.ok ? ok(key) : back
        },
      ),
    async act(member, resource, key, action, form) {
      const subject = subjectOf(resource, key)
      if (!can(member.principal, action.act)) {
        await refuse(member, `${action.name} ${resource.one}`, subject)
        return err({ code: 'not_allowed' })
      }
      if (isStale(member, action.isRefund === true ? 'refund' : action.act)) return err({ code: 'stale' })
      const values = await resource.records.read(database.db, key)
      if (values === null || !action.isOffered(values)) return err({ code: 'not_found' })
      const timeZone = zoneOf(resource, member, values)
      const { values: typed, errors } = readTyped(action.fields?.(values) ?? [], form, { timeZone, isNew: true })
      if (errors.length > 0) return err({ code: 'validation', errors })
      const now = clock.now()
      const ran = await action.run({ member, key, values, typed, form, now })
      if (!ran.ok) return err({ code: 'validation', errors: ran.problem })
      const { before = null, after = typed } = ran.value
      await database.transaction((tx) =>
        write({ tx, now, member }, `${action.name} ${resource.one}`, subject, before, after),
      )
      return ok(ran.value.said)
    },
    history: (resource, key) => entriesOf(database.db, subjectOf(resource, key), 20),
    async lastOf(member, resource) {
      const [last] = await entriesOf(
        database.db,
        { prefix: `${resource.name} `, accountId: member.principal.userId },
        1,
      )
      return last ?? null
    },
    refuse,
    isStale,
    note: (member, act, subject, after) =>
      database.transaction((tx) => write({ tx, now: clock.now(), member }, act, subject, null, after)),
    views: {
      of: ({ principal }, { name }) => viewsOf(database.db, principal.userId, name),
      keep: ({ principal }, resource, name, query) =>
        saveView(database.db, {
          id: ids.uuid(),
          accountId: principal.userId,
          resource: resource.name,
          name: name.trim().slice(0, 60),
          query: viewQuery(query, resource),
          now: clock.now(),
        }),
      forget: ({ principal }, id) => forgetView(database.db, principal.userId, id),
    },
  }
}

class Refused extends Error {
  readonly problem: AdminProblem
  constructor(problem: AdminProblem) {
    super('refused')
    this.problem = problem
  }
}

const personalMark = '(personal)'

/** What a person told us stays out of a log that nobody can take anything out of. */
function withoutPersonal(resource: AdminResource, before: RecordValues | null, values: RecordValues): RecordValues {
  const personal = new Set(
    resource
      .fields(before)
      .filter(({ isPersonal: hidden }) => hidden === true)
      .map(({ name }) => name),
  )
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, personal.has(name) && value !== null ? personalMark : value]),
  )
}

const isPersonal = ({ before, after }: StoredEntry): boolean =>
  [before, after].some((one) => one !== null && Object.values(one).includes(personalMark))

/** What the database's own rules say, for those who typed. Null for a fault that is none of theirs. */
function constraintError(error: unknown): string | null {
  const { code } = error as { code?: string }
  if (code === '23505') return 'There is one of this name already.'
  if (code === '23503') return 'Something else still needs it, so it stays.'
  if (code === '23514' || code === '22001' || code === '22003' || code === '23502')
    return 'One of the values cannot be kept. Please look at the fields again.'
  return null
}

function csvCellOf(value: RecordValue | undefined, kind: string | undefined): string | number | boolean | null {
  if (value === null || value === undefined) return null
  if (kind === 'money') return (Number(value) / 100).toFixed(2)
  return Array.isArray(value) ? value.join(' ') : (value as string | number | boolean)
}
