import { isPaymentPage } from '../../modules/payments/payment-page.ts'

/**
 * The shop's service worker. It does one thing: where a page cannot be loaded because the network is away, it shows the offline page. That
 * page is all it stores; no page of the shop, no answer and nothing personal passes through its cache. The payment page is left alone: on
 * it run only the scripts that its policy lists (decision 0065).
 */

/** What it needs of its global scope; TypeScript has no types for pages and workers in one program. */
type Scope = {
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } }
  skipWaiting(): Promise<void>
  addEventListener(
    type: 'install' | 'activate',
    listener: (event: { waitUntil(work: Promise<unknown>): void }) => void,
  ): void
  addEventListener(type: 'fetch', listener: (event: Fetched) => void): void
}
type Fetched = {
  readonly request: Request
  readonly preloadResponse?: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}

const offline = '/offline'

export default function serviceWorker(): void {
  const scope = globalThis as unknown as Scope
  const store = () => caches.open('offline')
  scope.addEventListener('install', (event) => {
    event.waitUntil(
      (async () => {
        // Fetched anew: this is a new version of the worker, or of that page.
        await (await store()).add(new Request(offline, { cache: 'reload' }))
        await scope.skipWaiting()
      })(),
    )
  })
  // The page is requested while the worker starts, which may take as long as a page.
  scope.addEventListener('activate', (event) =>
    event.waitUntil(Promise.resolve(scope.registration.navigationPreload?.enable())),
  )
  scope.addEventListener('fetch', (event) => {
    const { request } = event
    // A form that could not be sent is the browser's to keep.
    if (request.mode !== 'navigate' || request.method !== 'GET') return
    if (isPaymentPage(new URL(request.url).pathname)) return
    event.respondWith(
      (async () => {
        try {
          return (await event.preloadResponse) ?? (await fetch(request))
        } catch {
          return (await (await store()).match(offline)) ?? Response.error()
        }
      })(),
    )
  })
}
