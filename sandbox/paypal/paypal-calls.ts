import { randomBytes, randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { centsOfDecimal } from '../amounts.ts'
import { formOf, json, type Answer, type SandboxRequest } from '../http.ts'
import type { Ledger } from '../ledger.ts'
import type { Money } from './paypal-bodies.ts'
import type { PayPalStore } from './paypal-store.ts'

/** What all PayPal calls share: the token, idempotency and the error format. */

const tokenLivesSeconds = 32_400

export class Refused extends Error {
  readonly answer: Answer
  constructor(status: number, name: string, issue: string | null, description: string, links: readonly object[] = []) {
    super(description)
    this.answer = json(status, {
      name,
      message: description,
      debug_id: randomBytes(7).toString('hex').slice(0, 13),
      ...(issue === null ? {} : { details: [{ issue, description }] }),
      links,
    })
  }
}

export const unprocessable = (issue: string, description: string, links: readonly object[] = []) =>
  new Refused(422, 'UNPROCESSABLE_ENTITY', issue, description, links)

export type PayPalCalls = ReturnType<typeof createPayPalCalls>

export function createPayPalCalls({
  ledger,
  store,
  clientId,
  clientSecret,
}: {
  readonly ledger: Ledger
  readonly store: PayPalStore
  readonly clientId: string
  readonly clientSecret: string
}) {
  const { insertToken, tokenExpiry, storedAnswer, storeAnswer } = store
  const nowMs = () => ledger.now().getTime()

  function call<Body>(schemaOfBody: z.ZodType<Body>, work: (body: Body, request: SandboxRequest) => Answer) {
    return (request: SandboxRequest): Answer => {
      try {
        checkToken(request)
        const body = bodyOf(schemaOfBody, request)
        mockProblem(request)
        return ledger.inOneStep(() => work(body, request))
      } catch (error) {
        if (error instanceof Refused) return error.answer
        throw error
      }
    }
  }

  function checkToken({ headers }: SandboxRequest): void {
    const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
    const known = tokenExpiry.get(token) as { expires_at: number } | undefined
    if (known === undefined || known.expires_at <= nowMs())
      throw new Refused(401, 'AUTHENTICATION_FAILURE', null, 'Authentication failed due to invalid authentication.')
  }

  /** Runs a call once per request id: the first time 201, a repeat 200 with the same body. */
  function once(request: SandboxRequest, scope: string, retentionMs: number, work: () => object): Answer {
    const id = request.headers['paypal-request-id']
    if (typeof id !== 'string') return json(201, work())
    if (id.length > 108) throw new Refused(400, 'INVALID_REQUEST', 'INVALID_STRING_LENGTH', 'PayPal-Request-Id')
    const earlier = storedAnswer.get(`${scope} ${id}`, nowMs()) as { body: string } | undefined
    if (earlier !== undefined) return json(200, JSON.parse(earlier.body))
    const body = work()
    storeAnswer.run(`${scope} ${id}`, JSON.stringify(body), nowMs() + retentionMs)
    return json(201, body)
  }

  function token(request: SandboxRequest): Answer {
    const requested = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
    if (request.headers.authorization !== requested)
      return json(401, { error: 'invalid_client', error_description: 'Client Authentication failed' })
    if (formOf(request).get('grant_type') !== 'client_credentials')
      return json(400, { error: 'unsupported_grant_type', error_description: 'Grant Type is NULL or not supported' })
    const made = `A21AA${randomBytes(36).toString('base64url')}`
    insertToken.run(made, nowMs() + tokenLivesSeconds * 1_000)
    return json(200, {
      scope: 'https://uri.paypal.com/services/payments/payment',
      access_token: made,
      token_type: 'Bearer',
      app_id: 'APP-80W284485P519543T',
      expires_in: tokenLivesSeconds,
      nonce: `${ledger.now().toISOString()}${randomUUID()}`,
    })
  }

  return { call, once, token }
}

function bodyOf<Body>(schemaOfBody: z.ZodType<Body>, request: SandboxRequest): Body {
  if (request.method === 'POST' && !/^application\/json\b/.test(request.headers['content-type'] ?? ''))
    throw new Refused(
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      null,
      'The server does not support the request payload media type.',
    )
  let value: unknown
  try {
    value = request.body === '' ? {} : JSON.parse(request.body)
  } catch {
    throw new Refused(400, 'INVALID_REQUEST', 'MALFORMED_REQUEST_JSON', 'The request JSON is not well formed.')
  }
  const parsed = schemaOfBody.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const field = `/${issue?.path.join('/') ?? ''}`
  throw new Refused(400, 'INVALID_REQUEST', 'INVALID_PARAMETER_SYNTAX', `${field} is missing or not well-formed.`)
}

/** The provider's own way to make its sandbox refuse. */
function mockProblem({ headers }: SandboxRequest): void {
  const query = headers['paypal-mock-response']
  if (typeof query !== 'string') return
  const codes = (JSON.parse(query) as { mock_application_codes?: string }).mock_application_codes
  if (codes !== undefined) throw unprocessable(codes, `Mocked: ${codes}`)
}

export function cents(money: z.output<typeof Money>): number {
  const found = centsOfDecimal(money.value)
  if (found === null) throw unprocessable('DECIMAL_PRECISION', 'The value is not a decimal of at most two places.')
  if (money.currency_code !== 'AUD' && money.currency_code !== 'NZD')
    throw unprocessable('CURRENCY_NOT_SUPPORTED', 'Currency code is not supported.')
  return found
}
