import type { DateTriple } from '../../../../platform/calendar.ts'
import type { Cents } from '../../../../platform/money.ts'
import { messagesOf, type FieldMessages } from '../../../../platform/forms/typed-form.ts'
import type { FieldError } from '../../../../platform/result.ts'
import { withMessage } from '../../../../ui/forms/with-message.ts'
import { emptyCard, type CardForm } from '../../../payments/card.ts'
import type { PaymentMethod } from '../../../payments/payments.ts'
import { nothingChosen, type StaffChoice } from '../staff-choice.ts'
import type { Known } from './known-customer.ts'

/** The checkout page's state beside its form values and its delivery dates, and every event that changes it. No I/O and no React. */

/** An amount as it was typed; `cents` is 0 while there is none or a wrong one. */
export type Deposit = {
  readonly isOn: boolean
  readonly text: string
  readonly cents: Cents
  readonly problem: string | null
}

export type Tip = { readonly cents: Cents; readonly problem: string | null }

/** Why an order was not placed: a message, what was charged where that is certain, and the fields to correct. */
export type CheckoutProblem = {
  readonly message: string
  readonly note?: string | null
  readonly errors: readonly FieldError[]
}

/** A member's choice of card: a saved one with its security code, or the typed one, to be saved or not. */
export type CardOnFile = {
  /** Null for the typed card. */
  readonly cardId: string | null
  readonly cvv: string
  /** Of the security code. */
  readonly problem: string | null
  readonly savesCard: boolean
}

/** A payment that the shopper confirms in an app. */
export type AwaitedPayment = { readonly cartId: string; readonly reference: string }

/** A store that an order is picked up at, with the day that was shown; nulls until one is chosen. */
export type PickupChoice = { readonly storeId: number | null; readonly readyOn: DateTriple | null }

export type CheckoutState = {
  /** Null until the shopper chooses: the default method is used then. */
  readonly chosenMethod: PaymentMethod | null
  /** Kept here only: neither the form values nor the stored session contain card fields. */
  readonly card: CardForm
  /** Null for everybody without saved cards, and until they have loaded. */
  readonly onFile: CardOnFile | null
  readonly storeCode: string
  readonly deposit: Deposit
  readonly tip: Tip
  readonly staff: StaffChoice
  /** Null for a delivery. */
  readonly pickup: PickupChoice | null
  readonly known: Known | null
  /** Messages beside fields, by the field's path; the card's begin with 'card.'. */
  readonly fieldErrors: FieldMessages
  readonly problem: CheckoutProblem | null
  /** From a valid submit until the form can be used again. */
  readonly isSending: boolean
  readonly awaited: AwaitedPayment | null
}

export type CheckoutEvent =
  | { readonly type: 'method_restored'; readonly method: PaymentMethod | null }
  | { readonly type: 'method_chosen'; readonly method: PaymentMethod }
  | { readonly type: 'card_typed'; readonly field: keyof CardForm; readonly text: string }
  | { readonly type: 'on_file_changed'; readonly onFile: CardOnFile }
  | { readonly type: 'store_code_typed'; readonly text: string }
  | { readonly type: 'deposit_changed'; readonly deposit: Deposit }
  | { readonly type: 'deposit_reset' }
  | { readonly type: 'tip_changed'; readonly tip: Tip }
  | { readonly type: 'staff_changed'; readonly staff: StaffChoice }
  | { readonly type: 'pickup_changed'; readonly pickup: PickupChoice | null }
  | { readonly type: 'customer_known'; readonly known: Known }
  | { readonly type: 'place_changed' }
  /** `message` is null when the field is all right. */
  | { readonly type: 'field_checked'; readonly field: string; readonly message: string | null }
  | { readonly type: 'order_sent' }
  /** Rejected before it was sent or by the server. */
  | { readonly type: 'order_refused'; readonly problem: CheckoutProblem }
  | { readonly type: 'form_reopened' }
  | { readonly type: 'confirmation_awaited'; readonly payment: AwaitedPayment }
  | { readonly type: 'confirmation_ended' }

export const noDeposit: Deposit = { isOn: false, text: '', cents: 0, problem: null }

export const initialState: CheckoutState = {
  chosenMethod: null,
  card: emptyCard,
  onFile: null,
  storeCode: '',
  deposit: noDeposit,
  tip: { cents: 0, problem: null },
  staff: nothingChosen,
  pickup: null,
  known: null,
  fieldErrors: {},
  problem: null,
  isSending: false,
  awaited: null,
}

export function reduce(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  switch (event.type) {
    case 'method_restored':
      return { ...state, chosenMethod: event.method }
    case 'method_chosen':
      return {
        ...(event.method === 'card' ? state : withoutDeposit(state)),
        chosenMethod: event.method,
        problem: null,
      }
    case 'card_typed':
      return {
        ...state,
        card: { ...state.card, [event.field]: event.text },
        fieldErrors: withMessage(state.fieldErrors, `card.${event.field}`, null),
      }
    case 'on_file_changed':
      return { ...state, onFile: event.onFile }
    case 'store_code_typed':
      return { ...state, storeCode: event.text, fieldErrors: withMessage(state.fieldErrors, 'devicePaymentCode', null) }
    case 'deposit_changed':
      return { ...state, deposit: event.deposit }
    case 'deposit_reset':
      return withoutDeposit(state)
    case 'tip_changed':
      return { ...withoutDeposit(state), tip: event.tip }
    case 'staff_changed':
      return { ...state, staff: event.staff }
    case 'pickup_changed':
      // Without a delivery the total is another one.
      return { ...withoutDeposit(state), pickup: event.pickup }
    case 'customer_known':
      return { ...state, known: event.known }
    case 'place_changed':
      return { ...withoutDeposit(state), problem: null }
    case 'field_checked':
      return { ...state, fieldErrors: withMessage(state.fieldErrors, event.field, event.message) }
    case 'order_sent':
      return { ...state, isSending: true, problem: null, fieldErrors: {} }
    case 'order_refused':
      return { ...state, problem: event.problem, fieldErrors: messagesOf(event.problem.errors) }
    case 'form_reopened':
      return { ...state, isSending: false }
    case 'confirmation_awaited':
      return { ...state, awaited: event.payment }
    case 'confirmation_ended':
      // Another code is another attempt.
      return { ...state, awaited: null, storeCode: '' }
  }
}

/** The amount goes, the tick stays: a deposit was a part of another total (decision payments-15). */
function withoutDeposit(state: CheckoutState): CheckoutState {
  return state.deposit.text === '' ? state : { ...state, deposit: { ...noDeposit, isOn: state.deposit.isOn } }
}
