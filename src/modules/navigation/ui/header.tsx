import { lazy, Suspense, useCallback, useState } from 'react'
import { categoryPath } from '../../catalogue/catalogue.ts'
import { CompareLink } from '../../compare/ui/compare-link.tsx'
import { SearchField } from '../../search/ui/search-field.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { telephone, type Site } from '../site.ts'
import styles from './header.module.css'

const MenuSheet = lazy(() => import('./menu-sheet.tsx'))

/** The header of every page but the checkout: service strip, main row, category bar. */
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
  const [menuIsOpen, setMenuIsOpen] = useState(false)
  const [searchIsOpen, setSearchIsOpen] = useState(false)
  const closeSearch = useCallback(() => setSearchIsOpen(false), [])
  return (
    <header className={styles.header}>
      <div className={styles.strip}>
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
      <div className={`page ${styles.main}`}>
        <a
          className={styles.menuButton}
          href="/sitemap"
          aria-label="Menu"
          data-reload=""
          onClick={(event) => {
            event.preventDefault()
            setMenuIsOpen(true)
          }}
        >
          <Icon name="menu" />
        </a>
        <a className={styles.logo} href="/" aria-label={`${site.companyName}, home`}>
          <Wordmark site={site} />
        </a>
        <SearchField settings={site.search} mode="nav" label="Search" isOpen={searchIsOpen} onClose={closeSearch} />
        <button
          type="button"
          className={`${styles.action} ${styles.searchButton}`}
          aria-label="Search"
          aria-expanded={searchIsOpen}
          onClick={() => setSearchIsOpen(!searchIsOpen)}
        >
          <Icon name="search" />
        </button>
        <button type="button" className={`${styles.action} ${styles.place}`} onClick={onPlace}>
          <Icon name="pin" />
          <span>
            <small>Deliver to</small> {placeLabel ?? 'Choose suburb'}
          </span>
        </button>
        {site.compare !== null && <CompareLink className={styles.action} badge={styles.badge} />}
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
      </div>
      {!site.hidesCategoryBar && (
        <nav className={styles.bar} aria-label="Categories">
          <ul className={`page ${styles.barList}`}>
            {site.categories.map((category) => (
              <li key={category.uri}>
                <a href={categoryPath(category.uri)}>{category.title}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {menuIsOpen && (
        <Suspense fallback={null}>
          <MenuSheet site={site} onClose={() => setMenuIsOpen(false)} />
        </Suspense>
      )}
    </header>
  )
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
