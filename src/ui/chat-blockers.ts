import { createStore } from './store.ts'

/** What on the page would be covered by a chat widget, which shows only while there is nothing of it (decision ui-14). */
export type ChatBlocker = 'compare' | 'product-page' | 'filter-panel' | 'mobile-nav' | 'sliding-panel'

/** One entry for each that blocks now; empty when the chat may show. */
export const chatBlockers = createStore<readonly ChatBlocker[]>([])

/** Blocks until the answer is called; to call it twice counts once. */
export function blockChat(kind: ChatBlocker): () => void {
  chatBlockers.set([...chatBlockers.get(), kind])
  let isBlocking = true
  return () => {
    if (!isBlocking) return
    isBlocking = false
    const now = chatBlockers.get()
    chatBlockers.set(now.toSpliced(now.indexOf(kind), 1))
  }
}
