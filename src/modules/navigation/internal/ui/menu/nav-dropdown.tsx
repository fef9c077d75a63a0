import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Icon } from '../../../../../ui/display/icons.tsx'
import { lockScroll } from '../../../../../ui/overlays/scroll-lock.ts'
import { onResize } from '../../../../../ui/browser/on-resize.ts'
import styles from './nav-dropdown.module.css'

/**
 * The overlay under the header (WIDG-01 to WIDG-07): mounted means open. It closes on Escape, on a click outside, on its close icon and
 * when a navigation has ended; the page does not scroll meanwhile. Focus moves in, and is restored when it closes, as with the browser's
 * own modal dialog.
 */
export function NavDropdown({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { key } = useLocation()
  const [openedAt] = useState(key)

  // Before the dialog leaves the page, so that the browser restores the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null) return
    // Below the row that stays in sight, wherever it is now: that is 50px further down while a bar shows.
    const top = document.querySelector('[data-header-row]')?.getBoundingClientRect().bottom ?? 0
    element.style.setProperty('--dropdown-top', `${Math.round(top)}px`)
    if (!element.open) element.showModal()
    const unlock = lockScroll()
    return () => {
      unlock()
      element.close()
    }
  }, [])
  useEffect(() => {
    if (key !== openedAt) onClose()
  }, [key, openedAt, onClose])
  // Where it hangs was measured for another width.
  useEffect(() => onResize(onClose), [onClose])

  return (
    <dialog
      ref={dialog}
      className={styles.dropdown}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <div className={styles.inner}>
        <div className={styles.head}>
          <h2>{title}</h2>
          <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}
