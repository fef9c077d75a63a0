import { useEffect, useRef, useState, type RefObject } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { scrollPageTo } from '../../../../../ui/navigation/scroll-page.ts'
import { isCurrentPath, pathUnderMouse, tapped, type CategoryPath, type NavCategory } from '../../../navigation.ts'
import { loadNavbar, navbarStore } from '../navbar-data.ts'

/** The open category panel, and its handlers. */
export function useOpenCategory(bar: RefObject<HTMLElement | null>) {
  const [path, setPath] = useState<CategoryPath>([])
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Incremented by every open or close: a response that comes after the next one is dropped. */
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

  /** The current page is not loaded again: it scrolls to the top (decision navigation-08). */
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

  function focusPanel(entry: HTMLElement | undefined): void {
    takesFocus.current = false
    entry?.querySelector<HTMLElement>('[data-list] a')?.focus()
  }

  /** A subcategory under the mouse or the focus shows its own brands. */
  function select(sub: HTMLElement): void {
    const chosen = top?.subCategories.find((one) => one.uri === sub.dataset['sub'])
    if (top !== undefined && chosen !== undefined && chosen !== path[1]) setPath([top, chosen])
  }

  useEffect(() => () => clearTimeout(closing.current), [])

  return {
    bar,
    path,
    top,
    pathname,
    closing,
    inputs,
    takesFocus,
    entries,
    entryOf,
    close,
    clear: () => setPath([]),
    open,
    go,
    tap,
    focusPanel,
    select,
  }
}

export type OpenCategory = ReturnType<typeof useOpenCategory>
