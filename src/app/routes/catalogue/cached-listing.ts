import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { createProductListCache } from '../../../modules/catalogue/ui/product-list-cache.ts'
import { scrolledOn, type InfiniteScrollList } from '../../../modules/search/infinite-scroll.ts'
import { acceptsScrolledTo } from '../../../modules/search/ui/show-more.ts'
import { serialize, deserialize, type Serialized } from '../../../platform/serialized.ts'

/** Lists restored on back navigation: shown from the browser's storage without a request. */

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
/** The list on the page. */
let shown: Serialized<InfiniteScrollList> | null = null
if (typeof window !== 'undefined') {
  // Before the router's own listener, which starts to load at once.
  addEventListener('popstate', () => (poppedTo = location.pathname + location.search), { capture: true })
}

/** A list's loader in the browser. */
export async function listingClientLoader<List extends InfiniteScrollList>({
  request,
  serverLoader,
}: {
  readonly request: Request
  readonly serverLoader: () => Promise<Serialized<List>>
}): Promise<Serialized<List>> {
  const { pathname, search } = new URL(request.url)
  const isBack = poppedTo === pathname + search
  const isScrolled = acceptsScrolledTo(pathname + search)
  poppedTo = null
  const json = isBack ? cache.recall(pathname + search) : null
  if (json !== null) return { json }
  const next = await serverLoader()
  return isScrolled && shown !== null
    ? serialize(scrolledOn(deserialize(shown as Serialized<List>), deserialize(next)))
    : next
}

/** Stores the current list, for back navigation and for loading more below it. */
export function useCachedListing(loaderData: Serialized<InfiniteScrollList>): void {
  const { pathname, search } = useLocation()
  useEffect(() => {
    shown = loaderData
    cache.remember(pathname + search, loaderData.json)
  }, [pathname, search, loaderData])
}
