import { lazy, Suspense } from 'react'
import { centsOf } from '../../../platform/money.ts'
import { Notice } from '../../../ui/notice.tsx'
import { useStore } from '../../../ui/store.ts'
import { productPath } from '../../catalogue/catalogue.ts'
import { DeliveryLocation } from '../../geo/ui/delivery-location.tsx'
import { formatPrice } from '../../pricing/pricing.ts'
import { pricedWireLine, type WireCart } from '../cart.ts'
import { CartLines } from './cart-lines.tsx'
import { cartStore } from './cart-state.ts'
import { CodeBox } from './code-box.tsx'
import { LineChoices } from './line-choices.tsx'
import styles from './cart-page.module.css'

const SalePlace = lazy(() => import('../../promotions/ui/sale-place.tsx'))

/** The full cart. Before script has arrived, and without it, it shows what the server knew and changes by forms. */
export function CartPage({ initial, problem }: { initial: WireCart; problem: string | null }) {
  const { cart: live, error } = useStore(cartStore)
  const cart = live ?? initial
  if (cart.products.length === 0) {
    return (
      <div className={`page ${styles.page}`}>
        <h1>Your cart</h1>
        {problem !== null && <Notice kind="error">{problem}</Notice>}
        <p className={styles.empty}>Your cart is empty.</p>
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
      <h1>Your cart</h1>
      {(error ?? problem) !== null && <Notice kind="error">{error ?? problem}</Notice>}
      {cart.messages.map((one) => (
        <Notice key={one.message} kind="info">
          {one.message}
        </Notice>
      ))}
      <div className={styles.columns}>
        <section aria-label="Items">
          {live === null ? <PlainLines cart={cart} /> : <CartLines lines={cart.products} />}
        </section>
        <aside className={styles.summary} aria-label="Summary">
          {live !== null && (
            <Suspense fallback={null}>
              <SalePlace place="cart" />
            </Suspense>
          )}
          <dl>
            <div>
              <dt>Items</dt>
              <dd>{formatPrice(centsOf(cart.subTotal))}</dd>
            </div>
            {cart.couponDiscount > 0 && (
              <div>
                <dt>{cart.couponCode}</dt>
                <dd>{formatPrice(-centsOf(cart.couponDiscount))}</dd>
              </div>
            )}
            {cart.savingTotal > 0 && (
              <div className={styles.saving}>
                <dt>You save</dt>
                <dd>{formatPrice(centsOf(cart.savingTotal))}</dd>
              </div>
            )}
            <div className={styles.total}>
              <dt>Total before delivery</dt>
              <dd>{formatPrice(centsOf(cart.orderTotal))}</dd>
            </div>
          </dl>
          {live !== null && <DeliveryLocation titleId="cart-location" shows="region" />}
          <CodeBox code={cart.couponCode} />
          <a className="button button--wide" href="/customer/checkout">
            Checkout
          </a>
        </aside>
      </div>
    </div>
  )
}

/** The lines as forms: what a visitor without script sees. */
function PlainLines({ cart }: { cart: WireCart }) {
  return (
    <ul className={styles.plain}>
      {cart.products.map((line) => (
        <li key={line.productCode}>
          <img src={line.image ?? ''} alt="" width="88" height="88" />
          <div>
            <a href={productPath(line.uri)}>{line.title}</a>
            <p>{formatPrice(pricedWireLine(line).total)}</p>
            <form method="post" action="/cart">
              <input type="hidden" name="sku" value={line.sku} />
              <input type="hidden" name="productCode" value={line.productCode} />
              <label>
                Quantity <input name="quantity" type="number" min="1" max="99" defaultValue={line.quantity} />
              </label>{' '}
              <button name="intent" value="set" className="link-button">
                Change
              </button>{' '}
              <button name="intent" value="remove" className="link-button">
                Remove
              </button>
            </form>
            <LineChoices line={line} />
          </div>
        </li>
      ))}
    </ul>
  )
}
