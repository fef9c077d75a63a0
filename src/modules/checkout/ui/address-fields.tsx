import { lazy, useRef, useState } from 'react'
import type { Country } from '../../../brands/apps.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Later } from '../../../ui/display/later.tsx'
import type { AddressSource, Coordinates } from '../../geo/address-lookup.ts'
import type { Locality } from '../../geo/geo.ts'
import { choosePlace } from '../../geo/ui/place.ts'
import { PlacePicker } from '../../geo/ui/place-picker.tsx'
import { longest, longestAddressLine, suburbTextProblem, type CheckoutFacts } from '../checkout.ts'
import type { PlaceToDeliver } from '../internal/ui/delivery/use-availability.ts'
import type { AddressValues } from './checkout-values.ts'
import { registered, type CheckoutFormValues, type FormErrors } from './registered-field.ts'
import styles from './checkout-page.module.css'

const AddressLookupField = lazy(() => import('../../geo/ui/address-lookup-field.tsx'))

/** Names of the rules' fields and of the page's values differ in one word: the rules speak of deliveryAddress. */
const ruleName = { delivery: 'deliveryAddress', billing: 'billingAddress' } as const

type NearbyPlace = PlaceToDeliver & Coordinates

type AddressProps = {
  form: CheckoutFormValues
  at: 'delivery' | 'billing'
  country: Country
  facts: CheckoutFacts
  errors: FormErrors
  /** What suggests addresses; null where they are typed. */
  addressSource: AddressSource | null
  /** The visitor's location, if known. */
  near: NearbyPlace | null
  /** Whether a place that is chosen for a delivery is that of the visit too. */
  keepsPlace?: boolean
  /** Whether the invoice of an order goes to this address. */
  isInvoiced?: boolean
  onPlace: (place: PlaceToDeliver | null) => void
}

/** Takes a place that was found with an address or in the suburb's suggestions. */
type TakePlace = (place: Locality, more?: { readonly address?: string }) => void

export function AddressFields(props: AddressProps) {
  const { form, at, facts, errors, keepsPlace = true, isInvoiced = false, onPlace } = props
  // A credit account belongs to a company, so its name is required in view.
  const needsCompany = isInvoiced && facts.isOnAccount === true
  const company = (
    <Field
      label={needsCompany ? 'Company' : 'Company (optional)'}
      maxLength={longestAddressLine(facts) + 20}
      {...fieldOf(props, 'companyName', 'organization')}
    />
  )
  const [picked, setPicked] = useState<NearbyPlace | null>(null)

  const take: TakePlace = (place, more = {}) => {
    const chosen = { suburb: place.suburb, state: place.state ?? '', postcode: place.postcode }
    errors.set(`${ruleName[at]}.suburb`, null)
    setPicked({ ...chosen, lat: place.lat, lng: place.lng })
    // The delivery place is the visitor's location; a failure to store it changes nothing here.
    if (at === 'delivery' && keepsPlace) void choosePlace(place._id)
    change(props, { ...chosen, ...more, placeText: place.fullAddress })
    onPlace(chosen)
  }
  return (
    <>
      <NameFields {...props} />
      <StreetField {...props} near={picked ?? props.near} take={take} />
      <SuburbField {...props} take={take} />
      {(at === 'billing' || needsCompany || facts.isPickup) && company}
      {at === 'delivery' && !facts.isPickup && (
        <details className={styles.more}>
          <summary>
            {needsCompany ? 'Add delivery instructions' : 'Add a company name or delivery instructions'}
          </summary>
          {!needsCompany && company}
          <Field
            label="Delivery instructions (optional)"
            hint={`${form.watch(at).deliveryInstructions.length}/${longest.deliveryInstructions}`}
            {...fieldOf(props, 'deliveryInstructions')}
          />
        </details>
      )}
    </>
  )
}

/** The props of one field of the address; `autoComplete` is its name without its section. */
function fieldOf({ form, at, errors }: AddressProps, name: keyof AddressValues, autoComplete?: string) {
  const section = at === 'delivery' ? 'shipping' : 'billing'
  return {
    autoComplete: autoComplete && `${section} ${autoComplete}`,
    ...registered(form, `${at}.${name}`, `${ruleName[at]}.${name}`, errors),
  }
}

function change({ form, at }: AddressProps, values: Partial<AddressValues>): void {
  form.setValue(at, { ...form.getValues(at), ...values }, { shouldDirty: true })
}

/** How much of a field is used, once little is left of it. */
const nearLimit = (text: string, max: number): string | undefined =>
  text.length >= max * 0.7 ? `${text.length} of ${max} characters` : undefined

function NameFields(props: AddressProps) {
  const { firstName, lastName } = props.form.watch(props.at)
  return (
    <div className={styles.pair}>
      <Field
        label="First name"
        hint={nearLimit(firstName, longest.firstName)}
        {...fieldOf(props, 'firstName', 'given-name')}
      />
      <Field
        label="Last name"
        hint={nearLimit(lastName, longest.lastName)}
        {...fieldOf(props, 'lastName', 'family-name')}
      />
    </div>
  )
}

function StreetField({ take, ...props }: AddressProps & { take: TakePlace }) {
  const { form, at, country, errors, addressSource, near } = props
  const street = { label: 'Street address', ...fieldOf(props, 'address', 'street-address') }
  const field = `${ruleName[at]}.address`
  const isFocused = useRef(false)
  if (addressSource === null) return <Field {...street} />
  const plain = (
    <Field
      {...street}
      onFocus={() => (isFocused.current = true)}
      onBlur={() => {
        isFocused.current = false
        street.onBlur()
      }}
    />
  )
  return (
    <Later fallback={plain}>
      <AddressLookupField
        {...street}
        wasFocused={isFocused}
        source={addressSource}
        country={country}
        chosen={form.watch(at)}
        near={near}
        onFound={(address, place) => {
          errors.set(field, null)
          if (place !== null) take(place, { address })
          else change(props, { address })
        }}
        onFail={(message) => errors.set(field, message)}
      />
    </Later>
  )
}

function SuburbField({ take, ...props }: AddressProps & { take: TakePlace }) {
  const { form, at, country, errors, onPlace } = props
  const field = `${ruleName[at]}.suburb`
  return (
    <PlacePicker
      inputId={field}
      label={country === 'NZ' ? 'Suburb and postcode' : 'Suburb'}
      placeholder={country === 'NZ' ? 'Ponsonby 1011' : 'Type a suburb or postcode'}
      shortest={3}
      value={form.watch(at).placeText}
      error={errors.of[field]}
      disabled={errors.locked.has(field)}
      onText={(text) => {
        errors.set(field, null)
        change(props, { placeText: text, suburb: '', state: '', postcode: '' })
        onPlace(null)
      }}
      onPick={(place) => take(place)}
      onBlur={() => {
        const { placeText, postcode } = form.getValues(at)
        if (placeText !== '' && postcode === '') errors.set(field, suburbTextProblem(placeText))
      }}
    />
  )
}
