import { callApi } from '../../../../ui/browser/api.ts'
import { createStore } from '../../../../ui/browser/store.ts'
import type { Navbar } from '../../navigation.ts'

/** The menu's data in the browser: kept for an hour, so that one call serves many pages (NAV-19, decision navigation-02). */

export const navbarStore = createStore<Navbar | null>(null)

const storageKey = 'navbar-data'
const keptMs = 3_600_000

type Kept = { readonly value: Navbar; readonly expires: number }

/** When what is in the store has to be asked for anew, in epoch milliseconds. */
let expires = 0
let asking: Promise<Navbar | null> | null = null

/**
 * The data, from memory or storage as long as it has not expired, else from the shop. An old copy is used until the new one comes, and
 * when none comes; null when there has never been any.
 */
export function loadNavbar(now: number): Promise<Navbar | null> {
  if (navbarStore.get() === null) {
    const kept = readKept()
    if (kept !== null) {
      expires = kept.expires
      navbarStore.set(kept.value)
    }
  }
  if (navbarStore.get() !== null && now < expires) return Promise.resolve(navbarStore.get())
  asking ??= ask(now).finally(() => (asking = null))
  return asking
}

async function ask(now: number): Promise<Navbar | null> {
  const answer = await callApi<Navbar>('GET', '/api/navbar/')
  if (!answer.ok) {
    // oxlint-disable-next-line no-console -- the shopper sees no message (NAV-20), so this is where it can be found
    console.warn(`/api/navbar/: ${answer.message}`)
    return navbarStore.get()
  }
  expires = now + keptMs
  navbarStore.set(answer.value)
  try {
    localStorage.setItem(storageKey, JSON.stringify({ value: answer.value, expires } satisfies Kept))
  } catch {
    // Storage may be full or forbidden: then every visit asks.
  }
  return answer.value
}

function readKept(): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Partial<Kept> | null
    const isKept = typeof kept?.expires === 'number' && Array.isArray(kept.value?.mainNav?.categories)
    return isKept ? (kept as Kept) : null
  } catch {
    // Forbidden, or not what we wrote.
    return null
  }
}
