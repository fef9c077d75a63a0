import { navigationsStore } from '../navigation/navigations.ts'
import { lockScroll } from './scroll-lock.ts'

/**
 * The stack of open modals, the last one on top, and their common behaviour: the page behind does not scroll, the browser's back button
 * closes the top one and stays on the page, and all close when a navigation ends (MODAL-02, MODAL-04, MODAL-05, decision ui-07).
 *
 * The back button needs a history entry to remove. While a modal is open there is one entry on top of the page's, with the same address.
 * When the modal is closed in another way the entry stays, because going back by script would cancel a navigation that has just begun; a
 * link followed from it replaces it (`client-links.ts`), and going back over it goes one further.
 */

const open: (() => void)[] = []
let unlock: (() => void) | null = null
let entry: { readonly href: string; readonly key: unknown; isOn: boolean } | null = null

/** Puts a modal on top; the answer takes it away again. `close` is called for the back button and after a navigation. */
export function pushModal(close: () => void): () => void {
  listen()
  open.push(close)
  if (open.length === 1) {
    unlock = lockScroll()
    document.body.classList.add('has-modal')
    layEntry()
  }
  return () => {
    const at = open.lastIndexOf(close)
    if (at === -1) return
    open.splice(at, 1)
    if (open.length > 0) return
    document.body.classList.remove('has-modal')
    unlock?.()
    unlock = null
  }
}

/** The router's history state, and the marker of a modal. */
type State = { readonly key?: unknown; readonly idx?: number; readonly modal?: true } | null
const stateOf = () => history.state as State

function layEntry(): void {
  const state = stateOf()
  entry = { href: location.href, key: state?.key, isOn: true }
  // The entry of a closed modal may still be there.
  if (state?.modal !== true) history.pushState({ ...state, idx: (state?.idx ?? 0) + 1, modal: true }, '')
}

let isListening = false

function listen(): void {
  if (isListening) return
  isListening = true
  // Before the router hears of it: for it nothing has happened, the page is the same.
  window.addEventListener('popstate', arrive, { capture: true })
  onNavigationEnd(() => {
    entry = stateOf()?.modal === true ? { href: location.href, key: stateOf()?.key, isOn: true } : null
    for (const close of open.toReversed()) close()
  })
}

function arrive(event: PopStateEvent): void {
  const state = event.state as State
  if (entry === null || location.href !== entry.href || state?.key !== entry.key) return
  const isOurs = state?.modal === true
  if (isOurs === entry.isOn) return
  event.stopImmediatePropagation()
  entry.isOn = isOurs
  if (isOurs) return
  const top = open.at(-1)
  if (top === undefined) return history.back()
  // The next modal down needs an entry too.
  if (open.length > 1) layEntry()
  top()
}

/** Calls back when a navigation has been completed; until the answer is called. */
function onNavigationEnd(listener: () => void): () => void {
  let { at } = navigationsStore.get()
  return navigationsStore.subscribe(() => {
    const now = navigationsStore.get().at
    if (now === at) return
    // Not the first page, which nothing navigated to.
    const wasFirst = at === ''
    at = now
    if (!wasFirst) listener()
  })
}
