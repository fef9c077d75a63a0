/**
 * The header's position on small screens while scrolling (NAV-12, decision navigation-07): in place at the top, hidden on the way down,
 * sliding in after an upward scroll, and staying on the way up.
 */
export type StickyState = 'static' | 'waiting' | 'floating' | 'scrolling-up'

export type Sticky = {
  readonly state: StickyState
  /** Where the page was last looked at, in pixels from its top. */
  readonly top: number
  /** The lowest place since it waits: an upward scroll is measured from it. */
  readonly turnedAt: number
  /** When it began to float, in milliseconds. */
  readonly since: number
}

/** The header's own height: as long as it is in sight it stays in its place. */
export const staticUntil = 56
/** An upward scroll of this much brings it back. */
export const upwardPx = 5
/** How long it slides. */
export const floatMs = 200

export const atTop: Sticky = { state: 'static', top: 0, turnedAt: 0, since: 0 }

/** After the page has been scrolled to `top`, or when some time has gone by. */
export function nextSticky(before: Sticky, top: number, now: number): Sticky {
  if (top <= staticUntil) return { ...atTop, top }
  const isDown = top > before.top
  if (before.state === 'static') {
    // A page may be opened further down; it then behaves as if scrolled there.
    return { state: 'waiting', top, turnedAt: top, since: 0 }
  }
  if (before.state === 'waiting') {
    const turnedAt = isDown ? Math.max(top, before.turnedAt) : before.turnedAt
    return turnedAt - top >= upwardPx
      ? { state: 'floating', top, turnedAt: top, since: now }
      : { ...before, top, turnedAt }
  }
  if (isDown) return { state: 'waiting', top, turnedAt: top, since: 0 }
  const isThere = before.state === 'scrolling-up' || now - before.since >= floatMs
  return { ...before, state: isThere ? 'scrolling-up' : 'floating', top }
}
