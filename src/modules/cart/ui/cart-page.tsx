import { useState, type FormEvent } from 'react'
import { centsOf } from '../../../platform/money.ts'
import { Notice } from '../../../ui/notice.tsx'
import { useStore } from '../../../ui/store.ts'
import { productPath } from '../../catalogue/catalogue.ts'
import { formatPrice } from '../../pricing/pricing.ts'
import { pricedWireLine, type WireCart } from '../cart.ts'
import { CartLines } from './cart-lines.tsx'
import { applyCode, cartStore, removeCode } from './cart-state.ts'
import styles from './cart-page.module.css'

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
          </div>
        </li>
      ))}
    </ul>
  )
}

/** One code at a time: a coupon or a gift card (COUP-05 to COUP-07). */
export function CodeBox({ code }: { code: string | null }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  if (code !== null) {
    const remove = async () => setProblem((await removeCode(code)) ? null : cartStore.get().error)
    return (
      <>
        <p className={styles.applied}>
          <b>{code}</b>
          <button
            type="button"
            className="link-button"
            aria-label={`Remove code ${code}`}
            onClick={() => void remove()}
          >
            Remove
          </button>
        </p>
        {problem !== null && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
      </>
    )
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim() === '') return setProblem('Coupon value cannot be empty')
    const isGood = await applyCode(text)
    setProblem(isGood ? null : cartStore.get().error)
    if (isGood) setText('')
  }
  return (
    <form method="post" action="/cart" className={styles.code} onSubmit={(event) => void submit(event)} noValidate>
      <label htmlFor="discount-code">Gift card / Coupon code</label>
      <div>
        <input
          id="discount-code"
          name="code"
          maxLength={40}
          autoComplete="off"
          value={text}
          aria-invalid={problem === null ? undefined : true}
          aria-describedby={problem === null ? undefined : 'discount-code-problem'}
          onChange={(event) => {
            setText(event.target.value)
            setProblem(null)
          }}
        />
        <button className="button button--quiet" name="intent" value="code">
          Apply
        </button>
      </div>
      {problem !== null && (
        <p id="discount-code-problem" className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}
