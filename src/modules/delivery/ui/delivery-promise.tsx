import { lazy, Suspense, useEffect, useState } from 'react'
import { callApi, type ApiCall } from '../../../ui/browser/api.ts'
import { Icon } from '../../../ui/display/icons.tsx'
import { useStore } from '../../../ui/browser/store.ts'
import { isBuyable, type StockStatus } from '../../catalogue/catalogue.ts'
import { DeliveryLocation } from '../../geo/ui/delivery-location.tsx'
import { placeStore } from '../../geo/ui/place.ts'
import styles from './delivery-promise.module.css'

const DeliveryDates = lazy(() => import('../internal/ui/delivery-dates.tsx'))

type Estimate = ApiCall<'GET', '/api/v2/delivery/estimates'>['answer']['estimates'][string]

/** The date and its price for this product; without a location it asks for one in place. */
export function DeliveryPromise({ sku, status }: { sku: string; status: StockStatus }) {
  const place = useStore(placeStore)
  const [estimate, setEstimate] = useState<Estimate | null>(null)
  const [showsDates, setShowsDates] = useState(false)
  const localityId = place?.localityId ?? null

  useEffect(() => {
    setEstimate(null)
    if (localityId === null) return
    const question = new AbortController()
    const query = { localityId, sku: [sku] }
    void callApi('GET', '/api/v2/delivery/estimates', { query, signal: question.signal }).then((answer) => {
      if (answer.ok) setEstimate(answer.value.estimates[sku] ?? null)
    })
    return () => question.abort()
  }, [localityId, sku])

  if (!isBuyable(status)) return null
  return (
    <section className={styles.promise} aria-labelledby="delivery-promise">
      <Icon name="truck" />
      <DeliveryLocation titleId="delivery-promise" shows="city">
        <p className={styles.date} aria-live="polite">
          {estimate === null ? <span className={`skeleton ${styles.waiting}`}>&nbsp;</span> : <b>{estimate.text}</b>}
          {estimate?.orderWithin != null && <span> · {estimate.orderWithin}</span>}
        </p>
        {estimate?.free != null && <p className={styles.free}>{estimate.free}</p>}
        <button type="button" className={`link-button ${styles.all}`} onClick={() => setShowsDates(true)}>
          See all dates and prices
        </button>
        {estimate !== null && estimate.services.length > 0 && (
          <p className={styles.services}>{estimate.services.join(' · ')}</p>
        )}
      </DeliveryLocation>
      {showsDates && place !== null && localityId !== null && (
        <Suspense fallback={null}>
          <DeliveryDates
            sku={sku}
            localityId={localityId}
            where={`${place.suburb} ${place.postcode}`}
            onClose={() => setShowsDates(false)}
          />
        </Suspense>
      )}
    </section>
  )
}
