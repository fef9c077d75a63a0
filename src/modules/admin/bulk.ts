import type { RecordValue, RecordValues } from '../../platform/database/records.ts'
import { ok, err, type FieldError, type Result } from '../../platform/result.ts'
import { readTyped, type Field } from './admin.ts'
import type { AdminResource } from './admin-resource.server.ts'

/** Which fields many records can be given at once, and what becomes of each. No I/O. */

/** What a field becomes, from what it is. */
export type BulkChange = (before: RecordValues) => RecordValue

export const bulkLists = ['products', 'prices', 'stock'] as const

/** Fields that many records may have in common. */
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

/** What was typed: a value, or for amounts a percentage such as −10 % that is taken of each. */
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
