import { z } from 'zod'
import { type Clock, seconds } from '../../../../platform/clock.ts'
import type { Log } from '../../../../platform/log.server.ts'
import { type PaymentAttempt, type PaymentOutcome, checkedAmount } from '../../payments.ts'
import {
  type ProviderAnswer,
  type ProviderHttpSettings,
  connectLimitedFetch,
  providerHttp,
} from '../provider-http.server.ts'

/** Calls to the card gateway, and what its answers look like. */

export type CardGatewaySettings = {
  /** With the version: "https://…/v71". */
  readonly url: string
  readonly apiKey: string
  readonly merchantAccount: string
  /** Of the agency; null where its goods are paid with ours. */
  readonly agencyMerchantAccount?: string | null | undefined
  readonly clock: Clock
  readonly log: Log
  /**
   * What our inbox of verified notices says of an attempt, null when it says nothing. The gateway has no call that reads a payment by
   * our reference, so this is all that `query` can know.
   */
  readonly lookup?: ((attempt: PaymentAttempt) => Promise<PaymentOutcome | null>) | undefined
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Time for one answer; 45 seconds. */
  readonly readMs?: number | undefined
  readonly backoffMs?: readonly number[] | undefined
  readonly onNews?: ProviderHttpSettings['onNews']
  readonly observer?: ProviderHttpSettings['observer']
  readonly tracing?: ProviderHttpSettings['tracing']
  /** How long `cancel` waits for the notice that tells how the cancelling ended; 3 seconds. */
  readonly cancelWaitMs?: number | undefined
}

const connectMs = seconds(3)

export const AmountAnswer = z.object({ currency: z.string(), value: z.int() })
export const PaymentAnswer = z.object({
  resultCode: z.string(),
  pspReference: z.string().min(1).optional(),
  merchantReference: z.string().optional(),
  refusalReason: z.string().optional(),
  refusalReasonCode: z.string().optional(),
  amount: AmountAnswer.optional(),
  paymentMethod: z.object({ brand: z.string().optional() }).optional(),
  additionalData: z.record(z.string(), z.unknown()).optional(),
  action: z
    .object({
      type: z.string(),
      url: z.url({ protocol: /^https?$/ }),
      method: z.enum(['GET', 'POST']).default('GET'),
      data: z.record(z.string(), z.string()).default({}),
    })
    .optional()
    .catch(undefined),
})
export type PaymentAnswer = z.infer<typeof PaymentAnswer>

export const ProblemAnswer = z.object({ status: z.int(), errorCode: z.string(), errorType: z.string().optional() })

/** "Request already processed or in progress": an earlier call with this key is still running. */
export const conflictCode = '704'

export type CardClient = ReturnType<typeof createCardClient>

/** The way to the gateway, for the merchant accounts of the shop and of the agency. */
export function createCardClient(settings: CardGatewaySettings) {
  const { log } = settings
  const readMs = settings.readMs ?? seconds(45)
  const http = providerHttp({
    provider: 'card',
    baseUrl: settings.url,
    headers: { 'x-api-key': settings.apiKey },
    fetch: settings.fetch ?? connectLimitedFetch(connectMs),
    clock: settings.clock,
    log,
    backoffMs: settings.backoffMs,
    onNews: settings.onNews,
    observer: settings.observer,
    tracing: settings.tracing,
  })

  function post(
    attempt: PaymentAttempt,
    operation: string,
    path: string,
    body: object,
    idempotencyKey: string,
  ): Promise<ProviderAnswer> {
    const headers = { 'idempotency-key': idempotencyKey }
    const attemptId = attempt.id
    return http({ operation, attemptId, method: 'POST', path, headers, body, readMs, isReplaySafe: true })
  }

  function accountOf({ seller = 'shop' }: Pick<PaymentAttempt, 'seller'>): string {
    if (seller === 'shop') return settings.merchantAccount
    const { agencyMerchantAccount: account } = settings
    if (account == null) throw new Error('there is no merchant account of the agency')
    return account
  }

  function alarm(attempt: PaymentAttempt, operation: string, code: string): void {
    log.error({ provider: 'card', operation, attemptId: attempt.id, code }, 'the card gateway answered out of contract')
  }

  async function known(attempt: PaymentAttempt): Promise<PaymentOutcome | null> {
    const outcome = (await settings.lookup?.(attempt)) ?? null
    return outcome === null ? null : checkedAmount(outcome, attempt)
  }

  return { http, post, readMs, accountOf, alarm, known }
}
