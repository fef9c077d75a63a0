import { isStandardEmail } from '../../platform/text/email.ts'
import { cleanPhone, phoneProblem } from '../../platform/text/phone.ts'
import type { FieldError } from '../../platform/result.ts'
import { passwordProblem } from './internal/password-rules.ts'

/** The rules of a registration: the same functions mark a field in the browser and refuse it on the server. */

export type Registration = {
  readonly email: string
  readonly password: string
  readonly firstName: string
  readonly lastName: string
  readonly phone: string
  /** '' when there is none. */
  readonly ABN: string
}

export const longestName = { first: 20, last: 29 } as const

export const registrationTexts = {
  email: 'Please enter a valid email address',
  firstName: 'Please enter a first name (max 20 characters)',
  // The limit is 29; the text is the checkout's (decision checkout-15).
  lastName: 'Please enter a last name (max 20 characters)',
  abn: 'Please enter a valid ABN',
  done: "Thanks. We've emailed you a link to confirm your address. You can log in now.",
} as const

const abnWeights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]

/** The eleven digits of an ABN, without the spaces it is written with. */
export const cleanAbn = (text: string): string => text.replaceAll(/\s/g, '')

/** Eleven digits whose weighted sum, the first one less by one, is divisible by 89: the register's checksum. */
export function isAbn(text: string): boolean {
  const digits = cleanAbn(text)
  if (!/^\d{11}$/.test(digits)) return false
  const sum = abnWeights.reduce((total, weight, at) => total + weight * (Number(digits[at]) - (at === 0 ? 1 : 0)), 0)
  return sum % 89 === 0
}

const isName = (name: string, max: number): boolean => name.trim() !== '' && name.trim().length <= max

export const firstNameProblem = (name: string): string | null =>
  isName(name, longestName.first) ? null : registrationTexts.firstName

export const lastNameProblem = (name: string): string | null =>
  isName(name, longestName.last) ? null : registrationTexts.lastName

/** Every fault, in the order of the page. `asksForAbn` on apps for businesses. */
export function registrationErrors(form: Registration, { asksForAbn }: { asksForAbn: boolean }): FieldError[] {
  const checks: readonly (readonly [string, string | null])[] = [
    ['firstName', firstNameProblem(form.firstName)],
    ['lastName', lastNameProblem(form.lastName)],
    ['email', isStandardEmail(form.email) ? null : registrationTexts.email],
    ['phone', phoneProblem(form.phone, null)],
    ['ABN', (form.ABN.trim() === '' ? !asksForAbn : isAbn(form.ABN)) ? null : registrationTexts.abn],
    ['password', passwordProblem(form.password)],
  ]
  return checks.flatMap(([field, message]) => (message === null ? [] : [{ field, message }]))
}

/** As stored: one spelling of each. */
export function cleanRegistration(form: Registration): Registration {
  return {
    ...form,
    email: form.email.trim().toLowerCase(),
    firstName: form.firstName.trim(),
    lastName: form.lastName.trim(),
    phone: cleanPhone(form.phone),
    ABN: cleanAbn(form.ABN),
  }
}
