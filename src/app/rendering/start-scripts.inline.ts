import handOverData from './data-handover.inline.ts'
import { repeatEarlyClicks } from './early-clicks.ts'

/** A browser that never says when it has painted starts the scripts all the same. */
const longestWaitMs = 3_000

/**
 * Hands the page's data over, and starts its modules once the page can be seen. It is whole without them, and while they are fetched and run
 * a phone paints late (decision 0058). They stand inert before the data. A page that opens in the background is not painted, so it does
 * not wait.
 */
export default function startScripts(): void {
  const inert = document.currentScript?.previousElementSibling?.previousElementSibling
  handOverData()
  repeatEarlyClicks()
  let hasStarted = false
  const start = (): void => {
    if (hasStarted || !inert) return
    hasStarted = true
    for (const link of document.querySelectorAll('link[rel=modulepreload][media]')) {
      const fetched = link.cloneNode() as Element
      fetched.removeAttribute('media')
      link.replaceWith(fetched)
    }
    const script = document.createElement('script')
    script.type = 'module'
    script.textContent = inert.textContent
    inert.replaceWith(script)
  }
  if (document.visibilityState === 'hidden') {
    start()
    return
  }
  document.addEventListener('visibilitychange', start)
  setTimeout(start, longestWaitMs)
  new PerformanceObserver((seen) => {
    if (seen.getEntriesByName('first-contentful-paint').length > 0) start()
  }).observe({ type: 'paint', buffered: true })
}
