import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { Icon } from '../../../ui/display/icons.tsx'
import { useStore } from '../../../ui/browser/store.ts'
import { placeStore, type Place } from './place.ts'
import styles from './delivery-location.module.css'

const PlaceEditor = lazy(() => import('../internal/ui/place-editor.tsx'))

/**
 * The visitor's delivery location, which can be changed in place. Content that depends on it is below. Where it shows the city and none is
 * known, the field is there from the start: one who asks when it comes has to say where to.
 */
export function DeliveryLocation({
  titleId,
  shows,
  disabled = false,
  children,
}: {
  titleId: string
  /** The city, or state and postcode with a pencil to change them. */
  shows: 'city' | 'region'
  /** Then the place is only shown. */
  disabled?: boolean
  children?: ReactNode
}) {
  const place = useStore(placeStore)
  const [isEditing, setIsEditing] = useState(false)
  const isEdited = isEditing && !disabled
  const isKnown = place !== null && place.localityId !== null
  const edit = () => setIsEditing(true)
  const hasField = shows === 'city' && !disabled
  const field = useRef<HTMLDivElement>(null)
  return (
    <div className={shows === 'city' ? `${styles.location} ${styles.inline}` : styles.location}>
      <h2 id={titleId} className={styles.title}>
        {isKnown && !isEdited ? 'Your delivery location' : 'Set Your Delivery Location'}
      </h2>
      {place === null ? (
        <p className={`skeleton ${styles.waiting}`}>&nbsp;</p>
      ) : isEdited ? (
        <Suspense fallback={<p className={`skeleton ${styles.waiting}`}>&nbsp;</p>}>
          <PlaceEditor onDone={() => setIsEditing(false)} />
        </Suspense>
      ) : isKnown ? (
        <>
          <p className={styles.where}>
            {shows === 'city' ? place.suburb : regionText(place)}
            {!disabled &&
              (shows === 'city' ? (
                <button type="button" className="link-button" onClick={edit}>
                  Change<span className="visually-hidden"> delivery location</span>
                </button>
              ) : (
                <button type="button" className={styles.pencil} aria-label="Change delivery location" onClick={edit}>
                  <Icon name="pencil" size={18} />
                </button>
              ))}
          </p>
          {children}
        </>
      ) : (
        <>
          <p className={styles.nowhere}>
            Please select your location.
            {!disabled && (
              <button
                type="button"
                className="link-button"
                onClick={hasField ? () => field.current?.querySelector('input')?.focus() : edit}
              >
                Change delivery location
              </button>
            )}
          </p>
          {hasField && (
            <div ref={field} className={styles.field}>
              <Suspense>
                <PlaceEditor onDone={null} />
              </Suspense>
            </div>
          )}
        </>
      )}
    </div>
  )
}

/** 'NSW 2010'; in New Zealand, which has no states, 'Ponsonby 1011' (decision geo-09). */
const regionText = ({ state, suburb, postcode }: Place): string => `${state ?? suburb} ${postcode}`
