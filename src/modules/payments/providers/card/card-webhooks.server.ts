import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { type PaymentOutcome, type ProviderEvent, type RefundNews } from '../../payments.ts'
import { shownDeclines } from '../../decline-texts.ts'
import { storedCardOf } from './card-vault.server.ts'

/** The card gateway's webhooks: who sent them, and what they say of a payment. */

const Item = z.object({
  eventCode: z.string().min(1),
  success: z.enum(['true', 'false']),
  pspReference: z.string().min(1),
  originalReference: z.string().default(''),
  merchantAccountCode: z.string(),
  merchantReference: z.string(),
  amount: z.object({ value: z.int(), currency: z.string() }),
  paymentMethod: z.string().default(''),
  reason: z.string().nullish(),
  additionalData: z.looseObject({ hmacSignature: z.string().min(1) }),
})
type Item = z.infer<typeof Item>

const Body = z.object({
  live: z.enum(['true', 'false']),
  notificationItems: z.array(z.object({ NotificationRequestItem: Item })).min(1),
})

/**
 * The notices of a webhook body that say what became of a payment. Null when the body is not one, when any of its signatures is wrong,
 * when it speaks of a merchant account that is not ours, or when it is of test payments in production or of real ones elsewhere: it is to
 * be refused. An empty list is a good body about something else, a
 * capture or a chargeback say, and is to be accepted. Amounts are as reported: the caller compares them with the attempt.
 */
export function parseCardWebhook(
  raw: string,
  hmacKey: string,
  merchantAccounts?: readonly string[],
  { isLive }: { readonly isLive: boolean } = { isLive: false },
): ProviderEvent[] | null {
  const parsed = Body.safeParse(jsonOf(raw))
  if (!parsed.success || (parsed.data.live === 'true') !== isLive) return null
  const items = parsed.data.notificationItems.map((entry) => entry.NotificationRequestItem)
  for (const item of items) {
    if (!isSigned(item, hmacKey)) return null
    if (merchantAccounts !== undefined && !merchantAccounts.includes(item.merchantAccountCode)) return null
  }
  return items.flatMap((item) => {
    const outcome = outcomeOf(item)
    if (outcome === null) return []
    const eventId = `${item.pspReference}:${item.eventCode}:${item.success}`
    return [{ eventId, attemptId: item.merchantReference, outcome }]
  })
}

function isSigned(item: Item, hmacKey: string): boolean {
  const signed = [
    item.pspReference,
    item.originalReference,
    item.merchantAccountCode,
    item.merchantReference,
    String(item.amount.value),
    item.amount.currency,
    item.eventCode,
    item.success,
  ].join(':')
  const right = createHmac('sha256', Buffer.from(hmacKey, 'hex')).update(signed).digest()
  const given = Buffer.from(item.additionalData.hmacSignature, 'base64')
  return given.length === right.length && timingSafeEqual(given, right)
}

/** What the event says of the payment itself, or null when it says nothing. */
function outcomeOf(item: Item): PaymentOutcome | RefundNews | null {
  const isSuccess = item.success === 'true'
  switch (item.eventCode) {
    case 'AUTHORISATION':
      return isSuccess ? approvalOf(item) : declineOf(item)
    case 'CANCELLATION':
      return isSuccess ? { kind: 'cancelled' } : null
    case 'TECHNICAL_CANCEL':
      // Failed without an original: the gateway has no payment under our reference, so there is nothing to pay or to cancel.
      return isSuccess || item.originalReference === '' ? { kind: 'cancelled' } : null
    case 'OFFER_CLOSED':
      return isSuccess ? { kind: 'expired' } : null
    case 'REFUND':
    case 'CANCEL_OR_REFUND':
      return isSuccess ? { kind: 'refunded' } : { kind: 'refund-failed', cents: item.amount.value }
    case 'REFUND_FAILED':
    case 'REFUNDED_REVERSED':
      return { kind: 'refund-failed', cents: item.amount.value }
    default:
      return null
  }
}

function approvalOf(item: Item): PaymentOutcome {
  const { value, currency } = item.amount
  if (currency !== 'AUD' && currency !== 'NZD') return { kind: 'unknown', why: 'mismatch' }
  const card = {
    brand: textOf(item.paymentMethod),
    lastFour: textOf(item.additionalData['cardSummary']),
    expiry: textOf(item.additionalData['expiryDate']),
  }
  const providerRef = item.pspReference
  return { kind: 'approved', providerRef, cents: value, currency, card, ...storedCardOf(item.additionalData) }
}

function declineOf(item: Item): PaymentOutcome {
  const reason = item.reason ?? ''
  if (reason === 'Cancelled' || reason === 'Shopper Cancelled') return { kind: 'cancelled' }
  return {
    kind: 'declined',
    providerRef: item.pspReference,
    code: reason === '' ? 'Refused' : reason,
    shownReason: shownDeclines.has(reason) ? reason : null,
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
