import type { FieldMessages, Typed } from '../../platform/forms/typed-form.ts'
import { isStandardEmail } from '../../platform/text/email.ts'

/** The errors of the form that emails a cart. */
export const mailErrors = ({ email = '' }: Typed): FieldMessages =>
  isStandardEmail(email) ? {} : { email: 'Enter an email address like name@example.com' }
