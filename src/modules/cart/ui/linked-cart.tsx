import { productPath } from '../../catalogue/catalogue.ts'
import { formatPrice } from '../../pricing/pricing.ts'
import type { Cents } from '../../../platform/money.ts'

/** The contents of a cart link. */
export type LinkedCart = {
  /** As the address has it, for the form. */
  readonly text: string
  readonly lines: readonly {
    readonly title: string
    readonly uri: string
    readonly quantity: number
    /** Of one; null where it is not shown. */
    readonly price: Cents | null
    /** Why it will be left out; null when it can be added. */
    readonly problem: string | null
  }[]
  /** SKUs that the shop does not have, and parts that cannot be read. */
  readonly unknown: readonly string[]
  /** How many lines the visitor's cart has already. */
  readonly inCart: number
}

/** Asks before anything is put into the cart. A form without script, which the server renders. */
export function LinkedCartOffer({ text, lines, unknown, inCart }: LinkedCart) {
  const canAdd = lines.some(({ problem }) => problem === null)
  return (
    <section aria-labelledby="linked-title">
      <h2 id="linked-title">Add these to your cart?</h2>
      {lines.length > 0 && (
        <ul>
          {lines.map(({ title, uri, quantity, price, problem }) => (
            <li key={uri}>
              <a href={productPath(uri)}>{title}</a>, quantity {quantity}
              {price !== null && `, ${formatPrice(price)} each`}
              {problem !== null && <strong>. {problem}</strong>}
            </li>
          ))}
        </ul>
      )}
      {unknown.length > 0 && <p role="alert">We do not have these: {unknown.join(', ')}.</p>}
      {canAdd ? (
        <form method="post" action="/cart">
          <input type="hidden" name="add" value={text} />
          {inCart > 0 && <p>What is in your cart already stays in it.</p>}
          <button className="button" name="intent" value="add-link">
            Add to my cart
          </button>{' '}
          <a href="/cart">No, thanks</a>
        </form>
      ) : (
        <p>None of these can be bought now.</p>
      )}
    </section>
  )
}
