import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * After a client-side navigation the focus would stay on a link that is gone, and screen readers would not announce the new page. The focus
 * moves to the main landmark, so that Tab goes to the first control of the page, or to the target of '#'; the page's title is announced in a
 * live region. Returns that title. Another filter or order of a list keeps the focus where it is, as does a jump within the page.
 * Another page of a list that was chosen in its page links starts at the top of the list.
 */
export function useArrival(): string {
  const { pathname, search, hash } = useLocation()
  const before = useRef({ pathname, page: pageOf(search) })
  const [title, setTitle] = useState('')
  useEffect(() => {
    const last = before.current
    before.current = { pathname, page: pageOf(search) }
    const isOther = last.pathname !== pathname
    const pageLinks = isOther || last.page === before.current.page ? null : focusedPageLinks()
    if (!isOther && pageLinks === null) return
    setTitle(document.title)
    if (document.querySelector('dialog:modal') !== null) return
    const named = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)))
    const target = named ?? pageLinks?.closest<HTMLElement>('section') ?? document.querySelector<HTMLElement>('main')
    if (target === null) return
    if (!target.hasAttribute('tabindex')) target.tabIndex = -1
    target.focus({ preventScroll: true })
  }, [pathname, search, hash])
  return title
}

const pageOf = (search: string): string | null => new URLSearchParams(search).get('page')

/** The page links (page-links.tsx) that have the focus, or lost it because the one that had it is gone. */
function focusedPageLinks(): Element | null {
  const { activeElement } = document
  if (activeElement === document.body) return document.querySelector('main nav:has([aria-current=page][href*=page])')
  return activeElement?.closest('main nav:has([aria-current=page])') ?? null
}
