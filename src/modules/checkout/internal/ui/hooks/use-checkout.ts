import { useReducer, type FormEvent } from 'react'
import { useStore } from '../../../../../ui/browser/store.ts'
import { useHasScript } from '../../../../../ui/browser/use-has-script.ts'
import { useFormValues } from '../../../../../ui/forms/form-values.ts'
import { cartStore } from '../../../../cart/ui/cart-state.ts'
import type { CheckoutForm } from '../../../checkout.ts'
import { emptyValues, formOf, type CheckoutValues } from '../../../ui/checkout-values.ts'
import { orderOf } from '../checkout-order.ts'
import type { CheckoutPageProps } from '../checkout-props.ts'
import { initialState, reduce } from '../checkout-state.ts'
import { deliveryActions } from '../delivery/delivery-actions.ts'
import { useDelivery } from '../delivery/use-delivery.ts'
import { formErrors } from '../form-errors.ts'
import type { Watched } from '../payment/in-store-poll.ts'
import { orderBody, type SubmitBody } from '../payment/submit-order.ts'
import { usePaymentReturn } from '../payment/use-payment-return.ts'
import { useCheckoutView } from '../use-checkout-view.ts'
import { useCartEmail } from './use-cart-email.ts'
import { useDateRequests } from './use-date-requests.ts'
import { useDepositReset } from './use-deposit-reset.ts'
import { useKnownCustomer } from './use-known-customer.ts'
import { useLeaving } from './use-leaving.ts'
import { useOrderSubmit } from './use-order-submit.ts'
import { useRestoredSession, useSavedSession } from './use-saved-session.ts'

export type Checkout = ReturnType<typeof useCheckout>

/** The checkout page's state and actions, for its sections. */
export function useCheckout(page: CheckoutPageProps) {
  const { site } = page
  const cart = useStore(cartStore).cart ?? page.cart
  const paymentReturn = usePaymentReturn(site.supportNumber)
  const form = useFormValues<CheckoutValues>(() => emptyValues(page))
  const [state, dispatch] = useReducer(reduce, initialState)
  const delivery = useDelivery(cart, page.delivery)
  const { view, ...views } = useCheckoutView(paymentReturn.isOver && cart.products.length > 0 ? cart.cartId : null)
  const order = orderOf({ ...page, cart, state, dates: delivery.view, view })
  const isAsking = delivery.given.calendarIsLoading && !order.isCollected

  /** The submitted form: locked fields have the server's values, whatever the inputs contain. */
  function sentForm(): CheckoutForm {
    const typed = formOf(form.getValues())
    return state.known === null ? typed : state.known.merged(typed)
  }
  const bodyWith = (fields: Partial<SubmitBody>) =>
    orderBody({
      cart,
      form: sentForm(),
      country: site.country,
      newsletter: form.getValues('newsletter'),
      delivery: fields,
      deposit: order.payment.cartDeposit,
      tip: order.tip,
      staff: state.staff,
    })

  // Effects run in this order: the stored session is restored before dates are loaded, and before anything is stored again.
  useRestoredSession({ page, cartId: cart.cartId, form, delivery, dispatch })
  const { isCollected } = order
  const askForDates = useDateRequests({ ...page.delivery, cart, form, delivery, isCollected, bodyWith })
  useKnownCustomer({ page, view, form, facts: order.facts, dispatch, askForDates })
  const resetDepositSoon = useDepositReset(cart, dispatch)
  useCartEmail(form)
  useSavedSession({
    isOn: page.savesSession && view?.savesSession !== false,
    cartId: cart.cartId,
    form,
    given: delivery.given,
    method: order.method,
    pickup: state.pickup,
  })
  const { allowLeaving, losesInput } = useLeaving(form, site.warnsWhenLeavingCheckout)
  const encryptionKeys = view?.x509EncryptionKeys ?? page.encryptionKeys
  const { load: loadView, loadForStore } = views
  const sending = { site, state, order, isAsking, encryptionKeys, sentForm, bodyWith, loadView }
  const { submit, confirmationEnded } = useOrderSubmit({ ...sending, dispatch, askForDates, allowLeaving })

  return {
    page,
    cart,
    paymentReturn,
    form,
    errors: formErrors({ form, state, facts: order.facts, dispatch }),
    state,
    dispatch,
    delivery: { ...delivery, ...deliveryActions({ delivery, form, dispatch, askForDates, resetDepositSoon }) },
    view,
    loadView,
    loadForStore,
    order,
    encryptionKeys,
    isAsking,
    // Input before hydration would be lost, and a button pressed then would submit the form without script.
    isLocked: !useHasScript() || state.isSending,
    losesInput,
    allowLeaving,
    submit: (event: FormEvent) => void submit(event),
    confirmationEnded: (watched: Watched) => void confirmationEnded(watched),
  }
}
