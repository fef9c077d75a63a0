import type { Dispatch } from 'react'
import type { FormValues } from '../../../../ui/forms/form-values.ts'
import { checkoutErrors, type CheckoutFacts } from '../../checkout.ts'
import type { FormErrors } from '../../ui/registered-field.ts'
import { formOf, type CheckoutValues } from '../../ui/checkout-values.ts'
import type { CheckoutEvent, CheckoutState } from './checkout-state.ts'

/** While goods are carried away these are the store's (STFC-09). */
const ofStore = ['phoneNumber', 'deliveryAddress.address', 'deliveryAddress.suburb']

/** The messages and locks of the form's fields, and how a field changes its own. */
export function formErrors({
  form,
  state: { fieldErrors, known, staff },
  facts,
  dispatch,
}: {
  form: FormValues<CheckoutValues>
  state: CheckoutState
  facts: CheckoutFacts
  dispatch: Dispatch<CheckoutEvent>
}): FormErrors {
  const set = (field: string, message: string | null) => dispatch({ type: 'field_checked', field, message })
  return {
    of: fieldErrors,
    locked: new Set([...(known?.locked ?? []), ...(staff.cashAndCarry ? ofStore : [])]),
    check(field) {
      const error = checkoutErrors(formOf(form.getValues()), facts).find((one) => one.field === field)
      if (error !== undefined) set(field, error.message)
    },
    set,
  }
}
