import type { FieldError } from '../../../../platform/result.ts'
import { cardCheck, cardErrors } from '../../../payments/card.ts'
import { storeCodeProblem } from '../../../payments/payments.ts'
import { firstSubmitProblem, submitTexts, type CheckoutForm } from '../../checkout.ts'
import { pickupTexts } from '../../pickup-texts.ts'
import type { CheckoutOrder } from './checkout-order.ts'
import type { CheckoutProblem, CheckoutState } from './checkout-state.ts'

/** Why an order cannot be submitted. Loaded after the page, with the code that submits it. */

/**
 * Why the order cannot be submitted, with every invalid field: a shopper who corrects them all must not get a second list. `refusedCard`
 * names the field when the card was the reason.
 */
export function orderProblem({
  form,
  order: { delivery, facts, isCollected, isPickup, method, payment, takesDeposit },
  state: { card, deposit, pickup, storeCode, tip },
  month,
}: {
  readonly form: CheckoutForm
  readonly order: CheckoutOrder
  readonly state: CheckoutState
  readonly month: { readonly year: number; readonly month: number }
}): (CheckoutProblem & { readonly refusedCard?: string | undefined }) | null {
  const problem = firstSubmitProblem({
    form,
    facts,
    hasDeliveryDate: delivery !== null && delivery.state.selectedDate !== null,
    hasSupplierDates: delivery?.hasSupplierDates ?? false,
    deliveryErrors: delivery?.errors ?? [],
    depositProblem: takesDeposit && deposit.isOn ? deposit.problem : null,
    isCashAndCarry: isCollected,
  })
  const isCard = method === 'card' && !payment.isPaymentFree
  const wrongFields = isCard ? cardErrors(card, month) : []
  const others = [
    { field: 'tip', message: isCollected ? null : tip.problem },
    { field: 'pickup', message: isPickup && pickup?.storeId == null ? pickupTexts.missing : null },
    {
      field: 'devicePaymentCode',
      message: method === 'zip-in-store' && !payment.isPaymentFree ? storeCodeProblem(storeCode) : null,
    },
  ].filter((one): one is FieldError => one.message !== null)
  const denial = delivery?.problem ?? null
  const cardProblem = isCard ? cardCheck(card, month) : null
  const message = problem?.message ?? (others.length > 0 ? submitTexts.form : (denial ?? cardProblem))
  if (message === null) return null
  return {
    message,
    note: message === denial ? null : denial,
    errors: [
      ...(problem?.errors ?? []),
      ...others,
      ...wrongFields.map((one) => ({ field: `card.${one.field}`, message: one.message })),
    ],
    ...(message === cardProblem ? { refusedCard: wrongFields[0]?.field } : {}),
  }
}
