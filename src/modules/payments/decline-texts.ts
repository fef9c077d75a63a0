import type { Charge } from './payments.ts'

/**
 * Decline messages by the gateway's reasons; other reasons would help fraudsters who test stolen cards (decision payments-11). The API
 * returns the gateway's own words as `refusalReason` beside it.
 */
const declinedTexts: Readonly<Record<string, string>> = {
  'Expired Card': 'Your card was declined (it has expired).',
  'Invalid Card Number': 'Your card was declined (the card number is not valid).',
  'CVC Declined': 'Your card was declined (the security code is incorrect).',
  'Not enough balance': 'Your card was declined (not enough funds).',
  '3D Not Authenticated': 'Your card was declined (your bank could not confirm it was you).',
  'Issuer Unavailable': 'Your card was declined (your bank did not answer).',
}

export const shownDeclines: ReadonlySet<string> = new Set(Object.keys(declinedTexts))

const returnedText = 'Any amount that was taken is being returned to you in full.'

/** A decline as a message for the shopper; a provider's own message stays as it is. */
export function declineText(shownReason: string, charge: Charge): string {
  const declined = declinedTexts[shownReason]
  if (charge === 'none') return declined === undefined ? shownReason : `${declined} Nothing was charged.`
  return charge !== 'returned' || shownReason.includes('returned')
    ? shownReason
    : `${declined ?? shownReason} ${returnedText}`
}

/** The message about a payment that may have been taken without an order; null when there is none. */
export function chargeText(charge: Charge, supportNumber: string): string | null {
  switch (charge) {
    case 'open':
    case 'unverified':
      return `We are checking the status of this payment. Please do not pay again before you have spoken to us on ${supportNumber}.`
    case 'returned':
      return 'Your order was not placed. Your payment is being returned to you in full. Please wait for it to arrive before you pay again.'
    case 'none':
    case 'taken':
      return null
  }
}
