import type { Cents } from '../../../../platform/money.ts'

/** The checkout's payment state (CHK-29): all zero until data arrives (ENUM-09). */
export type PaymentState = {
  /** Percent of the order's total that a deposit is at least. */
  readonly depositPercentage: number
  readonly cartDeposit: Cents
  readonly cartRemainingPayment: Cents
  readonly isPaymentFree: boolean
}

export const nothingKnown: PaymentState = {
  depositPercentage: 0,
  cartDeposit: 0,
  cartRemainingPayment: 0,
  isPaymentFree: false,
}

/** The payment of an order of so much; `deposit` is 0 where none is paid. */
export function paymentState(total: Cents, deposit: Cents, percentage: number): PaymentState {
  return {
    depositPercentage: percentage,
    cartDeposit: deposit,
    cartRemainingPayment: total - deposit,
    isPaymentFree: total === 0,
  }
}
