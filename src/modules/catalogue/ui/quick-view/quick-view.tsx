import { useId, useState, type ReactNode } from 'react'
import { Picture } from '../../../../ui/display/picture.tsx'
import { Stars } from '../../../../ui/display/stars.tsx'
import { formatPrice } from '../../../pricing/pricing.ts'
import { Price } from '../../../pricing/ui/price.tsx'
import { isBuyable, missingPartsText, productPath, unavailableTextOf } from '../../catalogue.ts'
import { canBeBought, offerOfCard, type CardRules } from '../../product/card.ts'
import { isVideo } from '../../product/gallery.ts'
import type { ProductView } from '../../product/product-page.ts'
import { ConditionLabel } from '../condition-label.tsx'
import { LogInToBuy } from '../log-in-to-buy.tsx'
import styles from './quick-view.module.css'

/** What decides about a product, over the list it is in: pictures, price, delivery, and the way into the cart. */
export function QuickView({
  view,
  rules,
  explanation,
  lowestIn30Days,
  delivery,
}: {
  readonly view: ProductView
  readonly rules: CardRules
  /** The app's text on recommended prices. */
  readonly explanation: string
  /** Null where the price history is not shown. */
  readonly lowestIn30Days: number | null
  readonly delivery: ReactNode
}) {
  const unavailable = unavailableTextOf(view.status)
  return (
    <div className={styles.view}>
      <Pictures view={view} />
      <div className={styles.text}>
        <p className={styles.title}>
          <a href={productPath(view.uri)}>{view.title}</a>
        </p>
        {view.rating !== undefined && !rules.hidesRatings && (
          <p className={styles.soft}>
            <Stars value={view.rating.average} of={5} label={`Rated ${view.rating.average.toFixed(1)} out of 5`} />
            {` ${view.rating.average.toFixed(1)} (${view.rating.count})`}
          </p>
        )}
        {view.condition !== undefined && (
          <p>
            <ConditionLabel of={view.condition} />
          </p>
        )}
        {view.missingParts !== undefined && <p className={styles.soft}>{missingPartsText(view.missingParts)}</p>}
        <Price uri={view.uri} offer={offerOfCard(view)} rules={rules} explanation={explanation} size="page" />
        {lowestIn30Days !== null && (
          <p className={styles.soft}>Lowest price in the last 30 days: {formatPrice(lowestIn30Days)}</p>
        )}
        {view.facts.length > 0 && (
          <ul className={styles.facts}>
            {view.facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        )}
        {delivery}
        {unavailable !== null && <p className={styles.unavailable}>{unavailable}</p>}
        {canBeBought(view) && (
          <form method="post" action="/cart" data-add-to-cart="" className={styles.add}>
            <input type="hidden" name="sku" value={view.sku} />
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
        {rules.hidesPrices && isBuyable(view.status) && <LogInToBuy uri={view.uri}>Add to cart</LogInToBuy>}
        <p>
          <a href={productPath(view.uri)}>See all details</a>
        </p>
      </div>
    </div>
  )
}

const maxPictures = 5

/** The pictures of its gallery, the chosen one large. */
function Pictures({ view }: { readonly view: ProductView }) {
  const pictures = view.gallery.filter((item) => !isVideo(item) && item.isDrawing !== true).slice(0, maxPictures)
  const [chosen, setChosen] = useState(0)
  const name = useId()
  const shown = pictures[chosen]
  return (
    <div className={styles.pictures}>
      <Picture
        src={shown?.url ?? view.picture}
        alt={shown?.alt ?? view.title}
        width={420}
        height={420}
        loading="eager"
      />
      {pictures.length > 1 && (
        <fieldset className={styles.thumbnails}>
          <legend className="visually-hidden">Pictures</legend>
          {pictures.map((picture, at) => (
            <label key={picture.url}>
              <input type="radio" name={name} checked={at === chosen} onChange={() => setChosen(at)} />
              <Picture src={picture.url} alt={picture.alt} width={56} height={56} loading="eager" />
            </label>
          ))}
        </fieldset>
      )}
    </div>
  )
}
