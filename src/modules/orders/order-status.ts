import type { Cents } from '../../platform/money.ts'

/** The state machine of orders: every transition, and the states from which it is allowed. */

/** An order that is picked up is ready where another one is on its way, and collected where another one is delivered. */
export const orderStages = ['placed', 'on-its-way', 'delivered', 'cancelled'] as const
/** Where the goods are; how they are paid is the order's state. */
export type OrderStage = (typeof orderStages)[number]

/** How it is paid (decision orders-11). */
export type OrderState = 'paid' | 'deposit-paid' | 'on-account' | 'awaiting-payment'

export type OrderStatus = { readonly stage: OrderStage; readonly state: OrderState }

type Rule = {
  readonly from: readonly OrderStage[]
  /** Left out where the goods stay where they are. */
  readonly to?: OrderStage
  /** Left out where it does not matter how it is paid. */
  readonly states?: readonly OrderState[]
  readonly becomes?: OrderState
}

const rules = {
  cancel: { from: ['placed'], to: 'cancelled' },
  /** Not paid in store in time (decision payments-25). */
  lapse: { from: ['placed'], to: 'cancelled', states: ['awaiting-payment'] },
  'cancel-lines': { from: ['placed'] },
  reschedule: { from: ['placed'] },
  'pay-balance': { from: ['placed'], states: ['deposit-paid'], becomes: 'paid' },
  'pay-at-till': { from: ['placed'], states: ['awaiting-payment'], becomes: 'paid' },
  /** The balance is paid before the goods leave (decision payments-15). */
  dispatch: { from: ['placed'], to: 'on-its-way', states: ['paid', 'on-account'] },
  deliver: { from: ['on-its-way'], to: 'delivered' },
  /** Money goes back and the goods stay where they are. */
  refund: { from: ['placed', 'on-its-way', 'delivered'] },
} as const satisfies Record<string, Rule>

export type OrderTransition = keyof typeof rules

/** The state after a transition; null when it is not allowed. */
export function moved({ stage, state }: OrderStatus, move: OrderTransition): OrderStatus | null {
  const rule: Rule = rules[move]
  if (!rule.from.includes(stage) || rule.states?.includes(state) === false) return null
  return { stage: rule.to ?? stage, state: rule.becomes ?? state }
}

/** The state after a transition and its balance, `owed` being what the transition leaves of it; null when it is not allowed. */
export function movedOwing(
  from: OrderStatus,
  move: OrderTransition,
  owed: Cents,
): (OrderStatus & { readonly balance: Cents }) | null {
  const next = moved(from, move)
  if (next === null) return null
  const balance = next.stage === 'cancelled' || next.state !== 'deposit-paid' ? 0 : owed
  // With nothing left to pay, the amount paid was the whole.
  const isPaid = next.state === 'deposit-paid' && balance === 0 && next.stage !== 'cancelled'
  return { stage: next.stage, state: isPaid ? 'paid' : next.state, balance }
}

export type OrderActor = {
  readonly kind: 'owner' | 'staff' | 'system'
  /** Which of the shop's people. */
  readonly id?: string
}

/** The status text for lists and headings; `isRefunded` when all of it was refunded. What is picked up never is on its way. */
export type StatusWord =
  | 'awaiting-payment'
  | 'deposit-paid'
  | 'on-account'
  | 'paid'
  | 'on-its-way'
  | 'delivered'
  | 'ready-for-pickup'
  | 'collected'
  | 'cancelled'
  | 'refunded'

export function statusWord({ stage, state }: OrderStatus, isRefunded: boolean, isPickup = false): StatusWord {
  if (isRefunded) return 'refunded'
  if (isPickup && stage === 'on-its-way') return 'ready-for-pickup'
  if (isPickup && stage === 'delivered') return 'collected'
  return stage === 'placed' ? state : stage
}

export const statusTexts: Readonly<Record<StatusWord, string>> = {
  'awaiting-payment': 'To be paid in store',
  'deposit-paid': 'Deposit paid',
  'on-account': 'On account',
  paid: 'Paid',
  'on-its-way': 'On its way',
  delivered: 'Delivered',
  'ready-for-pickup': 'Ready for pickup',
  collected: 'Collected',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
}
