import { firstMessage, type ErrorBody } from '../../../platform/http/problem.ts'
import type { FieldError } from '../../../platform/result.ts'
import { callApi, type ApiAnswer, type ApiCall } from '../../../ui/browser/api.ts'
import { readExpiry, type CardForm } from '../../payments/card.ts'
import { paymentOptions } from '../../payments/payments.ts'
import { notify } from '../../analytics/ui/track.ts'
import { dayOf } from '../../../platform/calendar.ts'
import { submitTexts, unreachableText } from '../checkout.ts'
import { chargeNote } from './charge-note.ts'
import type { SubmitBody } from '../internal/ui/payment/submit-order.ts'

/** Submits the order and handles the response. Loaded after the page, before anyone can have filled it in. */

export { fraudToken, loadFraudCheck } from '../internal/ui/payment/fraud-check.ts'

type SubmitAnswer = ApiCall<'POST', '/api/checkout'>['answer']

export type SubmitProblem = {
  readonly message: string
  readonly note: string | null
  /** Faults of single fields, to be shown beside them. */
  readonly fields: readonly FieldError[]
  /** The order, the cart or the dates have changed: the page must reload them. */
  readonly isStale: boolean
  readonly dateIsGone: boolean
}

/** The card, encrypted for each seller; the code that does it is fetched only now. */
export async function encryptFor(
  keys: Readonly<Record<string, string>>,
  card: CardForm,
): Promise<Record<string, string>> {
  const { encryptCard } = await import('../../payments/ui/encrypt-card.ts')
  const expiry = readExpiry(card.expiryDate)
  if (expiry === null) throw new RangeError('the expiry was checked before')
  const plain = {
    number: card.cardNo,
    cvc: card.cvv,
    expiryMonth: expiry.month,
    expiryYear: expiry.year,
    holderName: card.nameOnCard.trim(),
  }
  const values = await Promise.all(
    Object.entries(keys).map(async ([seller, key]) => [seller, await encryptCard(key, plain, new Date())] as const),
  )
  return Object.fromEntries(values)
}

export function browserInfo() {
  return {
    screenHeight: screen.height,
    screenWidth: screen.width,
    colorDepth: screen.colorDepth,
    language: navigator.language,
    timeZoneOffset: new Date().getTimezoneOffset(),
    javaEnabled: false,
  }
}

type Reports = typeof import('../internal/ui/payment/failure-reports.ts')

/** Reports a failure to monitoring and analytics, without which the page works as well. */
export const reporting = (send: (reports: Reports) => void): void =>
  void import('../internal/ui/payment/failure-reports.ts').then(send, () => {})

export async function sendOrder(body: SubmitBody, key: string): Promise<ApiAnswer<SubmitAnswer>> {
  const { deliveryDate, selectedPaymentOption, encryptedValues } = body
  // A day that was there from the start was never chosen by hand.
  const day = deliveryDate === null ? null : dayOf(deliveryDate)
  if (day !== null) notify({ name: 'add_shipping_info', shippingDate: day })
  const method = methodOf(encryptedValues === undefined ? selectedPaymentOption : paymentOptions.card)
  if (method !== undefined) notify({ name: 'add_payment_info', method })
  const { captchaToken } = await import('../../identity/ui/captcha.tsx')
  const captcha = await captchaToken('checkout')
  const sent = captcha === '' ? body : { ...body, captchaToken: captcha }
  const answer = await callApi('POST', '/api/checkout', { body: sent, headers: { 'idempotency-key': key } })
  if (!answer.ok) reporting(({ trackProblem }) => trackProblem(answer, Number(body.expectedTotal)))
  return answer
}

const methodOf = (option: unknown): string | undefined =>
  Object.entries(paymentOptions).find(([, number]) => number === option)?.[0]

export function problemOf(answer: Extract<ApiAnswer<unknown>, { ok: false }>, supportNumber: string): SubmitProblem {
  if (answer.status === 0)
    return { message: unreachableText(supportNumber), note: null, fields: [], isStale: false, dateIsGone: false }
  const body = answer.body as Partial<ErrorBody> | null
  const code = body?.errors?.[0]?.code ?? ''
  const message = listOf(body) ?? firstMessage(body, submitTexts.fallback)
  return {
    message,
    note: chargeNote(answer, message),
    fields: (body?.errors ?? []).flatMap(({ field, message }) =>
      // What stands between the shop and the browser may answer without one.
      typeof field === 'string' ? [{ field, message }] : [],
    ),
    isStale: answer.status === 400 && code !== 'validation',
    dateIsGone: code === 'date_unavailable',
  }
}

/** The errors of a payment that was rejected as invalid, one per line (CERR-14, decision payments-10). */
function listOf(body: Partial<ErrorBody> | null): string | null {
  const { errorCode, errorMessages } = (body ?? {}) as { errorCode?: number; errorMessages?: readonly string[] }
  return errorCode === 400 && errorMessages !== undefined && errorMessages.length > 0 ? errorMessages.join('\n') : null
}

/** Posts to the issuer's page with a form built from fields and values, never from markup (decision payments-09). */
export function postForm({ htmlFormAction, htmlFormToPost }: NonNullable<SubmitAnswer['secure3DResponse']>): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = htmlFormAction
  for (const [name, value] of Object.entries(htmlFormToPost)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()
}
