import { discountRows } from '../cart.ts'
import { totalRows } from '../total-rows.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { Spinner } from '../../../ui/display/spinner.tsx'
import { useStore } from '../../../ui/browser/store.ts'
import { DeliveryLocation } from '../../geo/ui/delivery-location.tsx'
import { formatPrice } from '../../pricing/pricing.ts'
import { centsOf } from '../../../platform/money.ts'
import CartLines from '../internal/ui/cart-lines.tsx'
import SalePlace from '../../promotions/ui/sale-place.tsx'
import { loadCart } from './cart-calls.ts'
import { CartRewards } from '../internal/ui/cart-rewards.tsx'
import { cartStore, openCart } from './cart-state.ts'
import { RemovedLine } from '../internal/ui/removed-line.tsx'
import styles from './cart-panel.module.css'

/** The cart panel beside the page: lines, total, and the checkout button. */
export default function CartPanel({ isAtCheckout = false }: { isAtCheckout?: boolean }) {
  const { cart, errorMessage, isLoading } = useStore(cartStore)
  const lines = cart?.products ?? []
  return (
    <Dialog
      title={lines.length === 0 ? 'Your cart' : `Your cart (${cart?.productCount})`}
      side="right"
      onClose={() => openCart(false)}
    >
      <div className={styles.body} aria-busy={isLoading}>
        <SalePlace place="cart" />
        {errorMessage !== null && <Notice kind="error">{errorMessage}</Notice>}
        {cart?.messages.map((one) => (
          <Notice key={one.message} kind="info">
            {one.message}
          </Notice>
        ))}
        <RemovedLine />
        {cart === null ? (
          <div className={styles.empty}>
            {isLoading ? (
              <Spinner label="Loading your cart" />
            ) : (
              <button type="button" className="button button--quiet" onClick={() => void loadCart()}>
                Try again
              </button>
            )}
          </div>
        ) : lines.length === 0 ? (
          <div className={styles.empty}>
            <p>Your cart is empty.</p>
            <button type="button" className="button button--quiet" onClick={() => openCart(false)}>
              Continue shopping
            </button>
          </div>
        ) : (
          <CartLines lines={lines} parcels={cart.parcels} onLeave={() => openCart(false)} />
        )}
        {cart !== null && <CartRewards rewards={cart.rewards} />}
      </div>
      {cart !== null && lines.length > 0 && (
        <footer className={styles.footer}>
          <DeliveryLocation titleId="panel-location" shows="region" disabled={isAtCheckout} />
          {discountRows(cart).map(({ name, cents }) => (
            <p key={name} className={styles.row}>
              <span>{name}</span> <span>{formatPrice(-cents)}</span>
            </p>
          ))}
          {totalRows(cart).map(({ name, cents, isTotal }) => (
            <p key={name} className={isTotal ? styles.total : styles.row}>
              <span>{name}</span> <b>{formatPrice(cents)}</b>
            </p>
          ))}
          {cart.savingTotal > 0 && <p className={styles.saving}>You save {formatPrice(centsOf(cart.savingTotal))}</p>}
          <a className="button button--wide" href="/customer/checkout" onClick={() => openCart(false)}>
            Checkout
          </a>
          <a className={styles.view} href="/cart" onClick={() => openCart(false)}>
            View cart
          </a>
        </footer>
      )}
    </Dialog>
  )
}
