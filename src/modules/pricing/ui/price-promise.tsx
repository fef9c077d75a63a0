import { useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import type { PricePromise } from '../price-promise.ts'
import styles from './price.module.css'

/** The link 'Price promise' beside a price, and the dialog it opens (decision pricing-11). */
export function PricePromiseLink({ promise }: { promise: PricePromise }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className="link-button" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Price promise
      </button>
      {isOpen && (
        <Dialog title={promise.title} onClose={() => setIsOpen(false)}>
          <PromiseText promise={promise} />
        </Dialog>
      )}
    </>
  )
}

export function PromiseText({ promise }: { promise: PricePromise }) {
  return (
    <div className={styles.promise}>
      {promise.paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  )
}
