import { lazy, Suspense } from 'react'
import { Field } from '../../../../ui/forms/field.tsx'
import { consentWords } from '../../../content/forms/consents.ts'
import { logInAddress } from '../../../pricing/pricing.ts'
import { orderFlags } from '../../../payments/payments.ts'
import { longest } from '../../checkout.ts'
import { registered } from '../../ui/registered-field.ts'
import { isGranted } from '../order-options.ts'
import type { Checkout } from './hooks/use-checkout.ts'
import styles from '../../ui/checkout-page.module.css'

const StaffPanel = lazy(() => import('./staff-panel.tsx'))

/** The customer's contact details, and for staff the customer they order for. */
export function ContactSection({ checkout }: { checkout: Checkout }) {
  const { page, form, errors, order, view } = checkout
  return (
    <>
      <section className={styles.group} data-step="" aria-labelledby="checkout-you">
        <h2 id="checkout-you">Your details</h2>
        {view?.savesSession === true && view.customer.email === null && (
          <a className={styles.logIn} href={logInAddress('/customer/checkout')} data-reload="" data-no-warning="">
            Log in
          </a>
        )}
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
            placeholder={page.site.country === 'NZ' ? '021 123 4567' : '0412 345 678'}
            {...registered(form, 'phoneNumber', 'phoneNumber', errors)}
          />
        </div>
        <label className={styles.tick}>
          <input type="checkbox" {...form.register('newsletter')} /> {consentWords.checkout}
        </label>
        {(page.asksForPoNumber || isGranted(order.options, orderFlags.SetSalesperson)) && (
          <Field
            label="PO number (optional)"
            maxLength={longest.poNumber}
            {...registered(form, 'poNumber', 'poNumber', errors)}
          />
        )}
      </section>
      <Staff checkout={checkout} />
    </>
  )
}

function Staff({ checkout: { view, form, state, order, delivery, dispatch, loadForStore } }: { checkout: Checkout }) {
  const isShown =
    view !== null &&
    ((view.stores.length > 0 && view.salesPeople.length > 0) ||
      isGranted(order.options, orderFlags.WinningDeliveryServiceOverride))
  if (!isShown) return null
  return (
    <Suspense fallback={null}>
      <StaffPanel
        form={form}
        view={view}
        staff={state.staff}
        onStaff={(staff) => dispatch({ type: 'staff_changed', staff })}
        onStore={(subdivision) => void loadForStore(subdivision)}
        onPlace={() => delivery.changePlace()}
      />
    </Suspense>
  )
}
