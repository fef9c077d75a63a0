import { lazy, Suspense, useCallback, useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { CompareLink } from '../../compare/ui/compare-link.tsx'
import { memberStore } from '../../identity/ui/member.ts'
import { SearchField } from '../../search/ui/search-field.tsx'
import { Icon } from '../../../ui/display/icons.tsx'
import { hoverScreen } from '../../../ui/browser/hover-screen.ts'
import { useStore } from '../../../ui/browser/store.ts'
import { telephone, type Site } from '../site.ts'
import type Live from '../internal/ui/live-navigation.tsx'
import { Links } from '../internal/ui/links.tsx'
import { closeView, navigationView, openView } from './view.ts'
import styles from './header.module.css'

const LiveNavigation = lazy(() =>
  import('../internal/ui/live-navigation.tsx').catch(() => ({ default: PlainNavigation })),
)

/**
 * The header of every page but the checkout: service strip, main row, category bar. What differs between brands is `site.header`. All of
 * it is plain links; what moves is fetched later (`live-navigation.tsx`).
 */
export function Header({
  site,
  placeLabel,
  cartCount,
  onPlace,
  onCart,
}: {
  site: Site
  /** The chosen suburb, or null while none is chosen or known. */
  placeLabel: string | null
  cartCount: number
  onPlace: () => void
  onCart: () => void
}) {
  const view = useStore(navigationView)
  const member = useStore(memberStore)
  const [menuIsOpen, setMenuIsOpen] = useState(false)
  const [isLive, setIsLive] = useState(false)
  const bar = useRef<HTMLElement>(null)
  const pressed = useRef<HTMLAnchorElement>(null)
  const closeSearch = useCallback(() => closeView('search'), [])
  const closeMenu = useCallback(() => setMenuIsOpen(false), [])
  const wake = () => setIsLive(true)
  /** What a link opens instead of where it leads may still be on its way. */
  const opening = (event: MouseEvent, link: HTMLAnchorElement) => {
    event.preventDefault()
    pressed.current = link
    wake()
  }
  useEffect(() => {
    // Safari has no idle callback.
    ;(window.requestIdleCallback ?? setTimeout)(wake)
  }, [])

  const { tone, labels, strip, keepsSearchOpen } = site.header
  const { displayCartIcon, displayProjectIcon, displaySearchIcon, displayContactUsIcon } = site.topNav
  const ways = [
    [site.hasStores, '/stores', 'Your store', 'store', 'store'],
    [displayContactUsIcon, '/contact-us', 'Contact us', 'phone', 'contactUs'],
    [displayProjectIcon, '/project', 'Projects', 'ruler', null],
  ] as const
  const menuButton = (className: string | undefined, text: string | null) => (
    <a
      className={className}
      href="/sitemap"
      aria-label={text === null ? 'Menu' : undefined}
      data-reload=""
      onClick={(event) => {
        opening(event, event.currentTarget)
        setMenuIsOpen(true)
      }}
    >
      <Icon name="menu" /> {text}
    </a>
  )
  return (
    <header className={styles.header}>
      <div className={styles.strip} data-strip={strip}>
        <div className={`page ${styles.stripRow}`}>
          <ul className={styles.service}>
            {site.service.map((promise) => (
              <li key={promise}>{promise}</li>
            ))}
          </ul>
          {site.hasStores && <a href="/stores">Stores</a>}
          <a href={telephone(site.supportNumber)}>{site.supportNumber}</a>
        </div>
      </div>
      <div
        className={styles.row}
        data-header-row=""
        data-tone={tone}
        data-search={keepsSearchOpen ? 'open' : undefined}
      >
        <div className={`page ${styles.main}`}>
          {menuButton(styles.menuButton, null)}
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
          {displaySearchIcon && !keepsSearchOpen && (
            <button
              type="button"
              className={`${styles.action} ${styles.searchButton}`}
              aria-label="Search"
              aria-expanded={view === 'search'}
              onClick={() => (view === 'search' ? closeView() : openView('search'))}
            >
              <Icon name="search" />
            </button>
          )}
          <button type="button" className={`${styles.action} ${styles.place}`} onClick={onPlace}>
            <Icon name="pin" />
            <span>
              <small>Deliver to</small> {placeLabel ?? 'Choose suburb'}
            </span>
          </button>
          {ways.map(
            ([isShown, href, name, icon, opens]) =>
              isShown && (
                <a
                  key={href}
                  className={`${styles.action} ${styles.wide}`}
                  href={href}
                  aria-label={name}
                  onClick={(event) => {
                    if (opens === null) return
                    opening(event, event.currentTarget)
                    openView(opens)
                  }}
                >
                  <Icon name={icon} />
                </a>
              ),
          )}
          <a
            className={`${styles.action} ${styles.account}`}
            href={member === null ? '/account/login' : '/account'}
            data-reload=""
          >
            <Icon name="person" /> <span>{member === null ? 'Log in' : member.firstName}</span>
          </a>
          {site.compare !== null && <CompareLink className={styles.action} badge={styles.badge} />}
          {displayCartIcon && (
            <a
              className={styles.action}
              href="/cart"
              aria-label={cartCount === 0 ? 'Cart' : `Cart, ${cartCount} ${cartCount === 1 ? 'item' : 'items'}`}
              onClick={(event) => {
                event.preventDefault()
                onCart()
              }}
            >
              <Icon name="cart" />
              {cartCount > 0 && <b className={styles.badge}>{cartCount > 99 ? '99+' : cartCount}</b>}
            </a>
          )}
        </div>
      </div>
      {site.hidesCategoryBar ? (
        <div className={styles.bar} data-tone={tone} data-labels={labels}>
          <div className={`page ${styles.barRow}`}>
            {menuButton(styles.allButton, 'All categories')}
            <Links of={site.barLinks} className={styles.barList} />
          </div>
        </div>
      ) : (
        <nav
          ref={bar}
          className={styles.bar}
          data-labels={labels}
          aria-label="Categories"
          onPointerOver={wake}
          onFocus={wake}
          onClick={(event) => {
            // Where nothing hovers a first tap opens; later ones are the live menu's.
            const link = (event.target as Element).closest('a')
            const isFirst = event.currentTarget.dataset['live'] === undefined && !matchMedia(hoverScreen).matches
            if (isFirst && link?.parentElement?.dataset['menu'] !== undefined) opening(event, link)
          }}
        >
          <div className={`page ${styles.barRow}`}>
            <ul className={styles.barList} data-bar="">
              {site.barLinks.map(({ title, href, icon }) => (
                <li key={href}>
                  <a href={href}>
                    {icon && <img src={icon} alt="" width="20" height="20" loading="lazy" />}
                    {title}
                  </a>
                </li>
              ))}
              {site.categories.map(({ title, href, step }) => (
                <li key={href} data-menu={href} data-step={step || undefined}>
                  <a href={href}>{title}</a>
                  <button type="button" className={styles.opener} aria-expanded={false} aria-label={`${title} menu`} />
                </li>
              ))}
            </ul>
            {site.moreUntil > 0 && (
              <details className={styles.more} data-until={site.moreUntil}>
                <summary>More</summary>
                <Links of={site.categories} />
              </details>
            )}
          </div>
        </nav>
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

/** In the place of what cannot be fetched: every link leads where it says, the one that has just been pressed too. */
function PlainNavigation({ bar, pressed }: Parameters<typeof Live>[0]): ReactNode {
  const followed = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    bar.current?.setAttribute('data-live', '')
    // Once: whatever renders the header again meanwhile would break off the way there and begin it anew.
    if (pressed.current === followed.current) return
    followed.current = pressed.current
    if (pressed.current !== null) location.assign(pressed.current.href)
  })
  return null
}

/** The brand's name set in its own type; the first word strong, the rest light. */
export function Wordmark({ site }: { site: Pick<Site, 'companyName' | 'theme'> }) {
  const [first, ...rest] = site.companyName.split(' ')
  return (
    <span className={styles.wordmark} data-theme={site.theme}>
      <b>{first}</b> {rest.join(' ')}
    </span>
  )
}
