import { useEffect, useRef, type RefObject } from 'react'
import { useLocation } from 'react-router'

/** After a navigation the focus moves to the new content, for keyboard and screen reader users. */
export function useFocusAfterNavigation(content: RefObject<HTMLElement | null>): void {
  const { pathname, key } = useLocation()
  const last = useRef({ pathname, key })
  useEffect(() => {
    const before = last.current
    last.current = { pathname, key }
    if (before.key === key || content.current?.contains(document.activeElement) === true) return
    // Within one page only a focus that went with its element is put somewhere.
    if (before.pathname !== pathname || document.activeElement === document.body)
      content.current?.focus({ preventScroll: true })
  }, [pathname, key, content])
}
