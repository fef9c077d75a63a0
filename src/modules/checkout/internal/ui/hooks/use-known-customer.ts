import { useEffect, useEffectEvent, useRef, type Dispatch } from 'react'
import type { FormValues } from '../../../../../ui/forms/form-values.ts'
import type { CheckoutFacts } from '../../../checkout.ts'
import { emptyValues, type CheckoutValues } from '../../../ui/checkout-values.ts'
import type { CheckoutView } from '../../checkout-view.ts'
import type { CheckoutPageProps } from '../checkout-props.ts'
import type { CheckoutEvent } from '../checkout-state.ts'
import { clearSession } from '../saved-session.ts'

/** Prefills a customer's known details. Nothing is stored on a store's own screen (decision checkout-23). */
export function useKnownCustomer({
  page,
  view,
  form,
  facts,
  dispatch,
  askForDates,
}: {
  page: CheckoutPageProps
  view: CheckoutView | null
  form: FormValues<CheckoutValues>
  facts: CheckoutFacts
  dispatch: Dispatch<CheckoutEvent>
  askForDates: () => Promise<void>
}): void {
  const isCleared = useRef(false)
  const fillIn = useEffectEvent(({ savesSession, customer }: CheckoutView) => {
    if (!savesSession && !isCleared.current) {
      isCleared.current = true
      clearSession()
      form.reset(emptyValues(page), { keepDirtyValues: true })
    }
    if (customer.email === null) return
    const before = form.getValues('delivery').postcode
    void import('../known-customer.ts').then((known) => {
      dispatch({ type: 'customer_known', known: known.fillIn(form, customer, facts) })
      if (form.getValues('delivery').postcode !== before) void askForDates()
    })
  })
  useEffect(() => {
    if (view !== null) fillIn(view)
  }, [view])
}
