import { timeZoneOf } from '../../brands/apps.ts'
import { sha256 } from '../../platform/digest.ts'
import type { RecordValues } from '../../platform/database/records.ts'
import type { AdminMember } from './admin.ts'
import type { AdminResource } from './admin-resource.server.ts'

/** What a record and its form are told apart by: its version, marks of its fields, its clock, its name in the log. */

export const versionOf = (resource: AdminResource, values: RecordValues): string =>
  sha256(JSON.stringify(resource.fields(values).map(({ name }) => [name, values[name] ?? null]))).slice(0, 16)

/** What a field was when its form was made, in a few letters: enough to tell whether it is another now, or was typed over. */
export const markOf = (text: string): string => sha256(text.trim()).slice(0, 12)

export const zoneOf = (resource: AdminResource, member: AdminMember, values: RecordValues): string =>
  resource.timeZone?.(values) ?? timeZoneOf[member.brand.country]

export const subjectOf = (resource: Pick<AdminResource, 'name'>, key: string): string => `${resource.name} ${key}`
