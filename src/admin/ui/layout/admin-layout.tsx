import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Form, Link, NavLink, useLocation, useNavigation, useSearchParams } from 'react-router'
import type { Section } from '../../../modules/admin/admin.ts'
import { buttonClass } from '../controls/button.tsx'
import styles from './admin-layout.module.css'
import { useFocusAfterNavigation } from './use-focus-after-navigation.ts'

/** `section` is null for entries above all sections. */
export type MenuEntry = { readonly title: string; readonly href: string; readonly section: Section | null }

/** The layout of every back office page: the menu, the search, the member's name. */
export function AdminLayout({
  menu,
  who,
  staffNumber,
  children,
}: {
  menu: readonly MenuEntry[]
  who: string
  staffNumber: string
  children: ReactNode
}) {
  const main = useRef<HTMLElement>(null)
  const isBusy = useNavigation().state !== 'idle'
  useFocusAfterNavigation(main)
  const [isMenuOpen, setIsMenuOpen] = useMenu()
  return (
    <div className={styles['backOffice']}>
      <a
        className={styles['skip']}
        href="#content"
        onClick={(event) => {
          // For the router another hash is another page, without the typed values.
          event.preventDefault()
          main.current?.focus()
        }}
      >
        Skip to content
      </a>
      <header className={styles['top']}>
        {isBusy && <div className={styles['progress']} />}
        <a
          className={styles['menuLink']}
          href="#menu"
          onClick={(event) => {
            event.preventDefault()
            setIsMenuOpen(true)
          }}
        >
          Menu
        </a>
        <Link className={styles['mark']} to="/office">
          Back office
        </Link>
        <Search />
        <p className={styles['who']}>
          {who} <span>{staffNumber}</span>
        </p>
        <Form method="post" action="/office/log-out" reloadDocument>
          <button className={buttonClass('small')}>Log out</button>
        </Form>
      </header>
      <div className={styles['page']}>
        <Menu
          entries={menu}
          isOpen={isMenuOpen}
          onClose={() => {
            setIsMenuOpen(false)
            main.current?.focus()
          }}
        />
        <main id="content" ref={main} tabIndex={-1} aria-busy={isBusy ? true : undefined}>
          {children}
        </main>
      </div>
    </div>
  )
}

/** Whether the menu of small screens is open. Without script its link targets it, and the style sheet opens it. */
function useMenu() {
  const [isOpen, setIsOpen] = useState(false)
  const { key, hash } = useLocation()
  const firstKey = useRef(key)
  useEffect(() => {
    setIsOpen(false)
    // The link was followed before it had its handler. The router may have been there already and sees that as a navigation.
    if (hash === '#menu') return
    // It was opened by the link alone, before this script was there; a navigation by script does not take the target away.
    if (key !== firstKey.current && document.querySelector('#menu:target') !== null) location.replace('#content')
  }, [key, hash])
  return [isOpen, setIsOpen] as const
}

function Menu({ entries, isOpen, onClose }: { entries: readonly MenuEntry[]; isOpen: boolean; onClose: () => void }) {
  return (
    <nav id="menu" className={isOpen ? `${styles['side']} ${styles['open']}` : styles['side']} aria-label="Back office">
      <a
        className={styles['closeMenu']}
        href="#content"
        onClick={(event) => {
          if (!isOpen) return
          event.preventDefault()
          onClose()
        }}
      >
        Close menu
      </a>
      {Array.from(
        Map.groupBy(entries, ({ section }) => section),
        ([section, own]) => (
          <div key={section}>
            {section !== null && <h2>{section}</h2>}
            <ul>
              {own.map(({ href, title }) => (
                <li key={href}>
                  <NavLink to={href} end={section === null}>
                    {title}
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        ),
      )}
    </nav>
  )
}

/** Searches orders, products and customers; '/' focuses it from everywhere. */
function Search() {
  const field = useRef<HTMLInputElement>(null)
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  const search = pathname === '/office/find' ? (query.get('q') ?? '') : ''
  useEffect(() => {
    const focusSearch = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest('input, textarea, select') !== null) return
      event.preventDefault()
      field.current?.focus()
    }
    addEventListener('keydown', focusSearch)
    return () => removeEventListener('keydown', focusSearch)
  }, [])
  return (
    <Form action="/office/find" role="search" className={styles['find']}>
      <label className="visually-hidden" htmlFor="find">
        Find an order, a product or a customer
      </label>
      <input
        key={search}
        ref={field}
        id="find"
        name="q"
        type="search"
        defaultValue={search}
        maxLength={100}
        placeholder="Order number, SKU, email …"
      />
      <button className={buttonClass('quiet')}>Find</button>
    </Form>
  )
}
