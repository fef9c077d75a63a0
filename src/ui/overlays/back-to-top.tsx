import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Icon } from '../display/icons.tsx'
import { scrollPageTo } from '../navigation/scroll-page.ts'
import styles from './back-to-top.module.css'

/** How long scrolling to the top takes (SHELL-06). */
export const wayUpMs = 600

/** How long the page must rest before the button checks what is below it. */
const restMs = 100

/** The button in its corner, or just high enough to keep prices visible. */
function clearOfPrices(button: HTMLElement): void {
  const lift = Number.parseFloat(button.style.translate.split(' ')[1] ?? '0') || 0
  const { left, right, top, bottom } = button.getBoundingClientRect()
  const covers = (up: number) =>
    [left, (left + right) / 2, right].some((x) =>
      [top, (top + bottom) / 2, bottom].some((y) =>
        document.elementsFromPoint(x, y - lift - up).some((one) => one !== button && saysMoney(one)),
      ),
    )
  const up = [0, 52, 104, 156, 208, 260].find((one) => !covers(one)) ?? 0
  button.style.translate = `0 ${-up}px`
}

const saysMoney = (element: Element): boolean =>
  [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && /\$\s?\d/.test(node.nodeValue ?? ''))

function onScroll(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true })
  return () => window.removeEventListener('scroll', listener)
}

/** Scrolls to the top of the page; shown whenever the page is scrolled (SHELL-05, decision ui-02). */
export function BackToTop() {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Wherever the page comes to rest, the button moves up until it covers no price.
    let rest: ReturnType<typeof setTimeout> | undefined
    function settle() {
      clearTimeout(rest)
      rest = setTimeout(() => button.current !== null && clearOfPrices(button.current), restMs)
    }
    addEventListener('scroll', settle, { passive: true })
    addEventListener('resize', settle)
    return () => {
      clearTimeout(rest)
      removeEventListener('scroll', settle)
      removeEventListener('resize', settle)
    }
  }, [])
  const isScrolled = useSyncExternalStore(
    onScroll,
    () => window.scrollY > 0,
    () => false,
  )
  if (!isScrolled) return null
  return (
    <button
      ref={button}
      type="button"
      className={`no-print ${styles.top}`}
      aria-label="Back to top"
      onClick={() => {
        // The button disappears at the top; keyboard users continue from the beginning.
        document.querySelector<HTMLElement>('.skip-link')?.focus({ preventScroll: true })
        ;(document.activeElement as HTMLElement | null)?.blur()
        scrollPageTo(0, { duration: wayUpMs })
      }}
    >
      <Icon name="chevron" size={20} />
    </button>
  )
}
