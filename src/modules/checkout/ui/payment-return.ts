import { firstMessage, type ErrorBody } from '../../../platform/http/problem.ts'
import { callApi, type ApiAnswer } from '../../../ui/api.ts'
import { loadCart } from '../../cart/ui/cart-actions.ts'
import { submitTexts, unreachableText } from '../checkout.ts'

/** What a return from a provider comes to. Fetched only for somebody who has come back. */

/** The order stands, or why it does not. */
export type Returned = { readonly isPlaced: true } | { readonly isPlaced: false; readonly message: string }

const placed: Returned = { isPlaced: true }
const failed = (message: string): Returned => ({ isPlaced: false, message })

export async function cancelled(cartId: string): Promise<Returned> {
  const answer = await callApi<{ paymentStatus: string }>('POST', '/api/checkout/void', {
    cartId,
    selectedPaymentOption: 2048,
  })
  if (answer.ok && answer.value.paymentStatus === 'Approved') return placed
  await loadCart()
  return failed(submitTexts.cancelled)
}

export async function confirmed(query: URLSearchParams, supportNumber: string): Promise<Returned> {
  const answer = await callApi<{ orderCompleted: boolean }>('POST', `/api/checkout/afterpayconfirmation?${query}`)
  if (answer.ok && answer.value.orderCompleted) return placed
  await loadCart()
  return failed(answer.ok ? submitTexts.fallback : returnText(answer, supportNumber))
}

export async function refused(attemptId: string): Promise<Returned> {
  const answer = await callApi<unknown>('GET', `/api/checkout/paymenterror/${encodeURIComponent(attemptId)}`)
  await loadCart()
  return failed(answer.ok ? firstMessage(answer.value, submitTexts.fallback) : submitTexts.fallback)
}

/** Why a return came to nothing (decision payments-20). */
function returnText(answer: Extract<ApiAnswer<unknown>, { ok: false }>, supportNumber: string): string {
  if (answer.status === 0) return unreachableText(supportNumber)
  const { type, errors = [] } = (answer.body ?? {}) as Partial<ErrorBody>
  if (type === 'error') return submitTexts.unavailable
  return errors.map((fault) => fault.message).join('\n\n') || submitTexts.wentWrong
}
