import { useEffect, useEffectEvent, type RefObject } from 'react'
import { hoverScreen } from '../../../../../ui/browser/hover-screen.ts'
import { isCurrentPath } from '../../../navigation.ts'
import { onKeyDown } from './category-keys.ts'
import type { OpenCategory } from './use-open-category.ts'

/** How long the menu stays open after the mouse has left it (NAV-24). */
const closeAfterMs = 100

/** Listens to the category bar, which is the page's own HTML, and opens and closes panels by it. */
export function useBarEvents(bar: RefObject<HTMLElement | null>, menu: OpenCategory): void {
  const pointerOver = useEffectEvent((event: PointerEvent) => onPointerOver(menu, event))
  const pointerLeave = useEffectEvent((event: PointerEvent) => onPointerLeave(menu, event))
  const click = useEffectEvent((event: MouseEvent) => onClick(menu, event))
  const keyDown = useEffectEvent((event: KeyboardEvent) => onKeyDown(menu, event))
  const focusIn = useEffectEvent((event: FocusEvent) => onFocusIn(menu, event))
  const focusOut = useEffectEvent((event: FocusEvent) => onFocusOut(menu, event))
  const pointerDown = useEffectEvent((event: PointerEvent) => onPointerDown(menu, event))

  useEffect(() => {
    const nav = bar.current
    if (nav === null) return
    nav.addEventListener('pointerover', pointerOver)
    nav.addEventListener('pointerleave', pointerLeave)
    nav.addEventListener('click', click)
    nav.addEventListener('keydown', keyDown)
    nav.addEventListener('focusin', focusIn)
    nav.addEventListener('focusout', focusOut)
    document.addEventListener('pointerdown', pointerDown)
    nav.setAttribute('data-live', '')
    return () => {
      nav.removeEventListener('pointerover', pointerOver)
      nav.removeEventListener('pointerleave', pointerLeave)
      nav.removeEventListener('click', click)
      nav.removeEventListener('keydown', keyDown)
      nav.removeEventListener('focusin', focusIn)
      nav.removeEventListener('focusout', focusOut)
      document.removeEventListener('pointerdown', pointerDown)
      nav.removeAttribute('data-live')
    }
  }, [bar])
}

function onPointerOver({ top, closing, close, open, select }: OpenCategory, event: PointerEvent): void {
  if (event.pointerType !== 'mouse' || !matchMedia(hoverScreen).matches) return
  clearTimeout(closing.current)
  const target = event.target as Element
  const entry = target.closest<HTMLElement>('[data-menu]')
  const sub = target.closest<HTMLElement>('[data-sub]')
  if (sub !== null) return select(sub)
  if (entry === null) {
    if (target.closest('li, details') !== null) close()
  } else if (entry.dataset['menu'] !== top?.uri) void open(entry)
}

function onPointerLeave({ closing, inputs, clear }: OpenCategory, event: PointerEvent): void {
  if (event.pointerType !== 'mouse' || !matchMedia(hoverScreen).matches) return
  inputs.current++
  clearTimeout(closing.current)
  closing.current = setTimeout(() => clear(), closeAfterMs)
}

function onClick({ top, pathname, close, open, go, tap }: OpenCategory, event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return
  const target = event.target as Element
  const entry = target.closest<HTMLElement>('[data-menu]')
  if (entry !== null && target.closest('button') !== null) {
    if (entry.dataset['menu'] === top?.uri) close()
    else void open(entry)
    return
  }
  const link = target.closest('a')
  if (link === null) return
  if (link.parentElement === entry && entry !== null && !matchMedia(hoverScreen).matches) {
    event.preventDefault()
    void tap(link, entry)
  } else if (link.search === '' && link.hash === '' && isCurrentPath(link.pathname, pathname)) {
    event.preventDefault()
    go(link.pathname)
  } else close()
}

function onFocusIn({ top, close, select }: OpenCategory, event: FocusEvent): void {
  const sub = (event.target as Element).closest<HTMLElement>('[data-sub]')
  if (sub !== null) return select(sub)
  const entry = (event.target as Element).closest<HTMLElement>('[data-menu]')
  // The tab key has gone on to another entry.
  if (top !== undefined && entry?.dataset['menu'] !== top.uri) close()
}

function onFocusOut({ bar, close }: OpenCategory, event: FocusEvent): void {
  if (event.relatedTarget instanceof Node && !bar.current?.contains(event.relatedTarget)) close()
}

function onPointerDown({ bar, close }: OpenCategory, event: PointerEvent): void {
  if (!bar.current?.contains(event.target as Node)) close()
}
