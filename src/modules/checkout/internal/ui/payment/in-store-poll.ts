import { seconds } from '../../../../../platform/clock.ts'
import { firstMessage } from '../../../../../platform/http/problem.ts'
import type { ApiAnswer, ApiCall } from '../../../../../ui/browser/api.ts'
import { submitTexts } from '../../../checkout.ts'
import { notCharged } from '../../../ui/charge-note.ts'

/** Waiting for the shopper to confirm in their app (PAY-24 to PAY-29, decision payments-21). */

export type PaymentStatusResponse = ApiCall<'GET', '/api/payment/status'>['answer']

export type Watched =
  | { readonly isPlaced: true }
  | { readonly isPlaced: false; readonly message: string; readonly note: string | null }

const everyMs = seconds(2)
const longestMs = seconds(65)

export const timeoutText = (reference: string): string =>
  `There has been an error processing your order, please contact our support team. Order reference: ${reference}`

/**
 * Polls until there is a decision, two seconds after each response, for 65 seconds. A server error is retried; any other error ends it. The
 * page does not void at the timeout: the server continues to watch the payment.
 */
export async function watchPayment(watching: {
  readonly reference: string
  readonly ask: () => Promise<ApiAnswer<PaymentStatusResponse>>
  readonly pause: (ms: number) => Promise<void>
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number
}): Promise<Watched> {
  const end = watching.now() + longestMs
  for (;;) {
    await watching.pause(Math.min(everyMs, Math.max(0, end - watching.now())))
    if (watching.now() >= end) return { isPlaced: false, message: timeoutText(watching.reference), note: null }
    const answer = await watching.ask()
    if (answer.ok) {
      const { paymentStatus, message, nothingCharged } = answer.value
      if (paymentStatus === 'Approved') return { isPlaced: true }
      if (paymentStatus === 'Cancelled' || paymentStatus === 'Declined' || paymentStatus === 'Expired')
        return { isPlaced: false, message: message ?? submitTexts.wentWrong, note: nothingCharged ? notCharged : null }
    } else if (answer.status !== 0 && answer.status < 500) {
      return { isPlaced: false, message: firstMessage(answer.body, submitTexts.wentWrong), note: null }
    }
  }
}
