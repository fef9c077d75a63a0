import type { Result } from '../result.ts'

/** The fields of a form as they were typed. */
export type Typed = Readonly<Record<string, string>>

/** Validation errors of a form: a message by field name; 'form' is for the whole form. */
export type FieldMessages = Readonly<Partial<Record<string, string>>>

/** What came back of a form that was refused: nothing that was typed is lost but passwords. */
export type Refused = { readonly typed: Typed; readonly problems: FieldMessages }

/** The errors of rules or of an answer, by their fields; an error without a field is of the whole form. */
export const messagesOf = (
  errors: readonly { readonly field: string | null; readonly message: string }[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(errors.map(({ field, message }) => [field ?? 'form', message]))

/** The messages of a form that was read; none when it is right. */
export const messagesIn = (read: Result<unknown, FieldMessages>): FieldMessages => (read.ok ? {} : read.problem)
