import type { Ids } from '../../platform/ids.ts'
import type { AdminResource } from './admin-resource.server.ts'
import { viewQuery, type AdminMember } from './admin.ts'
import { entriesOf, type StoredEntry } from './audit.server.ts'
import {
  createAuditedChanges,
  type AuditedChanges,
  type AuditedChangesDeps,
} from './internal/audited-changes.server.ts'
import { createRecordActions, type RecordActions } from './internal/record-actions.server.ts'
import { createRecordEditing, type RecordEditing } from './internal/record-editing.server.ts'
import { createRecordLists, type RecordLists } from './internal/record-lists.server.ts'
import { createRecordWrites } from './internal/record-writes.server.ts'
import { forgetView, saveView, viewsOf, type View } from './internal/saved-views-store.server.ts'
import { subjectOf } from './record-marks.server.ts'

/**
 * Runs every resource in the same way: permission, validation, conflict detection, rules, write and audit entry are one transaction. Caches
 * are notified when it commits.
 */

export interface AdminService
  extends RecordLists, RecordEditing, RecordActions, Pick<AuditedChanges, 'refuse' | 'isStale'> {
  readonly resources: readonly AdminResource[]
  resource(name: string): AdminResource | null
  /** The history of a record, newest first. */
  history(resource: AdminResource, key: string): Promise<readonly StoredEntry[]>
  /** The latest change of this member in a resource. */
  lastOf(member: AdminMember, resource: AdminResource): Promise<StoredEntry | null>
  /** Audits an action without a record of its own: an export, a bulk edit. */
  note(member: AdminMember, act: string, subject: string, after: object | null): Promise<void>
  views: {
    of(member: AdminMember, resource: AdminResource): Promise<readonly View[]>
    keep(member: AdminMember, resource: AdminResource, name: string, query: URLSearchParams): Promise<void>
    forget(member: AdminMember, id: string): Promise<void>
  }
}

export type AdminDeps = AuditedChangesDeps & {
  readonly ids: Ids
  /** Every list of the back office, in the order of its menu. */
  readonly resources: readonly AdminResource[]
}

export function openAdmin({ database, clock, ids, staff, resources }: AdminDeps): AdminService {
  const byName = new Map(resources.map((one) => [one.name, one]))
  const audited = createAuditedChanges({ database, clock, staff })
  return {
    ...createRecordLists({ database }),
    ...createRecordEditing({ changed: audited.changed, records: createRecordWrites(audited) }),
    ...createRecordActions({ ...audited, database, clock }),
    refuse: audited.refuse,
    isStale: audited.isStale,
    resources,
    resource: (name) => byName.get(name) ?? null,
    history: (resource, key) => entriesOf(database.db, subjectOf(resource, key), 20),
    async lastOf(member, resource) {
      const [last] = await entriesOf(
        database.db,
        { prefix: `${resource.name} `, accountId: member.principal.userId },
        1,
      )
      return last ?? null
    },
    note: (member, act, subject, after) =>
      database.transaction((tx) => audited.write({ tx, now: clock.now(), member }, act, subject, null, after)),
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
