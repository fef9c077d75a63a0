import { useStore } from '../../../ui/browser/store.ts'
import type { StockAtCity } from '../../catalogue/catalogue.ts'
import { placeStore } from '../../geo/ui/place.ts'
import styles from './stock-by-city.module.css'

export type CityStock = {
  readonly code: string
  readonly title: string
  readonly kind: StockAtCity['kind']
  readonly text: string
}

/** Stock per warehouse, as display text; the one that serves the visitor's location comes first. */
export function StockByCity({
  cities,
  daysFromElsewhere,
}: {
  cities: readonly CityStock[]
  /** Extra days for goods from another city; null when there are none to send. */
  daysFromElsewhere: number | null
}) {
  const place = useStore(placeStore)
  const own = place?.localityId ? place.warehouse : null
  return (
    <>
      <ul className={styles.cities}>
        {cities
          .toSorted((a, b) => Number(b.code === own) - Number(a.code === own))
          .map(({ code, title, kind, text }) => (
            <li key={code} data-own={code === own || undefined}>
              <b>{title}</b>
              {code === own && <small> closest to you</small>}
              <span data-kind={kind}>{text}</span>
            </li>
          ))}
      </ul>
      {daysFromElsewhere !== null && (
        <p className={styles.soft}>{`Not in stock near you? Allow ${daysFromElsewhere} extra days.`}</p>
      )}
    </>
  )
}
