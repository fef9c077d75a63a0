import type { FieldMessages } from '../../platform/forms/typed-form.ts'

/** The messages with another one for a field, or without its own. */
export function withMessage(messages: FieldMessages, field: string, message: string | null): FieldMessages {
  const { [field]: _old, ...others } = messages
  return message === null ? others : { ...others, [field]: message }
}
