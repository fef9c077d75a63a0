import type { RecordValues } from '../../../platform/database/records.ts'

/** Table columns for a record's values. */
export function given(values: RecordValues, columns: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(columns).flatMap(([name, column]) => (values[name] === undefined ? [] : [[column, values[name]]])),
  )
}
