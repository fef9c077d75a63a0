import { useEffect, useRef, useState } from 'react'
import styles from './page-tabs.module.css'

/** One tab of a page's own navigation: `uri` is the anchor of its section; one that is not to display has no tab (PAGE-01, PAGE-03). */
export type PageNavigationItem = { readonly title: string; readonly uri: string; readonly display: boolean }

/**
 * The sticky navigation of a long page's sections, with the current one marked. Plain links to anchors, which work by themselves;
 * `useTabScroll` makes it scroll smoothly, without marking the sections on the way.
 */
export function PageTabs({
  items,
  className = '',
}: {
  items: readonly PageNavigationItem[]
  /** Places it on its page. */
  className?: string | undefined
}) {
  const tabs = items.filter((item) => item.display)
  const [current, setCurrent] = useState(tabs[0]?.uri)
  const list = useRef<HTMLUListElement>(null)
  const uris = tabs.map((tab) => tab.uri).join()
  useEffect(() => {
    // The section that crosses a line a third down the window is the current one.
    const watch = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting && !('scrolling' in document.documentElement.dataset)) setCurrent(target.id)
      },
      { rootMargin: '-33% 0px -66%' },
    )
    for (const uri of uris.split(',')) {
      const section = document.getElementById(uri)
      if (section !== null) watch.observe(section)
    }
    return () => watch.disconnect()
  }, [uris])
  useEffect(() => {
    // On a phone they do not all fit; the page itself stays where it is.
    const link = list.current?.querySelector<HTMLElement>('[aria-current]')
    list.current?.scrollTo({ left: (link?.offsetLeft ?? 0) - 48 })
  }, [current])
  return (
    <nav className={`${styles.tabs} ${className}`} aria-label="On this page" data-page-tabs="">
      <ul ref={list}>
        {tabs.map(({ uri, title }) => (
          <li key={uri}>
            <a href={`#${uri}`} aria-current={uri === current ? 'true' : undefined} onClick={() => setCurrent(uri)}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
