import { useState, type FormEvent } from 'react'
import type { Country } from '../../../../brands/apps.ts'
import { callApi } from '../../../../ui/browser/api.ts'
import { Notice } from '../../../../ui/display/notice.tsx'
import { Field } from '../../../../ui/forms/field.tsx'
import { useFormValues } from '../../../../ui/forms/form-values.ts'
import { AddressFields } from '../../../checkout/ui/address-fields.tsx'
import {
  emptyAddress,
  emptyValues,
  focusField,
  placeText,
  type CheckoutValues,
} from '../../../checkout/ui/checkout-values.ts'
import type { MapsAccess } from '../../../geo/address-lookup.ts'
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
  element: HTMLFormElement,
  { placeText: _shown, ...typed }: CheckoutValues['delivery'],
  { address, country }: { readonly address: Address | null; readonly country: Country },
): AddressInput {
  const more = new FormData(element)
  const text = (name: string) => String(more.get(name) ?? '')
  const isDefault = more.get('isDefault') !== null || address?.isDefault === true
  return { ...typed, id: address?.id ?? null, label: text('label'), phone: text('phone'), country, isDefault }
}

/** The form of a new or existing address, with the checkout's fields and rules. */
export function AddressForm({
  address,
  country,
  maps,
  onDone,
}: {
  address: Address | null
  country: Country
  maps: MapsAccess | null
  onDone: (isSaved: boolean) => void
}) {
  const form = useFormValues(() => firstValues(address))
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setIsBusy] = useState(false)

  function show(found: Readonly<Record<string, string>>): void {
    setProblems(found)
    const [first] = Object.keys(found)
    if (first !== undefined) focusField(first)
  }

  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const input = inputOf(event.currentTarget, form.getValues('delivery'), { address, country })
    const errors = savedAddressErrors(input)
    if (errors.length > 0) return show(Object.fromEntries(errors.map((one) => [fieldOf(one.field), one.message])))
    if (isBusy) return
    setIsBusy(true)
    const body = { ...cleanAddress(input), id: input.id }
    const answer = await callApi('POST', '/api/account/order/addresses/save', { body })
    setIsBusy(false)
    if (answer.ok) return onDone(true)
    show(Object.fromEntries(Object.entries(accountProblems(answer)).map(([name, text]) => [fieldOf(name), text])))
  }

  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} noValidate aria-labelledby="address-title">
      <h2 id="address-title">{address === null ? 'Add an address' : 'Edit address'}</h2>
      {problems['form'] !== undefined && <Notice kind="error">{problems['form']}</Notice>}
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
          set: (field, message) =>
            setProblems(({ [field]: _old, ...rest }) => (message === null ? rest : { ...rest, [field]: message })),
        }}
        maps={maps}
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
        <button className="button" aria-disabled={isBusy}>
          Save address
        </button>
        <button type="button" className="link-button" onClick={() => onDone(false)}>
          Cancel
        </button>
      </div>
    </form>
  )
}
