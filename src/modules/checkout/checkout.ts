import type { Country } from '../../brands/apps.ts'
import { australianStates } from '../../brands/australian-states.ts'
import { isStandardEmail } from '../../platform/text/email.ts'
import { cleanPhone, phoneProblem, phoneTexts } from '../../platform/text/phone.ts'
import type { Cents } from '../../platform/money.ts'
import type { FieldError } from '../../platform/result.ts'
import type { DeliveryAccess } from '../delivery/delivery-access.ts'
import { isPostBox } from '../geo/post-box.ts'

/** The rules of the checkout form: the same functions mark a field in the browser and refuse a submit on the server. */

export type AddressForm = {
  readonly firstName: string
  readonly lastName: string
  readonly companyName: string
  readonly address: string
  readonly suburb: string
  readonly state: string
  readonly postcode: string
}

export type CheckoutForm = {
  readonly email: string
  readonly phoneNumber: string
  readonly poNumber: string
  readonly deliveryAddress: AddressForm & {
    readonly deliveryInstructions: string
    /** Left out where nothing was answered. */
    readonly access?: DeliveryAccess | undefined
  }
  /** Null when it is the same as the delivery address. */
  readonly billingAddress: AddressForm | null
  /** The shopper has read who sells the special brand; required when it is in the cart. */
  readonly mieleWarning: boolean
}

/** Inputs of the rules besides the form. */
export type CheckoutFacts = {
  readonly country: Country
  /** A product of the special brand is in the cart: shorter lines on its paperwork (BRAND-03, BRAND-04). */
  readonly hasSpecialBrand: boolean
  /** The order is charged to the account of a company, which the invoice has to name (decision checkout-16). */
  readonly isOnAccount?: boolean
  /** The order is picked up, so that the delivery address is that of the invoice only (decision 0069). */
  readonly isPickup?: boolean
}

export const longest = {
  firstName: 20,
  lastName: 29,
  suburb: 30,
  state: 3,
  postcode: 4,
  deliveryInstructions: 150,
  poNumber: 40,
  email: 254,
  phoneNumber: 20,
} as const

/** 50, or 35 with the special brand in the cart (ADDR-14, ADDR-18, BRAND-03, BRAND-04). */
export function longestAddressLine(facts: Pick<CheckoutFacts, 'hasSpecialBrand'>): 50 | 35 {
  return facts.hasSpecialBrand ? 35 : 50
}

const phoneCharacters = /^[0-9A-Za-z\-() ]+$/
const poCharacters = /^\+?[0-9A-Za-z\-() ]*$/

/** Every fault of the form, in the order of the page. */
export function checkoutErrors(form: CheckoutForm, facts: CheckoutFacts): FieldError[] {
  const errors = [
    error('email', emailProblem(form.email)),
    error('phoneNumber', phoneNumberProblem(form.phoneNumber, facts.country)),
    ...addressErrors('deliveryAddress', form.deliveryAddress, facts, {
      refusesPostBox: facts.isPickup !== true,
      isInvoiced: form.billingAddress === null,
    }),
    error(
      'deliveryAddress.deliveryInstructions',
      facts.isPickup === true ? null : instructionsProblem(form.deliveryAddress.deliveryInstructions),
    ),
    ...(form.billingAddress === null
      ? []
      : addressErrors('billingAddress', form.billingAddress, facts, { refusesPostBox: false, isInvoiced: true })),
    error('poNumber', poNumberProblem(form.poNumber)),
    error(
      'brandsWarnings.mieleWarning',
      facts.hasSpecialBrand && !form.mieleWarning ? 'Please confirm you have read the Miele notice' : null,
    ),
  ]
  return errors.filter((one) => one !== null)
}

function error(field: string, message: string | null): FieldError | null {
  return message === null ? null : { field, message }
}

/** Required, the HTML standard's pattern, 5 to 254 characters (CHK-39 to CHK-41). */
export function emailProblem(email: string): string | null {
  return isStandardEmail(email) ? null : 'Please enter a valid email address'
}

/** Required, its characters, its length, then the country's own form (CHK-42 to CHK-45). */
export function phoneNumberProblem(phone: string, country: Country): string | null {
  const text = phone.trim()
  // A leading plus is how people write the country; the pattern of the form does not name it and the cleaning takes it away.
  const isPlain = phoneCharacters.test(text.replace(/^\+/, ''))
  if (!isPlain || text.length < 8 || text.length > longest.phoneNumber) {
    return cleanPhone(text).length === 8 ? phoneTexts.missingAreaCode : phoneTexts.invalid
  }
  return phoneProblem(text, country)
}

export function instructionsProblem(text: string): string | null {
  return text.length <= longest.deliveryInstructions ? null : 'Only 150 characters are aloud in this field.'
}

export function poNumberProblem(text: string): string | null {
  const isGood = text.length <= longest.poNumber && poCharacters.test(text)
  return isGood ? null : 'Please enter a valid PO number (max 40 characters)'
}

function addressErrors(
  at: 'deliveryAddress' | 'billingAddress',
  address: AddressForm,
  facts: CheckoutFacts,
  { refusesPostBox, isInvoiced }: { refusesPostBox: boolean; isInvoiced: boolean },
): (FieldError | null)[] {
  const line = longestAddressLine(facts)
  return [
    error(
      `${at}.firstName`,
      nameProblem(address.firstName, longest.firstName, 'Please enter a first name (max 20 characters)'),
    ),
    // The limit is 29; the text says 20 (ADDR-13, decision checkout-15).
    error(
      `${at}.lastName`,
      nameProblem(address.lastName, longest.lastName, 'Please enter a last name (max 20 characters)'),
    ),
    error(`${at}.companyName`, companyProblem(address.companyName, line, isInvoiced && facts.isOnAccount === true)),
    error(`${at}.address`, streetProblem(address.address, line, refusesPostBox)),
    error(`${at}.suburb`, placeProblem(address, facts.country)),
  ]
}

/** Faults of one address that goods are sent to, by the names of its own fields. */
export function addressErrorsOf(address: AddressForm, facts: CheckoutFacts): FieldError[] {
  const at = 'deliveryAddress'
  return addressErrors(at, address, facts, { refusesPostBox: true, isInvoiced: false })
    .filter((one) => one !== null)
    .map(({ field, message }) => ({ field: field.slice(at.length + 1), message }))
}

function nameProblem(name: string, max: number, text: string): string | null {
  const length = name.trim().length
  return length === 0 || length > max ? text : null
}

function companyProblem(name: string, max: number, isRequired: boolean): string | null {
  if (isRequired && name.trim() === '') return `Please enter a company name (max ${max} characters)`
  return name.length > max ? `Company Name cannot be more than ${max} characters` : null
}

function streetProblem(street: string, max: number, refusesPostBox: boolean): string | null {
  if (street.trim() === '') return `Please enter a valid address (max ${max} characters)`
  if (street.length > max) return `Address cannot be more than ${max} characters`
  return refusesPostBox && isPostBox(street) ? "We don't deliver to PO Boxes" : null
}

/** Suburb, state and postcode are chosen together from the suggestions; the state only in Australia (ADDR-09, ADDR-21 to ADDR-24). */
function placeProblem({ suburb, state, postcode }: AddressForm, country: Country): string | null {
  if (suburb.trim() === '' || postcode.trim() === '') return chooseSuburb
  if (suburb.length > longest.suburb || !/^\d{4}$/.test(postcode)) return 'Please enter a valid suburb'
  if (country === 'AU' && !(australianStates as readonly string[]).includes(state)) return 'Please select a state'
  return null
}

export const chooseSuburb = 'Please, select a suburb in the suggested list.'

/** Validates typed text of the suburb picker: it must contain a suburb and a postcode, and be selected (ADDR-31, ADDR-33, checkout-19). */
export function suburbTextProblem(text: string): string {
  const hasBoth = /\b\d{4}\b/.test(text) && /[A-Za-z]{2,}/.test(text)
  return hasBoth ? chooseSuburb : 'Please enter a valid suburb'
}

export const submitTexts = {
  deposit: 'There is an error with the deposit amount. Please try again or contact support.',
  form: 'There has been an error. Please check below to see what fields are invalid.',
  store: 'Please choose a store',
  date: 'There is an error with the delivery date. Please try again or contact support.',
  leave: 'You have not completed your order yet. Are you sure you want to leave?',
  cancelled: "You've cancelled your payment.",
  inStoreCancelled: 'The transaction was canceled.',
  changed: 'Your cart has changed. Please review your order and try again.',
  inProgress: 'Your order is being processed. Please wait.',
  dateGone: 'Sorry, the selected delivery date is no longer available. Please choose another date.',
  fallback: 'An error has occurred, please try again',
  review: 'Your payment is being reviewed. We will email you as soon as it is decided. Please do not pay again.',
  methodAway: 'This payment method is not available right now. Please choose another one.',
  unavailable: 'Service currently unavailable. Please try again later',
  wentWrong: 'Something has gone wrong, Please try again.',
} as const

/** The text of the first failing check in the fixed order (CHK-46 to CHK-51), and every error; null when the order may be submitted. */
export function firstSubmitProblem(input: {
  readonly form: CheckoutForm
  readonly facts: CheckoutFacts
  readonly hasDeliveryDate: boolean
  readonly hasSupplierDates: boolean
  /** Errors of the delivery's own fields, which the form's rules do not cover. */
  readonly deliveryErrors?: readonly FieldError[]
  /** The error of the deposit; null or left out when it is valid. */
  readonly depositProblem?: string | null
  /** Goods that are carried away at once need no date. */
  readonly isCashAndCarry?: boolean
}): { readonly message: string; readonly errors: readonly FieldError[] } | null {
  const depositError = error('partialPayment', input.depositProblem ?? null)
  const errors = [
    ...checkoutErrors(input.form, input.facts),
    ...(input.deliveryErrors ?? []),
    ...(depositError === null ? [] : [depositError]),
  ]
  const suburb = errors.find((one) => one.field === 'deliveryAddress.suburb')
  if (suburb !== undefined) return { message: chooseSuburb, errors }
  if (depositError !== null) return { message: submitTexts.deposit, errors }
  if (errors.length > 0) return { message: submitTexts.form, errors }
  if (!input.hasDeliveryDate && !input.hasSupplierDates && input.isCashAndCarry !== true)
    return { message: submitTexts.date, errors: [] }
  return null
}

/** The amount to pay (SUMM-21, decision checkout-29). A negative delivery price counts as none. */
export function orderTotal(parts: {
  readonly cart: Cents
  readonly shipping: Cents
  readonly suppliers: readonly Cents[]
  readonly services: readonly Cents[]
  /** For the crew. */
  readonly tip?: Cents
}): Cents {
  const sum = (amounts: readonly Cents[]) => amounts.reduce((total, amount) => total + amount, 0)
  return parts.cart + Math.max(0, parts.shipping) + sum(parts.suppliers) + sum(parts.services) + (parts.tip ?? 0)
}

export const unreachableText = (supportNumber: string): string =>
  `An error occurred when processing your request. Please do not attempt to checkout again. To resolve this issue, kindly contact a member of our team on ${supportNumber}.`

export const paymentProblemText = (supportNumber: string): string =>
  `Sorry there has been a problem with your payment. Please check your details or try a different payment method. If the problem persists, kindly contact a member of our team on ${supportNumber}.`

export const doNotRepeatText = (supportNumber: string): string =>
  `An error occurred when processing your checkout request. Please do not attempt to checkout again. To resolve this issue, kindly contact a member of our team on ${supportNumber}.`
