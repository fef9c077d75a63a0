import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { callApi, type ApiCall } from '../../../../../ui/browser/api.ts'
import { Notice } from '../../../../../ui/display/notice.tsx'
import { bringText } from '../../../../orders/order-pickup.ts'
import type { Checkout } from '../hooks/use-checkout.ts'
import { isServiceTicked } from './delivery-view.ts'
import page from '../../../ui/checkout-page.module.css'
import styles from './pickup-section.module.css'

type Found = ApiCall<'GET', '/api/checkout/pickup'>['answer']

/** As many stores as a shopper compares; the others open below. */
const shownStores = 5

/** The stores where the order can be picked up. Fetched when a shopper wants to. */
export default function PickupSection({ checkout }: { checkout: Checkout }) {
  const { state, errors, dispatch } = checkout
  const { found, failure, reload } = usePickupStores(checkout)
  const [isLong, setLong] = useState(false)
  const deliver = () => dispatch({ type: 'pickup_changed', pickup: null })
  const error = errors.of['pickup']
  const { placeText } = checkout.form.watch('delivery')
  if (failure !== null)
    return (
      <Notice kind="error">
        {failure}{' '}
        <button type="button" className="link-button" onClick={reload}>
          Try again
        </button>
      </Notice>
    )
  if (found === null)
    return (
      <div role="status" className={styles.stores}>
        <span className="visually-hidden">Loading stores</span>
        {['one', 'two', 'three'].map((one) => (
          <i key={one} className={`skeleton ${styles.waiting}`} />
        ))}
      </div>
    )
  if (found.problem !== null) return <Instead text={found.problem} onDeliver={deliver} />
  if (!found.stores.some((store) => store.isAvailable))
    return <Instead text="No store has all of your order in stock." onDeliver={deliver} />
  // The chosen one, and the nearest that can be chosen, are always in sight.
  const nearest = found.stores.find((store) => store.isAvailable)
  const shown = found.stores.filter(
    (store, at) => isLong || at < shownStores || store === nearest || store.storeId === state.pickup?.storeId,
  )
  return (
    <div className={styles.pickup}>
      <fieldset
        id="pickup"
        tabIndex={-1}
        className={styles.stores}
        aria-describedby={error === undefined ? undefined : 'pickup-error'}
      >
        <legend>{found.stores[0]?.distance == null ? 'Our stores' : `Stores near ${placeText}`}</legend>
        {found.stores[0]?.distance == null && (
          <p className={page.soft}>Choose your suburb below to see the nearest first.</p>
        )}
        {error !== undefined && (
          <p id="pickup-error" className={page.error}>
            {error}
          </p>
        )}
        {shown.map((store) => (
          <StoreChoice
            key={store.storeId}
            store={store}
            isChosen={store.storeId === state.pickup?.storeId}
            onChoose={() => {
              errors.set('pickup', null)
              dispatch({ type: 'pickup_changed', pickup: { storeId: store.storeId, readyOn: store.readyOn } })
            }}
          />
        ))}
      </fieldset>
      {shown.length < found.stores.length && (
        <p>
          <button type="button" className="link-button" onClick={() => setLong(true)}>
            Show all {found.stores.length} stores
          </button>
        </p>
      )}
      <p className={styles.note}>Pickup is free. We will email you when your order is ready. {bringText}</p>
      <HomeServices checkout={checkout} onDeliver={deliver} />
      <h3>Your name and address</h3>
    </div>
  )
}

/** Loads the stores for the cart and the chosen suburb, and again after a store was refused. */
function usePickupStores({ cart, form, state, errors, dispatch }: Checkout) {
  const [found, setFound] = useState<Found | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const newest = useRef(0)

  /** A store stays chosen while it has everything; at first the nearest that does is, unless it is far away. */
  const choose = useEffectEvent(({ stores }: Found) => {
    const before = state.pickup?.storeId ?? null
    const available = stores.filter((store) => store.isAvailable)
    const next =
      before === null && errors.of['pickup'] === undefined
        ? available.find((store) => store.isNear)
        : available.find((store) => store.storeId === before)
    dispatch({ type: 'pickup_changed', pickup: { storeId: next?.storeId ?? null, readyOn: next?.readyOn ?? null } })
  })
  const { suburb, state: region, postcode } = form.watch('delivery')
  const load = useEffectEvent(async () => {
    const mine = ++newest.current
    setFailure(null)
    const answer = await callApi('GET', '/api/checkout/pickup', { query: { suburb, state: region, postcode } })
    if (mine !== newest.current) return
    if (!answer.ok) return setFailure('Stores could not be loaded.')
    setFound(answer.value)
    choose(answer.value)
  })

  const cartKey = cart.products.map((line) => `${line.productCode}:${line.quantity}:${line.installId}`).join()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    void load()
  }, [cartKey, suburb, region, postcode, tries])
  const refused = errors.of['pickup']
  useEffect(() => {
    if (refused !== undefined) void load()
  }, [refused])
  return { found, failure, reload: () => setTries(tries + 1) }
}

function StoreChoice({
  store: { name, address, distance, hours, stock, isAvailable },
  isChosen,
  onChoose,
}: {
  store: Found['stores'][number]
  isChosen: boolean
  onChoose: () => void
}) {
  return (
    <label className={styles.store} data-chosen={isChosen || undefined} data-disabled={!isAvailable || undefined}>
      <input type="radio" name="pickup-store" checked={isChosen} disabled={!isAvailable} onChange={onChoose} />
      <span>
        <b>{name}</b>
        {distance !== null && <span className={styles.distance}> {distance}</span>}
        <span className={styles.line}>{address}</span>
        <span className={styles.line}>{hours}</span>
        <span className={styles.stock}>{stock}</span>
      </span>
    </label>
  )
}

/** Nothing can be picked up. */
function Instead({ text, onDeliver }: { text: string; onDeliver: () => void }) {
  return (
    <Notice id="pickup" kind="info">
      {text}{' '}
      <button type="button" className="link-button" onClick={onDeliver}>
        Have it delivered
      </button>
    </Notice>
  )
}

/** The services at home that a delivery would come with. */
function HomeServices({ checkout: { delivery }, onDeliver }: { checkout: Checkout; onDeliver: () => void }) {
  const { given, ticks } = delivery
  const left = given.deliveryServices.filter(({ hidden, sku }) => !hidden && isServiceTicked(given, ticks, sku))
  if (left.length === 0) return null
  return (
    <Notice kind="info">
      Not included with pickup: {left.map(({ title }) => title).join(', ')}. Services at your home come with our
      delivery only.{' '}
      <button type="button" className="link-button" onClick={onDeliver}>
        Have it delivered
      </button>
    </Notice>
  )
}
