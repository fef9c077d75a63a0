import type { Cents } from '../../../platform/money.ts'
import { Picture } from '../../../ui/display/picture.tsx'
import { productPath } from '../../catalogue/catalogue.ts'
import { formatPrice } from '../../pricing/pricing.ts'
import type { BundleOffer } from '../bundles.ts'

/** A bundle with its products as they are shown, in the bundle's order. */
export type ShownBundle = Pick<BundleOffer, 'id' | 'title' | 'price' | 'sum' | 'saving'> & {
  readonly parts: readonly {
    readonly sku: string
    readonly uri: string
    readonly title: string
    readonly picture: string
    readonly price: Cents
  }[]
}

/**
 * The bundles that a product is a part of, each with a form that adds all of it. The server renders them and no browser loads the code;
 * their styles are in `section-styles.ts`.
 */
export function BundleOffers({ bundles, sku }: { readonly bundles: readonly ShownBundle[]; readonly sku: string }) {
  return bundles.map(({ id, title, price, sum, saving, parts }) => (
    <section key={id} aria-labelledby={`bundle-${id}`}>
      <h2 id={`bundle-${id}`}>
        {title}: <b>save {formatPrice(saving)}</b>
      </h2>
      <ul>
        {parts.map((part) => (
          <li key={part.sku}>
            <Picture src={part.picture} alt="" width={96} height={96} />
            {part.sku === sku ? <b>This product</b> : <a href={productPath(part.uri)}>{part.title}</a>}
            <span>{formatPrice(part.price)}</span>
          </li>
        ))}
      </ul>
      <form method="post" action="/cart">
        <input type="hidden" name="bundle" value={id} />
        <p>
          <b>{formatPrice(price)}</b> instead of {formatPrice(sum)}
          <span className="visually-hidden"> for all {parts.length} products</span>
        </p>
        <button className="button" name="intent" value="add-bundle">
          Add all {parts.length} to cart<span className="visually-hidden">: {title}</span>
        </button>
      </form>
    </section>
  ))
}
