import type { Country } from '../../../brands/apps.ts'
import { isStandardEmail } from '../../../platform/text/email.ts'
import type { FieldMessages } from '../../../platform/forms/typed-form.ts'
import type { Limit } from '../../../platform/http/rate-limit.ts'
import { phoneProblem, cleanPhone } from '../../../platform/text/phone.ts'
import { ok, err, type Result } from '../../../platform/result.ts'
import { isStorable } from '../../../platform/database/storable.ts'
import { isValidPrice } from '../../pricing/pricing.ts'
import { isBuyable, type StockStatus } from '../catalogue.ts'

/** Back-in-stock requests (decision catalogue-14): the rules of the form, the page behind it and the call. */

export type NotifyForm = {
  readonly email: string
  readonly phone: string | null
  readonly callbackTime: string | null
}

export const notifyTexts = {
  email: 'Enter an email address like name@example.com',
  callbackTime: 'Choose a time',
  done: 'Thank you. We will let you know as soon as it is back in stock.',
} as const

const tenMinutes = 600_000
/** For all requests from one address together, by either way. */
export const notifyLimit: Limit = { name: 'notify me', count: 20, windowMs: tenMinutes }

/** Whether there is anything to wait for: a product that can be bought needs no request. */
export function canBeRequested({
  status,
  price,
}: {
  readonly status: StockStatus
  readonly price: number | null
}): boolean {
  return !(isBuyable(status) && isValidPrice(price))
}

/** Whether a page offers the request: not for discontinued products, which may never come back. */
export function offersNotification(status: StockStatus): boolean {
  return status === 'noStock' || status === 'indeterminate'
}

/** The request as it is stored, or errors by field. A phone number is only accepted where the setting asks for it. */
export function readNotifyForm(
  typed: { readonly email?: string; readonly phone?: string | null; readonly callbackTime?: string | null },
  { asksForCall, country }: { readonly asksForCall: boolean; readonly country: Country },
): Result<NotifyForm, FieldMessages> {
  const email = (typed.email ?? '').trim().toLowerCase()
  const number = asksForCall ? (typed.phone ?? '').trim() : ''
  const callbackTime = asksForCall ? (typed.callbackTime ?? '').trim() : ''
  const wrongNumber = number === '' ? null : phoneProblem(number, country)
  const problems = {
    ...(isStandardEmail(email) ? {} : { email: notifyTexts.email }),
    ...(wrongNumber === null ? {} : { phone: wrongNumber }),
    ...(callbackTime.length <= 60 && isStorable(callbackTime) ? {} : { callbackTime: notifyTexts.callbackTime }),
  }
  if (Object.keys(problems).length > 0) return err(problems)
  return ok({
    email,
    phone: number === '' ? null : cleanPhone(number),
    callbackTime: callbackTime === '' ? null : callbackTime,
  })
}
