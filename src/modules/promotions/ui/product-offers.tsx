import { promotionPath } from '../promotions.ts'
import styles from './product-offers.module.css'

/** A promotion where there is room for a line: what it gives, and until when. */
export type OfferLine = { readonly path: string; readonly title: string; readonly ends: string | null }

/** The promotions that hold for a product, beside its price. */
export function ProductOffers({ offers }: { offers: readonly OfferLine[] }) {
  if (offers.length === 0) return null
  return (
    <ul className={styles.offers} aria-label="Offers">
      {offers.map(({ path, title, ends }) => (
        <li key={path}>
          <a href={promotionPath(path)}>{title}</a>
          {ends !== null && <small>{ends}</small>}
        </li>
      ))}
    </ul>
  )
}
