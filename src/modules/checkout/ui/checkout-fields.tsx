import type { UseFormReturn } from 'react-hook-form'
import type { Country } from '../../../brands/apps.ts'
import { Field } from '../../../ui/field.tsx'
import { PlacePicker } from '../../geo/ui/place-picker.tsx'
import { longest, longestAddressLine, specialBrandNotice, suburbTextProblem, type CheckoutFacts } from '../checkout.ts'
import type { CheckoutValues } from './checkout-values.ts'
import type { PlaceToDeliver } from './use-availability.ts'
import styles from './checkout-page.module.css'

type Form = UseFormReturn<CheckoutValues>

/** Names of the rules' fields and of the page's values differ in one word: the rules speak of deliveryAddress. */
const ruleName = { delivery: 'deliveryAddress', billing: 'billingAddress' } as const

/** The faults that stand beside fields now, and how a field adds or takes away its own. */
export type FieldErrors = {
  readonly of: Readonly<Record<string, string>>
  /** The field was left: its fault, if any, shows from now on. */
  readonly check: (field: string) => void
  readonly set: (field: string, message: string | null) => void
}

/** A field of the form: its fault shows after it is left and goes while it is typed in. */
function registered(form: Form, name: Parameters<Form['register']>[0], field: string, errors: FieldErrors) {
  return {
    id: field,
    error: errors.of[field],
    ...form.register(name, { onChange: () => errors.set(field, null), onBlur: () => errors.check(field) }),
  }
}

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
      <div className={styles.pair}>
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
        <input type="checkbox" {...form.register('newsletter')} /> Keep me updated with news and offers
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
  onPlace,
}: {
  form: Form
  at: 'delivery' | 'billing'
  country: Country
  facts: CheckoutFacts
  errors: FieldErrors
  onPlace: (place: PlaceToDeliver | null) => void
}) {
  const rule = ruleName[at]
  const section = at === 'delivery' ? 'shipping' : 'billing'
  const field = (name: string) => `${rule}.${name}`
  const suburbField = field('suburb')
  const values = form.watch(at)
  const instructions = values.deliveryInstructions
  return (
    <>
      <div className={styles.pair}>
        <Field
          label="First name"
          autoComplete={`${section} given-name`}
          {...registered(form, `${at}.firstName`, field('firstName'), errors)}
        />
        <Field
          label="Last name"
          autoComplete={`${section} family-name`}
          {...registered(form, `${at}.lastName`, field('lastName'), errors)}
        />
      </div>
      <Field
        label="Street address"
        autoComplete={`${section} street-address`}
        {...registered(form, `${at}.address`, field('address'), errors)}
      />
      <PlacePicker
        inputId={suburbField}
        label={country === 'NZ' ? 'Suburb and postcode' : 'Suburb'}
        placeholder={country === 'NZ' ? 'Ponsonby 1011' : 'Type a suburb or postcode'}
        shortest={3}
        value={values.placeText}
        error={errors.of[suburbField]}
        onText={(text) => {
          errors.set(suburbField, null)
          form.setValue(
            at,
            { ...form.getValues(at), placeText: text, suburb: '', state: '', postcode: '' },
            { shouldDirty: true },
          )
          onPlace(null)
        }}
        onPick={(place) => {
          const chosen = { suburb: place.suburb, state: place.state ?? '', postcode: place.postcode }
          errors.set(suburbField, null)
          form.setValue(at, { ...form.getValues(at), ...chosen, placeText: place.fullAddress }, { shouldDirty: true })
          onPlace(chosen)
        }}
        onBlur={() => {
          const { placeText, postcode } = form.getValues(at)
          if (placeText !== '' && postcode === '') errors.set(suburbField, suburbTextProblem(placeText))
        }}
      />
      {at === 'delivery' && (
        <details className={styles.more}>
          <summary>Add a company name or delivery instructions</summary>
          <Field
            label="Company (optional)"
            autoComplete={`${section} organization`}
            maxLength={longestAddressLine(facts) + 20}
            {...registered(form, 'delivery.companyName', field('companyName'), errors)}
          />
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
      {error !== undefined && (
        <p id={`${field}-error`} className={styles.fault}>
          {error}
        </p>
      )}
    </div>
  )
}
