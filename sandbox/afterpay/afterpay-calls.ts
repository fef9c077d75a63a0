import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { json, type Answer, type SandboxRequest } from '../http.ts'
import type { Ledger } from '../ledger.ts'
import { NoBody, type MoneyBody } from './afterpay-bodies.ts'
import type { AfterpayStore, Money } from './afterpay-store.ts'

/** What all Afterpay calls share: authentication, idempotency and the error format. */

export class Refused extends Error {
  readonly answer: Answer
  constructor(httpStatusCode: number, errorCode: string, message: string) {
    super(message)
    this.answer = json(httpStatusCode, { errorCode, errorId: randomUUID(), message, httpStatusCode })
  }
}

export type AfterpayCalls = ReturnType<typeof createAfterpayCalls>

export function createAfterpayCalls({
  ledger,
  store: { storedAnswer, storeAnswer },
  merchantId,
  secretKey,
}: {
  readonly ledger: Ledger
  readonly store: AfterpayStore
  readonly merchantId: string
  readonly secretKey: string
}) {
  function call<Body>(schemaOfBody: z.ZodType<Body>, work: (body: Body, request: SandboxRequest) => Answer) {
    return (request: SandboxRequest): Answer => {
      try {
        checkHeaders(request)
        const body = request.method === 'POST' ? bodyOf(schemaOfBody, request) : schemaOfBody.parse(undefined)
        return ledger.inOneStep(() => work(body, request))
      } catch (error) {
        if (error instanceof Refused) return error.answer
        throw error
      }
    }
  }

  function checkHeaders({ headers }: SandboxRequest): void {
    const requested = `Basic ${Buffer.from(`${merchantId}:${secretKey}`).toString('base64')}`
    if (headers.authorization !== requested)
      throw new Refused(401, 'unauthorized', 'Credentials are required to access this resource.')
    const userAgent = headers['user-agent'] ?? ''
    if (!userAgent.includes('/') || !userAgent.includes(merchantId)) {
      throw new Refused(403, 'forbidden', 'A User-Agent with platform, version and merchant id is required.')
    }
    const accept = headers.accept ?? '*/*'
    if (!/(^|,)\s*(application\/(json|\*)|\*\/\*)/.test(accept))
      throw new Refused(406, 'not_acceptable', 'Accept must allow application/json.')
  }

  /** Runs a call once per request id; a repeat gets the first response. */
  function once(key: string | null, work: () => Answer): Answer {
    if (key === null) return work()
    const earlier = storedAnswer.get(key) as { status: number; body: string } | undefined
    if (earlier !== undefined) return json(earlier.status, JSON.parse(earlier.body))
    const answer = work()
    storeAnswer.run(key, answer.status, answer.body)
    return answer
  }

  return { call, once }
}

function bodyOf<Body>(schemaOfBody: z.ZodType<Body>, request: SandboxRequest): Body {
  const isEmptyAllowed = schemaOfBody === (NoBody as z.ZodType)
  const isJson = /^application\/json\b/.test(request.headers['content-type'] ?? '')
  if (!isJson && !(isEmptyAllowed && request.body === '')) {
    throw new Refused(415, 'unsupported_media_type', 'Content-Type must be application/json.')
  }
  let value: unknown
  try {
    value = request.body === '' && isEmptyAllowed ? undefined : JSON.parse(request.body)
  } catch {
    throw new Refused(400, 'malformed_request', 'The body is not JSON.')
  }
  const parsed = schemaOfBody.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const what = issue?.code === 'unrecognized_keys' ? `unknown ${issue.keys.join(', ')}` : 'missing or invalid'
  throw new Refused(422, 'invalid_object', `${issue?.path.join('.') ?? ''} ${what}`.trim())
}

/** Cents of a decimal string; a JSON number, a comma or a third decimal is refused. */
export function centsOf(money: z.infer<typeof MoneyBody>, field: string): number {
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(money.amount)
  if (match === null) throw new Refused(422, 'invalid_object', `${field}.amount must be a valid ISO 4217 format value`)
  if (money.currency !== 'AUD' && money.currency !== 'NZD') {
    throw new Refused(422, 'unsupported_currency', `${field}.currency Currency not supported for this merchant`)
  }
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** A Money object with two decimals, built from integers. */
export function moneyOf(cents: number, currency: string): Money {
  return { amount: `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`, currency }
}
