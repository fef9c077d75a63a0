import { useId, useState, type ReactNode } from 'react'
import { Picture } from '../../../../ui/display/picture.tsx'
import { Stars } from '../../../../ui/display/stars.tsx'
import { Price } from '../../../pricing/ui/price.tsx'
import { isBuyable, missingPartsText, productPath, unavailableTextOf } from '../../catalogue.ts'
import { canBeBought, offerOfCard, type CardRules } from '../../product/card.ts'
import type { QuickViewProduct } from '../../product/quick-view.ts'
import { ConditionLabel } from '../condition-label.tsx'
import { LogInToBuy } from '../log-in-to-buy.tsx'
import styles from './quick-view.module.css'

/** What decides about a product, over the list that it is in: pictures, price, delivery, and the way into the cart. */
export function QuickView({
  product,
  rules,
  rrp,
  delivery,
}: {
  readonly product: QuickViewProduct
  readonly rules: CardRules
  /** The brand's text on recommended prices. */
  readonly rrp: string
  readonly delivery: ReactNode
}) {
  const { rating, uri } = product
  const unavailable = unavailableTextOf(product.status)
  return (
    <div className={styles.view}>
      <Pictures product={product} />
      <div className={styles.text}>
        <p className={styles.brand}>{product.brand}</p>
        <h3 className={styles.title}>{product.title}</h3>
        {rating !== undefined && !rules.hidesRatings && (
          <p className={styles.soft}>
            <Stars value={rating.average} of={5} label={`Rated ${rating.average.toFixed(1)} out of 5`} />
            {` ${rating.average.toFixed(1)} (${rating.count})`}
          </p>
        )}
        {product.condition !== undefined && <ConditionLabel of={product.condition} />}
        {product.missingParts !== undefined && <p className={styles.soft}>{missingPartsText(product.missingParts)}</p>}
        <Price uri={uri} offer={offerOfCard(product)} rules={rules} explanation={rrp} size="page" />
        {product.facts.length > 0 && (
          <ul className={styles.facts} aria-label="Key facts">
            {product.facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        )}
        {delivery}
        {unavailable !== null && <p className={styles.unavailable}>{unavailable}</p>}
        {canBeBought(product) && (
          <form method="post" action="/cart" data-add-to-cart="" className={styles.add}>
            <input type="hidden" name="sku" value={product.sku} />
            <input
              type="number"
              name="quantity"
              aria-label="Quantity"
              required
              min={1}
              max={99}
              defaultValue={1}
              autoComplete="off"
            />
            <button className="button" name="intent" value="add">
              Add to cart
            </button>
          </form>
        )}
        {rules.hidesPrices && isBuyable(product.status) && <LogInToBuy uri={uri}>Add to cart</LogInToBuy>}
        <a className={styles.more} href={productPath(uri)}>
          See full details
        </a>
      </div>
    </div>
  )
}

/** In the proportions of the view, so that little moves when it comes. */
export function QuickViewSkeleton() {
  return (
    <div className={styles.view} role="status">
      <span className="visually-hidden">Loading product</span>
      <div className={styles.pictures} aria-hidden="true">
        <i className={`skeleton ${styles.picture}`} />
        <div className={styles.thumbnails}>
          <i className={`skeleton ${styles.thumbnail}`} />
          <i className={`skeleton ${styles.thumbnail}`} />
        </div>
      </div>
      <div className={`${styles.text} ${styles.waiting}`} aria-hidden="true">
        <i className="skeleton" style={{ width: '30%', height: '20px' }} />
        <i className="skeleton" style={{ height: '48px' }} />
        <i className="skeleton" style={{ width: '50%', height: '20px' }} />
        <i className="skeleton" style={{ width: '60%', height: '64px' }} />
        <i className="skeleton" style={{ height: '32px' }} />
        <i className="skeleton" style={{ height: '76px' }} />
        <i className="skeleton" style={{ height: '48px' }} />
        <i className="skeleton" style={{ width: '40%', height: '44px' }} />
      </div>
    </div>
  )
}

/** The chosen picture large, and small ones to choose from. */
function Pictures({ product: { pictures } }: { readonly product: QuickViewProduct }) {
  const [chosen, setChosen] = useState(0)
  const name = useId()
  const shown = pictures[chosen]
  return (
    <div className={styles.pictures}>
      {shown !== undefined && (
        <div className={styles.picture}>
          <Picture key={shown.url} src={shown.url} alt={shown.alt} width={420} height={420} loading="eager" />
        </div>
      )}
      {pictures.length > 1 && (
        <fieldset className={styles.thumbnails}>
          <legend className="visually-hidden">Pictures</legend>
          {pictures.map((picture, at) => (
            <label key={picture.url} className={styles.thumbnail}>
              <input type="radio" name={name} checked={at === chosen} onChange={() => setChosen(at)} />
              <Picture src={picture.url} alt={picture.alt} width={56} height={56} loading="eager" />
            </label>
          ))}
        </fieldset>
      )}
    </div>
  )
}
