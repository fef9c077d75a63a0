import { centsOf } from '../../../platform/money.ts'
import { Notice } from '../../../ui/display/notice.tsx'
import { productPath } from '../../catalogue/catalogue.ts'
import { formatPrice } from '../../pricing/pricing.ts'
import { toPricedLineResponse, type CartResponse, type CartLineResponse } from '../cart.ts'
import { sharedCartGone } from '../cart-texts.ts'
import { lineProblemText } from '../line-texts.ts'
import { Picture } from '../../../ui/display/picture.tsx'
import styles from './shared-cart-page.module.css'

export type SharedCartView = {
  readonly cart: CartResponse
  /** Titles of products that are no longer sold. */
  readonly gone: readonly string[]
  /** 'Tuesday, 24 November 2026'. */
  readonly until: string
  /** Created by staff; its prices are valid until then. */
  readonly isQuote: boolean
  /** A quote's number, to give by phone. */
  readonly number: string | null
}

export const sharedCartTitle = (sent: Pick<SharedCartView, 'isQuote'> | null): string =>
  sent?.isQuote === true ? 'Your quote' : 'A cart shared with you'

/** The page of a shared cart: the lines as they were shared, at today's prices. Null when the link is no longer valid. */
export function SharedCartPage({ sent, problem }: { sent: SharedCartView | null; problem: string | null }) {
  if (sent === null) {
    return (
      <div className={`page ${styles.page}`}>
        <h1>This cart is no longer available</h1>
        <p>{sharedCartGone}</p>
        <p>
          <a className="button" href="/products">
            See all products
          </a>
        </p>
      </div>
    )
  }
  const { cart, gone, until, isQuote, number } = sent
  const isLess = gone.length > 0 || cart.products.some((line) => !line.available || line.quantity > line.maxQuantity)
  return (
    <div className={`page ${styles.page}`}>
      <h1>{sharedCartTitle(sent)}</h1>
      {problem !== null && <Notice kind="error">{problem}</Notice>}
      {number !== null && (
        <p>
          Quote <b>{number}</b>
        </p>
      )}
      <p>
        {isQuote ? 'The prices and the link are valid' : 'Prices are today’s. The link works'} until {until}. Only you
        can see what you add to your own cart.
      </p>
      <ul className={styles.lines} aria-label="Items">
        {cart.products.map((line) => (
          <SharedLine key={line.productCode} line={line} />
        ))}
        {gone.map((title) => (
          <li key={title}>
            <div className={styles.facts}>
              <p>{title}</p>
              <p className={styles.gone}>No longer available.</p>
            </div>
          </li>
        ))}
      </ul>
      <p className={styles.total}>
        <span>Total before delivery</span> <b>{formatPrice(centsOf(cart.orderTotal))}</b>
      </p>
      {cart.products.some((line) => line.available) ? (
        <form method="post" className={styles.take}>
          {isLess && <p>Items that are no longer available, or not in this quantity, will be left out.</p>}
          <button className="button">Add to my cart</button>
        </form>
      ) : (
        <p>
          <a className="button" href="/products">
            See all products
          </a>
        </p>
      )}
    </div>
  )
}

function SharedLine({ line }: { line: CartLineResponse }) {
  const { total, choices } = toPricedLineResponse(line)
  const problem = !line.available
    ? 'No longer available.'
    : lineProblemText(line) === null
      ? null
      : `Only ${line.maxQuantity} left.`
  return (
    <li>
      <Picture src={line.image ?? ''} alt="" width={88} height={88} loading="eager" />
      <div className={styles.facts}>
        <a href={productPath(line.uri)}>{line.title}</a>
        <p className={styles.soft}>Quantity {line.quantity}</p>
        {choices.map(({ name, total: cost }) => (
          <p key={name} className={styles.soft}>
            {name} <span>{formatPrice(cost)}</span>
          </p>
        ))}
        {problem !== null && <p className={styles.gone}>{problem}</p>}
      </div>
      {line.available && <b className={styles.price}>{formatPrice(total)}</b>}
    </li>
  )
}
