import { memo, useContext, type CSSProperties } from 'react'
import { Price } from '../../pricing/ui/price.tsx'
import { isBuyable, missingPartsText, productPath, saveProductPath, unavailableTextOf } from '../catalogue.ts'
import { canBeBought, offerOfCard, titleWithoutBrand, type Card, type CardRules } from '../product/card.ts'
import { runningCostText, tariffFor } from '../product/energy.ts'
import { fitOf, fitTexts, type Space } from '../product/fit.ts'
import { CardMarkupContext } from './card-markup.ts'
import { CompareControl } from '../internal/ui/compare-control.tsx'
import { ConditionLabel } from './condition-label.tsx'
import { LogInToBuy } from './log-in-to-buy.tsx'
import { Picture } from '../../../ui/display/picture.tsx'
import styles from './product-card.module.css'
import { countText } from '../../../platform/text/count-text.ts'

type CardProps = {
  readonly card: Card
  readonly rules: CardRules
  /** Where the visitor is, for running costs. */
  readonly state: string | null
  /** The space it should fit. */
  readonly space: Space | null
  /** The date and price for the chosen suburb, null while unknown. */
  readonly delivery: string | null
  /** Whether its picture is among the first to be seen. */
  readonly eager: boolean
}

/** A product in a list. Plain links and a plain form: it works before script, and the cart adds the rest (data-add-to-cart). */
export const ProductCard = memo(function ProductCard(props: CardProps) {
  const { card, rules, state, space, delivery, eager } = props
  const madeBefore = useContext(CardMarkupContext)
  const isForEveryone = !eager && state === null && space === null && delivery === null
  return madeBefore !== null && isForEveryone ? (
    <article className={styles.card} dangerouslySetInnerHTML={{ __html: madeBefore(card, rules) }} />
  ) : (
    <article className={styles.card}>
      <CardContent {...props} />
    </article>
  )
})

export function CardContent({ card, rules, state, space, delivery, eager }: CardProps) {
  return (
    <>
      <div className={styles.media} data-second={card.second}>
        <Picture
          src={card.picture}
          alt=""
          width={320}
          height={320}
          sizes="(max-width:640px) 45vw,280px"
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : undefined}
        />
        {card.ribbon !== undefined && (
          <span className={styles.ribbon} data-type={card.ribbon.type}>
            {card.ribbon.text}
          </span>
        )}
        {card.condition !== undefined && (
          <span className={styles.condition}>
            <ConditionLabel of={card.condition} />
          </span>
        )}
        {card.stars !== undefined && (
          <span className={styles.stars} style={{ '--stars': card.stars } as CSSProperties}>
            {countText(card.stars, 'star')}
            <span className="visually-hidden"> energy rating</span>
          </span>
        )}
      </div>
      <p className={styles.brand}>{card.brand}</p>
      <h3 className={styles.title}>
        <a href={productPath(card.uri)}>{titleWithoutBrand(card)}</a>
      </h3>
      <button type="button" className={styles.quick} data-quick-view={card.uri}>
        Quick view<span className="visually-hidden">{`: ${card.title}`}</span>
      </button>
      {card.missingParts !== undefined && <p className={styles.missing}>{missingPartsText(card.missingParts)}</p>}
      <ul className={styles.facts}>
        {card.facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
        {card.kwh !== undefined && rules.tariffs !== null && (
          <li>{`${runningCostText(card.kwh, tariffFor(rules.tariffs, state))} a year to run`}</li>
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
        <Price uri={card.uri} offer={offerOfCard(card)} rules={rules} />
        {space !== null && card.size !== undefined && <FitLine size={card.size} air={card.air} space={space} />}
        <p className={styles.delivery}>
          {unavailableTextOf(card.status) ?? delivery ?? (
            // Shown only once it is known that there is no location.
            <button type="button" className={`link-button ${styles.ask}`} data-choose-place="">
              Check delivery
            </button>
          )}
        </p>
        {rules.hidesPrices && isBuyable(card.status) ? (
          <LogInToBuy uri={card.uri}>
            Add to cart<span className="visually-hidden">{`: ${card.title}`}</span>
          </LogInToBuy>
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
        <div className={styles.keep}>
          <CompareControl of={card} rules={rules} />
          <a href={saveProductPath(card.sku)} rel="nofollow" data-save-to-list={card.sku} data-title={card.title}>
            Save<span className="visually-hidden">{`: ${card.title}`}</span>
          </a>
        </div>
      </div>
    </>
  )
}

function FitLine({
  size: [widthMm, heightMm, depthMm],
  air,
  space,
}: {
  size: NonNullable<Card['size']>
  air: Card['air']
  space: Space
}) {
  const { fit } = fitOf({ widthMm, heightMm, depthMm }, space, air)
  return (
    <p className={styles.fit} data-fit={fit}>
      {fitTexts[fit]}
    </p>
  )
}
