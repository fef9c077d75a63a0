import { giftCardSpent } from '../../../payments/payments.ts'

/** The end of a payment that was approved after the balance of a gift card had been spent elsewhere. */

export const giftCardGone = 'gift card spent elsewhere'

/** The payment was approved and is refunded, so the message does not say that nothing was charged. */
export const giftCardProblem = {
  code: giftCardSpent,
  shownReason:
    'Your gift card was used for another order at the same time, so this order was not placed. Your payment is being returned to you in full.',
} as const
