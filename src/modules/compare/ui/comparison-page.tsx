// A phone shows rows as grids, and some browsers drop table semantics from a table with another display: so the roles are repeated.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import { lazy, Suspense, useState, type CSSProperties, type ReactNode } from 'react'
import type { Country } from '../../../brands/apps.ts'
import { useStore } from '../../../ui/browser/store.ts'
import { useHasScript } from '../../../ui/browser/use-has-script.ts'
import { canBeBought, offerOfCard, titleWithoutBrand, type Card, type CardRules } from '../../catalogue/product/card.ts'
import { isBuyable, missingPartsText, productPath, unavailableTextOf } from '../../catalogue/catalogue.ts'
import { runningCost, runningCostText, tariffFor, tariffText } from '../../catalogue/product/energy.ts'
import { ConditionLabel } from '../../catalogue/ui/condition-label.tsx'
import { LogInToBuy } from '../../catalogue/ui/log-in-to-buy.tsx'
import { useEstimates } from '../../delivery/ui/estimates.ts'
import { placeStore } from '../../geo/ui/place.ts'
import { Price } from '../../pricing/ui/price.tsx'
import type { SearchSettings } from '../../search/search.ts'
import { SearchField } from '../../search/ui/search-field.tsx'
import { maxCompared } from '../compare.ts'
import { betterOf, priceToCompare, type AttributeGroup } from '../comparison.ts'
import { remove } from './compare-list.ts'
import { ShareComparison } from '../internal/ui/share-comparison.tsx'
import { Picture } from '../../../ui/display/picture.tsx'
import styles from './comparison-page.module.css'

const PlaceDialog = lazy(() => import('../../geo/ui/place-dialog.tsx'))

export type ComparisonView = {
  readonly products: readonly {
    readonly card: Card
    /** The comparison of the others. */
    readonly without: string
  }[]
  readonly groups: readonly AttributeGroup[]
  /** Of one kind, so that one can be better than another. */
  readonly isAlike: boolean
  readonly rules: CardRules
  /** The narrowest category that they share. */
  readonly category: { readonly title: string; readonly href: string } | null
  /** Whether differences are highlighted at first; null where they never are. */
  readonly highlight: { readonly isOn: boolean } | null
  /** Whether ratings have a row of their own. */
  readonly showsReviews: boolean
  readonly search: SearchSettings
  readonly country: Country
  /** Its own address, which can be passed on. */
  readonly path: string
}

/** Up to three products beside each other: one table, which is a list of short tables on a phone. It works without script. */
export function ComparisonPage(view: ComparisonView) {
  const { products, groups, highlight, rules } = view
  const cards = products.map((one) => one.card)
  const [placeIsOpen, setPlaceIsOpen] = useState(false)
  return (
    <div className={`page ${styles.page}`}>
      <div className={styles.top}>
        <h1>{cards.length === 1 ? 'Compare products' : `Compare ${cards.length} products`}</h1>
        <div className={styles.tools}>
          {groups.length > 0 && cards.length > 1 && (
            <>
              {highlight !== null && (
                <label>
                  <input
                    type="checkbox"
                    className={styles.highlight}
                    defaultChecked={highlight.isOn}
                    autoComplete="off"
                  />
                  Highlight differences
                </label>
              )}
              {groups.some((group) => group.rows.some((row) => !row.isDifferent)) && (
                <label>
                  <input type="checkbox" className={styles.hideEqual} autoComplete="off" />
                  Show differences only
                </label>
              )}
            </>
          )}
          {cards.length < maxCompared && (
            <a className={styles.jump} href="#another">
              Add another product
            </a>
          )}
          <ShareComparison path={view.path} />
        </div>
      </div>
      <div className={styles.layout} style={{ '--columns': cards.length } as CSSProperties}>
        <table role="table" className={styles.table}>
          <caption className="visually-hidden">Products side by side</caption>
          <thead role="rowgroup">
            <tr role="row">
              <td role="cell" className={styles.corner}>
                <span className="visually-hidden">Product</span>
              </td>
              {products.map(({ card, without }) => (
                <th key={card.sku} role="columnheader" scope="col" className={styles.product}>
                  <Product card={card} without={without} rules={rules} />
                </th>
              ))}
            </tr>
          </thead>
          <Overview {...view} onPlace={() => setPlaceIsOpen(true)} />
          {groups.map((group) => (
            <tbody key={group.title} role="rowgroup">
              <tr role="row" className={styles.group}>
                <th role="rowheader" scope="rowgroup" colSpan={cards.length + 1}>
                  {group.title}
                </th>
              </tr>
              {group.rows.map((row) => (
                <Row key={row.name} name={row.name} isDifferent={row.isDifferent}>
                  {cards.map((card, at) => (
                    <Cell key={card.sku} better={row.better[at]} of={cards}>
                      {row.values[at] ?? <Unknown />}
                    </Cell>
                  ))}
                </Row>
              ))}
            </tbody>
          ))}
        </table>
        {cards.length < maxCompared && <AnotherProduct {...view} />}
      </div>
      {placeIsOpen && (
        <Suspense fallback={null}>
          <PlaceDialog country={view.country} onClose={() => setPlaceIsOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

function Product({ card, without, rules }: ComparisonView['products'][number] & Pick<ComparisonView, 'rules'>) {
  return (
    <>
      <a className={styles.picture} href={productPath(card.uri)} tabIndex={-1} aria-hidden="true">
        <Picture src={card.picture} alt="" width={240} height={240} loading="eager" />
      </a>
      <a
        className={styles.remove}
        href={without}
        aria-label={`Remove ${card.title}`}
        data-keep-scroll=""
        onClick={() => remove(card.sku)}
      >
        Remove
      </a>
      <span className={styles.brand}>{card.brand}</span>
      <a className={styles.title} href={productPath(card.uri)}>
        {titleWithoutBrand(card)}
      </a>
      {card.rating !== undefined && !rules.hidesRatings && (
        <span className={styles.rating}>
          {card.rating.average.toFixed(1)}
          <span className="visually-hidden"> out of 5,</span>
          {` (${card.rating.count})`}
        </span>
      )}
    </>
  )
}

/** Rows that depend on the day and the location: price, delivery, running costs. */
function Overview({
  products,
  rules,
  isAlike,
  showsReviews,
  onPlace,
}: ComparisonView & { readonly onPlace: () => void }) {
  const place = useStore(placeStore)
  const hasScript = useHasScript()
  const cards = products.map((one) => one.card)
  const estimates = useEstimates(cards.map((card) => card.sku))
  const isPlaceKnown = place !== null && place.localityId !== null
  const tariff = rules.tariffs === null ? null : tariffFor(rules.tariffs, place?.state)
  const deliveryOf = (card: Card) =>
    unavailableTextOf(card.status) ?? (isPlaceKnown ? estimates[card.sku] : 'Enter your suburb for a date')
  const better = (want: 'more' | 'less', figureOf: (card: Card) => number | null) =>
    isAlike ? betterOf(cards.map(figureOf), want) : []
  const differ = (valueOf: (card: Card) => unknown) => new Set(cards.map(valueOf)).size > 1
  const prices = better('less', priceToCompare)
  const costs = better('less', ({ kwh }) => (kwh === undefined || tariff === null ? null : runningCost(kwh, tariff)))
  const ratings = better('more', ({ rating }) => rating?.average ?? null)
  return (
    <tbody role="rowgroup">
      <Row name="Price" isDifferent>
        {cards.map((card, at) => (
          <Cell key={card.sku} better={prices[at]} of={cards}>
            <div className={styles.offer}>
              {card.condition !== undefined && <ConditionLabel of={card.condition} />}
              {card.missingParts !== undefined && <p className={styles.soft}>{missingPartsText(card.missingParts)}</p>}
              <div>
                <Price uri={card.uri} offer={offerOfCard(card)} rules={rules} />
              </div>
            </div>
          </Cell>
        ))}
      </Row>
      <Row name="Buy" isDifferent isQuiet>
        {cards.map((card) => (
          <Cell key={card.sku}>
            <Buy card={card} rules={rules} />
          </Cell>
        ))}
      </Row>
      <Row
        name="Delivery"
        note={
          isPlaceKnown ? (
            `to ${place.suburb} ${place.postcode}`
          ) : hasScript ? (
            <button type="button" className="link-button" onClick={onPlace}>
              Check delivery
            </button>
          ) : null
        }
        // The button that asks for the location is not hidden with equal rows.
        isDifferent={!isPlaceKnown || differ(deliveryOf)}
      >
        {cards.map((card) => (
          <Cell key={card.sku}>
            <span className={styles.delivery}>{deliveryOf(card)}</span>
          </Cell>
        ))}
      </Row>
      {tariff !== null && cards.some((card) => card.kwh !== undefined) && (
        <Row
          name="Running cost per year"
          note={`at ${tariffText(tariff)} per kWh${place?.state ? ` in ${place.state}` : ''}`}
          isDifferent={differ((card) => card.kwh)}
        >
          {cards.map((card, at) => (
            <Cell key={card.sku} better={costs[at]} of={cards}>
              {card.kwh === undefined ? <Unknown /> : runningCostText(card.kwh, tariff)}
            </Cell>
          ))}
        </Row>
      )}
      {showsReviews && cards.some((card) => card.rating !== undefined) && (
        <Row name="Rating" isDifferent={differ((card) => card.rating?.average)}>
          {cards.map(({ sku, rating }, at) => (
            <Cell key={sku} better={ratings[at]} of={cards}>
              {rating === undefined ? 'No reviews yet' : `${rating.average.toFixed(1)} out of 5 (${rating.count})`}
            </Cell>
          ))}
        </Row>
      )}
    </tbody>
  )
}

function Row({
  name,
  note = null,
  isDifferent,
  isQuiet = false,
  children,
}: {
  name: string
  note?: ReactNode
  isDifferent: boolean
  /** Its name adds nothing for sighted users. */
  isQuiet?: boolean
  children: ReactNode
}) {
  return (
    <tr role="row" className={isDifferent ? styles.different : styles.equal} data-quiet={isQuiet || undefined}>
      <th role="rowheader" scope="row">
        <span className={isQuiet ? 'visually-hidden' : undefined}>{name}</span>
        {note !== null && <small>{note}</small>}
      </th>
      {children}
    </tr>
  )
}

/** `better` marks it as the better one of two, or the best one of three. */
function Cell({
  better = false,
  of = [],
  children,
}: {
  better?: boolean | undefined
  of?: readonly unknown[]
  children: ReactNode
}) {
  return (
    <td role="cell">
      {children}
      {better && <span className={styles.better}>{of.length === 2 ? 'Better' : 'Best'}</span>}
    </td>
  )
}

function Unknown() {
  return <span className={styles.unknown}>Not stated</span>
}

function Buy({ card, rules }: { card: Card; rules: CardRules }) {
  const named = <span className="visually-hidden">{`: ${card.title}`}</span>
  if (rules.hidesPrices && isBuyable(card.status)) {
    return <LogInToBuy uri={card.uri}>Add to cart{named}</LogInToBuy>
  }
  return canBeBought(card) ? (
    <form method="post" action="/cart" data-add-to-cart="">
      <button className="button button--wide" name="sku" value={card.sku}>
        Add to cart{named}
      </button>
    </form>
  ) : (
    <a className="button button--quiet button--wide" href={productPath(card.uri)}>
      See details{named}
    </a>
  )
}

/** The place of one more, with the ways to it. */
function AnotherProduct({ category, search }: Pick<ComparisonView, 'category' | 'search'>) {
  return (
    <aside id="another" className={styles.another} aria-labelledby="another-title">
      <h2 id="another-title">Add another product</h2>
      <p>Select Compare on another product, then come back here.</p>
      <SearchField settings={search} mode="page" label="Search for another product" />
      {category !== null && (
        <p>
          <a href={category.href}>{`All ${category.title.toLowerCase()}`}</a>
        </p>
      )}
    </aside>
  )
}
