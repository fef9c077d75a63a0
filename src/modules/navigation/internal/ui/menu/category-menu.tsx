import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import type { HeaderLook } from '../../../../../brands/brands.ts'
import { hoverScreen } from '../../../../../ui/browser/hover-screen.ts'
import { CategoryPanel } from './category-panel.tsx'
import { useBarEvents } from './use-bar-events.ts'
import { useOpenCategory } from './use-open-category.ts'

/**
 * The panels under the category bar. The bar itself is the page's HTML; this listens to it and moves the open panel into its entry, where
 * the tab key finds it. Each entry is a link with a button beside it that has the panel's state (the disclosure pattern).
 */
export function CategoryMenu({
  kind,
  bar,
  pressed: pressedRef,
}: {
  kind: HeaderLook['menu']
  bar: RefObject<HTMLElement | null>
  /** The link that was tapped before this had loaded. */
  pressed: RefObject<HTMLAnchorElement | null>
}) {
  const { key } = useLocation()
  const menu = useOpenCategory(bar)
  const { path, top, takesFocus, entries, entryOf, close, open, tap, focusPanel } = menu
  useBarEvents(bar, menu)

  // Actions while this was loading.
  const catchUp = useEffectEvent(() => {
    const link = pressedRef.current
    pressedRef.current = null
    const entry = link?.closest<HTMLElement>('[data-menu]') ?? null
    if (link !== null && entry !== null) return void tap(link, entry)
    const hovered = matchMedia(hoverScreen).matches
      ? bar.current?.querySelector<HTMLElement>('[data-menu]:hover')
      : null
    if (hovered != null) void open(hovered)
  })
  useEffect(() => catchUp(), [])

  const closeAll = useEffectEvent(close)
  const arrivedAt = useRef(key)
  useEffect(() => {
    if (arrivedAt.current !== key) closeAll()
    arrivedAt.current = key
  }, [key])

  const reportedOf = useEffectEvent((uri: string | undefined) => {
    for (const entry of entries()) {
      const isOpen = entry.dataset['menu'] === uri
      entry.querySelector('button')?.setAttribute('aria-expanded', String(isOpen))
      if (isOpen) entry.dataset['open'] = ''
      else delete entry.dataset['open']
    }
    if (uri !== undefined && takesFocus.current) focusPanel(entryOf(uri))
  })
  useEffect(() => reportedOf(top?.uri), [top?.uri])

  const entry = top === undefined ? undefined : entryOf(top.uri)
  return top === undefined || entry === undefined
    ? null
    : createPortal(<CategoryPanel kind={kind} top={top} path={path} />, entry)
}
