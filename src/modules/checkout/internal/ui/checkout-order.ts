import { isSpecialBrand } from '../../../../brands/special-brand.ts'
import { centsOf } from '../../../../platform/money.ts'
import { orderTotal, type CheckoutFacts } from '../../checkout.ts'
import { tipService } from '../../tip.ts'
import type { CheckoutView } from '../checkout-view.ts'
import { nothingKnown, paymentState } from '../payment/payment-state.ts'
import type { CheckoutPageProps } from './checkout-props.ts'
import type { CheckoutState } from './checkout-state.ts'
import type { DeliveryView } from './delivery/delivery-view.ts'
import { methodInUse, offeredMethods } from './payment/payment-methods.ts'

/** The order's total and payment, derived from the state of the page, its cart and its dates. No I/O. */

export type CheckoutOrder = ReturnType<typeof orderOf>

export function orderOf({
  cart,
  state: { staff, tip, chosenMethod, deposit, pickup },
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
  const facts: CheckoutFacts = {
    country: site.country,
    hasSpecialBrand: cart.products.some((line) => isSpecialBrand(line.brand)),
    isOnAccount: method === 'credit-account' && total > 0,
    isPickup,
  }
  const takesDeposit = method === 'card' && total > 0 && !facts.hasSpecialBrand
  return {
    isPickup,
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
    shipping: isCollected ? 0 : (dates?.shipping ?? null),
    /** Charges besides goods and our own delivery, for the summary. */
    paid: [...(delivery?.paid ?? []), ...tipService(tipCents)],
  }
}
