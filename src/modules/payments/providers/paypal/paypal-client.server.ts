import { z } from 'zod'
import { type Clock, minutes, seconds } from '../../../../platform/clock.ts'
import type { Log } from '../../../../platform/log.server.ts'
import type { PaymentAttempt } from '../../payments.ts'
import {
  type ProviderAnswer,
  type ProviderCall,
  type ProviderHttpSettings,
  connectLimitedFetch,
  providerHttp,
} from '../provider-http.server.ts'

/** Calls to PayPal, with its tokens, and what its answers look like. */

export type PayPalSettings = {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
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
export const captureMs = seconds(30)
/** A token is not used for the last minutes of its life, so that none runs out on the way. */
const tokenReserveMs = minutes(5)

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number() })
export const Money = z.object({ currency_code: z.string(), value: z.string() })
export const Link = z.object({ href: z.string(), rel: z.string() })
const Capture = z.object({
  id: z.string().min(1),
  status: z.string(),
  amount: Money,
  custom_id: z.string().nullish(),
})
export const Order = z.object({
  id: z.string().min(1),
  status: z.string(),
  update_time: z.string().nullish(),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().nullish(),
        amount: Money.nullish(),
        payments: z.object({ captures: z.array(Capture).default([]) }).nullish(),
      }),
    )
    .default([]),
  links: z.array(Link).default([]),
})
export type Order = z.infer<typeof Order>
export const Problem = z.object({
  name: z.string(),
  debug_id: z.string().nullish(),
  details: z.array(z.object({ issue: z.string() })).nullish(),
  links: z.array(Link).nullish(),
})

export type PayPalClient = ReturnType<typeof createPayPalClient>

/** The way to PayPal for one merchant. */
export function createPayPalClient(settings: PayPalSettings) {
  const { clock, log } = settings
  const http = providerHttp({
    provider: 'paypal',
    baseUrl: settings.url,
    headers: {},
    fetch: settings.fetch ?? connectLimitedFetch(connectMs),
    clock,
    log,
    backoffMs: settings.backoffMs,
    onNews: settings.onNews,
    observer: settings.observer,
    tracing: settings.tracing,
  })
  let token: { readonly text: string; readonly goodUntil: number } | null = null
  let asking: Promise<ProviderAnswer> | null = null

  function alarm(attempt: PaymentAttempt, operation: string, code: string): void {
    log.error({ provider: 'paypal', operation, attemptId: attempt.id, code }, 'PayPal answered out of contract')
  }

  /** A token for calls, asked for once for all who wait for it; else the answer that brought none. */
  async function bearer(): Promise<{ readonly text: string } | Exclude<ProviderAnswer, { isAnswered: true }>> {
    if (token !== null && clock.now().getTime() < token.goodUntil) return token
    asking ??= http({
      operation: 'token',
      attemptId: null,
      method: 'POST',
      path: '/v1/oauth2/token',
      headers: {
        authorization: `Basic ${Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64')}`,
      },
      form: { grant_type: 'client_credentials' },
      readMs,
      isReplaySafe: true,
    }).finally(() => (asking = null))
    const answer = await asking
    if (!answer.isAnswered) return answer
    const parsed = Token.safeParse(answer.body)
    if (answer.status !== 200 || !parsed.success) {
      log.error({ provider: 'paypal', operation: 'token', status: answer.status }, 'PayPal gives no token')
      // Without a token nothing is sent, so nothing moves.
      return { isAnswered: false, why: 'unreachable' }
    }
    const lives = parsed.data.expires_in * 1_000 - tokenReserveMs
    token = { text: parsed.data.access_token, goodUntil: clock.now().getTime() + lives }
    return token
  }

  async function call(requested: ProviderCall): Promise<ProviderAnswer> {
    for (let isSecond = false; ; isSecond = true) {
      const pass = await bearer()
      if ('isAnswered' in pass) return pass
      const answer = await http({
        ...requested,
        headers: { authorization: `Bearer ${pass.text}`, ...requested.headers },
      })
      if (!answer.isAnswered || answer.status !== 401 || isSecond) return answer
      token = null
    }
  }

  return { call, alarm }
}

/** Asks for the whole order or refund in an answer. */
export const whole = { prefer: 'return=representation' }

/** Where the shopper approves: 'payer-action' of today's orders, 'approve' of older ones. */
export function payPage(links: readonly z.infer<typeof Link>[]): string | null {
  const found = links.find((link) => link.rel === 'payer-action' || link.rel === 'approve')?.href
  return found !== undefined && /^https?:\/\//.test(found) ? found : null
}

export function issueOf(answer: Extract<ProviderAnswer, { isAnswered: true }>): string | null {
  return Problem.safeParse(answer.body).data?.details?.[0]?.issue ?? null
}

export function codeOf(answer: Extract<ProviderAnswer, { isAnswered: true }>): string {
  const problem = Problem.safeParse(answer.body).data
  return problem === undefined
    ? String(answer.status)
    : `${issueOf(answer) ?? problem.name} ${problem.debug_id ?? ''}`.trim()
}
