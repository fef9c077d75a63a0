import { firstMessage, type ErrorBody } from '../../../../../platform/http/problem.ts'
import type { ApiAnswer } from '../../../../../ui/browser/api.ts'
import { report } from '../../../../../ui/browser/monitoring.ts'
import { notify } from '../../../../analytics/ui/track.ts'
import { cardType, type CardForm } from '../../../../payments/card.ts'
import type { PaymentMethod } from '../../../../payments/payments.ts'

/** What monitoring and analytics are sent of an order that failed. Loaded then, and missed by no shopper when it cannot be. */

/** A card that failed validation: the field and the card's brand, and nothing else of the card (CARD-42). */
export function reportCard(message: string, field: string | undefined, card: CardForm): void {
  report({ message, code: 401, area: 'card check', context: { field: field ?? null, cardType: cardType(card.cardNo) } })
}

/** A failed payment, by the server's response (PAY3-23). */
export function reportPayment(answer: Extract<ApiAnswer<unknown>, { ok: false }>, method: PaymentMethod): void {
  const { errorCode, refusalReason, paymentReference } = (answer.body ?? {}) as Partial<{
    errorCode: number
    refusalReason: string | null
    paymentReference: string | null
  }>
  if (errorCode === undefined) return
  const context = { method, status: answer.status, paymentReference: paymentReference ?? null }
  report({ message: refusalReason ?? 'payment refused', code: errorCode, area: 'payment', context })
}

/** A rejected order for analytics, without input (ANLYC-05 to ANLYC-08). */
export function trackProblem({ body, message }: Extract<ApiAnswer<unknown>, { ok: false }>, total: number): void {
  const { refusalReason, errorCode } = (body ?? {}) as Partial<ErrorBody>
  notify({
    name: 'submit-error',
    message: firstMessage(body, message),
    ...(typeof refusalReason === 'string' ? { refusalReason } : errorCode === undefined ? {} : { errorCode }),
    total,
  })
}
