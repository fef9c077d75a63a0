import { storePath } from '../../stores/stores.ts'
import type { PickupFacts } from '../order-pickup.ts'
import styles from './pickup-details.module.css'

/** Where an order is picked up, when the store is open, and what to bring. */
export function PickupDetails({ pickup }: { readonly pickup: PickupFacts }) {
  const { name, storeUri, lines, phone, hours, bring } = pickup
  return (
    <div className={styles.pickup}>
      <address>
        <b>Pick up at {name}</b>
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
        <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>
        <a href={storePath(storeUri)}>
          Store details<span className="visually-hidden"> of {name}</span>
        </a>
      </address>
      <p>
        <b>Opening hours</b>
        {hours.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </p>
      <p className={styles.bring}>{bring}</p>
    </div>
  )
}
