import { messageStore, setAt } from './message.ts'
import { navigationsStore } from '../navigation/navigations.ts'

/** When a message goes. Apart from how one is set, which every page has at once. */

/** How long a temporary message stays (MSG-04). */
export const messageMs = 3_000

export function hideMessage(): void {
  messageStore.set(null)
}

/** Hides a message when a navigation has completed since it was set (MSG-03), unless that one was already in progress. */
export function followNavigation(): void {
  const now = navigationsStore.get()
  const { since } = setAt
  if (messageStore.get() === null || now.at === since.at) return
  if (since.target === null) hideMessage()
  else setAt.since = { at: now.at, target: null }
}
