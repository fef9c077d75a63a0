import type { RecordValue, RecordValues } from '../../platform/database/records.ts'
import { ok, err, type FieldError, type Result } from '../../platform/result.ts'
import { readTyped, type Field } from './admin.ts'
import type { AdminResource } from './admin-resource.server.ts'

/** Fields that can be edited in bulk, and their new values. No I/O. */

/** A field's new value, computed from its current one. */
export type BulkChange = (before: RecordValues) => RecordValue

export const bulkLists = ['products', 'prices', 'stock'] as const

/** Fields that may have the same value in many records. */
export const bulkFields = (resource: AdminResource): readonly Field[] =>
  resource
    .fields(null)
    .filter(
      ({ kind, isFixed, name }) =>
        isFixed === undefined &&
        name !== 'uri' &&
        (kind === 'switch' ||
          kind === 'choice' ||
          kind === 'choices' ||
          kind === 'money' ||
          kind === 'whole' ||
          kind === 'day' ||
          kind === 'text'),
    )

/** The typed value, or for amounts a percentage such as −10 % of each current value. */
export function bulkChange(
  field: Field,
  form: URLSearchParams,
  timeZone: string,
): Result<BulkChange, readonly FieldError[]> {
  const text = (form.get(field.name) ?? '').replaceAll('−', '-').trim()
  const [, percent] = (field.kind === 'money' ? /^([+-]\d{1,2}(?:\.\d)?) ?%$/.exec(text) : null) ?? []
  if (percent !== undefined)
    return ok((before) => {
      const cents = before[field.name] ?? null
      return cents === null ? null : Math.round((Number(cents) * (100 + Number(percent))) / 100)
    })
  const { values, errors } = readTyped([field], form, { timeZone, isNew: false })
  if (errors.length > 0) return err(errors)
  const value = values[field.name] ?? null
  return ok(() => value)
}
