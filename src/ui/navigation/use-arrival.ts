import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * After a client-side navigation the focus would stay on a link that is gone, and screen readers would not announce the new page. The focus
 * moves to its heading, or to the target of '#', and its title is announced in a live region. Returns that title. Another page of a list or
 * another filter keeps the focus where it is, as does a jump within the page.
 */
export function useArrival(): string {
  const { pathname, hash } = useLocation()
  const before = useRef(pathname)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    setTitle(document.title)
    if (document.querySelector('dialog:modal') !== null) return
    const named = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)))
    const target =
      named ?? document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
    if (target === null) return
    if (!target.hasAttribute('tabindex')) target.tabIndex = -1
    target.focus({ preventScroll: true })
  }, [pathname, hash])
  return title
}
