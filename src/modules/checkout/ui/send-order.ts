import { firstMessage, type ErrorBody } from '../../../platform/http/problem.ts'
import { callApi, type ApiAnswer } from '../../../ui/api.ts'
import { readExpiry, type CardForm } from '../../payments/card.ts'
import { submitTexts, unreachableText } from '../checkout.ts'
import type { SubmitBody } from './submit-order.ts'

/** Sending the order, and what may come back. Fetched after the page, before anybody can have filled it in. */

export type SubmitAnswer = {
  readonly orderCompleted: boolean
  readonly cartId: string
  readonly redirectUrl: string | null
  readonly secure3DResponse: { readonly htmlFormAction: string; readonly htmlFormToPost: Record<string, string> } | null
}

export type SubmitProblem = {
  readonly message: string
  /** Faults of single fields, to be shown beside them. */
  readonly fields: readonly { readonly field: string; readonly message: string }[]
  /** The order, the cart or the dates have changed: what is shown must be read again. */
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

export function sendOrder(body: SubmitBody, key: string): Promise<ApiAnswer<SubmitAnswer>> {
  return callApi<SubmitAnswer>('POST', '/api/checkout', body, { headers: { 'idempotency-key': key } })
}

export function problemOf(answer: Extract<ApiAnswer<unknown>, { ok: false }>, supportNumber: string): SubmitProblem {
  if (answer.status === 0)
    return { message: unreachableText(supportNumber), fields: [], isStale: false, dateIsGone: false }
  const body = answer.body as Partial<ErrorBody> | null
  const code = body?.errors?.[0]?.code ?? ''
  return {
    message: firstMessage(body, submitTexts.fallback),
    fields: (body?.errors ?? []).flatMap(({ field, message }) => (field === null ? [] : [{ field, message }])),
    isStale: answer.status === 400 && code !== 'validation',
    dateIsGone: code === 'date_unavailable',
  }
}

/** Leaves for the issuer's page with a form made by hand: fields and values, never markup (decision payments-09). */
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
