import { useEffect, useLayoutEffect, useRef, useState, type MouseEvent } from 'react'
import { useLocation } from 'react-router'
import { blockChat } from '../../../../ui/overlays/chat-blockers.ts'
import { Icon } from '../../../../ui/display/icons.tsx'
import { lockScroll } from '../../../../ui/overlays/scroll-lock.ts'
import { onResize } from '../../../../ui/browser/screen-size.ts'
import { scrollPageTo } from '../../../../ui/navigation/scroll-page.ts'
import { useStore } from '../../../../ui/browser/store.ts'
import { brandsOf, isCurrentPath, tapped, type CategoryPath, type NavCategory } from '../../navigation.ts'
import { memberStore } from '../../../identity/ui/member.ts'
import { telephone, type Link, type Site } from '../../site.ts'
import { Links } from './links.tsx'
import { loadNavbar, navbarStore } from './navbar-data.ts'
import { StoreDetails } from './store-details.tsx'
import styles from './menu-sheet.module.css'

/**
 * All categories on a screen of their own, level by level with a step back: the menu of small screens, and of the apps without a
 * category bar. Fetched when it is asked for; before script the button leads to /sitemap. Mounted means open: whatever closes it takes
 * the chosen path with it (NAV-22).
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

  // Before the dialog leaves the page, so that the browser gives the focus back.
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
  }, [])
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

  const member = useStore(memberStore)
  const accountLink =
    member === null ? { title: 'Log in', href: '/account/login' } : { title: member.firstName, href: '/account' }
  const brands = brandsOf(path)
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
        <div className={styles.head}>
          {open !== undefined && (
            <button type="button" className={styles.round} aria-label="Back" onClick={back}>
              <span className={styles.back}>
                <Icon name="chevron" />
              </span>
            </button>
          )}
          <h2 ref={heading} tabIndex={-1}>
            {open?.title ?? 'Menu'}
          </h2>
          <button type="button" className={styles.round} aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        <div ref={list} className={styles.body} onClick={follow}>
          {open === undefined ? (
            <>
              {site.quickLinks.length > 0 && <Links of={site.quickLinks} className={styles.quick} />}
              <ul className={styles.list}>
                {!site.hidesCategoryBar &&
                  site.barLinks.map((link) => (
                    <li key={link.href} className={styles.deal}>
                      <a href={link.href}>
                        {link.narrowIcon && <img src={link.narrowIcon} alt="" width="24" height="24" />} {link.title}
                      </a>
                    </li>
                  ))}
                {site.categories.map((top) => {
                  const category = menu?.find((one) => one.uri === top.href)
                  return (
                    <li key={top.href}>
                      {category !== undefined && tapped([], category, 0) !== 'go' ? (
                        <button type="button" data-entry={top.href} onClick={() => tap(category, 0)}>
                          <Pictured site={site} category={category} /> <Icon name="chevron" size={18} />
                        </button>
                      ) : (
                        <a href={top.href}>{top.title}</a>
                      )}
                    </li>
                  )
                })}
              </ul>
              <Links of={[accountLink, ...linksOf(site)]} className={styles.more} />
              {site.hasStores && (
                <section className={styles.store} aria-labelledby="menu-store">
                  <h3 id="menu-store">Your Store</h3>
                  <StoreDetails />
                </section>
              )}
              <p className={styles.foot}>
                {site.supportText}: <a href={telephone(site.supportNumber)}>{site.supportNumber}</a>
              </p>
            </>
          ) : (
            <>
              <ul className={styles.list}>
                <li>
                  <a href={open.uri}>All {open.title}</a>
                </li>
                {open.subCategories.map((sub) => (
                  <li key={sub.uri}>
                    <a href={sub.uri}>
                      <Pictured site={site} category={sub} />
                    </a>
                  </li>
                ))}
              </ul>
              {brands.brands.length > 0 && (
                <section className={styles.brands} aria-labelledby="menu-sheet-brands">
                  <h3 id="menu-sheet-brands">Brands in {brands.title}</h3>
                  <ul>
                    {brands.brands.map((brand) => (
                      <li key={brand.uri}>
                        <a href={brand.uri}>{brand.title}</a>
                      </li>
                    ))}
                  </ul>
                </section>
              )}
            </>
          )}
        </div>
      </div>
    </dialog>
  )
}

/** What is no category, each once. */
function linksOf({ hidesCategoryBar, barLinks, topNav, hasStores }: Site): Link[] {
  const all = [
    { title: 'Brands', href: '/brands' },
    ...(hidesCategoryBar ? barLinks : []),
    ...(topNav.displayProjectIcon ? [{ title: 'Projects', href: '/project' }] : []),
    { title: 'Contact us', href: '/contact-us' },
    ...(hasStores ? [{ title: 'Stores', href: '/stores' }] : []),
  ]
  return all.filter(({ href }, at) => all.findIndex((other) => other.href === href) === at)
}

function Pictured({ site, category }: { site: Site; category: NavCategory }) {
  return (
    <span className={styles.pictured}>
      {site.header.menu === 'pictures' && category.imageUrl !== null && (
        <img src={category.imageUrl} alt="" width="40" height="40" loading="lazy" />
      )}
      {category.title}
    </span>
  )
}
