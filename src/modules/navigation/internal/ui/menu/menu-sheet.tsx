import { useEffect, useLayoutEffect, useRef, useState, type MouseEvent, type RefObject } from 'react'
import { useLocation } from 'react-router'
import { onResize } from '../../../../../ui/browser/on-resize.ts'
import { useStore } from '../../../../../ui/browser/store.ts'
import { Icon } from '../../../../../ui/display/icons.tsx'
import { scrollPageTo } from '../../../../../ui/navigation/scroll-page.ts'
import { blockChat } from '../../../../../ui/overlays/chat-blockers.ts'
import { lockScroll } from '../../../../../ui/overlays/scroll-lock.ts'
import { isCurrentPath, tapped, type CategoryPath, type NavCategory } from '../../../navigation.ts'
import type { Site } from '../../../site.ts'
import { TopLevel, CategoryLevel } from './menu-levels.tsx'
import styles from './menu-sheet.module.css'
import { loadNavbar, navbarStore } from '../navbar-data.ts'

/**
 * The full-screen menu, level by level with a back button: on small screens, and in apps without a category bar. Loaded on demand; without
 * script the button links to /sitemap. Mounted means open: closing it drops the chosen path (NAV-22).
 */
export default function MenuSheet({ site, onClose }: { site: Site; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const { key, pathname } = useLocation()
  const [openedAt] = useState(key)
  const [path, setPath] = useState<CategoryPath>([])
  const menu = useStore(navbarStore)?.mainNav.categories ?? null
  const open = path.at(-1)

  useModal(dialog)
  useEffect(() => {
    if (key !== openedAt) onClose()
  }, [key, openedAt, onClose])
  useEffect(() => onResize(onClose), [onClose])

  // A step further or back is a new list: it is read from its heading on, or from where one came from.
  const cameFrom = useRef<string | null>(null)
  useEffect(() => {
    const from = cameFrom.current
    if (from === null) return
    cameFrom.current = null
    const entry = from === '' ? null : list.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(from)}"]`)
    if (entry != null) entry.focus()
    else {
      heading.current?.focus()
      list.current?.scrollTo(0, 0)
    }
  }, [path])

  function tap(category: NavCategory, level: 0 | 1): void {
    const next = tapped(path, category, level)
    if (next === 'go') return
    cameFrom.current = ''
    setPath(next)
  }

  function back(): void {
    cameFrom.current = open?.uri ?? ''
    setPath(path.slice(0, -1))
  }

  /** The page one is on is not loaded again (decision navigation-08). */
  function follow(event: MouseEvent): void {
    const link = (event.target as Element).closest('a')
    if (link === null || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    if (
      link.origin === location.origin &&
      link.hash === '' &&
      link.search === '' &&
      isCurrentPath(link.pathname, pathname)
    ) {
      event.preventDefault()
      scrollPageTo(0)
    }
    onClose()
  }

  return (
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-label="Menu"
      onClose={onClose}
      onCancel={(event) => {
        // The first Escape is a step back.
        if (open === undefined) return
        event.preventDefault()
        back()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <div className={styles.inner}>
        <SheetHead
          heading={heading}
          title={open?.title ?? 'Menu'}
          onBack={open === undefined ? null : back}
          onClose={onClose}
        />
        <div ref={list} className={styles.body} onClick={follow}>
          {open === undefined ? (
            <TopLevel site={site} menu={menu} onTap={(category) => tap(category, 0)} />
          ) : (
            <CategoryLevel site={site} path={path} category={open} />
          )}
        </div>
      </div>
    </dialog>
  )
}

/** Open for as long as it is mounted, above a page that does not scroll. */
function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  // Before the dialog leaves the page, so that the browser restores the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null) return
    if (!element.open) element.showModal()
    const unlock = lockScroll()
    const unblock = blockChat('mobile-nav')
    void loadNavbar(Date.now())
    return () => {
      unblock()
      unlock()
      element.close()
    }
  }, [dialog])
}

function SheetHead({
  heading,
  title,
  onBack,
  onClose,
}: {
  heading: RefObject<HTMLHeadingElement | null>
  title: string
  /** Null on the first level. */
  onBack: (() => void) | null
  onClose: () => void
}) {
  return (
    <div className={styles.head}>
      {onBack !== null && (
        <button type="button" className={styles.round} aria-label="Back" onClick={onBack}>
          <span className={styles.back}>
            <Icon name="chevron" />
          </span>
        </button>
      )}
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <button type="button" className={styles.round} aria-label="Close" onClick={onClose}>
        <Icon name="close" />
      </button>
    </div>
  )
}
