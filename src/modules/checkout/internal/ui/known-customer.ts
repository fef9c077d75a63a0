import type { FormValues } from '../../../../ui/forms/form-values.ts'
import type { CheckoutFacts, CheckoutForm } from '../../checkout.ts'
import {
  addressOf,
  lockedFields,
  withLockedValues,
  type CheckoutAddress,
  type KnownCustomer,
} from '../checkout-view.ts'
import { placeText, type AddressValues, type CheckoutValues } from '../../ui/checkout-values.ts'

/** Form handling for known customers. Loaded when the server says that there is one. */

export type Known = {
  /** Fields by the names of the rules that cannot be changed. */
  readonly locked: ReadonlySet<string>
  /** The form with the locked values, as it is submitted (CHK-35). */
  readonly merged: (form: CheckoutForm) => CheckoutForm
}

/** Prefills empty fields with known values; locked fields are always filled (decision checkout-22). */
export function fillIn(form: FormValues<CheckoutValues>, customer: KnownCustomer, facts: CheckoutFacts): Known {
  const values = form.getValues()
  const locked = lockedFields(customer, facts)
  // Nothing was typed or restored yet: the box has the customer's stored preference.
  if (values.email === '' && customer.newsletter !== undefined) form.setValue('newsletter', customer.newsletter)
  if (values.email === '' || locked.has('email')) form.setValue('email', customer.email ?? '')
  if (values.phoneNumber === '' || locked.has('phoneNumber')) form.setValue('phoneNumber', customer.phone ?? '')
  const { shippingAddress, billingAddress } = customer
  if (shippingAddress !== null && isUntouched(values.delivery))
    form.setValue('delivery', valuesOf(shippingAddress, values.delivery))
  const { firstName = '', lastName = '' } = customer
  if (shippingAddress === null && isUntouched(values.delivery))
    form.setValue('delivery', { ...values.delivery, firstName, lastName })
  if (billingAddress !== null && (customer.locked || (values.billingIsSame && isUntouched(values.billing)))) {
    form.setValue('billing', valuesOf(billingAddress, values.billing))
    if (customer.locked || !isSame(billingAddress, shippingAddress)) form.setValue('billingIsSame', false)
  }
  return { locked, merged: (sent) => withLockedValues(sent, customer, facts) }
}

const isUntouched = ({ firstName, lastName, address }: AddressValues): boolean =>
  firstName === '' && lastName === '' && address === ''

const isSame = (one: CheckoutAddress, other: CheckoutAddress | null): boolean =>
  other !== null && JSON.stringify(addressOf(one)) === JSON.stringify(addressOf(other))

function valuesOf(address: CheckoutAddress, now: AddressValues): AddressValues {
  const { suburb, state, postcode } = address
  return {
    ...now,
    ...addressOf(address),
    deliveryInstructions: address.deliveryInstructions ?? now.deliveryInstructions,
    placeText: placeText({ suburb, state, postcode }),
  }
}
