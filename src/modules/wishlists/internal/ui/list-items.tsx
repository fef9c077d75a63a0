import { centsOf } from '../../../../platform/money.ts'
import { Picture } from '../../../../ui/display/picture.tsx'
import { productPath } from '../../../catalogue/catalogue.ts'
import { formatPrice } from '../../../pricing/pricing.ts'
import type { WishlistItemResponse } from '../../wishlists.ts'
import { ListForm } from './list-form.tsx'
import styles from './list-items.module.css'

/** The products of a list, with what can be done with each. */
export function ListItems({
  list,
  items,
  label,
  hasQuantity = true,
  onDone,
}: {
  /** Its id in calls. */
  readonly list: string
  readonly items: readonly WishlistItemResponse[]
  readonly label: string
  readonly hasQuantity?: boolean
  /** After a product has left the list, and its buttons with it. */
  readonly onDone?: () => void
}) {
  return (
    <ul className={styles.items} aria-label={label}>
      {items.map((item) => (
        <li key={item.sku}>
          <ItemFacts item={item} />
          <div className={styles.actions}>
            {hasQuantity && <Quantity key={item.quantity} list={list} item={item} />}
            {item.isBuyable && (
              <ListForm list={list} sku={item.sku} title={item.title} {...(onDone && { onDone })}>
                <button className="button button--quiet" name="intent" value="cart">
                  Move to cart<span className="visually-hidden">: {item.title}</span>
                </button>
              </ListForm>
            )}
            <ListForm list={list} sku={item.sku} title={item.title} {...(onDone && { onDone })}>
              <button className="link-button" name="intent" value="remove">
                Remove<span className="visually-hidden"> {item.title}</span>
              </button>
            </ListForm>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Picture, title and price of a product on a list. */
export function ItemFacts({ item }: { readonly item: WishlistItemResponse }) {
  return (
    <>
      <Picture src={item.picture} alt="" width={96} height={96} />
      <div className={styles.facts}>
        <p className={styles.title}>
          {item.uri === null ? item.title : <a href={productPath(item.uri)}>{item.title}</a>}
        </p>
        {item.price !== null && (
          <p className={styles.price}>
            <b>{formatPrice(centsOf(item.price))}</b>
            {item.was !== null && (
              <span className={styles.drop}>
                {formatPrice(centsOf(item.was) - centsOf(item.price))} less than when you saved it
              </span>
            )}
          </p>
        )}
        {item.unavailable !== null && <p className={styles.gone}>{item.unavailable}</p>}
      </div>
    </>
  )
}

function Quantity({ list, item }: { readonly list: string; readonly item: WishlistItemResponse }) {
  return (
    <ListForm list={list} sku={item.sku} title={item.title} className={styles.quantity}>
      <label>
        Quantity<span className="visually-hidden"> of {item.title}</span>{' '}
        <input
          name="quantity"
          type="number"
          min={1}
          max={99}
          required
          defaultValue={item.quantity}
          autoComplete="off"
        />
      </label>
      <button className="link-button" name="intent" value="quantity">
        Change<span className="visually-hidden"> the quantity of {item.title}</span>
      </button>
    </ListForm>
  )
}
