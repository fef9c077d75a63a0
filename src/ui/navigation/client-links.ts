import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { afterPaint } from '../browser/after-paint.ts'

/**
 * Makes plain links of this site navigate without a page load. One listener instead of a Link component for each of the hundred links
 * of a listing: they cost nothing to render or to hydrate, and work the same before script has arrived. `loadsDocument` names pages that are
 * entered and left by loading a document, because their documents differ from others; it must be the same function at every call.
 */
export function useClientLinks(loadsDocument: (pathname: string) => boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    function follow(event: MouseEvent) {
      if (
        event.defaultPrevented ||
        event.button !== 0 ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey ||
        event.altKey
      )
        return
      const link = (event.target as Element | null)?.closest('a')
      if (!(link instanceof HTMLAnchorElement) || link.target !== '' || link.hasAttribute('download')) return
      const url = new URL(link.href, location.href)
      if (url.origin !== location.origin || link.dataset['reload'] !== undefined) return
      if (loadsDocument(url.pathname) || loadsDocument(location.pathname)) return
      // A jump within the page is the browser's own business.
      if (url.pathname === location.pathname && url.search === location.search && url.hash !== '') return
      event.preventDefault()
      // Styles show that it was pressed before the page is rendered for what it leads to.
      link.dataset['followed'] = ''
      const options = {
        viewTransition: false,
        // The entry that a modal has laid over the page's own goes with it (modal-stack.ts).
        replace: history.state?.modal === true,
        preventScrollReset: link.closest('[data-keep-scroll]') !== null,
      }
      afterPaint(async () => {
        await navigate(url.pathname + url.search + url.hash, options)
        delete link.dataset['followed']
      })
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [loadsDocument, navigate])
}
