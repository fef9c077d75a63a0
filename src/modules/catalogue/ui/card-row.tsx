import type { Card, CardRules } from '../product/card.ts'
import { ProductCard } from './product-card.tsx'
import styles from './card-row.module.css'

/** A few cards in a row that scrolls where it is too long for the page. */
export function CardRow({
  title,
  cards,
  rules,
  state,
  estimates,
}: {
  title: string
  cards: readonly Card[]
  rules: CardRules
  state: string | null
  /** The delivery line by sku. */
  estimates: Readonly<Record<string, string>>
}) {
  if (cards.length === 0) return null
  const id = `row-${title.toLowerCase().replaceAll(/\W+/g, '-')}`
  return (
    <section className={styles.row} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className={styles.cards} tabIndex={0} role="group" aria-labelledby={id}>
        {cards.map((card) => (
          <ProductCard
            key={card.sku}
            card={card}
            rules={rules}
            state={state}
            space={null}
            delivery={estimates[card.sku] ?? null}
            eager={false}
          />
        ))}
      </div>
    </section>
  )
}
