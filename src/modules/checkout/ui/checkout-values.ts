import type { CheckoutForm } from '../checkout.ts'

/** The form values on the page: the text of a suburb picker and its selected place are separate. */
export type AddressValues = CheckoutForm['deliveryAddress'] & { readonly placeText: string }

export type CheckoutValues = {
  email: string
  newsletter: boolean
  phoneNumber: string
  poNumber: string
  delivery: AddressValues
  billingIsSame: boolean
  billing: AddressValues
  mieleWarning: boolean
}

export const emptyAddress: AddressValues = {
  firstName: '',
  lastName: '',
  companyName: '',
  address: '',
  suburb: '',
  state: '',
  postcode: '',
  deliveryInstructions: '',
  placeText: '',
}

/** The text of a suburb picker for a place that was not selected there. */
export function placeText({ suburb, state, postcode }: Pick<AddressValues, 'suburb' | 'state' | 'postcode'>): string {
  if (suburb === '') return ''
  return state === '' ? `${suburb} ${postcode}` : `${postcode} ${suburb}, ${state}`
}

type KnownPlace = {
  readonly suburb: string
  readonly state: string
  readonly postcode: string
  readonly fullAddress: string
}

/** The address values of a selected place; empty without one. */
export function placeValues(place: KnownPlace | null): Partial<AddressValues> {
  if (place === null) return {}
  const { fullAddress, ...values } = place
  return { ...values, placeText: fullAddress }
}

export function emptyValues(props: {
  readonly newsletterDefault: boolean
  readonly place: KnownPlace | null
}): CheckoutValues {
  return {
    email: '',
    newsletter: props.newsletterDefault,
    phoneNumber: '',
    poNumber: '',
    delivery: { ...emptyAddress, ...placeValues(props.place) },
    billingIsSame: true,
    billing: emptyAddress,
    mieleWarning: false,
  }
}

/** The form that the rules check and the server is sent. */
export function formOf(values: CheckoutValues): CheckoutForm {
  const { placeText: _typed, ...deliveryAddress } = values.delivery
  const { placeText: _billing, deliveryInstructions: _none, ...billingAddress } = values.billing
  return {
    email: values.email,
    phoneNumber: values.phoneNumber,
    poNumber: values.poNumber,
    deliveryAddress,
    billingAddress: values.billingIsSame ? null : billingAddress,
    mieleWarning: values.mieleWarning,
  }
}
