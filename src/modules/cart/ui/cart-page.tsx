import { lazy, Suspense, type ReactNode } from 'react'
import type { Refused } from '../../../platform/forms/typed-form.ts'
import { centsOf } from '../../../platform/money.ts'
import { CleanHtml } from '../../../ui/display/clean-html.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { useStore } from '../../../ui/browser/store.ts'
import type { Card, CardRules } from '../../catalogue/product/card.ts'
import { DeliveryLocation } from '../../geo/ui/delivery-location.tsx'
import { formatPrice } from '../../pricing/pricing.ts'
import { type CartResponse, discountRows } from '../cart.ts'
import { totalRows } from '../total-rows.ts'
import { removeCart, type RemovedLine as Removed } from './cart-calls.ts'
import { CartRewards } from '../internal/ui/cart-rewards.tsx'
import { cartStore } from './cart-state.ts'
import { CodeBox } from './code-box.tsx'
import { MailCart } from '../internal/ui/mail-cart.tsx'
import { RemovedLine } from '../internal/ui/removed-line.tsx'
// Of the lines that the server renders.
import '../internal/ui/line-choices.module.css'
import styles from './cart-page.module.css'
import { countText } from '../../../platform/text/count-text.ts'

const CartLines = lazy(() => import('../internal/ui/cart-lines.tsx'))
const ShareCart = lazy(async () => ({ default: (await import('./share-cart.tsx')).ShareCart }))
const AlsoLike = lazy(() => import('../internal/ui/also-like.tsx'))
const SalePlace = lazy(() => import('../../promotions/ui/sale-place.tsx'))

export type CartPageProps = {
  readonly initial: CartResponse
  /** Changes of the lines since the last visit, as text. */
  readonly changes: readonly string[]
  /** Titles of products that a link could not add, or not so many of. */
  readonly notAdded: readonly string[]
  /** A line that was removed before there was script. */
  readonly removed: Removed | null
  readonly wasMailed: boolean
  /** The error of a cart change, or what came back of the form that emails the cart. */
  readonly refused: { readonly problem?: string; readonly mail?: Refused } | null
  /** Trusted markup for visitors without script: the lines, and below them what was saved for later and the cart's link. */
  readonly plain: { readonly lines: string; readonly after: string }
  /** Trusted markup that asks whether to add the products of a link; '' without one. */
  readonly linked: string
  /** What was saved for later, with script. */
  readonly saved: ReactNode
  readonly onSave: (productCode: string) => void
  /** Related products. */
  readonly alsoLike: { readonly cards: readonly Card[]; readonly rules: CardRules }
}

/** The cart page. Without script, it shows the server's data and works by forms. */
export function CartPage(props: CartPageProps) {
  const { initial, changes, notAdded, removed, wasMailed, refused, alsoLike, plain, linked, saved, onSave } = props
  const { cart: live, errorMessage, isLoading } = useStore(cartStore)
  const cart = live ?? initial
  const problem = errorMessage ?? refused?.problem ?? null
  const head = (
    <>
      <h1>Your cart</h1>
      {problem !== null && <Notice kind="error">{problem}</Notice>}
      {wasMailed && <Notice kind="success">We have emailed your cart.</Notice>}
      {notAdded.length > 0 && <Notice kind="info">Not added, or not in this quantity: {notAdded.join(', ')}.</Notice>}
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
      {linked !== '' && <CleanHtml html={linked} className={styles.linked} />}
    </>
  )
  const after = live === null ? <CleanHtml html={plain.after} className={styles.after} /> : <Suspense>{saved}</Suspense>
  const plainLines = <CleanHtml html={plain.lines} className={styles.plain} />
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
        {after}
      </div>
    )
  }
  return (
    <div className={`page ${styles.page}`} aria-busy={isLoading}>
      {head}
      {/* With script they stand over the page (decision cart-10). */}
      {live === null && cart.messages.length > 0 && (
        <div className={styles.messages}>
          {cart.messages.map((one) => (
            <Notice key={one.message} kind="info">
              {one.message}
            </Notice>
          ))}
        </div>
      )}
      <div className={styles.columns}>
        <section aria-label="Items">
          {live === null ? (
            plainLines
          ) : (
            <Suspense fallback={plainLines}>
              <CartLines lines={cart.products} parcels={cart.parcels} onSave={onSave} />
            </Suspense>
          )}
          <CartRewards rewards={cart.rewards} />
          <div className={styles.tools}>
            <a href="/cart/quote">Get a quote for this cart</a>
            <MailCart refused={refused?.mail ?? null} />
            <Suspense>{live !== null && <ShareCart lines={cart.products} origin={location.origin} />}</Suspense>
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
      {after}
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
      {cart.parcels.length > 0 && (
        <ul className={styles.parcels} aria-label="Delivery">
          {cart.parcels.map(({ by, text, productCodes: { length } }) => (
            <li key={by}>
              <b>{text}</b> {by ?? 'Our delivery team'}, {countText(length, 'product')}
            </li>
          ))}
        </ul>
      )}
      {cart.savingTotal > 0 && <p className={styles.saving}>You save {formatPrice(centsOf(cart.savingTotal))}</p>}
      <div className={styles.place}>{isLive && <DeliveryLocation titleId="cart-location" shows="region" />}</div>
      <CodeBox cart={cart} />
      <a className="button button--wide" href="/customer/checkout">
        Checkout
      </a>
      <div data-express-pay="" />
      {/* Last, so that nothing moves when it comes. */}
      {isLive && (
        <Suspense>
          <SalePlace place="cart" />
        </Suspense>
      )}
    </aside>
  )
}
