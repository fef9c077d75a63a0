/** Scrolling the page to a place on it (NAV-10, NAV-32, SHELL-06). */

/** How long an animated scroll takes. */
export const scrollMs = 1_000
/** The height of the sticky headers; base.css has the same as --navbar-offset and --toolbar-height. */
export const navbarOffset = 70
export const toolbarOffset = 50

/** How far below the top edge a target must stop to be visible: below the header, and below the account bar. */
export const scrollOffset = (hasToolbar: boolean): number => navbarOffset + (hasToolbar ? toolbarOffset : 0)

/** How far an animated scroll has come after so many milliseconds, from 0 to 1: it sets off and comes to rest softly. */
export function scrolledPart(ms: number, duration = scrollMs): number {
  const part = Math.min(1, Math.max(0, ms / duration))
  return part < 0.5 ? 2 * part * part : 1 - (2 - 2 * part) ** 2 / 2
}

/**
 * Scrolls to an element, or to a number of pixels from the top, and calls back when it has arrived or was stopped. With reduced motion it
 * jumps; scrolling by hand stops it.
 */
export function scrollPageTo(target: Element | number, { duration = scrollMs, onEnd = () => {} } = {}): void {
  const offset = scrollOffset('toolbar' in document.documentElement.dataset)
  const top =
    typeof target === 'number' ? target : Math.max(0, target.getBoundingClientRect().top + window.scrollY - offset)
  const from = window.scrollY
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    window.scrollTo(0, top)
    return onEnd()
  }
  let isOver = false
  const stop = () => void (isOver = true)
  const byHand = ['wheel', 'touchstart', 'keydown'] as const
  for (const event of byHand) window.addEventListener(event, stop, { once: true, passive: true })
  let started: number | null = null
  const step = (now: number) => {
    started ??= now
    if (!isOver) window.scrollTo(0, from + (top - from) * scrolledPart(now - started, duration))
    if (!isOver && now - started < duration) return void requestAnimationFrame(step)
    for (const event of byHand) window.removeEventListener(event, stop)
    onEnd()
  }
  requestAnimationFrame(step)
}
