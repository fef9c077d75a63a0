import { Dialog } from '../../../ui/overlays/dialog.tsx'
import type { PricePromise } from '../price-promise.ts'
import styles from './price.module.css'

export default function PricePromiseDialog({ promise, onClose }: { promise: PricePromise; onClose: () => void }) {
  return (
    <Dialog title={promise.title} type="leftAligned" size="small" onClose={onClose}>
      <PromiseText promise={promise} />
    </Dialog>
  )
}

export function PromiseText({ promise }: { promise: PricePromise }) {
  return (
    <div className={styles.promise}>
      {promise.paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {promise.askHref !== undefined && <a href={promise.askHref}>Request a price match</a>}
    </div>
  )
}
