import type { ApiCall } from '../../../ui/browser/api.ts'
import { recentTerms, rememberTerm } from '../internal/recent-terms.ts'
import { searchEventTypes, type SearchEventType } from '../search-events.ts'

/**
 * Tells the shop what is searched for and chosen (decision analytics-06). Nothing waits for it, and a failure is nobody's concern. Not by
 * `callApi`: what is counted carries nothing of whoever has signed in.
 */

type Shown = { readonly sku: string; readonly uri: string; readonly price: number | null }

/** Reports a page of results, and until it is called off what is chosen on it. The products are those shown, prices in cents. */
export function reportSearch(term: string, shown: readonly Shown[]): () => void {
  const isRepeatUser = wasHereBefore()
  const query = new URLSearchParams({ searchTerm: term })
  if (recentTerms().includes(term)) query.set('requestedBefore', 'true')
  if (shown.length > 0) rememberTerm(term)
  // Read to its end, or the browser would keep the connection for it.
  void fetch(`/api/analytics/search?${query}`, { keepalive: true })
    .then((answer) => answer.text())
    .catch(() => {})

  function report(type: SearchEventType, products: readonly Shown[]): void {
    const event: ApiCall<'POST', '/api/analytics/search'>['body'] = {
      analyticsEventType: searchEventTypes[type],
      query: term,
      productList: products.map(({ sku, price }) => ({ sku, price: (price ?? 0) / 100, quantity: 1 })),
      url: location.pathname,
      isRepeatUser,
    }
    const body = JSON.stringify(event)
    const headers = { 'content-type': 'application/json' }
    void fetch('/api/analytics/search', { method: 'POST', keepalive: true, headers, body }).catch(() => {})
  }
  report('search', shown)

  function clicked(event: MouseEvent): void {
    const path = (event.target as Element | null)?.closest('article a')?.getAttribute('href')
    const product = shown.find(({ uri }) => path === `/p/${uri}`)
    if (product !== undefined) report('productClick', [product])
  }
  function added(event: SubmitEvent): void {
    const form = event.target as HTMLFormElement
    if (form.dataset['addToCart'] === undefined) return
    const sku = new FormData(form, event.submitter).get('sku')
    const product = shown.find((one) => one.sku === sku)
    if (product !== undefined) report('productAddToCart', [product])
  }
  addEventListener('click', clicked, { capture: true })
  addEventListener('submit', added, { capture: true })
  return () => {
    removeEventListener('click', clicked, { capture: true })
    removeEventListener('submit', added, { capture: true })
  }
}

/** Whether the browser has been here before, as it was told with its place; one that refuses its storage never has. */
function wasHereBefore(): boolean {
  try {
    return localStorage.getItem('isRepeatUser') === 'true'
  } catch {
    return false
  }
}
