import { useSyncExternalStore } from 'react'
import { Icon } from './icons.tsx'
import { scrollPageTo } from './scroll-page.ts'
import styles from './back-to-top.module.css'

/** How long the way up takes (SHELL-06). */
export const wayUpMs = 600

function onScroll(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true })
  return () => window.removeEventListener('scroll', listener)
}

/** Leads back to the top of the page; there whenever one is not at the top (SHELL-05, decision ui-02). */
export function BackToTop() {
  const isScrolled = useSyncExternalStore(
    onScroll,
    () => window.scrollY > 0,
    () => false,
  )
  if (!isScrolled) return null
  return (
    <button
      type="button"
      className={`no-print ${styles.top}`}
      aria-label="Back to top"
      onClick={() => {
        // The button goes when the page is there; whoever came by keyboard goes on from the beginning.
        document.querySelector<HTMLElement>('.skip-link')?.focus({ preventScroll: true })
        ;(document.activeElement as HTMLElement | null)?.blur()
        scrollPageTo(0, { duration: wayUpMs })
      }}
    >
      <Icon name="chevron" size={20} />
    </button>
  )
}
