import { navigationsStore, type Navigations } from '../navigation/navigations.ts'
import { createStore } from '../browser/store.ts'

/** A message over any page: an error or a success (MSG-01, MSG-02). */
export type Message = {
  readonly type: 'error' | 'success'
  readonly text: string
  /** Stays until it is closed or the next navigation has been completed; others go after a while. */
  readonly keepAlive: boolean
}

/** At most one at a time: a new one takes the place of the old (decision ui-06). */
export const messageStore = createStore<Message | null>(null)

/** Where the router was when the message was set (message-end.ts). */
export const setAt: { since: Navigations } = { since: navigationsStore.get() }

export function showMessage(type: Message['type'], text: string, { keepAlive = false } = {}): void {
  setAt.since = navigationsStore.get()
  messageStore.set({ type, text, keepAlive })
}
