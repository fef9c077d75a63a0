import { beforeShown } from './before-shown.ts'
import { navigationsStore } from './navigations.ts'

/**
 * The picture of a card becomes that of the page it leads to, and the other way round on the way back (CSS View Transitions, level 1).
 * The router's own support is left out of the browser's build (decision 0046) and would freeze the page while data are fetched. Here the old page is
 * captured when the new one can be shown. Nothing happens where motion is unwelcome, or a picture is out of sight.
 */

const name = 'picture'
/** A page that takes longer to be shown is shown without. */
const longestFreezeMs = 400

/** `target` finds the picture on a page that a card leads to; `leadsTo` says whether a path is one of such a page. */
export function followPictures({
  target,
  leadsTo,
}: {
  target: string
  leadsTo: (path: string) => boolean
}): () => void {
  if (typeof document.startViewTransition !== 'function') return () => {}
  const stillness = matchMedia('(prefers-reduced-motion: reduce)')
  const onTarget = () => document.querySelector<HTMLElement>(target)

  function click(event: MouseEvent): void {
    beforeShown.run = null
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!isPlain || link === null || stillness.matches || !leadsTo(link.pathname)) return
    const picture = pictureBeside(link)
    if (picture !== null) beforeShown.run = () => transition(picture, onTarget)
  }

  /** The address has changed by now, and the page has not. */
  function back(): void {
    const left = canonicalPath()
    const picture = onTarget()
    beforeShown.run = null
    if (picture === null || stillness.matches || !leadsTo(left) || leadsTo(location.pathname)) return
    beforeShown.run = () =>
      transition(picture, () => {
        const links = [...document.querySelectorAll<HTMLAnchorElement>('main a')]
        const link = links.find((one) => one.pathname === left && pictureBeside(one) !== null)
        return link === undefined ? null : pictureBeside(link)
      })
  }

  document.addEventListener('click', click, { capture: true })
  // Before the router, which shows a page that it still has at once.
  window.addEventListener('popstate', back, { capture: true })
  return () => {
    document.removeEventListener('click', click, { capture: true })
    window.removeEventListener('popstate', back, { capture: true })
  }
}

/** Of the page that is shown, whatever the address is. */
function canonicalPath(): string {
  const link = document.querySelector<HTMLLinkElement>('link[rel=canonical]')
  return link === null ? '' : new URL(link.href).pathname.replace(/\/$/, '')
}

const pictureBeside = (link: Element): HTMLElement | null => link.closest('article, li')?.querySelector('img') ?? null

function isInSight(element: HTMLElement): boolean {
  const { top, bottom, left, right } = element.getBoundingClientRect()
  return element.isConnected && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
}

/** Resolves when the old page is captured and the new one may be shown. */
async function transition(before: HTMLElement, after: () => HTMLElement | null): Promise<void> {
  beforeShown.run = null
  if (document.visibilityState === 'hidden' || !isInSight(before)) return
  before.style.viewTransitionName = name
  await new Promise<void>((captured) => {
    let shown: HTMLElement | null = null
    const { ready, finished } = document.startViewTransition(async () => {
      before.style.viewTransitionName = ''
      const next = nextPage()
      captured()
      await next
      shown = after()
      if (shown !== null && isInSight(shown)) shown.style.viewTransitionName = name
    })
    // Skipped, where another one began or the window was resized: the page is as it would be afterwards.
    ready.catch(() => {})
    void finished.catch(() => {}).then(() => shown?.style.removeProperty('view-transition-name'))
  })
}

function nextPage(): Promise<void> {
  const { at } = navigationsStore.get()
  return new Promise((done) => {
    const stop = navigationsStore.subscribe(() => {
      if (navigationsStore.get().at !== at) finish()
    })
    const timer = setTimeout(finish, longestFreezeMs)
    function finish(): void {
      clearTimeout(timer)
      stop()
      done()
    }
  })
}
