/**
 * Stops the page behind a menu, a modal or an overlay from scrolling. Counted, so that they nest: the page scrolls again when the last one
 * unlocks (decision navigation-09).
 */

let locks = 0

/** Locks until the returned function is called; calling it twice counts once. */
export function lockScroll(): () => void {
  locks++
  document.documentElement.dataset['scrollLocked'] = ''
  let isHeld = true
  return () => {
    if (!isHeld) return
    isHeld = false
    locks--
    if (locks === 0) delete document.documentElement.dataset['scrollLocked']
  }
}
