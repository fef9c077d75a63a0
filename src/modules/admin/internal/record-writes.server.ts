import type { RecordValues } from '../../../platform/database/records.ts'
import { err, ok } from '../../../platform/result.ts'
import type { AdminResource, Change } from '../admin-resource.server.ts'
import { changedFields } from '../admin.ts'
import type { StoredEntry } from '../audit.server.ts'
import { subjectOf } from '../record-marks.server.ts'
import type { AuditedChanges, Done } from './audited-changes.server.ts'

/** Writes a record by the rules of its resource, with an audit entry without personal data. */

export interface RecordWrites {
  /** Writes fields of a record that has been locked. */
  update(
    change: Change,
    resource: AdminResource,
    record: { readonly key: string; readonly before: RecordValues; readonly values: RecordValues },
  ): Done<null>
  /** Creates a record; returns its key. */
  insert(change: Change, resource: AdminResource, values: RecordValues): Done<string>
  /** Removes a record that has been locked. */
  remove(
    change: Change,
    resource: AdminResource,
    record: { readonly key: string; readonly before: RecordValues },
  ): Done<null>
}

export function createRecordWrites({ write }: Pick<AuditedChanges, 'write'>): RecordWrites {
  return {
    async update(change, resource, { key, before, values }) {
      const names = changedFields(before, values)
      if (names.length === 0) return ok(null)
      const given = Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
      const errors = (await resource.check?.(change, { ...before, ...given }, key)) ?? []
      if (errors.length > 0) return err({ code: 'validation', errors })
      await resource.save?.(change, key, given, before)
      // As stored: cleaned, rounded, in capitals.
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
    },
    async insert(change, resource, values) {
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
    },
    async remove(change, resource, { key, before }) {
      const removed =
        resource.isRemovable?.(before) === false ? undefined : await resource.remove?.(change, key, before)
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
    },
  }
}

const personalMark = '(personal)'

/** Personal data must not enter an append-only log. */
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

/** Whether the log records only that it changed, and not its value. */
export const isPersonal = ({ before, after }: StoredEntry): boolean =>
  [before, after].some((one) => one !== null && Object.values(one).includes(personalMark))
