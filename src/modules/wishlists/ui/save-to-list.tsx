import { useEffect } from 'react'
import { useStore } from '../../../ui/browser/store.ts'
import { Notice } from '../../../ui/display/notice.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { ListForm } from '../internal/ui/list-form.tsx'
import { firstListName, maxNameLength, wishlistsPath, type WishlistResponse } from '../wishlists.ts'
import { listsStore, loadLists, noLists } from './wishlist-calls.ts'
import styles from './save-to-list.module.css'

/** Asks for the list of a product, over the page that the visitor is on. Fetched with the first use. */
export default function SaveDialog({ sku, title, onClose }: { sku: string; title: string; onClose: () => void }) {
  const { lists, problem, done } = useStore(listsStore)
  useEffect(() => {
    listsStore.set(noLists)
    void loadLists()
  }, [sku])
  return (
    <Dialog title="Save to a list" size="small" type="leftAligned" onClose={onClose}>
      <p className={styles.product}>{title}</p>
      {problem !== null && <Notice kind="error">{problem}</Notice>}
      <p role="status">{done}</p>
      {lists === null && problem === null ? (
        <div className={`skeleton ${styles.waiting}`} role="status" aria-label="Loading" />
      ) : (
        <ListChoices lists={lists ?? []} sku={sku} title={title} />
      )}
      <p className={styles.all}>
        <a href={wishlistsPath}>See my lists</a>
      </p>
    </Dialog>
  )
}

/** A button for each list, and a new one. */
export function ListChoices({
  lists,
  sku,
  title,
}: {
  readonly lists: readonly WishlistResponse[]
  readonly sku: string
  readonly title: string
}) {
  const own = lists.filter((list) => !list.isSavedForLater)
  return (
    <div className={styles.choices}>
      {own.length > 0 && (
        <ul>
          {own.map((list) => {
            const isOn = list.items.some((item) => item.sku === sku)
            return (
              <li key={list.id}>
                <ListForm list={list.id} sku={sku} title={title}>
                  <button
                    className="button button--quiet button--wide"
                    name="intent"
                    value={isOn ? 'remove' : 'add'}
                    aria-label={isOn ? `Remove from ${list.name}` : `Save to ${list.name}`}
                  >
                    <span aria-hidden="true">{isOn ? '✓ ' : ''}</span>
                    {list.name}
                  </button>
                </ListForm>
              </li>
            )
          })}
        </ul>
      )}
      <ListForm key={own.length} sku={sku} title={title} className={styles.create}>
        <label htmlFor="save-new-list">New list</label>
        <div>
          <input
            id="save-new-list"
            name="name"
            required
            maxLength={maxNameLength}
            autoComplete="off"
            defaultValue={own.length === 0 ? firstListName : ''}
          />
          <button className="button" name="intent" value="create">
            Save<span className="visually-hidden"> to the new list</span>
          </button>
        </div>
      </ListForm>
    </div>
  )
}

/** The same as a page of its own, for visitors without script. */
export function SavePage({
  product,
  lists,
}: {
  readonly product: { readonly sku: string; readonly title: string; readonly href: string }
  readonly lists: readonly WishlistResponse[]
}) {
  const { lists: live, problem } = useStore(listsStore)
  useEffect(() => void loadLists(), [])
  return (
    <div className={`page ${styles.page}`}>
      <h1>Save to a list</h1>
      <p>
        <a href={product.href}>{product.title}</a>
      </p>
      {problem !== null && <Notice kind="error">{problem}</Notice>}
      <ListChoices lists={live ?? lists} sku={product.sku} title={product.title} />
      <p>
        <a href={wishlistsPath}>See my lists</a>
      </p>
    </div>
  )
}
