import { useEffect, useRef } from 'react'
import { useStore } from '../../../../ui/browser/store.ts'
import { removedStore, undoRemoval, type RemovedLine as Removed } from '../../ui/cart-calls.ts'
import styles from './removed-line.module.css'

/**
 * Names the removed line, with an undo. The remove button is gone with its line, so the focus moves to the undo button. `plain` is a line
 * that was removed without script: then a form of its own adds it again.
 */
export function RemovedLine({ plain = null }: { plain?: Removed | null }) {
  const removed = useStore(removedStore)
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (removed !== null && (document.activeElement === null || document.activeElement === document.body))
      undo.current?.focus()
  }, [removed])
  async function restore({ productCode }: Removed): Promise<void> {
    if (!(await undoRemoval())) return
    const lines = [...document.querySelectorAll<HTMLElement>('[data-line]')]
    lines
      .find((line) => line.dataset['line'] === productCode)
      ?.querySelector('a')
      ?.focus()
  }
  return (
    <div role="status">
      {removed !== null ? (
        <p className={styles.removed}>
          Removed {removed.title}.{' '}
          <button ref={undo} type="button" className="link-button" onClick={() => void restore(removed)}>
            Undo<span className="visually-hidden"> the removal of {removed.title}</span>
          </button>
        </p>
      ) : (
        plain !== null && (
          <form method="post" action="/cart" className={styles.removed}>
            Removed {plain.title}. <input type="hidden" name="sku" value={plain.sku} />
            <input type="hidden" name="quantity" value={plain.quantity} />
            <input type="hidden" name="warrantyId" value={plain.warrantyId ?? ''} />
            <input type="hidden" name="installId" value={plain.installId ?? ''} />
            <button className="link-button" name="intent" value="add">
              Undo<span className="visually-hidden"> the removal of {plain.title}</span>
            </button>
          </form>
        )
      )}
    </div>
  )
}
