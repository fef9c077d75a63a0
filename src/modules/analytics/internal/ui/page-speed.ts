import { shiftsOf, type PageSpeed } from '../../speed.ts'

/** Measures the web vitals of the loaded page, and reports them once, when the page is hidden or left. No personal data is sent. */
export function reportPageSpeed(notify: (speed: PageSpeed) => void): void {
  let lcp: number | undefined
  const shifts: { at: number; by: number }[] = []
  /** The slowest of each interaction; there are as many as there were clicks and keys. */
  const interactions = new Map<number, number>()
  let isReported = false

  const observers = [
    observe('largest-contentful-paint', (entry) => (lcp = entry.startTime)),
    observe('layout-shift', (entry) => {
      const { hadRecentInput, value, startTime } = entry as PerformanceEntry & {
        hadRecentInput: boolean
        value: number
      }
      if (!hadRecentInput) shifts.push({ at: startTime, by: value })
    }),
    observe('event', (entry) => {
      const { interactionId = 0, duration } = entry as PerformanceEventTiming & { interactionId?: number }
      if (interactionId > 0) interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0))
    }),
  ]

  function leave(): void {
    if (document.visibilityState !== 'hidden' || isReported) return
    isReported = true
    for (const one of observers) one?.()
    // INP ignores one in fifty of many interactions.
    const inp = [...interactions.values()].toSorted((a, b) => b - a)[Math.floor(interactions.size / 50)]
    const cls = shiftsOf(shifts.toSorted((a, b) => a.at - b.at)) * 1_000
    const whole = (figure: number) => Math.min(120_000, Math.round(figure))
    notify({
      ...(lcp === undefined ? {} : { lcp: whole(lcp), cls: whole(cls) }),
      ...(inp === undefined ? {} : { inp: whole(inp) }),
    })
  }
  document.addEventListener('visibilitychange', leave)
}

/** Ends measuring and returns the remaining values; null where the browser does not support it. */
function observe(type: string, each: (entry: PerformanceEntry) => void): (() => void) | null {
  try {
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(each))
    observer.observe({ type, buffered: true, durationThreshold: 40 } as PerformanceObserverInit)
    return () => {
      observer.takeRecords().forEach(each)
      observer.disconnect()
    }
  } catch {
    return null
  }
}
