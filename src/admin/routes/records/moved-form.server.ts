import type { AdminResource } from '../../../modules/admin/admin-resource.server.ts'
import type { RecordValues } from '../../../platform/database/records.ts'
import { formAfterMove } from '../../../platform/forms/field-array.ts'
import type { RejectedForm } from './field-view.server.ts'

/** A form in which items of a field were moved, added or removed and nothing is to be saved; null for any other. */
export function movedForm(
  form: URLSearchParams,
  resource: AdminResource,
  values: RecordValues | null,
): RejectedForm | null {
  const fields = resource.fields(values)
  const moved = formAfterMove(form, (name) => {
    const field = fields.find((one) => one.name === name)
    return field?.kind === 'items' ? field.set : null
  })
  return moved === null ? null : { form: moved, action: null, errors: [], conflict: null }
}
