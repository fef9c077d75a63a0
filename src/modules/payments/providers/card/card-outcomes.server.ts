import type { z } from 'zod'
import { sha256 } from '../../../../platform/digest.ts'
import type { Currency } from '../../../../platform/money.ts'
import {
  type CardSummary,
  type PaymentAction,
  type PaymentAttempt,
  type PaymentOutcome,
  checkedAmount,
} from '../../payments.ts'
import { shownDeclines } from '../../decline-texts.ts'
import type { AmountAnswer } from './card-client.server.ts'
import { type CardClient, PaymentAnswer } from './card-client.server.ts'
import { storedCardOf } from './card-vault.server.ts'

/** What an answer of the gateway says became of a payment. */

/** Refusal codes under which a result of Error leaves open what the bank did: none, acquirer error, issuer unavailable. */
const openDeclineCodes: ReadonlySet<string> = new Set(['0', '4', '9'])
export async function outcomeOf(
  client: CardClient,
  body: unknown,
  attempt: PaymentAttempt,
  operation: string,
  idempotencyKey: string,
): Promise<PaymentOutcome> {
  const parsed = PaymentAnswer.safeParse(body)
  if (!parsed.success) {
    client.alarm(attempt, operation, 'unreadable')
    return { kind: 'unknown', why: 'unreadable' }
  }
  const answer = parsed.data
  const providerRef = answer.pspReference ?? attempt.providerRef
  if (answer.merchantReference !== undefined && answer.merchantReference !== attempt.id) {
    client.alarm(attempt, operation, 'foreign reference')
    return { kind: 'unknown', why: 'mismatch' }
  }
  switch (answer.resultCode) {
    case 'Authorised':
      return approved(answer, attempt)
    case 'PartiallyAuthorised':
      return cancelPart(client, answer, attempt, idempotencyKey)
    case 'Refused':
      return declined(answer)
    case 'Error':
      return openDeclineCodes.has(answer.refusalReasonCode ?? '0')
        ? { kind: 'unknown', why: 'server-error' }
        : declined(answer)
    case 'Cancelled':
      return { kind: 'cancelled' }
    case 'RedirectShopper':
    case 'IdentifyShopper':
    case 'ChallengeShopper': {
      const action = actionOf(answer)
      if (action === null) client.alarm(attempt, operation, 'no action')
      return { kind: 'pending', providerRef, action }
    }
    case 'Pending':
    case 'Received':
    case 'PresentToShopper':
      return { kind: 'pending', providerRef, action: null }
    default:
      client.alarm(attempt, operation, 'unknown result')
      return { kind: 'unknown', why: 'unreadable' }
  }
}

/** An approval of less than was asked is no approval: the part goes back before anybody hears "declined". */
async function cancelPart(
  client: CardClient,
  answer: PaymentAnswer,
  attempt: PaymentAttempt,
  idempotencyKey: string,
): Promise<PaymentOutcome> {
  const psp = answer.pspReference
  if (psp === undefined) return { kind: 'unknown', why: 'unreadable' }
  const path = `/payments/${encodeURIComponent(psp)}/cancels`
  const body = { merchantAccount: client.accountOf(attempt), reference: attempt.id }
  const cancelled = await client.post(attempt, 'cancels', path, body, sha256(`${idempotencyKey} cancel`))
  const isUnderWay = cancelled.isAnswered && cancelled.status === 201
  if (!isUnderWay) return { kind: 'unknown', why: 'mismatch' }
  return { kind: 'declined', providerRef: psp, code: 'PartiallyAuthorised', shownReason: null }
}

export function isFinal(outcome: PaymentOutcome): boolean {
  return outcome.kind !== 'pending' && outcome.kind !== 'unknown'
}

function approved(answer: PaymentAnswer, attempt: PaymentAttempt): PaymentOutcome {
  const { amount, pspReference } = answer
  if (amount === undefined || pspReference === undefined) return { kind: 'unknown', why: 'unreadable' }
  const card = {
    brand: answer.paymentMethod?.brand ?? null,
    lastFour: textOf(answer.additionalData?.['cardSummary']),
    expiry: textOf(answer.additionalData?.['expiryDate']),
  }
  const outcome = approval(pspReference, amount, { card, ...storedCardOf(answer.additionalData) })
  return checkedAmount(outcome, attempt)
}

function approval(
  providerRef: string,
  { currency, value: cents }: z.infer<typeof AmountAnswer>,
  cards: { readonly card: CardSummary } & ReturnType<typeof storedCardOf>,
): PaymentOutcome {
  if (!isCurrency(currency)) return { kind: 'unknown', why: 'mismatch' }
  return { kind: 'approved', providerRef, cents, currency, ...cards }
}

function isCurrency(text: string): text is Currency {
  return text === 'AUD' || text === 'NZD'
}

function declined(answer: PaymentAnswer): PaymentOutcome {
  const reason = answer.refusalReason ?? ''
  const code = [answer.refusalReasonCode, reason].filter((part) => part !== undefined && part !== '').join(' ')
  return {
    kind: 'declined',
    providerRef: answer.pspReference ?? null,
    code: code === '' ? answer.resultCode : code,
    shownReason: shownDeclines.has(reason) ? reason : null,
  }
}

function actionOf({ action }: PaymentAnswer): PaymentAction | null {
  if (action === undefined || action.type !== 'redirect') return null
  if (action.method === 'GET') return { kind: 'redirect', url: action.url }
  return { kind: 'form', url: action.url, fields: action.data }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
