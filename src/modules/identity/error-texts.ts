import { messagesOf, type FieldMessages } from '../../platform/forms/typed-form.ts'
import type { ErrorBody } from '../../platform/http/problem.ts'

/** Messages for errors of the identity host (IDN-25 to IDN-27, decision identity-20). */
export const identityTexts = {
  fallback: 'Something has gone wrong, Please try again.',
  unavailable: 'Service currently unavailable. Please try again later',
  invalidLogin: 'Your email or password is incorrect.',
  expired: 'Your session has expired. Please log in again.',
  linkInvalid: 'This link is invalid or has expired.',
} as const

/** The message of an error body; there is always one. */
export function identityErrorText(body: unknown): string {
  const { type, errors } = (typeof body === 'object' && body !== null ? body : {}) as Partial<ErrorBody>
  if (type === 'error') return identityTexts.unavailable
  const texts = (Array.isArray(errors) ? errors : []).map((one) => one?.message).filter((text) => text)
  return texts.length > 0 ? texts.join('\n\n') : identityTexts.fallback
}

/** The same by field, for forms: an error without a field is under 'form'. */
export function identityProblems(body: unknown): FieldMessages {
  const { type, errors } = (typeof body === 'object' && body !== null ? body : {}) as Partial<ErrorBody>
  if (type !== 'validation' || !Array.isArray(errors) || errors.length === 0) return { form: identityErrorText(body) }
  return messagesOf(errors)
}
