import type { CardData } from './certificates.ts'
import type { StoredCard } from './stored-cards.ts'

/** How the stand-in bank decides on a card (decision payments-31). */

export type Verdict = {
  readonly resultCode: 'Authorised' | 'PartiallyAuthorised' | 'Refused' | 'Error' | 'Cancelled'
  readonly refusalReason: string | null
  readonly refusalReasonCode: string | null
}

export const approval: Verdict = { resultCode: 'Authorised', refusalReason: null, refusalReasonCode: null }

function refusal(refusalReasonCode: string, refusalReason: string): Verdict {
  return { resultCode: 'Refused', refusalReason, refusalReasonCode }
}

export const failedChallenge = refusal('11', '3D Not Authenticated')
export const cancelledChallenge: Verdict = {
  resultCode: 'Cancelled',
  refusalReason: 'Shopper Cancelled',
  refusalReasonCode: '16',
}

/** A cardholder name that is one of these words decides the result. */
export const holderWords: Readonly<Record<string, Verdict>> = {
  APPROVED: approval,
  DECLINED: refusal('2', 'Refused'),
  REFERRAL: refusal('3', 'Referral'),
  ERROR: { resultCode: 'Error', refusalReason: 'Acquirer Error', refusalReasonCode: '4' },
  BLOCK_CARD: refusal('5', 'Blocked Card'),
  CARD_EXPIRED: refusal('6', 'Expired Card'),
  INVALID_AMOUNT: refusal('7', 'Invalid Amount'),
  INVALID_CARD: refusal('8', 'Invalid Card Number'),
  ISSUER_UNAVAILABLE: refusal('9', 'Issuer Unavailable'),
  NOT_SUPPORTED: refusal('10', 'Not supported'),
  NOT_3D_AUTHENTICATED: failedChallenge,
  NOT_ENOUGH_BALANCE: refusal('12', 'Not enough balance'),
  ACQUIRER_FRAUD: refusal('14', 'Acquirer Fraud'),
  FRAUD: refusal('20', 'FRAUD'),
  NOT_PERMITTED: refusal('23', 'Transaction Not Permitted'),
  CVC_DECLINED: refusal('24', 'CVC Declined'),
  RESTRICTED_CARD: refusal('25', 'Restricted Card'),
  DECLINED_NON_GENERIC: refusal('27', 'Declined Non Generic'),
  ISSUER_SUSPECTED_FRAUD: refusal('31', 'Issuer Suspected Fraud'),
  PARTIALLY_APPROVED: { resultCode: 'PartiallyAuthorised', refusalReason: null, refusalReasonCode: null },
}

/** Amounts that end in these cents change how the payment proceeds. */
export const amountEndings: Readonly<Record<string, string>> = {
  '.05': 'declined',
  '.51': 'not enough balance',
  '.91': 'charged, then the connection is dropped before the answer',
  '.92': 'charged, then answered with status 500',
  '.93': 'charged, and answered after 40 seconds',
  '.94': 'charged, and the webhook comes 90 seconds late',
  '.95': 'charged, and the webhook comes three times',
}

/** The number that leads to the 3-D Secure page. */
const challengedNumber = '4212345678901237'

export type CardBrand = 'visa' | 'mc' | 'amex'

export type CardDecision = {
  readonly verdict: Verdict
  readonly needsChallenge: boolean
  readonly brand: CardBrand | 'unknown'
}

/** The outcome for this card and amount in minor units. The word may also come as RequestedTestAcquirerResponseCode. */
export function decide(card: CardData, cents: number, word: string | undefined, now: Date): CardDecision {
  const brand = brandOf(card.number)
  const verdict = verdictOf(card, brand, cents, word, now)
  const needsChallenge = isChallengeable(card.number) && verdict !== failedChallenge
  return { verdict, needsChallenge, brand: brand ?? 'unknown' }
}

export const isChallengeable = (number: string): boolean => number === challengedNumber

/** The outcome for a stored card, whose name is not sent again: security code 9 and two digits is the refusal with that number. */
export function decideStored(card: StoredCard, cents: number, code: string, now: Date): CardDecision {
  const [, refusalCode = ''] = /^9(\d\d)$/.exec(code) ?? []
  const forced = Object.values(holderWords).find(
    ({ refusalReasonCode }) => refusalCode !== '' && refusalReasonCode === String(Number(refusalCode)),
  )
  const verdict = forced ?? verdictOfMonth(card.expiry_month, card.expiry_year, cents, now)
  return { verdict, needsChallenge: card.is_challengeable === 1 && verdict !== failedChallenge, brand: card.brand }
}

function verdictOf(
  card: CardData,
  brand: CardBrand | null,
  cents: number,
  word: string | undefined,
  now: Date,
): Verdict {
  if (!isLuhnValid(card.number)) return refusal('8', 'Invalid Card Number')
  if (brand === null) return refusal('10', 'Not supported')
  if (!lengths[brand].includes(card.number.length)) return refusal('8', 'Invalid Card Number')
  const forced = forcedBy(word) ?? forcedBy(card.holderName)
  if (forced !== undefined) return forced
  return verdictOfMonth(card.expiryMonth, card.expiryYear, cents, now)
}

function verdictOfMonth(expiryMonth: number, expiryYear: number, cents: number, now: Date): Verdict {
  const thisMonth = now.getUTCFullYear() * 12 + now.getUTCMonth()
  if (expiryYear * 12 + expiryMonth - 1 < thisMonth) return refusal('6', 'Expired Card')
  if (cents % 100 === 5) return refusal('2', 'Refused')
  if (cents % 100 === 51) return refusal('12', 'Not enough balance')
  return approval
}

function forcedBy(word: string | undefined): Verdict | undefined {
  const known = word?.trim().toUpperCase().replaceAll(/\s+/g, '_') ?? ''
  return Object.hasOwn(holderWords, known) ? holderWords[known] : undefined
}

const lengths: Readonly<Record<CardBrand, readonly number[]>> = { visa: [13, 16], mc: [16], amex: [15] }

/** The accepted types, by the first digits (decision payments-13); null for every other. */
function brandOf(number: string): CardBrand | null {
  // Dankort 5019 and maestro begin like Visa's and Mastercard's neighbours and are not accepted.
  if (/^(5018|5019|502|503|506|56|58|57|600|639|6220|67)/.test(number)) return null
  if (number.startsWith('4')) return 'visa'
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mc'
  return /^3[47]/.test(number) ? 'amex' : null
}

/** ISO/IEC 7812-1, annex B. */
export function isLuhnValid(number: string): boolean {
  let sum = 0
  for (let at = 0; at < number.length; at++) {
    const digit = Number(number[number.length - 1 - at])
    const doubled = at % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return number.length > 0 && sum % 10 === 0
}
