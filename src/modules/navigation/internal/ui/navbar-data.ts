import { callApi } from '../../../../ui/browser/api.ts'
import { createStore } from '../../../../ui/browser/store.ts'
import type { Navbar } from '../../navigation.ts'

/** The menu's data in the browser: cached for an hour, so that one call serves many pages (NAV-19, decision navigation-02). */

export const navbarStore = createStore<Navbar | null>(null)

const storageKey = 'navbar-data'
const retentionMs = 3_600_000

type CachedNavbar = { readonly value: Navbar; readonly expires: number }

/** When the cached data expires, in epoch milliseconds. */
let expires = 0
let asking: Promise<Navbar | null> | null = null

/**
 * The data, from memory or storage as long as it has not expired, else from the shop. An old copy is used until the new one comes, and
 * when none comes; null when there has never been any.
 */
export function loadNavbar(now: number): Promise<Navbar | null> {
  if (navbarStore.get() === null) {
    const stored = readStored()
    if (stored !== null) {
      expires = stored.expires
      navbarStore.set(stored.value)
    }
  }
  if (navbarStore.get() !== null && now < expires) return Promise.resolve(navbarStore.get())
  asking ??= ask(now).finally(() => (asking = null))
  return asking
}

async function ask(now: number): Promise<Navbar | null> {
  const answer = await callApi('GET', '/api/navbar/')
  if (!answer.ok) {
    // oxlint-disable-next-line no-console -- the shopper sees no message (NAV-20), so this is where it can be found
    console.warn(`/api/navbar/: ${answer.message}`)
    return navbarStore.get()
  }
  expires = now + retentionMs
  navbarStore.set(answer.value)
  try {
    localStorage.setItem(storageKey, JSON.stringify({ value: answer.value, expires } satisfies CachedNavbar))
  } catch {
    // Storage may be full or blocked: then every visit loads it.
  }
  return answer.value
}

function readStored(): CachedNavbar | null {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Partial<CachedNavbar> | null
    const isStored = typeof stored?.expires === 'number' && Array.isArray(stored.value?.mainNav?.categories)
    return isStored ? (stored as CachedNavbar) : null
  } catch {
    // Blocked, or not written by the shop.
    return null
  }
}
