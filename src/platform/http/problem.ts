import { cardNumberText } from '../text/card-numbers.ts'

/** The one error body of the whole program (decision platform-02) and the statuses that go with it (platform-03). */

export type ErrorItem = { readonly message: string; readonly code: string; readonly field: string | null }

export type ErrorBody = {
  errors: ErrorItem[]
  status: { code: number; errors: string[] }
  type: 'validation' | 'refused' | 'error'
  traceId: string
  errorCode?: number
  errorMessages?: string[]
  refusalReason?: string | null
  showRefusalReason?: boolean
  paymentReference?: string | null
  /** Whether the payment ended without a charge. */
  nothingCharged?: boolean
}

export type PaymentErrorFields = Pick<
  ErrorBody,
  'errorCode' | 'errorMessages' | 'refusalReason' | 'showRefusalReason' | 'paymentReference' | 'nothingCharged'
>

export type Problem = {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 503
  readonly type?: ErrorBody['type']
  readonly errors: readonly ErrorItem[]
  readonly payment?: PaymentErrorFields
  readonly retryAfterSeconds?: number
}

/** Thrown by code that answers HTTP to leave with an error body; never by a rule or a service. */
export class ProblemError extends Error {
  override name = 'ProblemError'
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.errors[0]?.message ?? 'problem')
    this.problem = problem
  }
}

/** A problem of one error: `httpProblem(409, 'cart_changed', 'Your cart has changed. …')`. */
export function httpProblem(
  // 429 includes the time to wait: created by tooManyRequests.
  status: Exclude<Problem['status'], 429>,
  code: string,
  message: string,
  field: string | null = null,
): Problem {
  return { status, type: 'refused', errors: [{ message, code, field }] }
}

export function errorBody(problem: Problem, traceId: string): ErrorBody {
  return {
    errors: [...problem.errors],
    status: { code: problem.status, errors: problem.errors.map((error) => error.message) },
    type: problem.type ?? 'refused',
    traceId,
    ...problem.payment,
  }
}

export function errorResponse(problem: Problem, traceId: string): Response {
  const headers = new Headers({ 'cache-control': 'no-store', 'x-trace-id': traceId })
  if (problem.retryAfterSeconds !== undefined) headers.set('retry-after', String(problem.retryAfterSeconds))
  return Response.json(errorBody(problem, traceId), { status: problem.status, headers })
}

/** A card number where none is expected; its text names the field. */
export const cardNumberProblem = (field: string): Problem => ({
  status: 400,
  type: 'validation',
  errors: [{ field, code: 'card_number', message: `${field}: ${cardNumberText}` }],
})

export const tooManyRequests = (retryAfterSeconds: number): Problem => ({
  status: 429,
  type: 'refused',
  errors: [{ message: 'Too many attempts. Please try again later.', code: 'too_many_requests', field: null }],
  retryAfterSeconds,
})

/** The first message of an error body, in the order decision platform-02 gives; `fallback` when there is none. */
export function firstMessage(body: unknown, fallback: string): string {
  if (typeof body !== 'object' || body === null) return fallback
  const { errors, status, errorMessages } = body as Partial<ErrorBody> & { errors?: (ErrorItem | string)[] }
  const first = errors?.[0]
  const candidates = [typeof first === 'string' ? first : first?.message, status?.errors?.[0], errorMessages?.[0]]
  return candidates.find((text) => typeof text === 'string' && text !== '') ?? fallback
}
