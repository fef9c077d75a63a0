import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { callApi } from '../../../ui/browser/api.ts'
import { alertHolds, alertKey, type AlertBanner as AlertContent } from '../alert-banner.ts'
import { alertId, closedAlertKey } from '../alert-place.ts'
import { AlertBanner } from './alert-banner.tsx'

/**
 * Keeps the alert above the navigation up to date: polls every ten minutes while the page is visible, and at the start when the stored one
 * is too old; never twice in a row (ALRT-07 to ALRT-09, decision content-04).
 */

/** Local storage (decision platform-09): the banner or null for none, until when it is believed. */
const bannerKey = 'alert-banner'

type CachedAlert = { readonly value: AlertContent | null; readonly expires: number }

/** Only a layout that was not rendered by the server is filled from storage: the server's markup is newer. */
export function followAlert(now: () => number = Date.now): () => void {
  const place = document.getElementById(alertId)
  if (place === null) return () => {}

  const stored = () => {
    const found = readStored()
    return found !== null && now() < found.expires ? found : null
  }
  const keep = (value: AlertContent | null) =>
    write(localStorage, bannerKey, JSON.stringify({ value, expires: now() + alertHolds } satisfies CachedAlert))
  if (place.childElementCount === 0) show(place, stored()?.value ?? null)
  let isAsking = false
  const ask = async () => {
    if (isAsking || document.visibilityState !== 'visible' || stored() !== null) return
    isAsking = true
    const answer = await callApi('GET', '/api/alertBanner/')
    isAsking = false
    const banner = answer.ok && isBanner(answer.value) ? answer.value : null
    keep(banner)
    show(place, banner)
  }
  const close = ({ target }: Event) => {
    if (!(target instanceof Element) || target.closest('button') === null) return
    write(sessionStorage, closedAlertKey, place.querySelector<HTMLElement>('[data-key]')?.dataset['key'] ?? '')
    keep(null)
    render(place, null)
    // The focused element is gone; the start of the page is next.
    document.querySelector<HTMLElement>('.skip-link')?.focus({ preventScroll: true })
  }

  void ask()
  const timer = setInterval(() => void ask(), alertHolds)
  const again = () => void ask()
  document.addEventListener('visibilitychange', again)
  place.addEventListener('click', close)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', again)
    place.removeEventListener('click', close)
  }
}

/** The markup of the server is replaced as a whole, by elements of a root of their own: the page's root does not render them. */
const roots = new WeakMap<HTMLElement, Root>()

function show(place: HTMLElement, banner: AlertContent | null): void {
  const key = banner === null ? null : alertKey(banner)
  const shown = place.querySelector<HTMLElement>('[data-key]')?.dataset['key'] ?? null
  if (banner === null || key === read(sessionStorage, closedAlertKey)) render(place, null)
  else if (key !== shown) render(place, banner)
}

function render(place: HTMLElement, banner: AlertContent | null): void {
  const root = roots.get(place) ?? createRoot(place)
  roots.set(place, root)
  flushSync(() => root.render(banner === null ? null : createElement(AlertBanner, banner)))
}

const isBanner = (value: AlertContent | Record<string, never>): value is AlertContent =>
  typeof value['desktopContent'] === 'string' && value['desktopContent'] !== ''

function readStored(): CachedAlert | null {
  try {
    return JSON.parse(read(localStorage, bannerKey) ?? 'null') as CachedAlert | null
  } catch {
    return null
  }
}

function read(storage: Storage, key: string): string | null {
  try {
    return storage.getItem(key)
  } catch {
    return null
  }
}

function write(storage: Storage, key: string, value: string): void {
  try {
    storage.setItem(key, value)
  } catch {
    // Then it is requested again on the next page.
  }
}
