import { isSpecialBrand } from '../../../../brands/special-brand.ts'
import { centsOf } from '../../../../platform/money.ts'
import type { FieldError } from '../../../../platform/result.ts'
import { cardCheck, cardErrors } from '../../../payments/card.ts'
import { storeCodeProblem } from '../../../payments/payments.ts'
import { firstSubmitProblem, orderTotal, submitTexts, type CheckoutFacts, type CheckoutForm } from '../../checkout.ts'
import { tipService } from '../../tip.ts'
import type { CheckoutView } from '../checkout-view.ts'
import { nothingKnown, paymentState } from '../payment/payment-state.ts'
import type { CheckoutPageProps } from './checkout-props.ts'
import type { CheckoutProblem, CheckoutState } from './checkout-state.ts'
import type { DeliveryView } from './delivery/delivery-view.ts'
import { methodInUse, offeredMethods } from './payment/payment-methods.ts'

/** The order's total, payment and errors, derived from the state of the page, its cart and its dates. No I/O. */

export type CheckoutOrder = ReturnType<typeof orderOf>

export function orderOf({
  cart,
  state: { staff, tip, chosenMethod, deposit, onFile, pickup },
  dates,
  view,
  site,
  takesCards,
  redirects,
  forcesZip,
}: Pick<CheckoutPageProps, 'cart' | 'site' | 'takesCards' | 'redirects' | 'forcesZip'> & {
  readonly state: CheckoutState
  readonly dates: DeliveryView | null
  readonly view: CheckoutView | null
}) {
  const isPickup = pickup !== null && !staff.cashAndCarry
  // Goods that are carried away or picked up have neither a date nor a crew.
  const isCollected = staff.cashAndCarry || isPickup
  const delivery = isCollected ? null : dates
  const tipCents = isCollected ? 0 : tip.cents
  const total = orderTotal({
    cart: centsOf(cart.orderTotal),
    shipping: delivery?.state.selectedShippingCost ?? 0,
    suppliers: delivery?.paid.map((one) => one.price) ?? [],
    services: [],
    tip: tipCents,
  })
  const options = view?.opts ?? 0
  const methods = offeredMethods({ takesCards, redirects, total, options, forcesZip })
  const method = methodInUse(chosenMethod, methods)
  const facts = {
    country: site.country,
    hasSpecialBrand: cart.products.some((line) => isSpecialBrand(line.brand)),
    isOnAccount: method === 'credit-account' && total > 0,
    isPickup,
  } satisfies CheckoutFacts
  const takesDeposit = method === 'card' && total > 0 && !facts.hasSpecialBrand
  return {
    isCollected,
    delivery,
    tip: tipCents,
    total,
    options,
    methods,
    method,
    facts,
    takesDeposit,
    payment:
      cart.products.length === 0
        ? nothingKnown
        : paymentState(total, takesDeposit ? deposit.cents : 0, view?.partialPaymentPercentage ?? 0),
    /** The choice of card; null for the typed card of everybody whose cards are not saved. */
    onFile: view?.savedCards ? onFile : null,
    shipping: isCollected ? 0 : (dates?.shipping ?? null),
    /** Charges besides goods and our own delivery, for the summary. */
    paid: [...(delivery?.paid ?? []), ...tipService(tipCents)],
  }
}

/**
 * Why the order cannot be submitted, with every invalid field: a shopper who corrects them all must not get a second list. `refusedCard`
 * names the field when the card was the reason.
 */
export function orderProblem({
  form,
  order: { delivery, facts, isCollected, method, onFile, payment, takesDeposit },
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
  const paysByCard = method === 'card' && !payment.isPaymentFree
  const isCard = paysByCard && !onFile?.cardId
  const wrongFields = isCard ? cardErrors(card, month) : []
  const others = [
    { field: 'savedCard.cvv', message: (paysByCard && onFile?.problem) || null },
    { field: 'tip', message: isCollected ? null : tip.problem },
    { field: 'pickup', message: facts.isPickup && pickup?.storeId == null ? submitTexts.store : null },
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
