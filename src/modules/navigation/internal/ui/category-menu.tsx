import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import type { HeaderLook } from '../../../../brands/brands.ts'
import { hoverScreen } from '../../../../ui/browser/hover-screen.ts'
import { scrollPageTo } from '../../../../ui/navigation/scroll-page.ts'
import {
  brandsOf,
  isCurrentPath,
  pathUnderMouse,
  tapped,
  type CategoryPath,
  type NavCategory,
} from '../../navigation.ts'
import { loadNavbar, navbarStore } from './navbar-data.ts'
import styles from './category-menu.module.css'

/** How long the menu stays open after the mouse has left it (NAV-24). */
const closeAfterMs = 100

/**
 * The panels under the category bar. The bar itself is the page's own HTML; this listens to it and puts the open panel into the entry it
 * belongs to, where the tab key finds it. Each entry is a link with a button beside it that says whether the panel is open (the
 * disclosure pattern).
 */
export function CategoryMenu({
  kind,
  bar,
  pressed,
}: {
  kind: HeaderLook['menu']
  bar: RefObject<HTMLElement | null>
  /** The link that somebody has tapped before this was here. */
  pressed: RefObject<HTMLAnchorElement | null>
}) {
  const [path, setPath] = useState<CategoryPath>([])
  const navigate = useNavigate()
  const { pathname, key } = useLocation()
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Grows with everything that opens or closes: an answer that comes later than the next wish is not wanted any more. */
  const inputs = useRef(0)
  const takesFocus = useRef(false)

  const entries = () => [...(bar.current?.querySelectorAll<HTMLElement>('[data-menu]') ?? [])]
  const entryOf = (uri: string) => entries().find((one) => one.dataset['menu'] === uri)
  const top = path[0]

  function close(): void {
    clearTimeout(closing.current)
    inputs.current++
    setPath([])
    for (const more of bar.current?.querySelectorAll('details') ?? []) more.open = false
  }

  async function withCategory(entry: HTMLElement, use: (category: NavCategory | null) => void): Promise<void> {
    const mine = ++inputs.current
    const data = navbarStore.get() ?? (await loadNavbar(Date.now()))
    if (mine === inputs.current) use(data?.mainNav.categories.find((one) => one.uri === entry.dataset['menu']) ?? null)
  }

  const open = (entry: HTMLElement) =>
    withCategory(entry, (category) => setPath(category === null ? [] : pathUnderMouse(category)))

  /** The page one is on is not loaded again: its top is what was meant (decision navigation-08). */
  function go(address: string): void {
    close()
    if (isCurrentPath(address, pathname)) scrollPageTo(0)
    else void navigate(address)
  }

  const tap = (link: HTMLAnchorElement, entry: HTMLElement) =>
    withCategory(entry, (category) => {
      const next = category === null ? 'go' : tapped(path, category, 0)
      if (next === 'go') go(link.pathname)
      else setPath(next)
    })

  const onPointerOver = useEffectEvent((event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || !matchMedia(hoverScreen).matches) return
    clearTimeout(closing.current)
    const target = event.target as Element
    const entry = target.closest<HTMLElement>('[data-menu]')
    const sub = target.closest<HTMLElement>('[data-sub]')
    if (sub !== null) return select(sub)
    if (entry === null) {
      if (target.closest('li, details') !== null) close()
    } else if (entry.dataset['menu'] !== top?.uri) void open(entry)
  })

  const onPointerLeave = useEffectEvent((event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || !matchMedia(hoverScreen).matches) return
    inputs.current++
    clearTimeout(closing.current)
    closing.current = setTimeout(() => setPath([]), closeAfterMs)
  })

  const onClick = useEffectEvent((event: MouseEvent) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
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
  })

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const focused = document.activeElement as HTMLElement | null
    if (focused === null) return
    const move = (to: HTMLElement | null | undefined) => {
      if (to === null || to === undefined) return
      event.preventDefault()
      to.focus()
    }
    if (event.key === 'Escape') {
      const more = focused.closest('details')
      const entry = top === undefined ? undefined : entryOf(top.uri)
      if (entry === undefined && more?.open !== true) return
      close()
      return move((more ?? entry)?.querySelector<HTMLElement>('summary, a'))
    }
    const list = focused.closest('[data-list]')
    if (list === null) return moveAlongBar(event, focused, move)
    const links = [...list.querySelectorAll('a')].filter((one) => one.checkVisibility())
    const at = links.indexOf(focused as HTMLAnchorElement)
    if (event.key === 'ArrowDown') move(links[at + 1])
    else if (event.key === 'ArrowUp') move(links[at - 1] ?? focused.closest('[data-menu]')?.querySelector('a'))
    else if (event.key === 'ArrowRight' && list.matches('[data-list="subs"]'))
      move(list.closest('[data-menu]')?.querySelector<HTMLElement>('[data-list="brands"] a'))
    else if (event.key === 'ArrowLeft' && list.matches('[data-list="brands"]'))
      move(list.closest('[data-menu]')?.querySelector<HTMLElement>('[data-selected] a'))
  })

  function moveAlongBar(event: KeyboardEvent, focused: HTMLElement, move: (to?: HTMLElement | null) => void): void {
    const stops = [...(bar.current?.querySelectorAll<HTMLElement>('[data-bar] > li > a, summary') ?? [])].filter(
      (one) => one.checkVisibility(),
    )
    const entry = focused.closest<HTMLElement>('[data-menu]')
    const at = stops.findIndex((one) => one === focused || one.parentElement === entry)
    if (event.key === 'ArrowRight') move(stops[at + 1] ?? stops[0])
    else if (event.key === 'ArrowLeft') move(stops.at(at - 1))
    else if (event.key === 'ArrowDown' && entry !== null) {
      event.preventDefault()
      takesFocus.current = true
      if (entry.dataset['menu'] === top?.uri) focusPanel(entry)
      else void open(entry)
    }
  }

  function focusPanel(entry: HTMLElement | undefined): void {
    takesFocus.current = false
    entry?.querySelector<HTMLElement>('[data-list] a')?.focus()
  }

  /** A subcategory under the mouse or the focus shows its own brands. */
  function select(sub: HTMLElement): void {
    const chosen = top?.subCategories.find((one) => one.uri === sub.dataset['sub'])
    if (top !== undefined && chosen !== undefined && chosen !== path[1]) setPath([top, chosen])
  }

  const onFocusIn = useEffectEvent((event: FocusEvent) => {
    const sub = (event.target as Element).closest<HTMLElement>('[data-sub]')
    if (sub !== null) return select(sub)
    const entry = (event.target as Element).closest<HTMLElement>('[data-menu]')
    // The tab key has gone on to another entry.
    if (top !== undefined && entry?.dataset['menu'] !== top.uri) close()
  })

  const onFocusOut = useEffectEvent((event: FocusEvent) => {
    if (event.relatedTarget instanceof Node && !bar.current?.contains(event.relatedTarget)) close()
  })

  const onPointerDown = useEffectEvent((event: PointerEvent) => {
    if (!bar.current?.contains(event.target as Node)) close()
  })

  useEffect(() => {
    const nav = bar.current
    if (nav === null) return
    nav.addEventListener('pointerover', onPointerOver)
    nav.addEventListener('pointerleave', onPointerLeave)
    nav.addEventListener('click', onClick)
    nav.addEventListener('keydown', onKeyDown)
    nav.addEventListener('focusin', onFocusIn)
    nav.addEventListener('focusout', onFocusOut)
    document.addEventListener('pointerdown', onPointerDown)
    nav.dataset['live'] = ''
    return () => {
      nav.removeEventListener('pointerover', onPointerOver)
      nav.removeEventListener('pointerleave', onPointerLeave)
      nav.removeEventListener('click', onClick)
      nav.removeEventListener('keydown', onKeyDown)
      nav.removeEventListener('focusin', onFocusIn)
      nav.removeEventListener('focusout', onFocusOut)
      document.removeEventListener('pointerdown', onPointerDown)
      delete nav.dataset['live']
      clearTimeout(closing.current)
    }
  }, [bar])

  // What somebody has done while this was on its way.
  const catchUp = useEffectEvent(() => {
    const link = pressed.current
    pressed.current = null
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
    : createPortal(<Panel kind={kind} top={top} path={path} />, entry)
}

function Panel({ kind, top, path }: { kind: HeaderLook['menu']; top: NavCategory; path: CategoryPath }) {
  const sub = path[1]
  const deepest = sub ?? top
  const { title, brands } = brandsOf(path)
  return (
    <div className={styles.panel} data-kind={kind}>
      <div className={`page ${styles.inner}`}>
        {top.subCategories.length > 0 && (
          <div className={styles.subs}>
            <ul data-list="subs">
              {top.subCategories.map((one) => (
                <li key={one.uri} data-sub={one.uri} data-selected={one === sub ? '' : undefined}>
                  <a href={one.uri}>
                    {kind === 'pictures' && one.imageUrl !== null && (
                      <img src={one.imageUrl} alt="" width="112" height="112" />
                    )}
                    {one.title}
                  </a>
                </li>
              ))}
              <li className={styles.all}>
                <a href={top.uri}>All {top.title}</a>
              </li>
            </ul>
          </div>
        )}
        {brands.length > 0 && (
          <div className={styles.brands}>
            <p className={styles.label} id="menu-brands">
              Brands in {title}
            </p>
            <ul data-list="brands" aria-labelledby="menu-brands">
              {brands.map((brand) => (
                <li key={brand.uri}>
                  <a href={brand.uri}>
                    {brand.logoUrl === null ? brand.title : <img src={brand.logoUrl} alt={brand.title} height="28" />}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        )}
        {kind === 'columns' && deepest.imageUrl !== null && (
          <a className={styles.picture} href={deepest.uri} tabIndex={-1} aria-hidden="true">
            <img src={deepest.imageUrl} alt="" width="220" height="220" />
            <span>Shop {deepest.title}</span>
          </a>
        )}
      </div>
    </div>
  )
}
