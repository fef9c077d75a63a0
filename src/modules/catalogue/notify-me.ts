import type { Country } from '../../brands/apps.ts'
import { isStandardEmail } from '../../platform/text/email.ts'
import type { Limit } from '../../platform/http/rate-limit.ts'
import { phoneProblem, cleanPhone } from '../../platform/text/phone.ts'
import { ok, err, type Result } from '../../platform/result.ts'
import { isStorable } from '../../platform/database/storable.ts'
import { isValidPrice } from '../pricing/pricing.ts'
import { isBuyable, type StockStatus } from './catalogue.ts'

/** Asking to hear when a product can be bought again (decision catalogue-14): the rules of the form, the page behind it and the call. */

export type NotifyForm = {
  readonly email: string
  readonly phone: string | null
  readonly callbackTime: string | null
}

/** What is wrong with a field, or under `form` with all of it. */
export type NotifyProblems = Readonly<Partial<Record<keyof NotifyForm | 'form', string>>>

export const notifyTexts = {
  email: 'Enter an e-mail address like name@example.com',
  callbackTime: 'Choose one of the times',
  done: 'Thank you. We will write to you as soon as it can be bought.',
} as const

const tenMinutes = 600_000
/** For everybody at one address together, by whichever way they ask. */
export const notifyLimit: Limit = { name: 'notify me', count: 20, windowMs: tenMinutes }

/** Whether there is anything to wait for: who can buy a product now need not be told. */
export function canBeRequested({
  status,
  price,
}: {
  readonly status: StockStatus
  readonly price: number | null
}): boolean {
  return !(isBuyable(status) && isValidPrice(price))
}

/** Whether a page offers to tell: not of what is made no more, which nobody can promise to have again. */
export function offersNotification(status: StockStatus): boolean {
  return status === 'noStock' || status === 'indeterminate'
}

/**
 * The request as it is kept, or what is wrong with each field. A number to call is asked for only where the setting says so; elsewhere
 * nothing of it is kept.
 */
export function readNotifyForm(
  typed: { readonly email?: string; readonly phone?: string | null; readonly callbackTime?: string | null },
  { asksForCall, country }: { readonly asksForCall: boolean; readonly country: Country },
): Result<NotifyForm, NotifyProblems> {
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
