import { consentWords } from '../../content/consents.ts'
import { lazy, useState } from 'react'
import type { Country } from '../../../brands/apps.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Later } from '../../../ui/display/later.tsx'
import type { FormValues } from '../../../ui/forms/form-values.ts'
import { staticNames } from '../../content/content.ts'
import type { Coordinates, MapsAccess } from '../../geo/address-lookup.ts'
import type { Locality } from '../../geo/geo.ts'
import { choosePlace } from '../../geo/ui/place.ts'
import { PlacePicker } from '../../geo/ui/place-picker.tsx'
import { longest, longestAddressLine, specialBrandNotice, suburbTextProblem, type CheckoutFacts } from '../checkout.ts'
import type { CheckoutValues } from './checkout-values.ts'
import { StaticLink } from '../internal/ui/static-link.tsx'
import type { PlaceToDeliver } from '../internal/ui/delivery/use-availability.ts'
import styles from './checkout-page.module.css'

const AddressLookupField = lazy(() => import('../../geo/ui/address-lookup-field.tsx'))

type Form = FormValues<CheckoutValues>

/** Names of the rules' fields and of the page's values differ in one word: the rules speak of deliveryAddress. */
const ruleName = { delivery: 'deliveryAddress', billing: 'billingAddress' } as const

/** The faults that stand beside fields now, and how a field adds or takes away its own. */
export type FieldErrors = {
  readonly of: Readonly<Record<string, string>>
  /** Fields whose values are not theirs to change who fill in the form. */
  readonly locked: ReadonlySet<string>
  /** The field was typed in and left: its fault, if any, shows from now on. */
  readonly check: (field: string) => void
  readonly set: (field: string, message: string | null) => void
}

/** A field of the form: its fault shows after it was typed in and left, and goes while it is typed in. */
function registered(form: Form, name: Parameters<Form['register']>[0], field: string, errors: FieldErrors) {
  return {
    id: field,
    error: errors.of[field],
    disabled: errors.locked.has(field),
    ...form.register(name, { onChange: () => errors.set(field, null), onBlur: () => errors.check(field) }),
  }
}

/** How much of a field is used, once little is left of it. */
const nearLimit = (text: string, most: number): string | undefined =>
  text.length >= most * 0.7 ? `${text.length} of ${most} characters` : undefined

export function ContactFields({
  form,
  country,
  asksForPoNumber,
  errors,
}: {
  form: Form
  country: Country
  asksForPoNumber: boolean
  errors: FieldErrors
}) {
  return (
    <section className={styles.group} aria-labelledby="checkout-you">
      <h2 id="checkout-you">You</h2>
      <div className={`${styles.pair} ${styles.contact}`}>
        <Field
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={longest.email}
          {...registered(form, 'email', 'email', errors)}
        />
        <Field
          label="Phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          placeholder={country === 'NZ' ? '021 123 4567' : '0412 345 678'}
          {...registered(form, 'phoneNumber', 'phoneNumber', errors)}
        />
      </div>
      <label className={styles.tick}>
        <input type="checkbox" {...form.register('newsletter')} /> {consentWords.checkout}
      </label>
      {asksForPoNumber && (
        <Field
          label="PO number (optional)"
          maxLength={longest.poNumber}
          {...registered(form, 'poNumber', 'poNumber', errors)}
        />
      )}
    </section>
  )
}

export function AddressFields({
  form,
  at,
  country,
  facts,
  errors,
  maps,
  near,
  keepsPlace = true,
  isInvoiced = false,
  onPlace,
}: {
  form: Form
  at: 'delivery' | 'billing'
  /** Whether the invoice of an order goes to this address. */
  isInvoiced?: boolean
  country: Country
  facts: CheckoutFacts
  errors: FieldErrors
  maps: MapsAccess | null
  /** Where the visitor is, as far as is known. */
  near: Coordinates | null
  /** Whether a place that is chosen for a delivery is that of the visit too. */
  keepsPlace?: boolean
  onPlace: (place: PlaceToDeliver | null) => void
}) {
  const rule = ruleName[at]
  const section = at === 'delivery' ? 'shipping' : 'billing'
  const field = (name: string) => `${rule}.${name}`
  const suburbField = field('suburb')
  const values = form.watch(at)
  const instructions = values.deliveryInstructions
  const [picked, setPicked] = useState<Coordinates | null>(null)
  // An account is a company's, so whoever is invoiced on one is asked for its name where it is seen.
  const needsCompany = isInvoiced && facts.isOnAccount === true
  const company = (
    <Field
      label={needsCompany ? 'Company' : 'Company (optional)'}
      autoComplete={`${section} organization`}
      maxLength={longestAddressLine(facts) + 20}
      {...registered(form, `${at}.companyName`, field('companyName'), errors)}
    />
  )
  const street = {
    label: 'Street address',
    autoComplete: `${section} street-address`,
    ...registered(form, `${at}.address`, field('address'), errors),
  }

  function take(place: Locality, more: { readonly address?: string } = {}): void {
    const chosen = { suburb: place.suburb, state: place.state ?? '', postcode: place.postcode }
    errors.set(suburbField, null)
    setPicked(place)
    // The place of a delivery is that of the whole visit; a failure to keep it changes nothing here.
    if (at === 'delivery' && keepsPlace) void choosePlace(place._id)
    form.setValue(
      at,
      { ...form.getValues(at), ...chosen, ...more, placeText: place.fullAddress },
      { shouldDirty: true },
    )
    onPlace(chosen)
  }
  return (
    <>
      <div className={styles.pair}>
        <Field
          label="First name"
          autoComplete={`${section} given-name`}
          hint={nearLimit(values.firstName, longest.firstName)}
          {...registered(form, `${at}.firstName`, field('firstName'), errors)}
        />
        <Field
          label="Last name"
          autoComplete={`${section} family-name`}
          hint={nearLimit(values.lastName, longest.lastName)}
          {...registered(form, `${at}.lastName`, field('lastName'), errors)}
        />
      </div>
      {maps === null ? (
        <Field {...street} />
      ) : (
        <Later fallback={<Field {...street} />}>
          <AddressLookupField
            {...street}
            maps={maps}
            country={country}
            near={picked ?? near}
            onFound={(address, place) => {
              errors.set(field('address'), null)
              if (place !== null) take(place, { address })
              else form.setValue(at, { ...form.getValues(at), address }, { shouldDirty: true })
            }}
            onFail={(message) => errors.set(field('address'), message)}
          />
        </Later>
      )}
      <PlacePicker
        inputId={suburbField}
        label={country === 'NZ' ? 'Suburb and postcode' : 'Suburb'}
        placeholder={country === 'NZ' ? 'Ponsonby 1011' : 'Type a suburb or postcode'}
        shortest={3}
        value={values.placeText}
        error={errors.of[suburbField]}
        disabled={errors.locked.has(suburbField)}
        onText={(text) => {
          errors.set(suburbField, null)
          form.setValue(
            at,
            { ...form.getValues(at), placeText: text, suburb: '', state: '', postcode: '' },
            { shouldDirty: true },
          )
          onPlace(null)
        }}
        onPick={(place) => take(place)}
        onBlur={() => {
          const { placeText, postcode } = form.getValues(at)
          if (placeText !== '' && postcode === '') errors.set(suburbField, suburbTextProblem(placeText))
        }}
      />
      {(at === 'billing' || needsCompany) && company}
      {at === 'delivery' && (
        <details className={styles.more}>
          <summary>
            {needsCompany ? 'Add delivery instructions' : 'Add a company name or delivery instructions'}
          </summary>
          {!needsCompany && company}
          <Field
            label="Delivery instructions (optional)"
            hint={`${instructions.length}/${longest.deliveryInstructions}`}
            {...registered(form, 'delivery.deliveryInstructions', field('deliveryInstructions'), errors)}
          />
        </details>
      )}
    </>
  )
}

/** Who buys the special brand buys it from its maker, and has to have read so. */
export function SpecialBrandTick({
  form,
  companyName,
  errors,
}: {
  form: Form
  companyName: string
  errors: FieldErrors
}) {
  const field = 'brandsWarnings.mieleWarning'
  const error = errors.of[field]
  return (
    <div>
      <label className={styles.tick}>
        <input
          type="checkbox"
          id={field}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : `${field}-error`}
          {...form.register('mieleWarning', { onChange: () => errors.set(field, null) })}
        />{' '}
        {specialBrandNotice(companyName)}
      </label>
      <StaticLink name={staticNames.agency} title="Buying Miele products" />
      {error !== undefined && (
        <p id={`${field}-error`} className={styles.fault}>
          {error}
        </p>
      )}
    </div>
  )
}
