import { lazy, Suspense, useEffect, useRef, useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { categoryPath } from '../../catalogue/catalogue.ts'
import { searchAddress, searchTermOf, maximumTermLength } from '../../search/search.ts'
import { Icon } from '../../../ui/icons.tsx'
import { telephone, type Site } from '../site.ts'
import styles from './header.module.css'

const MenuSheet = lazy(() => import('./menu-sheet.tsx'))
const Suggestions = lazy(() => import('../../search/ui/suggestions.tsx'))

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
  return (
    <header className={styles.header}>
      <div className={styles.strip}>
        <div className={`page ${styles.stripRow}`}>
          <ul className={styles.service}>
            {site.service.map((promise) => (
              <li key={promise}>{promise}</li>
            ))}
          </ul>
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
        <SearchForm site={site} isOpen={searchIsOpen} onClose={() => setSearchIsOpen(false)} />
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

function SearchForm({ site, isOpen, onClose }: { site: Site; isOpen: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [isActive, setIsActive] = useState(false)

  useEffect(() => {
    if (isOpen) input.current?.focus()
  }, [isOpen])

  function submit(event: FormEvent) {
    event.preventDefault()
    const term = searchTermOf(text)
    if (term === '') return
    setIsActive(false)
    onClose()
    input.current?.blur()
    void navigate(searchAddress(term))
  }

  return (
    <form
      role="search"
      method="get"
      action="/products"
      className={styles.search}
      data-open={isOpen || undefined}
      onSubmit={submit}
      onBlur={(event) => {
        // The time lets a click on a suggestion finish (decision search-05); focus that stays inside keeps it open.
        if (!event.currentTarget.contains(event.relatedTarget)) setTimeout(() => setIsActive(false), 200)
      }}
    >
      <label className="visually-hidden" htmlFor="site-search">
        Search
      </label>
      <input
        ref={input}
        id="site-search"
        name="q"
        type="search"
        autoComplete="off"
        maxLength={maximumTermLength}
        placeholder={site.searchPlaceholder}
        value={text}
        role="combobox"
        aria-expanded={isActive && searchTermOf(text) !== ''}
        aria-controls="site-suggestions"
        aria-autocomplete="list"
        onChange={(event) => setText(event.target.value)}
        onFocus={() => setIsActive(true)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            setText('')
            setIsActive(false)
            onClose()
          }
        }}
      />
      <button type="submit" aria-label="Search">
        <Icon name="search" size={20} />
      </button>
      {isActive && (
        <Suspense fallback={null}>
          <Suggestions tiles={site.suggestionTiles} text={text} input={input} onDone={() => setIsActive(false)} />
        </Suspense>
      )}
    </form>
  )
}
