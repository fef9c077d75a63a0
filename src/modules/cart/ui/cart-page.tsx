import { lazy, Suspense } from 'react'
import type { Refused } from '../../../platform/forms/typed-form.ts'
import { centsOf } from '../../../platform/money.ts'
import { Notice } from '../../../ui/display/notice.tsx'
import { useStore } from '../../../ui/browser/store.ts'
import type { Card, CardRules } from '../../catalogue/product/card.ts'
import { productPath } from '../../catalogue/catalogue.ts'
import { DeliveryLocation } from '../../geo/ui/delivery-location.tsx'
import { formatPrice } from '../../pricing/pricing.ts'
import { toPricedLineResponse, type CartResponse, discountRows, totalRows } from '../cart.ts'
import { fullLineText, lineProblemText } from '../line-texts.ts'
import { removeCart, type RemovedLine as Removed } from './cart-calls.ts'
import { CartLines } from '../internal/ui/cart-lines.tsx'
import { CartRewards } from '../internal/ui/cart-rewards.tsx'
import { cartStore } from './cart-state.ts'
import { CodeBox } from './code-box.tsx'
import { LineChoices } from '../internal/ui/line-choices.tsx'
import { MailCart } from '../internal/ui/mail-cart.tsx'
import { RemovedLine } from '../internal/ui/removed-line.tsx'
import { Picture } from '../../../ui/display/picture.tsx'
import styles from './cart-page.module.css'

const AlsoLike = lazy(() => import('../internal/ui/also-like.tsx'))
const SalePlace = lazy(() => import('../../promotions/ui/sale-place.tsx'))

export type CartPageProps = {
  readonly initial: CartResponse
  /** Changes of the lines since the last visit, as text. */
  readonly changes: readonly string[]
  /** A line that was removed before there was script. */
  readonly removed: Removed | null
  readonly wasMailed: boolean
  /** The error of a cart change, or what came back of the form that emails the cart. */
  readonly refused: { readonly problem?: string; readonly mail?: Refused } | null
  /** Related products. */
  readonly alsoLike: { readonly cards: readonly Card[]; readonly rules: CardRules }
}

/** The cart page. Without script, it shows the server's data and works by forms. */
export function CartPage({ initial, changes, removed, wasMailed, refused, alsoLike }: CartPageProps) {
  const { cart: live, errorMessage, isLoading } = useStore(cartStore)
  const cart = live ?? initial
  const problem = errorMessage ?? refused?.problem ?? null
  const head = (
    <>
      <h1>Your cart</h1>
      {problem !== null && <Notice kind="error">{problem}</Notice>}
      {wasMailed && <Notice kind="success">We have emailed your cart.</Notice>}
      {changes.length > 0 && (
        <Notice kind="info">
          <h2 className={styles.changes}>Since your last visit</h2>
          <ul>
            {changes.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Notice>
      )}
      <RemovedLine plain={live === null ? removed : null} />
    </>
  )
  if (cart.products.length === 0) {
    return (
      <div className={`page ${styles.page}`} aria-busy={isLoading}>
        {head}
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
    <div className={`page ${styles.page}`} aria-busy={isLoading}>
      {head}
      {/* With script they stand over the page (decision cart-10). */}
      {live === null &&
        cart.messages.map((one) => (
          <Notice key={one.message} kind="info">
            {one.message}
          </Notice>
        ))}
      <div className={styles.columns}>
        <section aria-label="Items">
          {live === null ? <PlainLines cart={cart} /> : <CartLines lines={cart.products} />}
          <CartRewards rewards={cart.rewards} />
          <div className={styles.tools}>
            <a href="/cart/quote">Get a quote for this cart</a>
            <MailCart refused={refused?.mail ?? null} />
            <form
              method="post"
              action="/cart"
              onSubmit={(event) => {
                if (live === null) return
                event.preventDefault()
                void removeCart()
              }}
            >
              <button className="link-button" name="intent" value="clear">
                Clear cart
              </button>
            </form>
          </div>
        </section>
        <CartSummary cart={cart} isLive={live !== null} />
      </div>
      {alsoLike.cards.length > 0 && (
        <div className={styles.alsoLike}>
          <Suspense>{live !== null && <AlsoLike {...alsoLike} />}</Suspense>
        </div>
      )}
    </div>
  )
}

/** The cart's totals, its delivery location, and the checkout button. */
function CartSummary({ cart, isLive }: { cart: CartResponse; isLive: boolean }) {
  return (
    <aside className={styles.summary} aria-label="Summary">
      {isLive && (
        <Suspense>
          <SalePlace place="cart" />
        </Suspense>
      )}
      <dl>
        <div>
          <dt>Items</dt>
          <dd>{formatPrice(centsOf(cart.subTotal))}</dd>
        </div>
        {discountRows(cart).map(({ name, cents }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatPrice(-cents)}</dd>
          </div>
        ))}
        {totalRows(cart).map(({ name, cents, isTotal }) => (
          <div key={name} className={isTotal && styles.total}>
            <dt>{name}</dt>
            <dd>{formatPrice(cents)}</dd>
          </div>
        ))}
      </dl>
      {cart.savingTotal > 0 && <p className={styles.saving}>You save {formatPrice(centsOf(cart.savingTotal))}</p>}
      {isLive && <DeliveryLocation titleId="cart-location" shows="region" />}
      <CodeBox cart={cart} />
      <a className="button button--wide" href="/customer/checkout">
        Checkout
      </a>
      <div data-express-pay="" />
    </aside>
  )
}

/** The lines as forms, for visitors without script. */
function PlainLines({ cart }: { cart: CartResponse }) {
  return (
    <ul className={styles.plain}>
      {cart.products.map((line) => {
        const note = lineProblemText(line) ?? fullLineText(line)
        return (
          <li key={line.productCode}>
            <Picture src={line.image ?? ''} alt="" width={88} height={88} />
            <div>
              <a href={productPath(line.uri)}>{line.title}</a>
              <p>{formatPrice(toPricedLineResponse(line).total)}</p>
              {note !== null && <p>{note}</p>}
              <form method="post" action="/cart">
                <input type="hidden" name="sku" value={line.sku} />
                <input type="hidden" name="productCode" value={line.productCode} />
                <label>
                  Quantity <input name="quantity" type="number" min="1" max="99" defaultValue={line.quantity} />
                </label>{' '}
                <button name="intent" value="set" className="link-button">
                  Change<span className="visually-hidden"> the quantity of {line.title}</span>
                </button>{' '}
                <button name="intent" value="remove" className="link-button">
                  Remove<span className="visually-hidden"> {line.title}</span>
                </button>
              </form>
              <LineChoices line={line} />
            </div>
          </li>
        )
      })}
    </ul>
  )
}
