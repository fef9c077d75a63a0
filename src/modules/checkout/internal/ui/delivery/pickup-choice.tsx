import { lazy, Suspense } from 'react'
import type { Checkout } from '../hooks/use-checkout.ts'
import styles from '../../../ui/checkout-page.module.css'

const PickupSection = lazy(() => import('./pickup-section.tsx'))

const notChosen = { storeId: null, readyOn: null }

/** Whether the order is delivered or picked up, and for a pickup its stores. Loaded only where a store has the whole cart. */
export default function PickupChoice({ checkout }: { checkout: Checkout }) {
  const { order, dispatch } = checkout
  const option = (isPickup: boolean, name: string) => (
    <label className={styles.tick}>
      <input
        type="radio"
        name="handover"
        checked={order.facts.isPickup === isPickup}
        onChange={() => dispatch({ type: 'pickup_changed', pickup: isPickup ? notChosen : null })}
      />{' '}
      {name}
    </label>
  )
  return (
    <>
      <fieldset className={styles.tips}>
        <legend className="visually-hidden">Delivery or pickup</legend>
        {option(false, 'Delivery')}
        {option(true, 'Pick up in store')}
      </fieldset>
      {order.facts.isPickup && (
        <Suspense fallback={null}>
          <PickupSection checkout={checkout} />
        </Suspense>
      )}
    </>
  )
}
