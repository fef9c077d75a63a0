import { lazy } from 'react'
import { Later } from '../../../../../ui/display/later.tsx'
import { staticNames } from '../../../../content/content.ts'
import { AddressFields } from '../../../ui/address-fields.tsx'
import { emptyAddress } from '../../../ui/checkout-values.ts'
import type { Checkout } from '../hooks/use-checkout.ts'
import { StaticLink } from '../static-link.tsx'
import { DeliverySection } from './delivery-section.tsx'
import styles from '../../../ui/checkout-page.module.css'

const SpecialBrandTick = lazy(() => import('./special-brand-tick.tsx'))
const PickupChoice = lazy(() => import('./pickup-choice.tsx'))

/** Where the goods and the invoice go, and when the goods come. */
export function AddressSection({ checkout }: { checkout: Checkout }) {
  const { page, form, errors, state, order, delivery, view } = checkout
  const { site } = page
  const isSame = form.watch('billingIsSame')
  const { facts } = order
  const { addressSource, place: near } = page
  const address = { form, errors, facts, country: site.country, addressSource, near }
  return (
    <section className={styles.group} data-step="" aria-labelledby="checkout-address">
      <h2 id="checkout-address">{facts.isPickup ? 'Pickup' : 'Delivery'}</h2>
      {page.offersPickup && !state.staff.cashAndCarry && (
        <Later fallback={<div className={styles.tick} />}>
          <PickupChoice checkout={checkout} />
        </Later>
      )}
      {!facts.isPickup && (
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
          Billing address is the same as {facts.isPickup ? 'this' : 'delivery'} address
        </label>
      )}
      {!isSame && <AddressFields {...address} at="billing" isInvoiced onPlace={() => {}} />}
      {facts.hasSpecialBrand && (
        <Later>
          <SpecialBrandTick
            checkout={checkout}
            terms={<StaticLink name={staticNames.agency} title="Buying Miele products" />}
          />
        </Later>
      )}
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
