import type { StaffProblem } from '../modules/staff/staff.ts'
import type { FieldError } from '../platform/result.ts'
import { confirmFirst, refused } from './admin-context.server.ts'
import type { RejectedForm } from './ui/panels/panel-form.tsx'

/** The response to a rejected panel form: an error page, or the same page with the typed values and the errors. */

export const statusOf = ({ code }: StaffProblem): 400 | 403 | 404 | 409 =>
  code === 'not_allowed' ? 403 : code === 'not_found' ? 404 : code === 'changed_meanwhile' ? 409 : 400

/** The form as it comes back; throws where the page cannot be shown at all. */
export function rejectedForm(problem: StaffProblem, form: URLSearchParams): RejectedForm {
  if (problem.code === 'stale') throw confirmFirst(form)
  const errors = errorsOf(problem)
  const status = statusOf(problem)
  if (status === 403 || status === 404) throw refused(status, errors[0]?.message ?? '')
  return { values: Object.fromEntries(form), errors }
}

function errorsOf(problem: StaffProblem): readonly FieldError[] {
  const one = (message: string) => [{ field: '', message }]
  switch (problem.code) {
    case 'validation':
      return problem.errors
    case 'not_allowed':
      return one('You do not have permission to do this.')
    case 'stale':
      return one('Please confirm that it is you.')
    case 'not_found':
      return one('It no longer exists.')
    case 'changed_meanwhile':
      return one('Someone else has changed this. You now see the latest version; please make your change again.')
    case 'cart':
      return one(cartText(problem.problem))
  }
}

function cartText(problem: Extract<StaffProblem, { code: 'cart' }>['problem']): string {
  if (problem.code === 'quantity_over_stock') return `Only ${problem.left} of ${problem.title} available.`
  if (problem.code === 'checkout_in_progress')
    return 'This cart is being paid for. Please wait for the payment to finish.'
  return 'Some of these products are not available at the moment. Nothing was added to the cart.'
}

/** A page of a list, from 0. */
export function pageOf(query: URLSearchParams): number {
  const text = query.get('page') ?? ''
  return /^\d{1,4}$/.test(text) ? Number(text) : 0
}

/** Parses a typed amount to cents: '$1,234.50'. Null for an empty text, NaN for an invalid one. */
export function typedMoney(text: string | null): number | null {
  const bare = (text ?? '').replaceAll(/[\s$,]/g, '')
  if (bare === '') return null
  return /^\d{1,7}(\.\d{1,2})?$/.test(bare) ? Math.round(Number(bare) * 100) : Number.NaN
}

/** The value of a form field; '' when it is missing. */
export const fieldsOf =
  (form: URLSearchParams) =>
  (name: string): string =>
    form.get(name) ?? ''
