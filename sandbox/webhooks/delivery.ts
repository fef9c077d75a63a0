import { createHmac } from 'node:crypto'
import type { Ledger } from '../ledger.ts'
import type { PayPalEvent, PayPalSigner } from '../paypal/paypal-webhooks.ts'

/** How each provider signs and posts its webhooks. */

/** One NotificationRequestItem, without its signature. */
export type GatewayEvent = {
  readonly eventCode: string
  readonly success: boolean
  readonly pspReference: string
  readonly originalReference: string
  readonly merchantAccountCode: string
  readonly merchantReference: string
  readonly value: number
  readonly currency: string
  readonly eventDate: string
  readonly paymentMethod: string
  readonly reason: string
  readonly operations: readonly string[]
  readonly additionalData: Readonly<Record<string, string>>
}

export type Notice = GatewayEvent | PayPalEvent

const answerWithinMs = 10_000

/**
 * The signature of a notice: HMAC-SHA256 with the hex key over eight fields joined by colons, in base64.
 */
export function signatureOf(
  event: Omit<GatewayEvent, 'additionalData' | 'operations' | 'reason'>,
  hmacKey: string,
): string {
  const signed = [
    event.pspReference,
    event.originalReference,
    event.merchantAccountCode,
    event.merchantReference,
    String(event.value),
    event.currency,
    event.eventCode,
    String(event.success),
  ].join(':')
  return createHmac('sha256', Buffer.from(hmacKey, 'hex')).update(signed).digest('base64')
}

/** The documented body of a notice. */
export function bodyOf(event: GatewayEvent, signature: string): string {
  const { value, currency, success, additionalData, ...rest } = event
  const item = {
    ...rest,
    amount: { value, currency },
    success: String(success),
    additionalData: { ...additionalData, hmacSignature: signature },
  }
  return JSON.stringify({ live: 'false', notificationItems: [{ NotificationRequestItem: item }] })
}

/** Posts one webhook; throws unless the shop accepts it. A forged one carries a wrong signature. */
export function createDelivery({
  ledger,
  shopUrl,
  hmacKey,
  paypal,
  origin,
  signal,
}: {
  readonly ledger: Ledger
  readonly shopUrl: string
  readonly hmacKey: string
  readonly paypal: PayPalSigner
  readonly origin: () => string
  readonly signal: AbortSignal
}): (event: Notice, isForged: boolean) => Promise<void> {
  async function postCard(event: GatewayEvent, isForged: boolean): Promise<void> {
    const signature = signatureOf(isForged ? { ...event, value: event.value + 1 } : event, hmacKey)
    const { status, text } = await post('card', bodyOf(event, signature), {
      'user-agent': 'Sandbox-Gateway-Webhook/1.0',
    })
    if (status !== 200 || text.trim() !== '[accepted]')
      throw new Error(`the shop answered ${status} without [accepted]`)
  }

  async function postPayPal(event: PayPalEvent, isForged: boolean): Promise<void> {
    const body = JSON.stringify(event)
    const { status } = await post('paypal', body, paypal.headersFor(body, origin(), ledger.now(), isForged))
    if (status < 200 || status > 299) throw new Error(`the shop answered ${status}`)
  }

  async function post(
    provider: 'card' | 'paypal',
    body: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<{ status: number; text: string }> {
    const response = await fetch(new URL(`/api/payment/webhook/${provider}`, shopUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
      body,
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]),
    })
    return { status: response.status, text: await response.text() }
  }

  return (event, isForged) => ('eventCode' in event ? postCard(event, isForged) : postPayPal(event, isForged))
}
