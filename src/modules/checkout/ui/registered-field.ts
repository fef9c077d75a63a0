import type { FieldMessages } from '../../../platform/forms/typed-form.ts'
import type { FormValues } from '../../../ui/forms/form-values.ts'
import type { CheckoutValues } from './checkout-values.ts'

export type CheckoutFormValues = FormValues<CheckoutValues>

/** The messages beside fields, and how a field sets or removes its own. */
export type FormErrors = {
  readonly of: FieldMessages
  /** Read-only fields. */
  readonly locked: ReadonlySet<string>
  /** The field was typed in and left: its error, if any, shows from now on. */
  readonly check: (field: string) => void
  readonly set: (field: string, message: string | null) => void
}

/** The props of a field: its error shows after it was typed in and left, and goes while it is typed in. */
export function registered(
  form: CheckoutFormValues,
  name: Parameters<CheckoutFormValues['register']>[0],
  field: string,
  errors: FormErrors,
) {
  return {
    id: field,
    error: errors.of[field],
    disabled: errors.locked.has(field),
    ...form.register(name, { onChange: () => errors.set(field, null), onBlur: () => errors.check(field) }),
  }
}
