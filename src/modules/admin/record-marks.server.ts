import { timeZoneOf } from '../../brands/apps.ts'
import { sha256 } from '../../platform/digest.ts'
import type { RecordValues } from '../../platform/database/records.ts'
import type { AdminMember } from './admin.ts'
import type { AdminResource } from './admin-resource.server.ts'

/** Conflict detection: a record's version, hashes of its fields, its time zone, its name in the log. */

export const versionOf = (resource: AdminResource, values: RecordValues): string =>
  sha256(JSON.stringify(resource.fields(values).map(({ name }) => [name, values[name] ?? null]))).slice(0, 16)

/** A short hash of a field's value when its form was rendered: enough to detect that it has changed since, or was edited. */
export const markOf = (text: string): string => sha256(text.trim()).slice(0, 12)

export const zoneOf = (resource: AdminResource, member: AdminMember, values: RecordValues): string =>
  resource.timeZone?.(values) ?? timeZoneOf[member.brand.country]

export const subjectOf = (resource: Pick<AdminResource, 'name'>, key: string): string => `${resource.name} ${key}`
