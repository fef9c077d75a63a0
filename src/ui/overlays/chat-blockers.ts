import { createStore } from '../browser/store.ts'

/** What may cover the chat button's place (CMPR-14, decision ui-14). */
export type ChatBlocker = 'compare' | 'product-page' | 'filter-panel' | 'mobile-nav' | 'sliding-panel'

/** Everything that hides the chat at the moment; it shows while this is empty. One kind may be here more than once. */
export const chatBlockersStore = createStore<readonly ChatBlocker[]>([])

/** Hides the chat until the returned function is called; calling it again does nothing. */
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
