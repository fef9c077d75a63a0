import type { z } from 'zod'
import { json, type Answer, type SandboxRequest } from '../http.ts'
import { randomReference, type Ledger, type MovementKind } from '../ledger.ts'
import type { MoneyBody } from './afterpay-bodies.ts'
import { centsOf, moneyOf, Refused } from './afterpay-calls.ts'
import type { AfterpayStore, Checkout, Event, Payment } from './afterpay-store.ts'

/** Payments as Afterpay shows them, and the ledger's rows. */

export type AfterpayRecords = ReturnType<typeof createAfterpayRecords>

export function createAfterpayRecords({
  ledger,
  store: { paymentById, checkoutOf },
  merchantId,
}: {
  readonly ledger: Ledger
  readonly store: AfterpayStore
  readonly merchantId: string
}) {
  function move(payment: Payment, kind: MovementKind, cents: number, idempotencyKey: string | null): void {
    const { reference, id, currency } = payment
    ledger.record({
      provider: 'afterpay',
      merchant: merchantId,
      reference,
      payment: id,
      cents,
      currency,
      kind,
      idempotencyKey,
    })
  }

  function eventOf(of: { readonly currency: string }, type: string, cents: number, expiresAt: number | null): Event {
    return {
      id: randomReference(27),
      created: ledger.now().toISOString(),
      expires: expiresAt === null ? null : new Date(expiresAt).toISOString(),
      type,
      amount: moneyOf(cents, of.currency),
      paymentEventMerchantReference: null,
    }
  }

  function byId(id: string): Payment {
    const payment = paymentById.get(id) as Payment | undefined
    if (payment === undefined) throw new Refused(404, 'not_found', 'No payment was found.')
    return payment
  }

  /** A payment by its order id, or the error for changing a missing one. */
  function changed(request: SandboxRequest): Payment {
    const payment = paymentById.get(request.params['id'] ?? '') as Payment | undefined
    if (payment === undefined)
      throw new Refused(412, 'precondition_failed', 'The order does not exist or is not eligible.')
    return payment
  }

  function openToCapture(payment: Payment): number {
    const isLapsed = payment.auth_expires_at !== null && ledger.now().getTime() >= payment.auth_expires_at
    const isOpen = payment.status === 'APPROVED' && payment.is_reversed === 0 && !isLapsed
    return isOpen ? payment.cents - payment.captured - payment.voided : 0
  }

  function paymentState(payment: Payment): string {
    if (payment.status === 'DECLINED') return (JSON.parse(payment.events) as Event[])[0]?.type ?? 'AUTH_DECLINED'
    if (payment.is_reversed === 1 || payment.voided === payment.cents) return 'VOIDED'
    if (payment.captured + payment.voided === payment.cents) return 'CAPTURED'
    if (openToCapture(payment) === 0) return 'EXPIRED'
    return payment.captured > 0 ? 'PARTIALLY_CAPTURED' : 'AUTH_APPROVED'
  }

  function paymentBody(payment: Payment): object {
    const checkout = checkoutOf(payment.token)
    return {
      id: payment.id,
      token: payment.token,
      status: payment.status,
      created: new Date(payment.created_at).toISOString(),
      originalAmount: moneyOf(payment.cents, payment.currency),
      openToCaptureAmount: moneyOf(openToCapture(payment), payment.currency),
      paymentState: paymentState(payment),
      merchantReference: payment.reference,
      refunds: JSON.parse(payment.refunds) as object[],
      orderDetails: checkout === undefined ? {} : orderDetails(checkout),
      events: JSON.parse(payment.events) as Event[],
    }
  }

  function paymentAnswer(payment: Payment): Answer {
    return json(payment.status === 'APPROVED' ? 201 : 402, paymentBody(payment))
  }

  return { move, eventOf, byId, changed, openToCapture, paymentState, paymentBody, paymentAnswer }
}

export function centsFor(payment: Payment, money: z.infer<typeof MoneyBody>): number {
  const cents = centsOf(money, 'amount')
  if (money.currency !== payment.currency) {
    throw new Refused(422, 'invalid_object', 'The currency does not match the currency of the order.')
  }
  return cents
}

export function withEvent(payment: Payment, event: Event): string {
  return JSON.stringify([...(JSON.parse(payment.events) as Event[]), event])
}

function orderDetails(checkout: Checkout): object {
  const {
    merchant: _merchant,
    merchantReference: _reference,
    amount: _amount,
    ...rest
  } = JSON.parse(checkout.body) as Record<string, unknown>
  return rest
}
