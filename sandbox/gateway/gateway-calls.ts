import type { z } from 'zod'
import { json, type Answer, type SandboxRequest } from '../http.ts'
import { randomReference, type Ledger } from '../ledger.ts'
import type { PaymentStore } from './payment-store.ts'

/** What all gateway calls share: authentication, idempotency and the error format. */

type Problem = {
  readonly status: number
  readonly errorCode: string
  readonly errorType: string
  readonly message: string
}

export class Refused extends Error {
  readonly problem: Problem
  constructor(status: number, errorCode: string, errorType: string, message: string) {
    super(message)
    this.problem = { status, errorCode, errorType, message }
  }
}

/** What happens to a response after the work is done and stored. */
export type Sending = Pick<Answer, 'afterMs' | 'isDropped'> & { readonly isLost?: boolean }

type Work<Body> = (
  body: Body,
  request: SandboxRequest,
  key: string | null,
) => { readonly status: number; readonly body: object | null; readonly sending?: Sending }

export type Call = ReturnType<typeof createCalls>

export function createCalls({
  ledger,
  store,
  apiKey,
}: {
  readonly ledger: Ledger
  readonly store: PaymentStore
  readonly apiKey: string
}) {
  const running = new Set<string>()

  function answer<Body>(schemaOfBody: z.ZodType<Body>, work: Work<Body>, request: SandboxRequest): Answer {
    if (request.headers['x-api-key'] !== apiKey) {
      throw new Refused(401, '000', 'security', 'HTTP Status Response - Unauthorized')
    }
    const hasBody = request.method === 'POST'
    if (hasBody && !/^application\/json\b/.test(request.headers['content-type'] ?? '')) {
      throw new Refused(415, '703', 'validation', 'Content-Type must be application/json')
    }
    const key = request.headers['idempotency-key']?.toString() ?? null
    if (key !== null && (key === '' || key.length > 64)) {
      throw new Refused(422, '702', 'validation', 'Idempotency-Key must have 1 to 64 characters')
    }
    const scoped = key === null ? null : `${request.path} ${key}`
    if (scoped !== null) {
      if (running.has(scoped)) throw new Refused(422, '704', 'validation', 'Request already processed or in progress')
      const earlier = store.answer(scoped)
      if (earlier !== undefined) return answerOf(earlier.status, earlier.body, key)
    }
    const body = checked(schemaOfBody, hasBody ? request.body : JSON.stringify(Object.fromEntries(request.query)))
    const done = ledger.inOneStep(() => {
      const result = work(body, request, key)
      const stored = result.body === null ? '' : JSON.stringify(result.body)
      if (scoped !== null) store.saveAnswer(scoped, result.status, stored)
      return { ...result, stored }
    })
    const { isLost, ...sending } = done.sending ?? {}
    if (scoped !== null) running.add(scoped)
    const whenSent = () => void (scoped !== null && running.delete(scoped))
    if (isLost === true) {
      const lost = {
        status: 500,
        errorCode: '905',
        errorType: 'internal',
        message: 'Payment details are not available',
      }
      return { ...problemAnswer(lost), whenSent }
    }
    return { ...answerOf(done.status, done.stored, key), ...sending, whenSent }
  }

  return <Body>(schemaOfBody: z.ZodType<Body>, work: Work<Body>): ((request: SandboxRequest) => Answer) =>
    (request) => {
      try {
        return answer(schemaOfBody, work, request)
      } catch (error) {
        if (error instanceof Refused) return problemAnswer(error.problem)
        throw error
      }
    }
}

function checked<Body>(schemaOfBody: z.ZodType<Body>, sent: string): Body {
  let value: unknown
  try {
    value = JSON.parse(sent)
  } catch {
    throw new Refused(400, '702', 'validation', 'Unexpected input: the body is not JSON')
  }
  const parsed = schemaOfBody.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') ?? ''
  if (issue?.code === 'unrecognized_keys') {
    const where = field === '' ? 'the request' : field
    throw new Refused(
      422,
      '702',
      'validation',
      `Structure of ${where} contains the following unknown fields: ${issue.keys.join(', ')}`,
    )
  }
  if (isMissing(value, field)) {
    const codes: Record<string, string> = {
      amount: '100',
      reference: '130',
      merchantAccount: '901',
      returnUrl: '14_030',
    }
    const message = field === 'returnUrl' ? 'Return URL is missing.' : `Required field '${field}' is not provided.`
    throw new Refused(422, codes[field] ?? '702', 'validation', message)
  }
  const code = field === 'amount.value' ? '137' : '702'
  throw new Refused(422, code, 'validation', `Invalid value for field '${field}'`)
}

function isMissing(value: unknown, field: string): boolean {
  let at: unknown = value
  for (const name of field.split('.')) {
    if (typeof at !== 'object' || at === null) return false
    at = (at as Record<string, unknown>)[name]
  }
  return at === undefined || at === null
}

function answerOf(status: number, body: string, key: string | null): Answer {
  const headers = { 'content-type': 'application/json;charset=UTF-8', 'cache-control': 'no-store' }
  return { status, headers: key === null ? headers : { ...headers, 'idempotency-key': key }, body }
}

function problemAnswer(problem: Problem): Answer {
  return json(problem.status, { ...problem, pspReference: randomReference(16) })
}
