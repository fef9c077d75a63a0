import type { Country } from '../../../../brands/apps.ts'
import { messagesOf, type FieldMessages, type Typed } from '../../../../platform/forms/typed-form.ts'
import { callApi } from '../../../../ui/browser/api.ts'
import { Field } from '../../../../ui/forms/field.tsx'
import { Form, SubmitButton } from '../../../../ui/forms/form.tsx'
import { useFormValues } from '../../../../ui/forms/form-values.ts'
import { AddressFields } from '../../../checkout/ui/address-fields.tsx'
import { emptyAddress, emptyValues, placeText, type CheckoutValues } from '../../../checkout/ui/checkout-values.ts'
import type { AddressSource } from '../../../geo/address-lookup.ts'
import { cleanAddress, longestLabel, savedAddressErrors, type Address, type AddressInput } from '../../account.ts'
import styles from '../../ui/account.module.css'
import { accountProblems } from './account-calls.ts'

const facts = (country: Country) => ({ country, hasSpecialBrand: false })

/** The checkout's fields name an address by its part of the form. */
const part = 'deliveryAddress'
const own = ['label', 'phone', 'form']
const fieldOf = (name: string): string => (own.includes(name) ? name : `${part}.${name}`)

function firstValues(address: Address | null): CheckoutValues {
  const values = emptyValues({ newsletterDefault: false, place: null })
  if (address === null) return values
  const place = { suburb: address.suburb, state: address.state ?? '', postcode: address.postcode }
  const { firstName, lastName, deliveryInstructions } = address
  return {
    ...values,
    delivery: {
      ...emptyAddress,
      ...place,
      firstName,
      lastName,
      address: address.address,
      companyName: address.companyName ?? '',
      deliveryInstructions: deliveryInstructions ?? '',
      placeText: placeText(place),
    },
  }
}

/** The typed values, including those outside the checkout's address fields. */
function inputOf(
  { label = '', phone = '', isDefault }: Typed,
  { placeText: _shown, ...values }: CheckoutValues['delivery'],
  { address, country }: { readonly address: Address | null; readonly country: Country },
): AddressInput {
  const id = address?.id ?? null
  return { ...values, id, label, phone, country, isDefault: isDefault !== undefined || address?.isDefault === true }
}

/** Errors of the rules by the fields of this form. */
const shownProblems = (problems: FieldMessages): FieldMessages =>
  Object.fromEntries(Object.entries(problems).map(([name, text]) => [fieldOf(name), text]))

/** The form of a new or existing address, with the checkout's fields and rules. */
export function AddressForm({
  address,
  country,
  addressSource,
  onDone,
}: {
  address: Address | null
  country: Country
  addressSource: AddressSource | null
  onDone: (isSaved: boolean) => void
}) {
  const form = useFormValues(() => firstValues(address))
  const input = (typed: Typed) => inputOf(typed, form.getValues('delivery'), { address, country })

  async function save(typed: Typed): Promise<FieldMessages | null> {
    const body = { ...cleanAddress(input(typed)), id: address?.id ?? null }
    const answer = await callApi('POST', '/api/account/order/addresses/save', { body })
    if (!answer.ok) return shownProblems(accountProblems(answer))
    onDone(true)
    return null
  }

  return (
    <Form
      className={styles.form}
      aria-labelledby="address-title"
      check={(typed) => shownProblems(messagesOf(savedAddressErrors(input(typed))))}
      send={save}
    >
      {(_typed, problems, setMessage) => (
        <>
          <h2 id="address-title">{address === null ? 'Add an address' : 'Edit address'}</h2>
          <Field
            id="label"
            name="label"
            label="Address name (optional)"
            placeholder="Home"
            autoComplete="off"
            maxLength={longestLabel}
            defaultValue={address?.label ?? ''}
            error={problems['label']}
          />
          <AddressFields
            form={form}
            at="delivery"
            country={country}
            facts={facts(country)}
            errors={{
              of: problems,
              locked: new Set(),
              // Only when the form is sent: a text that came up while a button is pressed would move it from under the finger.
              check: () => {},
              set: setMessage,
            }}
            addressSource={addressSource}
            near={null}
            keepsPlace={false}
            onPlace={() => {}}
          />
          <Field
            id="phone"
            name="phone"
            type="tel"
            label="Phone (optional)"
            autoComplete="shipping tel"
            inputMode="tel"
            defaultValue={address?.phone ?? ''}
            error={problems['phone']}
          />
          {address?.isDefault !== true && (
            <label className={styles.tick}>
              <input type="checkbox" name="isDefault" /> Use as my default address
            </label>
          )}
          <div className={styles.actions}>
            <SubmitButton>Save address</SubmitButton>
            <button type="button" className="link-button" onClick={() => onDone(false)}>
              Cancel
            </button>
          </div>
        </>
      )}
    </Form>
  )
}
