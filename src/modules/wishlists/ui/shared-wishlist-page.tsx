import { ItemFacts } from '../internal/ui/list-items.tsx'
import type { WishlistItemResponse } from '../wishlists.ts'
import styles from './shared-wishlist-page.module.css'

/** A list as anybody with its link sees it. Null when the link opens nothing. */
export function SharedWishlistPage({
  list,
}: {
  readonly list: { readonly name: string; readonly items: readonly WishlistItemResponse[] } | null
}) {
  if (list === null) {
    return (
      <div className={`page ${styles.page}`}>
        <h1>This list is no longer shared</h1>
        <p>The link was turned off or replaced. Please ask for a new one.</p>
        <p>
          <a className="button" href="/products">
            See all products
          </a>
        </p>
      </div>
    )
  }
  return (
    <div className={`page ${styles.page}`}>
      <p className={styles.soft}>A list shared with you</p>
      <h1>{list.name}</h1>
      {list.items.length === 0 && <p>Nothing on this list yet.</p>}
      <ul className={styles.items} aria-label="Products on this list">
        {list.items.map((item) => (
          <li key={item.sku}>
            <ItemFacts item={item} />
            <div className={styles.side}>
              <p className={styles.soft}>Wanted: {item.quantity}</p>
              {item.isBuyable && (
                <form method="post" action="/cart" data-add-to-cart="">
                  <button className="button button--quiet" name="sku" value={item.sku}>
                    Add to cart<span className="visually-hidden">: {item.title}</span>
                  </button>
                </form>
              )}
            </div>
          </li>
        ))}
      </ul>
      <p className={styles.soft}>Prices are today’s and include GST.</p>
    </div>
  )
}
