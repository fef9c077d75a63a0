import { firstMessage, type ErrorBody } from '../../../../../platform/http/problem.ts'
import { callApi, type ApiAnswer, type ApiCall } from '../../../../../ui/browser/api.ts'
import { loadCart } from '../../../../cart/ui/cart-actions.ts'
import { paymentOptions, redirectProviders, type RedirectProvider } from '../../../../payments/payments.ts'
import { submitTexts, unreachableText } from '../../../checkout.ts'
import { endNote, notCharged } from '../../../ui/charge-note.ts'

/** The result of a return from a provider. Loaded only on a return. */

/** The order is placed, or why it is not. */
export type Returned =
  | { readonly isPlaced: true }
  /** The shopper has to choose again how they pay there. */
  | { readonly isPlaced: false; readonly message: string; readonly note: string | null; readonly goOn?: string }

/** Whatever the provider has added to the address: the server reads it. */
type ReturnQuery = ApiCall<'POST', `/api/checkout/${RedirectProvider}confirmation`>['query']

const placed: Returned = { isPlaced: true }
const failed = (message: string, note: string | null = null): Returned => ({ isPlaced: false, message, note })

const providerOf = (query: URLSearchParams): RedirectProvider | null =>
  redirectProviders.find((one) => one === query.get('provider')) ?? null

export async function cancelled(query: URLSearchParams): Promise<Returned> {
  const answer = await callApi('POST', '/api/checkout/void', {
    body: {
      cartId: query.get('cartId') ?? '',
      selectedPaymentOption: paymentOptions[providerOf(query) ?? 'afterpay'],
    },
  })
  if (answer.ok && answer.value.paymentStatus === 'Approved') return placed
  await loadCart()
  return failed(submitTexts.cancelled, answer.ok ? endNote(answer.value) : null)
}

export async function confirmed(query: URLSearchParams, supportNumber: string): Promise<Returned> {
  const provider = providerOf(query)
  if (provider === null) return failed(submitTexts.wentWrong)
  const answer = await callApi('POST', `/api/checkout/${provider}confirmation`, {
    query: Object.fromEntries(query) as ReturnQuery,
  })
  if (answer.ok && answer.value.orderCompleted) return placed
  if (answer.ok && answer.value.redirectUrl !== null)
    return { isPlaced: false, message: submitTexts.wentWrong, note: null, goOn: answer.value.redirectUrl }
  await loadCart()
  if (answer.ok) return failed(answer.value.message ?? submitTexts.fallback)
  const message = returnText(answer, supportNumber)
  return failed(message, noteOf(answer.body, message))
}

export async function refused(attemptId: string): Promise<Returned> {
  const answer = await callApi('GET', '/api/checkout/paymenterror/:attemptId', { params: { attemptId } })
  await loadCart()
  if (!answer.ok) return failed(submitTexts.fallback)
  const message = firstMessage(answer.value, submitTexts.fallback)
  return failed(message, noteOf(answer.value, message))
}

/** Only the server knows the outcome of a payment. */
function noteOf(body: unknown, message: string): string | null {
  const { nothingCharged } = (body ?? {}) as Partial<ErrorBody>
  return nothingCharged === true && !message.includes(notCharged) ? notCharged : null
}

/** Why a return came to nothing (decision payments-20). */
function returnText(answer: Extract<ApiAnswer<unknown>, { ok: false }>, supportNumber: string): string {
  if (answer.status === 0) return unreachableText(supportNumber)
  const { type, errors = [] } = (answer.body ?? {}) as Partial<ErrorBody>
  if (type === 'error') return submitTexts.unavailable
  return errors.map((error) => error.message).join('\n\n') || submitTexts.wentWrong
}
