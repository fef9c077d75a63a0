import { useEffect, useRef } from 'react'
import type { FormValues } from '../../../../ui/forms/form-values.ts'
import { orderFlags } from '../../../payments/payments.ts'
import type { CheckoutView } from '../checkout-view.ts'
import type { StaffChoice } from '../staff-choice.ts'
import { isGranted } from '../order-options.ts'
import { placeText, type CheckoutValues } from '../../ui/checkout-values.ts'
import styles from '../../ui/checkout-page.module.css'

type StaffPanelProps = {
  form: FormValues<CheckoutValues>
  view: CheckoutView
  staff: StaffChoice
  onStaff: (staff: StaffChoice) => void
  onStore: (subdivision: string) => void
  /** The place of delivery is another: its availability is to be looked up. */
  onPlace: () => void
}

/** Choices of staff beside the form: store and salesperson, and cash and carry (STFC-01 to STFC-15). Loaded for staff only. */
export default function StaffPanel({ form, view, staff, onStaff, onStore, onPlace }: StaffPanelProps) {
  const { stores, salesPeople, store, opts } = view
  const typed = useRef<Pick<CheckoutValues, 'email' | 'phoneNumber' | 'delivery'> | null>(null)

  // The server's choice applies until staff choose.
  useEffect(() => {
    if (staff.subdivision !== null) return
    const chosen = stores.find((one) => one.selected)
    if (chosen === undefined) return
    const seller = salesPeople.find((one) => one.selected)
    onStaff({ ...staff, subdivision: chosen.subdivision, salespersonCode: seller?.code ?? null })
  }, [onStaff, salesPeople, staff, stores])

  // Another store hands over at another address.
  const handsOver = staff.cashAndCarry
  useEffect(() => {
    if (!handsOver || store === null) return
    const { address, suburb, state, postcode, phone } = store
    form.setValue('phoneNumber', phone)
    form.setValue('delivery', {
      ...form.getValues('delivery'),
      address,
      suburb,
      state,
      postcode,
      placeText: placeText(store),
    })
    onPlace()
    // The store decides, not who asks for what.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [handsOver, store])

  function carry(isOn: boolean): void {
    onStaff({ ...staff, cashAndCarry: isOn })
    if (isOn) {
      const { email, phoneNumber, delivery } = form.getValues()
      typed.current = { email, phoneNumber, delivery }
      form.setValue('email', '')
      return
    }
    const { email, phoneNumber, delivery } = restored(view, typed.current, form.getValues())
    form.setValue('email', email)
    form.setValue('phoneNumber', phoneNumber)
    form.setValue('delivery', delivery)
    onPlace()
  }

  return (
    <section className={styles.group} aria-labelledby="checkout-staff">
      <h2 id="checkout-staff">Store and salesperson</h2>
      {stores.length > 0 && salesPeople.length > 0 && (
        <StoreChoice view={view} staff={staff} onStaff={onStaff} onStore={onStore} />
      )}
      {isGranted(opts, orderFlags.CashAndCarry) && store !== null && (
        <label className={styles.tick}>
          <input type="checkbox" checked={staff.cashAndCarry} onChange={({ target }) => carry(target.checked)} /> Cash
          and carry
        </label>
      )}
      {isGranted(opts, orderFlags.WinningDeliveryServiceOverride) && (
        <label className={styles.tick}>
          <input
            type="checkbox"
            checked={staff.winningDeliveryServiceOverride}
            onChange={({ target }) => onStaff({ ...staff, winningDeliveryServiceOverride: target.checked })}
          />{' '}
          Assign order for Winning Services delivery
        </label>
      )}
    </section>
  )
}

function StoreChoice({
  view: { stores, salesPeople },
  staff,
  onStaff,
  onStore,
}: Pick<StaffPanelProps, 'view' | 'staff' | 'onStaff' | 'onStore'>) {
  const there = salesPeople.filter((one) => one.subdivision === staff.subdivision)
  return (
    <div className={styles.pair}>
      <div className={styles.choice}>
        <label htmlFor="subdivision">Store</label>
        <select
          id="subdivision"
          value={staff.subdivision ?? ''}
          onChange={({ target }) => {
            const first = salesPeople.find((one) => one.subdivision === target.value)
            onStaff({ ...staff, subdivision: target.value, salespersonCode: first?.code ?? null })
            onStore(target.value)
          }}
        >
          {staff.subdivision === null && <option value="">Choose a store</option>}
          {stores.map((one) => (
            <option key={one.subdivision} value={one.subdivision}>
              {one.name}
            </option>
          ))}
        </select>
      </div>
      <div className={styles.choice}>
        <label htmlFor="salespersonCode">Salesperson</label>
        <select
          id="salespersonCode"
          value={staff.salespersonCode ?? ''}
          onChange={({ target }) => onStaff({ ...staff, salespersonCode: target.value })}
        >
          {there.map((one) => (
            <option key={one.code} value={one.code}>
              {one.name}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}

/** The form's address when goods are delivered after all: the customer's own, or else what was typed before (decision checkout-27). */
function restored(
  { customer }: CheckoutView,
  typed: Pick<CheckoutValues, 'email' | 'phoneNumber' | 'delivery'> | null,
  now: CheckoutValues,
): Pick<CheckoutValues, 'email' | 'phoneNumber' | 'delivery'> {
  const before = typed ?? now
  const { firstName, lastName } = now.delivery
  const delivery = { ...before.delivery, firstName, lastName }
  if (customer.email === null) return { ...before, delivery }
  const own = customer.shippingAddress
  return {
    email: customer.email,
    phoneNumber: customer.phone ?? before.phoneNumber,
    delivery:
      own === null
        ? delivery
        : {
            ...delivery,
            address: own.address,
            suburb: own.suburb,
            state: own.state,
            postcode: own.postcode,
            placeText: placeText(own),
          },
  }
}
