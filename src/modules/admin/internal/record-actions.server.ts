import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.server.ts'
import { err, ok } from '../../../platform/result.ts'
import { can } from '../../identity/policy.ts'
import type { AdminResource, RecordAction } from '../admin-resource.server.ts'
import { readTyped, type AdminMember } from '../admin.ts'
import { subjectOf, zoneOf } from '../record-marks.server.ts'
import type { AuditedChanges, Done } from './audited-changes.server.ts'

/** Actions on a record besides editing its fields. */

export interface RecordActions {
  act(
    member: AdminMember,
    resource: AdminResource,
    key: string,
    action: RecordAction,
    form: URLSearchParams,
  ): Done<string>
}

type RecordActionsDeps = Pick<AuditedChanges, 'refuse' | 'isStale' | 'write'> & {
  readonly database: Database
  readonly clock: Clock
}

export function createRecordActions({ database, clock, refuse, isStale, write }: RecordActionsDeps): RecordActions {
  return {
    async act(member, resource, key, action, form) {
      const subject = subjectOf(resource, key)
      if (!can(member.principal, action.permission)) {
        await refuse(member, `${action.name} ${resource.one}`, subject)
        return err({ code: 'not_allowed' })
      }
      if (isStale(member, action.isRefund === true ? 'refund' : action.permission)) return err({ code: 'stale' })
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
  }
}
