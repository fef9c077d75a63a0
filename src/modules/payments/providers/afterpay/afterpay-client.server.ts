import { z } from 'zod'
import { type Clock, seconds } from '../../../../platform/clock.ts'
import type { Log } from '../../../../platform/log.server.ts'
import type { Cents } from '../../../../platform/money.ts'
import type { PaymentAttempt } from '../../payments.ts'
import { centsOfDecimal } from '../provider-values.ts'
import {
  type ProviderAnswer,
  type ProviderHttpSettings,
  connectLimitedFetch,
  providerHttp,
} from '../provider-http.server.ts'

/** Calls to Afterpay, and what its answers look like. */

export type AfterpaySettings = {
  readonly url: string
  readonly merchantId: string
  readonly secretKey: string
  /** The shop's address, told to Afterpay in the User-Agent as it asks. */
  readonly site?: string | undefined
  readonly clock: Clock
  readonly log: Log
  readonly fetch?: typeof globalThis.fetch | undefined
  readonly backoffMs?: readonly number[] | undefined
  readonly onNews?: ProviderHttpSettings['onNews']
  readonly observer?: ProviderHttpSettings['observer']
  readonly tracing?: ProviderHttpSettings['tracing']
  /** Time for one answer to a read or a checkout; 20 seconds. */
  readonly readMs?: number | undefined
  /** Time for one answer to a call that moves money; 70 seconds. */
  readonly payMs?: number | undefined
}

const connectMs = seconds(10)

export const Money = z.object({ amount: z.string(), currency: z.string() })
export const CheckoutAnswer = z.object({
  token: z.string().min(1),
  expires: z.string(),
  redirectCheckoutUrl: z.url({ protocol: /^https?$/ }),
})
export const CheckoutRead = z.object({ expires: z.iso.datetime() })
export const Payment = z.object({
  id: z.string().min(1),
  token: z.string(),
  status: z.string(),
  paymentState: z.string(),
  originalAmount: Money,
  merchantReference: z.string().nullish(),
  refunds: z.array(z.object({ amount: Money })).default([]),
})
export type Payment = z.infer<typeof Payment>
const Problem = z.object({ errorCode: z.string() })
export const Configuration = z.object({ minimumAmount: Money.nullish(), maximumAmount: Money.nullish() })

export type AfterpayClient = ReturnType<typeof createAfterpayClient>

/** The way to Afterpay for one merchant. */
export function createAfterpayClient(settings: AfterpaySettings) {
  const { merchantId, clock, log } = settings
  const readMs = settings.readMs ?? seconds(20)
  const payMs = settings.payMs ?? seconds(70)
  const http = providerHttp({
    provider: 'afterpay',
    baseUrl: settings.url,
    headers: {
      authorization: `Basic ${Buffer.from(`${merchantId}:${settings.secretKey}`).toString('base64')}`,
      'user-agent':
        `Storefront/1.0 (Node.js/${process.versions.node}; Merchant/${merchantId}) ${settings.site ?? ''}`.trim(),
    },
    fetch: settings.fetch ?? connectLimitedFetch(connectMs),
    clock,
    log,
    backoffMs: settings.backoffMs,
    onNews: settings.onNews,
    observer: settings.observer,
    tracing: settings.tracing,
  })

  function read(attemptId: string | null, operation: string, path: string): Promise<ProviderAnswer> {
    return http({ operation, attemptId, method: 'GET', path, readMs, isReplaySafe: true })
  }

  function alarm(attempt: PaymentAttempt, operation: string, code: string): void {
    log.error({ provider: 'afterpay', operation, attemptId: attempt.id, code }, 'Afterpay answered out of contract')
  }

  return { http, read, alarm, clock, readMs, payMs }
}

export function refundedCents(payment: Payment): Cents {
  return payment.refunds.reduce((sum, refund) => sum + (centsOfDecimal(refund.amount.amount) ?? 0), 0)
}

export function isProblem(answer: Extract<ProviderAnswer, { isAnswered: true }>, code: string): boolean {
  return Problem.safeParse(answer.body).data?.errorCode === code
}

export function codeOf(answer: Extract<ProviderAnswer, { isAnswered: true }>): string {
  return Problem.safeParse(answer.body).data?.errorCode ?? String(answer.status)
}
