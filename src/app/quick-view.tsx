import { useEffect, useRef, useState } from 'react'
import { isBuyable, productPath } from '../modules/catalogue/catalogue.ts'
import { quickViewPath } from '../modules/catalogue/product/quick-view.ts'
import { QuickView, QuickViewSkeleton } from '../modules/catalogue/ui/quick-view/quick-view.tsx'
import styles from '../modules/catalogue/ui/quick-view/quick-view.module.css'
import { addedStore } from '../modules/cart/ui/added-product.ts'
import { cartStore } from '../modules/cart/ui/cart-state.ts'
import { useEstimates } from '../modules/delivery/ui/estimates.ts'
import { placeStore } from '../modules/geo/ui/place.ts'
import { useStore } from '../ui/browser/store.ts'
import { Notice } from '../ui/display/notice.tsx'
import { Dialog, type DialogHandle } from '../ui/overlays/dialog.tsx'
import type { QuickViewData } from './routes/product/quick-view-data.ts'

/** A product over the page that lists it. Fetched with the first use. */
export default function QuickViewDialog({ uri, onClose }: { readonly uri: string; readonly onClose: () => void }) {
  const [found, setFound] = useState<QuickViewData | 'failed' | null>(null)
  const [tries, setTries] = useState(1)
  const dialog = useRef<DialogHandle>(null)
  useEffect(() => {
    setFound(null)
    const request = new AbortController()
    void load(uri, request.signal).then((answer) => {
      if (!request.signal.aborted) setFound(answer ?? 'failed')
    })
    return () => request.abort()
  }, [uri, tries])
  useEffect(() => {
    // What confirms the addition opens next. This closes first, so that the focus returns to the card after both.
    const hide = () => {
      if (cartStore.get().isCartOpen || addedStore.get() !== null) dialog.current?.hide()
    }
    const stops = [cartStore.subscribe(hide), addedStore.subscribe(hide)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return (
    <Dialog ref={dialog} title="Quick view" size="large" type="leftAligned" onClose={onClose}>
      {found === null ? (
        <QuickViewSkeleton />
      ) : found === 'failed' ? (
        <div className={styles.error}>
          <Notice kind="error">The product could not be loaded. Check your connection and try again.</Notice>
          <button type="button" className="button" onClick={() => setTries(tries + 1)}>
            Try again
          </button>
          <a href={productPath(uri)}>See full details</a>
        </div>
      ) : (
        <QuickView {...found} delivery={isBuyable(found.product.status) && <Delivery sku={found.product.sku} />} />
      )}
    </Dialog>
  )
}

/** Null when it could not be loaded. */
async function load(uri: string, signal: AbortSignal): Promise<QuickViewData | null> {
  const response = await fetch(quickViewPath(uri), { signal }).catch(() => null)
  if (response?.ok !== true) return null
  return response.json().catch(() => null) as Promise<QuickViewData | null>
}

/** The card's date and price for the visitor's location; without one, the way to choose it. */
function Delivery({ sku }: { readonly sku: string }) {
  const place = useStore(placeStore)
  const estimate = useEstimates([sku])[sku]
  if (place !== null && place.localityId === null)
    return (
      <p className={styles.delivery}>
        Delivery{' '}
        <button type="button" className="link-button" data-choose-place="">
          Check delivery
        </button>
      </p>
    )
  return (
    <p className={styles.delivery} aria-live="polite">
      {place === null ? 'Delivery' : `Delivery to ${place.suburb} ${place.postcode}`}
      {estimate === undefined ? <span className="skeleton">&nbsp;</span> : <b>{estimate}</b>}
    </p>
  )
}
