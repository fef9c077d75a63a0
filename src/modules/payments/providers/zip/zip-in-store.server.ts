import { z } from 'zod'
import { type Clock, seconds } from '../../../../platform/clock.ts'
import type { Log } from '../../../../platform/log.server.ts'
import { type Cents, decimalString, dollarsOf } from '../../../../platform/money.ts'
import {
  type PaymentAttempt,
  type PaymentOrder,
  type PaymentOutcome,
  type PaymentProvider,
  checkedAmount,
} from '../../payments.ts'
import {
  type ProviderAnswer,
  type ProviderHttpSettings,
  connectLimitedFetch,
  healthCall,
  providerHttp,
} from '../provider-http.server.ts'
import { centsOfDecimal, cut } from '../provider-values.ts'

/**
 * Zip in a store: the shopper's app shows six digits, and money moves when the shopper confirms there, whether
 * anybody asks or not. What has been created cannot be found again by our reference: a lost answer stays unknown until somebody looks.
 */

export type ZipInStoreSettings = {
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
const readMs = seconds(10)
const device = 'web-checkout'

const Purchase = z.object({
  id: z.union([z.int(), z.string().min(1)]),
  locationId: z.union([z.string(), z.int()]),
  refCode: z.string(),
  payAmount: z.number().nullish(),
  status: z.string(),
  reason: z.string().nullish(),
})
const Problem = z.object({ error: z.object({ code: z.string() }) })

/** Words about a shopper's money are between Zip and the shopper; what is shown says what happened and no more. */
const shownWords = /^[\w .,'’!?()-]{1,160}$/

export function zipInStore(settings: ZipInStoreSettings): PaymentProvider {
  const client = createClient(settings)
  return {
    code: 'zip-in-store',
    returnParameter: null,

    async initiate({ attempt, instrument, order }) {
      if (instrument.method !== 'zip-in-store') throw new Error('the in-store provider takes store codes only')
      if (order.soldIn === null) throw new Error('a store code is typed in a store')
      const answer = await client.http({
        operation: 'create',
        attemptId: attempt.id,
        method: 'POST',
        path: '/purchaserequests',
        body: {
          originator: originatorOf(order.soldIn.store, order.soldIn.seller),
          refCode: attempt.id,
          payAmount: dollarsOf(attempt.cents),
          capture: true,
          accountIdentifier: { method: 'token', value: instrument.code },
          requiresAck: false,
          order: orderBody(attempt, order),
        },
        readMs,
        // No idempotency is promised: a second request would ask the shopper twice.
        isReplaySafe: false,
      })
      if (!answer.isAnswered) return { kind: 'unknown', why: answer.why }
      if (answer.status === 200 || answer.status === 201) return outcomeOf(client, answer.body, attempt, 'create')
      const code = codeOf(answer)
      if (code !== 'invalid_token') client.alarm(attempt, 'create', code)
      return { kind: 'declined', providerRef: null, code, shownReason: null }
    },

    // There is no way back to come by: asking is all there is.
    finalise: ({ attempt }) => query(client, attempt),

    query: (attempt) => query(client, attempt),

    async cancel(attempt) {
      const { id, store } = partsOf(attempt)
      // The request may have reached Zip without our hearing of it: nobody can say that it is cancelled.
      if (id === null || store === null) return { kind: 'unknown', why: 'no-record' }
      await client.http({
        operation: 'cancel',
        attemptId: attempt.id,
        method: 'POST',
        path: `/purchaserequests/${encodeURIComponent(id)}/cancel`,
        body: { refCode: attempt.id, originator: originatorOf(store, '') },
        readMs,
        isReplaySafe: true,
      })
      // Whatever was answered, the state may have changed under us: it is read.
      return query(client, attempt)
    },

    reverse: (...given) => reverse(client, ...given),
    refund: (...given) => refund(client, ...given),

    isAnswering: async () => (await client.http({ ...healthCall, path: '/purchaserequests/0' })).isAnswered,
    limits: async () => ({ minimum: null, maximum: null }),
  }
}

type ZipInStoreClient = ReturnType<typeof createClient>

/** The way to Zip for one merchant. */
function createClient(settings: ZipInStoreSettings) {
  const { clock, log } = settings
  const http = providerHttp({
    provider: 'zip-in-store',
    baseUrl: settings.url,
    headers: { 'x-zip-api-key': settings.apiKey },
    fetch: settings.fetch ?? connectLimitedFetch(connectMs),
    clock,
    log,
    backoffMs: settings.backoffMs,
    onNews: settings.onNews,
    observer: settings.observer,
    tracing: settings.tracing,
  })

  function alarm(attempt: PaymentAttempt, operation: string, code: string): void {
    log.error({ provider: 'zip-in-store', operation, attemptId: attempt.id, code }, 'Zip answered out of contract')
  }

  return { http, alarm }
}

function outcomeOf(
  client: ZipInStoreClient,
  body: unknown,
  attempt: PaymentAttempt,
  operation: string,
): PaymentOutcome {
  const parsed = Purchase.safeParse(body)
  if (!parsed.success || parsed.data.refCode !== attempt.id) {
    client.alarm(attempt, operation, parsed.success ? 'foreign purchase' : 'unreadable')
    return { kind: 'unknown', why: parsed.success ? 'mismatch' : 'unreadable' }
  }
  const { id, locationId, status, reason, payAmount } = parsed.data
  // The store belongs to the reference: whoever cancels or refunds has to name it again.
  const providerRef = `${locationId}/${id}`
  const shownReason = reason != null && shownWords.test(reason) ? reason : null
  switch (status) {
    case 'Pending':
      return { kind: 'pending', providerRef, action: null }
    case 'Approved': {
      // Told only by some versions: without it, it is the amount that was asked for and nothing else can be confirmed.
      const cents = payAmount == null ? attempt.cents : centsOfDecimal(String(payAmount))
      if (cents === null) return { kind: 'unknown', why: 'mismatch' }
      return checkedAmount({ kind: 'approved', providerRef, cents, currency: 'AUD', card: null }, attempt)
    }
    case 'Declined':
      return { kind: 'declined', providerRef, code: reason ?? 'declined', shownReason }
    case 'Cancelled':
      return { kind: 'cancelled', ...(shownReason === null ? {} : { shownReason }) }
    case 'Expired':
      return { kind: 'expired', ...(shownReason === null ? {} : { shownReason }) }
  }
  client.alarm(attempt, operation, status)
  return { kind: 'unknown', why: 'unreadable' }
}

async function query(client: ZipInStoreClient, attempt: PaymentAttempt): Promise<PaymentOutcome> {
  const { id } = partsOf(attempt)
  if (id === null) return { kind: 'unknown', why: 'no-record' }
  const answer = await client.http({
    operation: 'read',
    attemptId: attempt.id,
    method: 'GET',
    path: `/purchaserequests/${encodeURIComponent(id)}`,
    readMs,
    // Asked again every two seconds anyhow.
    isReplaySafe: false,
  })
  if (!answer.isAnswered) return { kind: 'unknown', why: answer.why }
  if (answer.status === 200) return outcomeOf(client, answer.body, attempt, 'read')
  client.alarm(attempt, 'read', codeOf(answer))
  return { kind: 'unknown', why: 'server-error' }
}

async function reverse(
  client: ZipInStoreClient,
  ...[attempt, idempotencyKey]: Parameters<PaymentProvider['reverse']>
): ReturnType<PaymentProvider['reverse']> {
  const { id, store } = partsOf(attempt)
  if (id === null || store === null) return false
  const answer = await client.http({
    operation: 'refund',
    attemptId: attempt.id,
    method: 'POST',
    path: `/purchaserequests/${encodeURIComponent(id)}/refunds`,
    headers: { 'idempotency-key': attempt.id },
    body: {
      refCode: idempotencyKey.slice(0, 64),
      refundAmount: dollarsOf(attempt.cents),
      originator: originatorOf(store, ''),
    },
    readMs,
    isReplaySafe: true,
  })
  if (answer.isAnswered && answer.status < 300) return true
  if (answer.isAnswered) client.alarm(attempt, 'refund', codeOf(answer))
  return false
}

async function refund(
  client: ZipInStoreClient,
  ...[attempt, part, idempotencyKey]: Parameters<PaymentProvider['refund']>
): ReturnType<PaymentProvider['refund']> {
  const { id, store } = partsOf(attempt)
  if (id === null || store === null) return 'refused'
  const answer = await client.http({
    operation: 'refund',
    attemptId: attempt.id,
    method: 'POST',
    path: `/purchaserequests/${encodeURIComponent(id)}/refunds`,
    headers: { 'idempotency-key': idempotencyKey.slice(0, 64) },
    body: {
      refCode: idempotencyKey.slice(0, 64),
      refundAmount: dollarsOf(part.cents),
      originator: originatorOf(store, ''),
    },
    readMs,
    isReplaySafe: true,
  })
  if (!answer.isAnswered) return 'unknown'
  if (answer.status < 300) return 'done'
  client.alarm(attempt, 'refund', codeOf(answer))
  return answer.status === 409 ? 'refused' : 'unknown'
}

/** The store and the number of the request, which the reference of an attempt holds. */
function partsOf({ providerRef }: PaymentAttempt): { store: string | null; id: string | null } {
  const at = providerRef?.lastIndexOf('/') ?? -1
  if (providerRef === null || at === -1) return { store: null, id: null }
  return { store: providerRef.slice(0, at), id: providerRef.slice(at + 1) }
}

function originatorOf(store: string, seller: string): object {
  return { locationId: store, deviceRefCode: device, ...(seller === '' ? {} : { staffActor: { refCode: seller } }) }
}

function orderBody(attempt: PaymentAttempt, order: PaymentOrder): object {
  const text = (cents: Cents) => decimalString(cents)
  return {
    totalAmount: text(attempt.cents),
    shippingAmount: text(order.shippingCents),
    // Prices hold their tax already.
    taxAmount: text(0),
    items: order.lines.map((line) => ({
      name: cut(line.name, 200),
      quantity: line.quantity,
      amount: text(line.unit),
      sku: cut(line.sku, 200),
    })),
  }
}

function codeOf(answer: Extract<ProviderAnswer, { isAnswered: true }>): string {
  return Problem.safeParse(answer.body).data?.error.code ?? String(answer.status)
}
