import { isPaymentPage } from '../modules/payments/payment-page.ts'
import { showMessage } from '../ui/overlays/message.ts'

/**
 * Registers the service worker, which shows the offline page, and keeps a visitor who is offline on the page that they read: a link that
 * cannot be followed would replace it, and what is typed on it, by an error. Returns the function that ends the latter.
 */
export function prepareForOffline(): () => void {
  // A page that takes payments runs nothing that its policy does not list. Browsers without secure context have no workers.
  if (!isPaymentPage(location.pathname)) navigator.serviceWorker?.register('/service-worker.js').catch(() => {})

  function stay(event: MouseEvent): void {
    if (navigator.onLine || event.defaultPrevented || event.button !== 0) return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link === null || link.origin !== location.origin || link.hasAttribute('download')) return
    if (link.pathname === location.pathname && link.search === location.search) return
    event.preventDefault()
    showMessage('error', 'You’re offline. Check your connection and try again. What you typed is still here.')
  }
  document.addEventListener('click', stay, { capture: true })
  return () => document.removeEventListener('click', stay, { capture: true })
}
