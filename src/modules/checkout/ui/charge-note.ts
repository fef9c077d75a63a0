import type { ErrorBody } from '../../../platform/http/problem.ts'
import type { ApiAnswer } from '../../../ui/browser/api.ts'

/** Shown beside a text of the specification that does not say so itself. */
export const notCharged = 'Nothing was charged.'

/** The server's response about a cancelled payment. */
export type EndedPayment = {
  readonly paymentStatus: string
  readonly nothingCharged: boolean
  readonly message: string | null
}

/** Only the server knows whether the payment was taken, and what to say where that is uncertain. */
export const endNote = ({ nothingCharged, message }: EndedPayment): string | null =>
  nothingCharged ? notCharged : message

/** Rejected before a payment began. */
const beforePayment: ReadonlySet<number> = new Set([400, 401, 403, 404, 413, 422, 429])

/** States that nothing was charged, where that is certain: after a lost response or with a payment in progress it is not. */
export function chargeNote(
  { status, body }: Pick<Extract<ApiAnswer<unknown>, { ok: false }>, 'status' | 'body'>,
  message: string,
): string | null {
  const { nothingCharged, errorCode } = (body ?? {}) as Partial<ErrorBody>
  const isCertain = nothingCharged ?? (errorCode === undefined && beforePayment.has(status))
  return isCertain && !message.includes(notCharged) ? notCharged : null
}
