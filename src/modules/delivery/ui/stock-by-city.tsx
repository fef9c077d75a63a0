import { CleanHtml } from '../../../ui/display/clean-html.tsx'
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

/** Stock near the visitor in one line, and that of the other warehouses folded below it. */
export function StockByCity({
  cities,
  daysFromElsewhere,
  pickup = '',
}: {
  cities: readonly CityStock[]
  /** Extra days for goods from another city; null when there are none to send. */
  daysFromElsewhere: number | null
  /** Markup of the server: what stores have for pickup; empty where none offers it. */
  pickup?: string
}) {
  const place = useStore(placeStore)
  const near = place?.localityId ? cities.find(({ code }) => code === place.warehouse) : undefined
  return (
    <>
      {near !== undefined && (
        <p className={styles.near}>
          <b data-kind={near.kind}>{near.text} near you</b> ({near.title})
        </p>
      )}
      <details className={styles.others}>
        <summary>{near === undefined ? 'Stock by city' : 'Stock in other cities'}</summary>
        <ul className={styles.cities}>
          {cities
            .filter((city) => city !== near)
            .map(({ code, title, kind, text }) => (
              <li key={code}>
                <b>{title}</b>
                <span data-kind={kind}>{text}</span>
              </li>
            ))}
        </ul>
        {pickup !== '' && <CleanHtml html={pickup} className={styles.pickup} />}
      </details>
      {daysFromElsewhere !== null && (
        <p className={styles.soft}>{`Not in stock near you? Allow ${daysFromElsewhere} extra days.`}</p>
      )}
    </>
  )
}
