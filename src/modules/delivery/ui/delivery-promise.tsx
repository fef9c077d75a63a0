import { lazy, Suspense, useEffect, useState } from 'react'
import { callApi } from '../../../ui/api.ts'
import { Icon } from '../../../ui/icons.tsx'
import { useStore } from '../../../ui/store.ts'
import { isBuyable, type StockStatus } from '../../catalogue/catalogue.ts'
import { choosePlace, placeStore } from '../../geo/ui/place.ts'
import { PlacePicker } from '../../geo/ui/place-picker.tsx'
import styles from './delivery-promise.module.css'

const DeliveryDates = lazy(() => import('./delivery-dates.tsx'))

type Estimate = { text: string; free: string | null; orderWithin: string | null; services: readonly string[] }

/** The date and its price for this product; without a suburb it asks for one in place. */
export function DeliveryPromise({ sku, status }: { sku: string; status: StockStatus }) {
  const place = useStore(placeStore)
  const [estimate, setEstimate] = useState<Estimate | null>(null)
  const [isChanging, setIsChanging] = useState(false)
  const [showsDates, setShowsDates] = useState(false)
  const localityId = place?.localityId ?? null

  useEffect(() => {
    setEstimate(null)
    if (localityId === null) return
    const question = new AbortController()
    const query = new URLSearchParams({ localityId, sku })
    void callApi<{ estimates: Record<string, Estimate> }>('GET', `/api/v2/delivery/estimates?${query}`, undefined, {
      signal: question.signal,
    }).then((answer) => {
      if (answer.ok) setEstimate(answer.value.estimates[sku] ?? null)
    })
    return () => question.abort()
  }, [localityId, sku])

  if (!isBuyable(status)) return null
  const isAsking = place !== null && (localityId === null || isChanging)
  return (
    <section className={styles.promise} aria-labelledby="delivery-promise">
      <Icon name="truck" />
      <div className={styles.body}>
        <h2 id="delivery-promise" className={styles.title}>
          {localityId === null || isChanging ? 'Set Your Delivery Location' : 'Your delivery location'}
        </h2>
        {place === null && <p className={`skeleton ${styles.waiting}`}>&nbsp;</p>}
        {isAsking && <Ask onDone={() => setIsChanging(false)} isChanging={isChanging} />}
        {place !== null && !isAsking && (
          <>
            <p className={styles.where}>
              {place.suburb}{' '}
              <button type="button" className="link-button" onClick={() => setIsChanging(true)}>
                Change
              </button>
            </p>
            <p className={styles.date} aria-live="polite">
              {estimate === null ? (
                <span className={`skeleton ${styles.waiting}`}>&nbsp;</span>
              ) : (
                <b>{estimate.text}</b>
              )}
              {estimate?.orderWithin != null && <span> · {estimate.orderWithin}</span>}
            </p>
            {estimate?.free != null && <p className={styles.free}>{estimate.free}</p>}
            {estimate !== null && estimate.services.length > 0 && (
              <p className={styles.services}>{estimate.services.join(' · ')}</p>
            )}
            <button type="button" className={`link-button ${styles.all}`} onClick={() => setShowsDates(true)}>
              See all dates and prices
            </button>
            {showsDates && localityId !== null && (
              <Suspense fallback={null}>
                <DeliveryDates
                  sku={sku}
                  localityId={localityId}
                  where={`${place.suburb} ${place.postcode}`}
                  onClose={() => setShowsDates(false)}
                />
              </Suspense>
            )}
          </>
        )}
      </div>
    </section>
  )
}

function Ask({ onDone, isChanging }: { onDone: () => void; isChanging: boolean }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <div className={styles.ask}>
      <PlacePicker
        label="Delivery Postcode"
        placeholder="Enter delivery Postcode"
        shortest={2}
        value={text}
        error={problem}
        takesFocus={isChanging}
        onText={setText}
        onPick={async (place) => {
          setText(place.fullAddress)
          const failed = await choosePlace(place._id)
          setProblem(failed)
          if (failed === null) onDone()
        }}
      />
      {isChanging && (
        <button type="button" className={styles.close} aria-label="Close" onClick={onDone}>
          <Icon name="close" size={20} />
        </button>
      )}
    </div>
  )
}
