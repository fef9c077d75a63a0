import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import styles from '../product-card.module.css'

type Shown = { readonly media: Element; readonly uri: string; readonly title: string }

/**
 * A button on the card under the mouse, or around the keyboard's focus, that opens its product over the page. There is one, because a button
 * on each card would weigh on lists, whose visitors mostly touch; without script and without a mouse the card's link leads further.
 */
export function QuickViewButton({ onOpen }: { readonly onOpen: (uri: string) => void }) {
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => {
    function look({ target }: Event): void {
      const next = target instanceof Element ? cardAt(target) : null
      setShown((now) => (now?.media === next?.media ? now : next))
    }
    // It would take the keyboard's focus away with it.
    const hasFocus = () => document.activeElement?.matches(`.${styles.quick}`) === true
    const pointed = (event: PointerEvent) => event.pointerType === 'mouse' && !hasFocus() && look(event)
    const focused = (event: FocusEvent) =>
      event.target instanceof Element && event.target.matches(':focus-visible') && look(event)
    document.addEventListener('pointerover', pointed)
    document.addEventListener('focusin', focused)
    return () => {
      document.removeEventListener('pointerover', pointed)
      document.removeEventListener('focusin', focused)
    }
  }, [])
  if (shown === null) return null
  return createPortal(
    <button type="button" className={styles.quick} onClick={() => onOpen(shown.uri)}>
      Quick view<span className="visually-hidden">{`: ${shown.title}`}</span>
    </button>,
    shown.media,
  )
}

function cardAt(target: Element): Shown | null {
  const card = target.closest(`.${styles.card}`)
  const media = card?.querySelector(`.${styles.media}`) ?? null
  const link = card?.querySelector<HTMLAnchorElement>(`.${styles.title} a`) ?? null
  if (media === null || link === null) return null
  return { media, uri: link.pathname.replace('/p/', ''), title: link.textContent }
}
