import { lazy, Suspense } from 'react'
import { centsOf, type Cents } from '../../../../platform/money.ts'
import { Later } from '../../../../ui/display/later.tsx'
import { Notice } from '../../../../ui/display/notice.tsx'
import { toPricedLineResponse, type CartResponse, discountRows } from '../../../cart/cart.ts'
import { CodeBox } from '../../../cart/ui/code-box.tsx'
import { openCart } from '../../../cart/ui/cart-state.ts'
import { formatPrice } from '../../../pricing/pricing.ts'
import type { ProductSwap } from '../product-swap.ts'
import type { Shipping } from './delivery/delivery-view.ts'
import { Picture } from '../../../../ui/display/picture.tsx'
import styles from './order-summary.module.css'

const ProductSwaps = lazy(() => import('./delivery/product-swaps.tsx'))
const SalePlace = lazy(() => import('../../../promotions/ui/sale-place.tsx'))

const titleLength = 58

type Figures = {
  shipping: Shipping
  /** Other charges: suppliers' deliveries, services. */
  paid?: readonly { readonly title: string; readonly price: Cents }[]
  isToday: boolean
  isPickup?: boolean | undefined
  total: number
  /** The part of the total that is paid now; 0 when it is all of it. */
  deposit?: number
}

/** The lines and totals, visible at every step. */
export function OrderSummary({
  cart,
  showsSale,
  swaps = [],
  onSwapped = () => {},
  ...figures
}: Figures & {
  cart: CartResponse
  /** Whether the sale's banner is shown here. */
  showsSale: boolean
  /** Replacements for lines that can no longer be bought. */
  swaps?: readonly ProductSwap[]
  onSwapped?: () => void
}) {
  const hasErrors = cart.errors.length > 0
  return (
    <aside className={styles.summary} aria-labelledby="order-summary">
      <div className={styles.head}>
        <h2 id="order-summary">Order Summary</h2>
        <a
          href="/cart"
          data-reload=""
          data-no-warning=""
          onClick={(event) => {
            event.preventDefault()
            openCart(true)
          }}
        >
          Edit Cart
        </a>
      </div>
      {showsSale && (
        <Later>
          <SalePlace place="checkout" />
        </Later>
      )}
      {cart.messages.map((one) => (
        <Notice key={one.message} kind="info">
          {one.message}
        </Notice>
      ))}
      <Lines cart={cart} />
      {cart.errors.map((error) => (
        <p key={error.message} className={styles.error} role="alert">
          {error.message}
        </p>
      ))}
      {swaps.length > 0 && (
        <Suspense fallback={null}>
          <ProductSwaps swaps={swaps} cart={cart} onSwapped={onSwapped} />
        </Suspense>
      )}
      {hasErrors ? (
        <a className="button button--wide" href="/ask-an-expert" data-reload="" data-no-warning="">
          Request Assistance
        </a>
      ) : (
        <Totals cart={cart} {...figures} />
      )}
      {!hasErrors && cart.savingTotal > 0 && (
        <p className={styles.saving}>You save {formatPrice(centsOf(cart.savingTotal))}</p>
      )}
      <CodeBox cart={cart} />
    </aside>
  )
}

function Lines({ cart }: { cart: CartResponse }) {
  return (
    <ul className={styles.lines} tabIndex={0} aria-label="Items">
      {cart.products.map((line) => {
        const { total: price, choices } = toPricedLineResponse(line)
        return (
          <li key={line.productCode}>
            <Picture src={line.image ?? ''} alt="" width={56} height={56} loading="eager" />
            <p className={styles.title}>
              {truncated(line.title)}
              <span className={styles.soft}>Quantity {line.quantity}</span>
            </p>
            <p>{formatPrice(price)}</p>
            {choices.map((choice) => (
              <p key={choice.name} className={styles.choice}>
                {choice.name} <span>{formatPrice(choice.total)}</span>
              </p>
            ))}
          </li>
        )
      })}
    </ul>
  )
}

function Totals({
  cart,
  shipping,
  paid = [],
  isToday,
  isPickup = false,
  total,
  deposit = 0,
}: Figures & { cart: CartResponse }) {
  return (
    <dl className={styles.totals}>
      {discountRows(cart).map(({ name, cents }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{formatPrice(-cents)}</dd>
        </div>
      ))}
      {shipping !== 'none' && (
        <div>
          <dt>{isPickup ? 'Pickup' : isToday ? 'Same Day Delivery' : 'Delivery'}</dt>
          <dd>
            {shipping === null
              ? 'Choose a suburb'
              : typeof shipping === 'number'
                ? formatPrice(shipping)
                : shipping.words}
          </dd>
        </div>
      )}
      {paid.map(({ title, price }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{formatPrice(price)}</dd>
        </div>
      ))}
      <div className={styles.total}>
        <dt>Order Total</dt>
        <dd aria-live="polite">{formatPrice(total, { zeroText: null })}</dd>
      </div>
      {deposit > 0 && (
        <>
          <div>
            <dt>Deposit</dt>
            <dd aria-live="polite">{formatPrice(deposit)}</dd>
          </div>
          <div>
            <dt>Remaining payment</dt>
            <dd>{formatPrice(total - deposit)}</dd>
          </div>
        </>
      )}
    </dl>
  )
}

/** The first 58 characters and three dots (SUMM-15, decision checkout-31). */
function truncated(title: string): string {
  return title.length > titleLength ? `${title.slice(0, titleLength)}...` : title
}
