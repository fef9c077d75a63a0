import { useEffect, useEffectEvent, useRef, type Dispatch } from 'react'
import type { FormValues } from '../../../../../ui/forms/form-values.ts'
import type { PaymentMethod } from '../../../../payments/payments.ts'
import { emailProblem } from '../../../checkout.ts'
import {
  emptyAddress,
  emptyValues,
  formOf,
  placeText,
  placeValues,
  type CheckoutValues,
} from '../../../ui/checkout-values.ts'
import type { CheckoutPageProps } from '../checkout-props.ts'
import type { CheckoutEvent, PickupChoice } from '../checkout-state.ts'
import type { Delivery } from '../delivery/use-delivery.ts'
import { methodOfNumber, numberOfMethod } from '../payment/payment-methods.ts'
import { readSession, saveSession } from '../saved-session.ts'

/** Restores input from before a reload or a return from a provider; otherwise the visitor's location fills the first suburb. */
export function useRestoredSession({
  page,
  cartId,
  form,
  delivery,
  dispatch,
}: {
  page: CheckoutPageProps
  cartId: string
  form: FormValues<CheckoutValues>
  delivery: Delivery
  dispatch: Dispatch<CheckoutEvent>
}): void {
  const isRestored = useRef(false)
  const restore = useEffectEvent(() => {
    const saved = page.savesSession ? readSession(cartId, Date.now()) : null
    if (saved === null) return
    const empty = emptyValues(page)
    form.reset({
      ...empty,
      email: saved.guestEmail.email,
      newsletter: saved.isOptingIntoNewsletter,
      phoneNumber: saved.phoneNumber,
      delivery: {
        ...saved.deliveryAddress,
        placeText: placeText(saved.deliveryAddress),
        // Wherever it was chosen last, on this page or on another, the visit has one place.
        ...placeValues(page.place),
      },
      billingIsSame: saved.isBillingAddressSameAsShipping,
      billing:
        saved.billingAddress === null
          ? empty.billing
          : { ...emptyAddress, ...saved.billingAddress, placeText: placeText(saved.billingAddress) },
    })
    dispatch({ type: 'method_restored', method: methodOfNumber(saved.paymentMethod) })
    if (page.offersPickup && saved.pickup != null) dispatch({ type: 'pickup_changed', pickup: saved.pickup })
    const { selectedDate: day, availability } = saved
    delivery.remember(day === null ? null : { day, window: availability.selectedWindow ?? null })
  })
  useEffect(() => {
    if (isRestored.current) return
    isRestored.current = true
    restore()
  }, [])
}

/** Saves every change; card fields are no part of the form's values. */
export function useSavedSession({
  isOn,
  cartId,
  form: { getValues, watch },
  given,
  method,
  pickup,
}: {
  isOn: boolean
  cartId: string
  form: FormValues<CheckoutValues>
  given: Delivery['given']
  method: PaymentMethod
  pickup: PickupChoice | null
}): void {
  useEffect(() => {
    if (!isOn) return
    const save = () => {
      const values = getValues()
      const { poNumber: _never, ...typed } = formOf(values)
      const { requestedDeliveryContact: _tick, ...availability } = given
      saveSession(
        {
          cartId,
          guestEmail: { email: values.email, isValid: emailProblem(values.email) === null },
          isOptingIntoNewsletter: values.newsletter,
          phoneNumber: typed.phoneNumber,
          deliveryAddress: typed.deliveryAddress,
          isBillingAddressSameAsShipping: values.billingIsSame,
          billingAddress: typed.billingAddress,
          selectedDate: given.selectedDate,
          availability,
          pickup,
          paymentMethod: numberOfMethod(method),
        },
        Date.now(),
      )
    }
    save()
    const watching = watch(save)
    return () => watching.unsubscribe()
  }, [cartId, getValues, given, isOn, method, pickup, watch])
}
