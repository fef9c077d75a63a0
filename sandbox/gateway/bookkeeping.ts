import { type Ledger, type MovementKind } from '../ledger.ts'
import type { GatewayEvent } from '../webhooks/delivery.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import type { Payment, PaymentStore } from './payment-store.ts'
import type { StoredCards } from './stored-cards.ts'
import type { Verdict } from './test-cards.ts'

/** Records what happens to a payment: its state, the ledger rows and the webhook. */

export type Bookkeeping = ReturnType<typeof createBookkeeping>

export function createBookkeeping({
  ledger,
  store,
  storedCards,
  webhooks,
  lateWebhookMs,
}: {
  readonly ledger: Ledger
  readonly store: PaymentStore
  readonly storedCards: StoredCards
  readonly webhooks: Webhooks
  readonly lateWebhookMs: number
}) {
  function existing(psp: string): Payment {
    const payment = store.byPsp(psp)
    if (payment === undefined) throw new Error(`payment ${psp} is gone`)
    return payment
  }

  /** Finalises a payment: the ledger rows, the webhook and the state. */
  function finish(payment: Payment, verdict: Verdict, key: string | null): Payment {
    const cents = authorisedCents(verdict, payment.cents)
    store.setFinal(payment.psp, verdict, cents)
    if (cents > 0) {
      move(payment, 'authorise', cents, key)
      // Part of the amount waits for the merchant to cancel it.
      if (payment.is_captured_later === 0 && cents === payment.cents) {
        store.addCaptured(payment.psp, cents)
        move(payment, 'capture', cents, key)
      }
    }
    if (verdict.resultCode === 'Authorised') storedCards.storeRequested(payment.psp)
    const final = existing(payment.psp)
    const ending = payment.cents % 100
    webhooks.enqueue(
      event(final, {
        eventCode: 'AUTHORISATION',
        success: cents > 0,
        pspReference: final.psp,
        originalReference: '',
        value: cents > 0 ? cents : final.cents,
        reason: verdict.refusalReason ?? '',
        operations: cents > 0 ? ['CANCEL', 'CAPTURE', 'REFUND'] : [],
        additionalData: {
          cardSummary: final.last_four,
          expiryDate: final.expiry,
          authCode: final.auth_code,
          ...storedCards.dataOf(final.psp),
        },
      }),
      {
        ...(cents > 0 && ending === 94 ? { delayMs: lateWebhookMs } : {}),
        ...(cents > 0 && ending === 95 ? { copies: 3 } : {}),
      },
    )
    return final
  }

  function move(payment: Payment, kind: MovementKind, cents: number, idempotencyKey: string | null): void {
    const { merchant, reference, psp, currency } = payment
    ledger.record({ provider: 'card', merchant, reference, payment: psp, cents, currency, kind, idempotencyKey })
  }

  function event(
    payment: Payment,
    what: Pick<GatewayEvent, 'eventCode' | 'success' | 'pspReference' | 'originalReference' | 'value' | 'reason'> &
      Partial<Pick<GatewayEvent, 'operations' | 'additionalData'>>,
  ): GatewayEvent {
    return {
      merchantAccountCode: payment.merchant,
      merchantReference: payment.reference,
      currency: payment.currency,
      eventDate: ledger.now().toISOString(),
      paymentMethod: payment.brand,
      operations: [],
      additionalData: {},
      ...what,
    }
  }

  return { existing, finish, record: move, event, webhooks, store, storedCards, ledger }
}

function authorisedCents(verdict: Verdict, cents: number): number {
  if (verdict.resultCode === 'Authorised') return cents
  return verdict.resultCode === 'PartiallyAuthorised' ? Math.ceil(cents / 2) : 0
}
