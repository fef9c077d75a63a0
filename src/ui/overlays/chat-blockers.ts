import { createStore } from '../browser/store.ts'

/** What may lie where the chat's button is (CMPR-14, decision ui-14). */
export type ChatBlocker = 'compare' | 'product-page' | 'filter-panel' | 'mobile-nav' | 'sliding-panel'

/** Everything that blocks the chat at the moment; it shows while nothing does. One kind may stand here more than once. */
export const chatBlockersStore = createStore<readonly ChatBlocker[]>([])

/** Keeps the chat away until what it answers is called; calling that again changes nothing. */
export function blockChat(kind: ChatBlocker): () => void {
  chatBlockersStore.set([...chatBlockersStore.get(), kind])
  let isBlocking = true
  return () => {
    if (!isBlocking) return
    isBlocking = false
    const blockers = chatBlockersStore.get()
    chatBlockersStore.set(blockers.toSpliced(blockers.indexOf(kind), 1))
  }
}
