import { lazy, Suspense, useCallback, useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { useStore } from '../../../ui/browser/store.ts'
import { Icon } from '../../../ui/display/icons.tsx'
import { SearchField } from '../../search/ui/search-field.tsx'
import { CategoryBar } from '../internal/ui/menu/category-bar.tsx'
import { PanelLinks, OwnLinks } from '../internal/ui/header-actions.tsx'
import { Links } from '../internal/ui/links.tsx'
import type Live from '../internal/ui/live-navigation.tsx'
import { MenuButton } from '../internal/ui/menu/menu-button.tsx'
import { ServiceStrip } from '../internal/ui/service-strip.tsx'
import type { Site } from '../site.ts'
import barStyles from '../internal/ui/menu/category-bar.module.css'
import styles from './header.module.css'
import { closeView, navigationView, openView } from './view.ts'
import { Wordmark } from './wordmark.tsx'

const LiveNavigation = lazy(() =>
  import('../internal/ui/live-navigation.tsx').catch(() => ({ default: PlainNavigation })),
)

/**
 * The header of every page but the checkout: service strip, main row, category bar. Differences between brands are in `site.header`. All of
 * it is plain links; interactive code loads later (`live-navigation.tsx`).
 */
export function Header({
  site,
  placeLabel,
  cartCount,
  onPlace,
  onCart,
}: {
  site: Site
  /** The visitor's location, or null while it is unknown. */
  placeLabel: string | null
  cartCount: number
  onPlace: () => void
  onCart: () => void
}) {
  const view = useStore(navigationView)
  const [menuIsOpen, setMenuIsOpen] = useState(false)
  const [isLive, setIsLive] = useState(false)
  const bar = useRef<HTMLElement>(null)
  const pressed = useRef<HTMLAnchorElement>(null)
  const closeSearch = useCallback(() => closeView('search'), [])
  const closeMenu = useCallback(() => setMenuIsOpen(false), [])
  const wake = () => setIsLive(true)
  /** The code that opens something instead of following the link may still be loading. */
  const opening = (event: MouseEvent, link: HTMLAnchorElement) => {
    event.preventDefault()
    pressed.current = link
    wake()
  }
  useEffect(() => {
    // Safari has no idle callback.
    ;(window.requestIdleCallback ?? setTimeout)(wake)
  }, [])

  const { tone, labels, keepsSearchOpen } = site.header
  const openMenu = (event: MouseEvent<HTMLAnchorElement>) => {
    opening(event, event.currentTarget)
    setMenuIsOpen(true)
  }
  return (
    <header className={styles.header}>
      <ServiceStrip site={site} />
      <div
        className={styles.row}
        data-header-row=""
        data-tone={tone}
        data-search={keepsSearchOpen ? 'open' : undefined}
      >
        <div className={`page ${styles.main}`}>
          <MenuButton className={styles.menuButton} text={null} onOpen={openMenu} />
          <a className={styles.logo} href="/" aria-label={`${site.companyName}, home`}>
            <Wordmark site={site} />
          </a>
          <SearchField
            settings={site.search}
            mode="nav"
            label="Search"
            isOpen={view === 'search'}
            onClose={closeSearch}
          />
          {site.topNav.displaySearchIcon && !keepsSearchOpen && <SearchButton isOpen={view === 'search'} />}
          <PlaceButton label={placeLabel} onPlace={onPlace} />
          <PanelLinks site={site} opening={opening} />
          <OwnLinks site={site} cartCount={cartCount} onCart={onCart} />
        </div>
      </div>
      {site.hidesCategoryBar ? (
        <div className={barStyles.bar} data-tone={tone} data-labels={labels}>
          <div className={`page ${barStyles.barRow}`}>
            <MenuButton className={barStyles.allButton} text="All categories" onOpen={openMenu} />
            <Links of={site.barLinks} className={barStyles.barList} />
          </div>
        </div>
      ) : (
        <CategoryBar site={site} bar={bar} wake={wake} opening={opening} />
      )}
      {site.quickLinks.length > 0 && (
        <nav className={styles.quick} aria-label="Quick links">
          <Links of={site.quickLinks} className="page" />
        </nav>
      )}
      <Suspense fallback={null}>
        {isLive && (
          <LiveNavigation
            site={site}
            bar={bar}
            pressed={pressed}
            view={view}
            onCloseMenu={menuIsOpen ? closeMenu : null}
          />
        )}
      </Suspense>
    </header>
  )
}

/** Opens the search of small screens, and closes it. */
function SearchButton({ isOpen }: { isOpen: boolean }) {
  return (
    <button
      type="button"
      className={`${styles.action} ${styles.searchButton}`}
      aria-label="Search"
      aria-expanded={isOpen}
      onClick={() => (isOpen ? closeView() : openView('search'))}
    >
      <Icon name="search" />
    </button>
  )
}

function PlaceButton({ label, onPlace }: { label: string | null; onPlace: () => void }) {
  return (
    <button type="button" className={`${styles.action} ${styles.place}`} onClick={onPlace}>
      <Icon name="pin" />
      <span>
        <small>Deliver to</small> {label ?? 'Set location'}
      </span>
    </button>
  )
}

/** The fallback when the code cannot be loaded: every link is followed, including the one that was just pressed. */
function PlainNavigation({ bar, pressed }: Parameters<typeof Live>[0]): ReactNode {
  const followed = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    bar.current?.setAttribute('data-live', '')
    // Once: another rendering of the header would cancel the navigation and start it again.
    if (pressed.current === followed.current) return
    followed.current = pressed.current
    if (pressed.current !== null) location.assign(pressed.current.href)
  })
  return null
}
