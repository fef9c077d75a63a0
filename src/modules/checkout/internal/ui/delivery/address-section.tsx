import { lazy, Suspense } from 'react'
import { staticNames } from '../../../../content/content.ts'
import { specialBrandNotice } from '../../../checkout.ts'
import { AddressFields } from '../../../ui/address-fields.tsx'
import { emptyAddress } from '../../../ui/checkout-values.ts'
import type { Checkout } from '../hooks/use-checkout.ts'
import { StaticLink } from '../static-link.tsx'
import { DeliverySection } from './delivery-section.tsx'
import styles from '../../../ui/checkout-page.module.css'

const PickupSection = lazy(() => import('./pickup-section.tsx'))

const notChosen = { storeId: null, readyOn: null }

/** Where the goods and the invoice go, and when the goods come. */
export function AddressSection({ checkout }: { checkout: Checkout }) {
  const { page, form, errors, state, order, delivery, view, dispatch } = checkout
  const { site } = page
  const isSame = form.watch('billingIsSame')
  const { facts } = order
  const address = { form, errors, facts, country: site.country, maps: page.maps, near: page.place }
  return (
    <section className={styles.group} data-step="" aria-labelledby="checkout-address">
      <h2 id="checkout-address">{order.isPickup ? 'Pickup' : 'Delivery'}</h2>
      {(page.offersPickup || order.isPickup) && !state.staff.cashAndCarry && (
        <fieldset className={styles.tips}>
          <legend className="visually-hidden">Delivery or pickup</legend>
          {['Delivery', 'Pick up in store'].map((name, at) => (
            <label key={name} className={styles.tick}>
              <input
                type="radio"
                name="handover"
                checked={order.isPickup === (at === 1)}
                onChange={() => dispatch({ type: 'pickup_changed', pickup: at === 1 ? notChosen : null })}
              />{' '}
              {name}
            </label>
          ))}
        </fieldset>
      )}
      {order.isPickup ? (
        <Suspense fallback={null}>
          <PickupSection checkout={checkout} />
        </Suspense>
      ) : (
        <div className={styles.small}>
          <StaticLink name={staticNames.delivery} title="Delivery information" />
        </div>
      )}
      <AddressFields {...address} at="delivery" isInvoiced={isSame} onPlace={delivery.changePlace} />
      {view?.customer.locked !== true && (
        <label className={styles.tick}>
          <input
            type="checkbox"
            {...form.register('billingIsSame', { onChange: () => form.setValue('billing', emptyAddress) })}
          />{' '}
          Billing address is the same as {order.isPickup ? 'this' : 'delivery'} address
        </label>
      )}
      {!isSame && <AddressFields {...address} at="billing" isInvoiced onPlace={() => {}} />}
      {facts.hasSpecialBrand && <SpecialBrandTick checkout={checkout} />}
      {!order.isCollected && (
        <DeliverySection
          delivery={delivery}
          form={form}
          errors={errors}
          unavailable={{ text: page.unavailableText, supportNumber: site.supportNumber }}
          isBanner={page.delivery.unavailableIsBanner}
          onUnique={delivery.tickUnique}
        />
      )}
    </section>
  )
}

/** The special brand is sold by its manufacturer, and the shopper has to confirm that. */
function SpecialBrandTick({ checkout: { page, form, errors } }: { checkout: Checkout }) {
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
        {specialBrandNotice(page.site.companyName)}
      </label>
      <StaticLink name={staticNames.agency} title="Buying Miele products" />
      {error !== undefined && (
        <p id={`${field}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
