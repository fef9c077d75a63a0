import { memo } from 'react'
import { Price, InstalmentLine } from '../../pricing/ui/price.tsx'
import { isBuyable, productPath, unavailableReasonOf, unavailableText } from '../catalogue.ts'
import { titleWithoutBrand, type Card } from '../card.ts'
import styles from './product-card.module.css'

export type CardRules = {
  readonly rrpAsWas: boolean
  readonly instalments: { readonly minimum: number; readonly maximum: number } | null
}

/** A product in a list. Plain links and a plain form: it works before script, and the cart adds the rest (data-add-to-cart). */
export const ProductCard = memo(function ProductCard({
  card,
  rules,
  delivery,
  eager,
}: {
  card: Card
  rules: CardRules
  /** The date and price for the chosen suburb, null while unknown. */
  delivery: string | null
  eager: boolean
}) {
  const reason = unavailableReasonOf(card.status)
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
        {card.condition !== undefined && <span className={styles.condition}>{card.condition}</span>}
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
      {card.missingParts !== undefined && <p className={styles.missing}>{`Missing parts: ${card.missingParts}`}</p>}
      <ul className={styles.facts}>
        {card.facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {card.rating !== undefined && (
        <p className={styles.rating}>
          {card.rating.average.toFixed(1)}
          <span className="visually-hidden"> out of 5,</span>
          {` (${card.rating.count})`}
        </p>
      )}
      <div className={styles.buy}>
        {card.price === null ? (
          <a className={styles.login} href="/account/login">
            LOG IN FOR PRICE
          </a>
        ) : (
          <>
            <Price price={card.price} rrp={card.rrp ?? null} rrpAsWas={rules.rrpAsWas} />
            <InstalmentLine price={card.price} limits={rules.instalments} />
          </>
        )}
        <p className={styles.delivery}>{reason === null ? (delivery ?? ' ') : unavailableText[reason]}</p>
        {card.price !== null && isBuyable(card.status) ? (
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
