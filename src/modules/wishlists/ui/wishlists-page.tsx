import { useEffect, useRef, type Ref } from 'react'
import { useStore } from '../../../ui/browser/store.ts'
import { useHasScript } from '../../../ui/browser/use-has-script.ts'
import { Notice } from '../../../ui/display/notice.tsx'
import { isAuthenticated } from '../../identity/ui/token-storage.ts'
import { ListForm } from '../internal/ui/list-form.tsx'
import { ListItems } from '../internal/ui/list-items.tsx'
import { ListSettings } from '../internal/ui/list-settings.tsx'
import { firstListName, maxNameLength, wishlistPath, type WishlistResponse } from '../wishlists.ts'
import { listsStore, loadLists, noLists, undoMove } from './wishlist-calls.ts'
import styles from './wishlists-page.module.css'

/**
 * The visitor's lists, one of them open. The server shows those of the browser; with script those of the account take their place, because
 * only a call can tell who has signed in.
 */
export function WishlistsPage({
  initial,
  selectedId,
  problem: refused,
}: {
  readonly initial: readonly WishlistResponse[]
  /** From the address; null for the first. */
  readonly selectedId: string | null
  /** Of a form that was posted without script. */
  readonly problem: string | null
}) {
  const { lists: live, problem: failed } = useStore(listsStore)
  const hasScript = useHasScript()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    listsStore.set(noLists)
    void loadLists()
  }, [])
  const isWaiting = hasScript && live === null && failed === null && isAuthenticated()
  const lists = live ?? initial
  const selected = lists.find(({ id }) => id === selectedId) ?? lists[0]
  const problem = failed ?? refused
  const undo = useRef<HTMLButtonElement>(null)
  // The button that was used has gone with its product, or is about to.
  const toNext = () => (undo.current ?? title.current)?.focus()
  return (
    <div className={`page ${styles.page}`}>
      <h1>My lists</h1>
      {problem !== null && <Notice kind="error">{problem}</Notice>}
      <Done undo={undo} onUndone={() => title.current?.focus()} />
      {isWaiting ? (
        <div className={`skeleton ${styles.waiting}`} role="status" aria-label="Loading" />
      ) : (
        <div className={styles.columns}>
          <div className={styles.aside}>
            {lists.length > 0 && (
              <nav aria-label="Lists" className={styles.lists}>
                {lists.map((list) => (
                  <a
                    key={list.id}
                    href={wishlistPath(list.id)}
                    aria-current={list.id === selected?.id ? 'page' : undefined}
                  >
                    <span>{list.name}</span>
                    <span>
                      {list.items.length}
                      <span className="visually-hidden">{list.items.length === 1 ? ' product' : ' products'}</span>
                    </span>
                  </a>
                ))}
              </nav>
            )}
            <NewList key={lists.length} isFirst={lists.length === 0} />
          </div>
          {selected === undefined ? (
            <div className={styles.empty}>
              <p>Save products to a list to compare them later, share them, or hear about price drops.</p>
              <p>
                <a className="button" href="/products">
                  See all products
                </a>
              </p>
            </div>
          ) : (
            <section aria-labelledby="list-title" className={styles.list}>
              <h2 id="list-title" ref={title} tabIndex={-1}>
                {selected.name}
              </h2>
              {selected.items.length === 0 ? (
                <p className={styles.soft}>Nothing on this list yet.</p>
              ) : (
                <ListItems
                  list={selected.id}
                  items={selected.items}
                  label={`Products on ${selected.name}`}
                  onDone={toNext}
                />
              )}
              {!selected.isSavedForLater && <ListSettings key={selected.id} list={selected} />}
            </section>
          )}
        </div>
      )}
    </div>
  )
}

/** What was done last; a move to the cart can be undone. */
function Done({ undo, onUndone }: { readonly undo: Ref<HTMLButtonElement>; readonly onUndone: () => void }) {
  const { done, moved } = useStore(listsStore)
  return (
    <p role="status" className={styles.done}>
      {done}
      {moved !== null && (
        <>
          {' '}
          <button ref={undo} type="button" className="link-button" onClick={() => void undoMove().then(onUndone)}>
            Undo<span className="visually-hidden">: move {moved.title} back to the list</span>
          </button>
        </>
      )}
    </p>
  )
}

function NewList({ isFirst }: { readonly isFirst: boolean }) {
  return (
    <ListForm className={styles.create}>
      <label htmlFor="new-list">New list</label>
      <div>
        <input
          id="new-list"
          name="name"
          required
          maxLength={maxNameLength}
          autoComplete="off"
          defaultValue={isFirst ? firstListName : ''}
        />
        <button className="button button--quiet" name="intent" value="create">
          Create<span className="visually-hidden"> list</span>
        </button>
      </div>
    </ListForm>
  )
}
