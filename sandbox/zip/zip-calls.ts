import type { z } from 'zod'
import { centsOfDecimal } from '../amounts.ts'
import { json, type Answer, type SandboxRequest } from '../http.ts'
import type { Ledger } from '../ledger.ts'
import type { ZipStore } from './zip-store.ts'

/** What every call of Zip has in common: who calls, whether it was answered before, and how a problem looks. */

export class Refused extends Error {
  readonly answer: Answer
  constructor(status: number, code: string, message: string) {
    super(message)
    this.answer = json(status, { error: { code, message, details: [] } })
  }
}

export type ZipCalls = ReturnType<typeof createZipCalls>

export function createZipCalls({
  ledger,
  store,
  apiKey,
}: {
  readonly ledger: Ledger
  readonly store: ZipStore
  readonly apiKey: string
}) {
  const { storedAnswer, storeAnswer } = store

  function call<Body>(schemaOfBody: z.ZodType<Body>, work: (body: Body, request: SandboxRequest) => Answer) {
    return (request: SandboxRequest): Answer => {
      try {
        const { headers } = request
        if (headers.authorization !== `Bearer ${apiKey}`)
          throw new Refused(401, 'unauthorized', 'The request is not authenticated.')
        if (headers['zip-version'] !== '2017-03-01')
          throw new Refused(400, 'request_invalid', 'A Zip-Version of 2017-03-01 is required.')
        const body = bodyOf(schemaOfBody, request)
        return ledger.inOneStep(() => work(body, request))
      } catch (error) {
        if (error instanceof Refused) return error.answer
        throw error
      }
    }
  }

  /**
   * Runs a call once per key and replays whatever it came to, a fault of 500 included. Only what was begun is kept: a body that is
   * refused as invalid is not.
   */
  function once(request: SandboxRequest, scope: string, work: () => Answer): Answer {
    const key = request.headers['idempotency-key']
    if (typeof key !== 'string') return work()
    const earlier = storedAnswer.get(`${scope} ${key}`) as { status: number; body: string } | undefined
    if (earlier !== undefined) return json(earlier.status, JSON.parse(earlier.body))
    const answer = work()
    storeAnswer.run(`${scope} ${key}`, answer.status, answer.body)
    return answer
  }

  return { call, once }
}

function bodyOf<Body>(schemaOfBody: z.ZodType<Body>, request: SandboxRequest): Body {
  if (request.method === 'GET') return schemaOfBody.parse(undefined)
  let value: unknown
  try {
    value = JSON.parse(request.body)
  } catch {
    throw new Refused(400, 'request_invalid', 'The body is not JSON.')
  }
  const parsed = schemaOfBody.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Refused(400, 'request_invalid', `${parsed.error.issues[0]?.path.join('.') ?? ''} missing or invalid`)
}

export function cents(amount: number): number {
  const found = centsOfDecimal(String(amount))
  if (found === null) throw new Refused(400, 'amount_invalid', 'The amount must be a number of at most two decimals.')
  return found
}

export function checkCurrency(currency: string): void {
  if (currency !== 'AUD' && currency !== 'NZD')
    throw new Refused(400, 'request_invalid', 'order.currency is not supported')
}
