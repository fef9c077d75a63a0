import type { FieldMessages, Typed } from '../../../../platform/forms/typed-form.ts'
import { Field } from '../../../../ui/forms/field.tsx'

/** The address that an account is known by. */
export function EmailField({ id, typed, problems }: { id: string; typed: Typed; problems: FieldMessages }) {
  return (
    <Field
      id={id}
      name="email"
      type="email"
      label="Email"
      autoComplete="username"
      inputMode="email"
      defaultValue={typed['email']}
      error={problems['email']}
      required
    />
  )
}
