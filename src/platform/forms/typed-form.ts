import type { FieldError, Result } from '../result.ts'

/** The fields of a form as they were typed. */
export type Typed = Readonly<Record<string, string>>

/** What is wrong with a form: a message by the name of each field; under 'form' what is wrong with the whole. */
export type FieldMessages = Readonly<Partial<Record<string, string>>>

/** What came back of a form that was refused: nothing that was typed is lost but passwords. */
export type Refused = { readonly typed: Typed; readonly problems: FieldMessages }

/** The errors of rules or of an answer, by their fields. */
export const messagesOf = (errors: readonly FieldError[]): Readonly<Record<string, string>> =>
  Object.fromEntries(errors.map(({ field, message }) => [field, message]))

/** The messages of a form that was read; none when it is right. */
export const messagesIn = (read: Result<unknown, FieldMessages>): FieldMessages => (read.ok ? {} : read.problem)
