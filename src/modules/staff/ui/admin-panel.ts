import { callApi } from '../../../ui/browser/api.ts'
import { createStore } from '../../../ui/browser/store.ts'
import { barKey, backOfficeUrl, panelAddress, type Panel, type StaffInfo } from '../staff.ts'

/** The side panel of this browser: what it shows, and whether it is to be there at all. */

/** Visible or hidden (STAFF-15). The address holds tokens: it is kept nowhere else (decision staff-08). */
export type AdminPanel = { readonly isVisible: boolean; readonly url: string | null }
export const adminPanelStore = createStore<AdminPanel>({ isVisible: false, url: null })

/** The project that is open in a panel of this page. */
export const openProjectStore = createStore<{ readonly id: string; readonly email: string | null } | null>(null)

/** Whether the toggle stands at On; a browser that keeps nothing starts with Off. */
export function storedIsOn(): boolean {
  try {
    return (JSON.parse(localStorage.getItem(barKey) ?? 'null') as { isOn?: unknown } | null)?.isOn === true
  } catch {
    return false
  }
}

export function keepIsOn(isOn: boolean): void {
  try {
    localStorage.setItem(barKey, JSON.stringify({ isOn }))
  } catch {
    // Then it counts until the page is left.
  }
}

/** Whether somebody of ours has worked in this browser. */
export function hasHadBar(): boolean {
  try {
    return localStorage.getItem(barKey) !== null
  } catch {
    return false
  }
}

export function forgetBar(): void {
  try {
    localStorage.removeItem(barKey)
  } catch {
    // There was nothing.
  }
}

/** What the page's head says of the bar; null when it says nothing. */
export const saysInHead = (name: 'top-bar' | 'staff-reminders' | 'post-logout'): string | null =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null

/** The whole address of a panel, with tokens made for it just now; null when it could not be had. */
export async function addressFor(panel: Panel, account: StaffInfo): Promise<string | null> {
  const answer = await callApi('POST', '/api/staff/panel-tokens')
  return answer.ok ? panelAddress(panel, account, answer.value) : null
}

/** Opens the back office beside the page, or in its place where a browser opens nothing. False when it could not be had. */
export async function openBackOffice(account: StaffInfo): Promise<boolean> {
  // Only a click opens a tab, and the tokens come later.
  const tab = window.open('about:blank')
  const answer = await callApi('POST', '/api/staff/panel-tokens')
  const address = answer.ok ? backOfficeUrl(account, answer.value, window.location.origin) : null
  if (address === null) {
    tab?.close()
    return false
  }
  if (tab === null) window.location.assign(address)
  else tab.location.replace(address)
  return true
}
