import { lazy, Suspense, useState } from 'react'
import type { PricePromise } from '../price-promise.ts'

const PromiseDialog = lazy(() => import('./price-promise-dialog.tsx'))

/** The link 'Price promise' beside a price, and the dialog it opens (decision pricing-11). */
export function PricePromiseLink({ promise }: { promise: PricePromise }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className="link-button" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Price promise
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <PromiseDialog promise={promise} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
