import type { Writer } from '../../../platform/database/database.server.ts'
import type { RecordValues } from '../../../platform/database/records.ts'
import { err, ok } from '../../../platform/result.ts'
import type { AdminResource } from '../admin-resource.server.ts'
import { changedFields, readTyped, typedText, type AdminMember } from '../admin.ts'
import { entriesOf, entryById } from '../audit.server.ts'
import { markOf, subjectOf, versionOf, zoneOf } from '../record-marks.server.ts'
import type { AuditedChanges, Done } from './audited-changes.server.ts'
import { isPersonal, type RecordWrites } from './record-writes.server.ts'

/** Changes that staff make with a form, or with one field of many records, and takes them back. */

export interface RecordEditing {
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
  /** Creates a record that was not typed into a form, such as an uploaded file. */
  add(member: AdminMember, resource: AdminResource, values: RecordValues): Done<string>
  remove(member: AdminMember, resource: AdminResource, key: string, version: string): Done<null>
  /** Takes one change of the log back, when nothing has come after it. Answers the record's key; null when it is gone now. */
  undo(member: AdminMember, resource: AdminResource, entryId: number): Done<string | null>
}

type RecordEditingDeps = Pick<AuditedChanges, 'changed'> & { readonly records: RecordWrites }

export function createRecordEditing({ changed, records }: RecordEditingDeps): RecordEditing {
  return {
    save: (member, resource, key, form) =>
      changed(
        member,
        { permission: resource.change, what: `change ${resource.one}`, subject: subjectOf(resource, key) },
        async (change) => {
          const before = resource.save === undefined ? null : await resource.records.lock(change.tx, key)
          if (before === null) return err({ code: 'not_found' })
          const fields = resource.fields(before)
          const timeZone = zoneOf(resource, member, before)
          const { values, errors } = readTyped(fields, form, { timeZone, isNew: false })
          if (form.get('version') !== versionOf(resource, before)) {
            // The form includes the values it was rendered from, so that concurrent changes can be told from edits.
            const theirs = fields
              .filter(
                (field) => form.get(`was:${field.name}`) !== markOf(typedText(field, before[field.name], timeZone)),
              )
              .map(({ name }) => name)
            const [last] = await entriesOf(change.tx, subjectOf(resource, key), 1)
            return err({ code: 'changed_meanwhile', now: before, fields: theirs, by: last?.winningUserId ?? null })
          }
          if (errors.length > 0) return err({ code: 'validation', errors })
          return records.update(change, resource, { key, before, values })
        },
      ),
    set: (member, resource, key, work, also) =>
      changed(
        member,
        { permission: resource.change, what: `change ${resource.one}`, subject: subjectOf(resource, key) },
        async (change) => {
          const before = await resource.records.lock(change.tx, key)
          if (before === null) return err({ code: 'not_found' })
          const done = await records.update(change, resource, { key, before, values: work(before) })
          if (done.ok) await also?.(change.tx)
          return done
        },
      ),
    create: (member, resource, form) =>
      changed(
        member,
        { permission: resource.change, what: `create ${resource.one}`, subject: resource.name },
        async (change) => {
          const timeZone = zoneOf(resource, member, Object.fromEntries(form))
          const { values, errors } = readTyped(resource.fields(null), form, { timeZone, isNew: true })
          if (errors.length > 0) return err({ code: 'validation', errors })
          return records.insert(change, resource, values)
        },
      ),
    add: (member, resource, values) =>
      changed(
        member,
        { permission: resource.change, what: `create ${resource.one}`, subject: resource.name },
        (change) => records.insert(change, resource, values),
      ),
    remove: (member, resource, key, version) =>
      changed(
        member,
        { permission: resource.change, what: `delete ${resource.one}`, subject: subjectOf(resource, key) },
        async (change) => {
          const before = resource.remove === undefined ? null : await resource.records.lock(change.tx, key)
          if (before === null) return err({ code: 'not_found' })
          if (version !== versionOf(resource, before))
            return err({ code: 'changed_meanwhile', now: before, fields: [], by: null })
          return records.remove(change, resource, { key, before })
        },
      ),
    undo: (member, resource, entryId) =>
      changed<string | null>(
        member,
        { permission: resource.change, what: `undo ${resource.one}`, subject: `${resource.name} entry ${entryId}` },
        async (change) => {
          const entry = await entryById(change.tx, entryId)
          const prefix = `${resource.name} `
          if (entry === null || entry.outcome !== 'done' || !entry.subject.startsWith(prefix) || isPersonal(entry))
            return err({ code: 'not_found' })
          const key = entry.subject.slice(prefix.length)
          const [was, is] = [entry.before as RecordValues | null, entry.after as RecordValues | null]
          if (was !== null && is === null) return records.insert(change, resource, was)
          const now = await resource.records.lock(change.tx, key)
          if (now === null) return err({ code: 'not_found' })
          if (is !== null && changedFields(now, is).some((name) => name in now))
            return err({ code: 'changed_meanwhile', now, fields: [], by: null })
          if (was === null) {
            const taken = await records.remove(change, resource, { key, before: now })
            return taken.ok ? ok(null) : taken
          }
          const back = await records.update(change, resource, { key, before: now, values: was })
          return back.ok ? ok(key) : back
        },
      ),
  }
}
