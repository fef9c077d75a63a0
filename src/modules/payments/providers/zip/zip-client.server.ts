import { z } from 'zod'
import { type Clock, seconds } from '../../../../platform/clock.ts'
import type { Log } from '../../../../platform/log.server.ts'
import type { PaymentAttempt } from '../../payments.ts'
import {
  type ProviderAnswer,
  type ProviderHttpSettings,
  connectLimitedFetch,
  providerHttp,
} from '../provider-http.server.ts'
import { centsOfDecimal } from '../provider-values.ts'

/** Calls to Zip, and what its answers look like. */

export type ZipSettings = {
  readonly url: string
  readonly apiKey: string
  readonly clock: Clock
  readonly log: Log
  readonly fetch?: typeof globalThis.fetch | undefined
  readonly backoffMs?: readonly number[] | undefined
  readonly onNews?: ProviderHttpSettings['onNews']
  readonly observer?: ProviderHttpSettings['observer']
  readonly tracing?: ProviderHttpSettings['tracing']
}

const connectMs = seconds(3)
export const readMs = seconds(10)
export const chargeMs = seconds(30)

export const Checkout = z.object({
  id: z.string().min(1),
  uri: z.url({ protocol: /^https?$/ }).optional(),
  state: z.string(),
})
export const Charge = z.object({
  id: z.string().min(1),
  state: z.string(),
  reference: z.string().nullish(),
  amount: z.number().nullish(),
  captured_amount: z.number().nullish(),
  refunded_amount: z.number().nullish(),
  currency: z.string(),
  created_date: z.iso.datetime({ offset: true }).nullish(),
})
export type Charge = z.infer<typeof Charge>
export const Charges = z.object({ items: z.array(Charge) })
const Problem = z.object({ error: z.object({ code: z.string() }) })

export type ZipClient = ReturnType<typeof createZipClient>

/** The way to Zip for one merchant. */
export function createZipClient(settings: ZipSettings) {
  const { clock, log } = settings
  const http = providerHttp({
    provider: 'zip',
    baseUrl: settings.url,
    headers: { authorization: `Bearer ${settings.apiKey}`, 'zip-version': '2017-03-01' },
    fetch: settings.fetch ?? connectLimitedFetch(connectMs),
    clock,
    log,
    backoffMs: settings.backoffMs,
    onNews: settings.onNews,
    observer: settings.observer,
    tracing: settings.tracing,
  })

  const read = (attempt: PaymentAttempt, operation: string, path: string) =>
    http({ operation, attemptId: attempt.id, method: 'GET', path, readMs, isReplaySafe: true })

  function alarm(attempt: PaymentAttempt, operation: string, code: string): void {
    log.error({ provider: 'zip', operation, attemptId: attempt.id, code }, 'Zip answered out of contract')
  }

  return { http, read, alarm }
}

/** What the reference of an attempt holds. */
export function partsOf({ providerRef }: PaymentAttempt): { checkoutId: string | null; chargeId: string | null } {
  const [checkoutId = null, chargeId = null] = providerRef?.split('/') ?? []
  return { checkoutId, chargeId }
}

/** Cents of a JSON number, read as it is written: no arithmetic touches it. */
export function centsOfNumber(amount: number | null | undefined): number | null {
  return amount == null ? null : centsOfDecimal(String(amount))
}

export function problemCode(answer: Extract<ProviderAnswer, { isAnswered: true }>): string | null {
  return Problem.safeParse(answer.body).data?.error.code ?? null
}

export function codeOf(answer: Extract<ProviderAnswer, { isAnswered: true }>): string {
  return problemCode(answer) ?? String(answer.status)
}
