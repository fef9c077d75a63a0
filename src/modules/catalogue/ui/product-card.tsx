import { memo } from 'react'
import { formatPrice, logInAddress, type PriceRules } from '../../pricing/pricing.ts'
import { Price } from '../../pricing/ui/price.tsx'
import { conditionLabels, isBuyable, missingPartsText, productPath, unavailableTextOf } from '../catalogue.ts'
import { canBeBought, offerOfCard, titleWithoutBrand, type Card } from '../card.ts'
import { runningCost, tariffFor, type Tariffs } from '../energy.ts'
import { fitOf, fitTexts, type Space } from '../fit.ts'
import styles from './product-card.module.css'

export type CardRules = PriceRules & {
  readonly tariffs: Tariffs | null
  /** Left out where ratings are shown (ReviewSummariesEnabled). */
  readonly hidesRatings?: boolean
}

/** A product in a list. Plain links and a plain form: it works before script, and the cart adds the rest (data-add-to-cart). */
export const ProductCard = memo(function ProductCard({
  card,
  rules,
  state,
  space,
  delivery,
  eager,
}: {
  card: Card
  rules: CardRules
  /** Where the visitor is, for running costs. */
  state: string | null
  /** What it should go into. */
  space: Space | null
  /** The date and price for the chosen suburb, null while unknown. */
  delivery: string | null
  eager: boolean
}) {
  return (
    <article className={styles.card}>
      <div className={styles.media}>
        <img
          src={card.picture}
          alt=""
          width="320"
          height="320"
          loading={eager ? undefined : 'lazy'}
          fetchPriority={eager ? 'high' : undefined}
        />
        {card.ribbon !== undefined && (
          <span className={styles.ribbon} data-type={card.ribbon.type}>
            {card.ribbon.text}
          </span>
        )}
        {card.condition !== undefined && (
          <span className={styles.condition} data-style={conditionLabels[card.condition].style}>
            {conditionLabels[card.condition].text}
          </span>
        )}
        {card.stars !== undefined && (
          <span className={styles.stars} title={`Energy rating ${card.stars} stars`}>
            {card.stars}
            <span className="visually-hidden"> star energy rating</span>
          </span>
        )}
      </div>
      <p className={styles.brand}>{card.brand}</p>
      <h3 className={styles.title}>
        <a href={productPath(card.uri)}>{titleWithoutBrand(card)}</a>
      </h3>
      {card.missingParts !== undefined && <p className={styles.missing}>{missingPartsText(card.missingParts)}</p>}
      <ul className={styles.facts}>
        {card.facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
        {card.kwh !== undefined && rules.tariffs !== null && (
          <li>{`${formatPrice(runningCost(card.kwh, tariffFor(rules.tariffs, state)))} a year to run`}</li>
        )}
      </ul>
      {card.rating !== undefined && !rules.hidesRatings && (
        <p className={styles.rating}>
          {card.rating.average.toFixed(1)}
          <span className="visually-hidden"> out of 5,</span>
          {` (${card.rating.count})`}
        </p>
      )}
      <div className={styles.buy}>
        <Price offer={offerOfCard(card)} rules={rules} />
        {space !== null && card.size !== undefined && <FitLine size={card.size} space={space} />}
        <p className={styles.delivery}>{unavailableTextOf(card.status) ?? delivery ?? ' '}</p>
        {rules.hidesPrices && isBuyable(card.status) ? (
          <a className="button button--wide" href={logInAddress(productPath(card.uri))}>
            Add to cart<span className="visually-hidden">{`: ${card.title}`}</span>
          </a>
        ) : canBeBought(card) ? (
          <form method="post" action="/cart" data-add-to-cart="">
            <button className="button button--wide" name="sku" value={card.sku}>
              Add to cart<span className="visually-hidden">{`: ${card.title}`}</span>
            </button>
          </form>
        ) : (
          <a className="button button--quiet button--wide" href={productPath(card.uri)}>
            See details<span className="visually-hidden">{` of ${card.title}`}</span>
          </a>
        )}
      </div>
    </article>
  )
})

function FitLine({ size: [widthMm, heightMm, depthMm], space }: { size: NonNullable<Card['size']>; space: Space }) {
  const { fit } = fitOf({ widthMm, heightMm, depthMm }, space)
  return (
    <p className={styles.fit} data-fit={fit}>
      {fitTexts[fit]}
    </p>
  )
}
