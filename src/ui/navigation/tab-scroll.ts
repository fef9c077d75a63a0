import { useEffect } from 'react'
import { scrollPageTo } from './scroll-page.ts'

/**
 * Makes the jump from a tab of the page's own navigation to its section a scroll of 1000 ms (PAGE-02, decision ui-09). One listener for
 * every page, fetched after the first sight: before it is there the browser jumps.
 */
export function useTabScroll(): void {
  useEffect(() => {
    function go(event: MouseEvent) {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const link = (event.target as Element | null)?.closest<HTMLAnchorElement>('[data-page-tabs] a')
      const section = link == null ? null : document.getElementById(decodeURIComponent(link.hash.slice(1)))
      if (section === null) return
      event.preventDefault()
      scrollToSection(section)
    }
    document.addEventListener('click', go)
    return () => document.removeEventListener('click', go)
  }, [])
}

/** Like a jump to the anchor: it stops at the scroll margin of the style sheet, updates the address, and moves the keyboard's position. */
function scrollToSection(section: HTMLElement): void {
  const root = document.documentElement
  const room = pixels(getComputedStyle(root).scrollPaddingTop) + pixels(getComputedStyle(section).scrollMarginTop)
  history.replaceState(history.state, '', `#${section.id}`)
  section.tabIndex = -1
  section.focus({ preventScroll: true })
  root.dataset['scrolling'] = ''
  scrollPageTo(Math.max(0, section.getBoundingClientRect().top + window.scrollY - room), {
    // After the last frame, in which the sections are reported.
    onEnd: () => requestAnimationFrame(() => requestAnimationFrame(() => delete root.dataset['scrolling'])),
  })
}

const pixels = (length: string): number => Number.parseFloat(length) || 0
