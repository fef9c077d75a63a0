import { useEffect } from 'react'
import { useStore } from '../../../ui/browser/store.ts'
import { Notice } from '../../../ui/display/notice.tsx'
import { ListItems } from '../internal/ui/list-items.tsx'
import { laterId, savedForLater, type WishlistItemResponse } from '../wishlists.ts'
import { listsStore, loadLists, savedLines } from './wishlist-calls.ts'

/** What was saved for later, below the cart. */
export default function SavedForLater() {
  const state = useStore(listsStore)
  useEffect(() => {
    listsStore.set({ ...listsStore.get(), problem: null, done: null, moved: null })
    void loadLists()
  }, [])
  const items = savedLines(state) ?? []
  return (
    <>
      {state.problem !== null && <Notice kind="error">{state.problem}</Notice>}
      <p role="status" className="visually-hidden">
        {state.done}
      </p>
      <SavedLines items={items} />
    </>
  )
}

/** Without script, too. */
export function SavedLines({ items }: { readonly items: readonly WishlistItemResponse[] }) {
  if (items.length === 0) return null
  return (
    <section aria-labelledby="saved-title">
      <h2 id="saved-title" tabIndex={-1}>
        {savedForLater}
      </h2>
      <ListItems
        list={laterId}
        items={items}
        label={savedForLater}
        hasQuantity={false}
        onDone={() => document.getElementById('saved-title')?.focus()}
      />
    </section>
  )
}
