import { useEffect, useRef, type ReactNode } from 'react'
import { Icon } from './icons.tsx'
import styles from './dialog.module.css'

/**
 * The browser's own modal dialog: it traps focus, closes on Escape and gives focus back. Closes on a click beside it too. Mounted means
 * open: whoever shows it takes it away in `onClose`.
 */
export function Dialog({
  title,
  side = 'center',
  onClose,
  children,
}: {
  title: string
  side?: 'center' | 'left' | 'right' | 'full'
  onClose: () => void
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (element === null) return
    if (!element.open) element.showModal()
    document.documentElement.classList.add('has-dialog')
    return () => {
      if (document.querySelectorAll('dialog[open]').length <= 1) document.documentElement.classList.remove('has-dialog')
      element.close()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${styles[side]}`}
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
