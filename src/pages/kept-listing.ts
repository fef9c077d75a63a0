import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { createProductListCache } from '../modules/catalogue/ui/product-list-cache.ts'
import type { Packed } from '../platform/packed.ts'

/** Lists of products on the way back: what the browser kept of one is shown without asking the server again. */

const cache = createProductListCache({
  storage: () => localStorage,
  now: () => Date.now(),
  later(work, ms) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
})

/** The address that Back or Forward has just led to. */
let poppedTo: string | null = null
if (typeof window !== 'undefined') {
  // Before the router's own listener, which starts to load at once.
  addEventListener('popstate', () => (poppedTo = location.pathname + location.search), { capture: true })
}

/** A list's loader in the browser. */
export async function listingClientLoader<Data extends Packed<unknown>>({
  request,
  serverLoader,
}: {
  readonly request: Request
  readonly serverLoader: () => Promise<Data>
}): Promise<Data> {
  const { pathname, search } = new URL(request.url)
  const isBack = poppedTo === pathname + search
  poppedTo = null
  const json = isBack ? cache.recall(pathname + search) : null
  return json === null ? serverLoader() : ({ json } as Data)
}

/** Keeps the list that is shown, for coming back to it. */
export function useKeptListing(loaderData: Packed<unknown>): void {
  const { pathname, search } = useLocation()
  useEffect(() => cache.remember(pathname + search, loaderData.json), [pathname, search, loaderData])
}
