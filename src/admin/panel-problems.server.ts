import type { StaffProblem } from '../modules/staff/staff.ts'
import type { FieldError } from '../platform/result.ts'
import { confirmFirst, refused } from './admin-context.server.ts'
import type { RejectedForm } from './ui/panels/panel-form.tsx'

/** What becomes of a panel's form that was refused: a page in its place, or the same page with what was typed and why not. */

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
      return one('You may not do this.')
    case 'stale':
      return one('Please confirm that it is you.')
    case 'not_found':
      return one('It no longer exists.')
    case 'changed_meanwhile':
      return one('Somebody has changed this meanwhile. What you see now is the latest; please make your change again.')
    case 'cart':
      return one(cartText(problem.problem))
  }
}

function cartText(problem: Extract<StaffProblem, { code: 'cart' }>['problem']): string {
  if (problem.code === 'quantity_over_stock') return `Only ${problem.left} of ${problem.title} can be had.`
  if (problem.code === 'checkout_in_progress') return 'The cart is being paid for. Please wait until that is over.'
  return 'Something of this cannot be bought at the moment. Nothing was put into the cart.'
}

/** A page of a list, from 0. */
export function pageOf(query: URLSearchParams): number {
  const text = query.get('page') ?? ''
  return /^\d{1,4}$/.test(text) ? Number(text) : 0
}

/** Cents of what somebody typed: '$1,234.50'. Null for nothing, NaN for what is no amount. */
export function typedMoney(text: string | null): number | null {
  const bare = (text ?? '').replaceAll(/[\s$,]/g, '')
  if (bare === '') return null
  return /^\d{1,7}(\.\d{1,2})?$/.test(bare) ? Math.round(Number(bare) * 100) : Number.NaN
}

/** What a form sent under a name; '' for nothing. */
export const fieldsOf =
  (form: URLSearchParams) =>
  (name: string): string =>
    form.get(name) ?? ''
