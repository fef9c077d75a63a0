import { lazy, Suspense, useCallback, useEffect, type ReactNode, type RefObject } from 'react'
import { useLocation } from 'react-router'
import type { Site } from '../../site.ts'
import { CategoryMenu } from './menu/category-menu.tsx'
import { loadNavbar } from './navbar-data.ts'
import { useOwnStore } from './own-store.ts'
import { useStickyHeader } from './sticky-header.ts'
import { closeView, type NavigationView } from '../../ui/view.ts'
import styles from '../../ui/header.module.css'

const MenuSheet = lazy(() => import('./menu/menu-sheet.tsx'))
const NavPanel = lazy(() => import('./menu/nav-panel.tsx'))

/** The header's interactive code: the menu's panels, its data, the sticky states. Loaded when the page is idle, or on first use. */
export default function LiveNavigation({
  site,
  bar,
  pressed,
  view,
  onCloseMenu,
}: {
  site: Site
  bar: RefObject<HTMLElement | null>
  /** The link that was pressed last, perhaps before this had loaded. */
  pressed: RefObject<HTMLAnchorElement | null>
  view: NavigationView
  /** Null while the menu of small screens is closed. */
  onCloseMenu: (() => void) | null
}): ReactNode {
  const { key } = useLocation()
  const store = useOwnStore()
  const closePanel = useCallback(() => closeView(), [])
  useStickyHeader()
  // At the start and on every navigation it is looked at whether the data has expired.
  useEffect(() => void loadNavbar(Date.now()), [key])
  return (
    <>
      {store !== null && <p className={styles.yourStore}>Your store: {store.name}</p>}
      {!site.hidesCategoryBar && <CategoryMenu kind={site.header.menu} bar={bar} pressed={pressed} />}
      <Suspense fallback={null}>
        {onCloseMenu !== null && <MenuSheet site={site} onClose={onCloseMenu} />}
        {(view === 'store' || view === 'contactUs') && <NavPanel view={view} site={site} onClose={closePanel} />}
      </Suspense>
    </>
  )
}
