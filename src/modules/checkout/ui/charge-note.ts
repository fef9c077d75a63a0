import type { ErrorBody } from '../../../platform/http/problem.ts'
import type { ApiAnswer } from '../../../ui/browser/api.ts'

/** Said beside a text of the specification that does not say so itself. */
export const notCharged = 'Nothing was charged.'

/** What the server says of a payment that was given up. */
export type EndedPayment = {
  readonly paymentStatus: string
  readonly nothingCharged: boolean
  readonly message: string | null
}

/** Only the server knows whether money was taken, and what is to be said where that is not certain. */
export const endNote = ({ nothingCharged, message }: EndedPayment): string | null =>
  nothingCharged ? notCharged : message

/** Refused before a payment began. */
const beforePayment: ReadonlySet<number> = new Set([400, 401, 403, 404, 413, 422, 429])

/** That nothing was charged, where that is certain: after an answer that was lost or a payment that goes on it is not. */
export function chargeNote(
  { status, body }: Pick<Extract<ApiAnswer<unknown>, { ok: false }>, 'status' | 'body'>,
  message: string,
): string | null {
  const { nothingCharged, errorCode } = (body ?? {}) as Partial<ErrorBody>
  const isCertain = nothingCharged ?? (errorCode === undefined && beforePayment.has(status))
  return isCertain && !message.includes(notCharged) ? notCharged : null
}
