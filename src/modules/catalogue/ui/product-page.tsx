import { useRef, type ReactNode } from 'react'
import type { Cents } from '../../../platform/money.ts'
import { CleanHtml } from '../../../ui/display/clean-html.tsx'
import { PageTabs, type PageNavigationItem } from '../../../ui/navigation/page-tabs.tsx'
import { Stars } from '../../../ui/display/stars.tsx'
import { useStore } from '../../../ui/browser/store.ts'
import { placeStore } from '../../geo/ui/place.ts'
import type { PricePromise } from '../../pricing/price-promise.ts'
import { formatPrice } from '../../pricing/pricing.ts'
import { FreeDelivery, Price } from '../../pricing/ui/price.tsx'
import { PricePromiseLink } from '../../pricing/ui/price-promise.tsx'
import { canBeBought, offerOfCard, type Card, type CardRules } from '../product/card.ts'
import { brandPath, isBuyable, missingPartsText, unavailableTextOf } from '../catalogue.ts'
import { pageNavigationOf, type ProductView } from '../product/product-page.ts'
import type { ChoiceGroup } from '../product/upsell.ts'
import { BuyBar, buyFormId } from '../internal/ui/buy-bar.tsx'
import { CompareControl } from '../internal/ui/compare-control.tsx'
import { EnergyPanel } from '../internal/ui/energy-panel.tsx'
import { CardRow } from './card-row.tsx'
import { ConditionLabel } from './condition-label.tsx'
import { FitCheck } from '../internal/ui/fit-check.tsx'
import { Gallery } from '../internal/ui/gallery.tsx'
import { LogInToBuy } from './log-in-to-buy.tsx'
import { NotifyMeLink } from '../internal/ui/notify-me-link.tsx'
import { RecentlyViewed } from './recently-viewed.tsx'
import { UpsellChoices } from '../internal/ui/upsell-choices.tsx'
import partStyles from './product-parts.module.css'
import { Picture } from '../../../ui/display/picture.tsx'
import styles from './product-page.module.css'
import { countText } from '../../../platform/text/count-text.ts'

/** Other products below one, and why they stand there. */
export type CardRowContent = { readonly title: string; readonly cards: readonly Card[] }

export type ProductPageProps = {
  readonly view: ProductView
  readonly rules: CardRules
  /** The app's texts beside a price; null where there are none. */
  readonly words: {
    /** Whether 'Call us now' is shown beside the price. */
    readonly callUs: boolean
    readonly freeDelivery: string
    readonly rrp: string
    readonly promise: PricePromise | null
  }
  /** Null where the price history is not shown. */
  /** `chart` is trusted markup. */
  readonly history: { readonly lowestIn30Days: Cents; readonly chart: string } | null
  /** Promotions and the sale's message, as trusted markup; '' where there are none. */
  readonly offers: string
  /** What it is sold together with for one price, as trusted markup; '' where there is nothing. */
  readonly bundles: string
  readonly rows: readonly CardRowContent[]
  /** The options offered with it. */
  readonly choices: readonly ChoiceGroup[]
  /** Its replacement. */
  readonly successor: { readonly title: string; readonly href: string } | null
  /** The back-in-stock form; null where the product may never come back. */
  readonly notify: { readonly asksForCall: boolean; readonly done: string | null } | null
}

/** Slots for later modules. */
type PageExtras = {
  readonly delivery: ReactNode
  /** Null where no warehouse has or expects any. */
  readonly stock: ReactNode
  /** Trusted markup. */
  readonly questions: string
  readonly reviews: string
  /** The delivery line of related products by sku. */
  readonly estimates: Readonly<Record<string, string>>
}

/** One product: pictures and buy box first, then all content in one column. */
export function ProductPage(props: ProductPageProps & PageExtras) {
  const { view, rules, rows, delivery, estimates } = props
  const place = useStore(placeStore)
  const sections = sectionsOf(props, place?.state ?? null)
  return (
    <article className={`page ${styles.product}`}>
      <div className={styles.gallery}>
        <Gallery key={view.sku} items={view.gallery} title={view.title} model={view.model} />
      </div>
      <div className={styles.aside}>
        <div className={styles.buy}>
          <p className={styles.brand}>
            <a href={brandPath(view.brandUri)}>{view.brand}</a>
          </p>
          <h1 className={view.title.length > 60 ? `${styles.title} ${styles.long}` : styles.title}>{view.title}</h1>
          <div className={styles.codes}>
            {view.rating !== undefined && !rules.hidesRatings && (
              <a href="#reviews" className={styles.rating}>
                <Stars value={view.rating.average} of={5} label={`Rated ${view.rating.average.toFixed(1)} out of 5`} />
                {view.rating.average.toFixed(1)}{' '}
                <span className={styles.soft}>({countText(view.rating.count, 'rating')})</span>
              </a>
            )}
            <p>
              {view.mpn !== null && <>Model {view.mpn} · </>}SKU {view.sku}
            </p>
          </div>
          {view.missingParts !== undefined && <p className={styles.missing}>{missingPartsText(view.missingParts)}</p>}
          {view.condition !== undefined && (
            <p>
              <ConditionLabel of={view.condition} />
            </p>
          )}
          <Price uri={view.uri} offer={offerOfCard(view)} rules={rules} explanation={props.words.rrp} size="page" />
          <Variants view={view} />
          {delivery}
          <Buying {...props} />
          <Facts facts={view.facts} />
          <Beside {...props} />
        </div>
      </div>
      {props.bundles !== '' && <CleanHtml html={props.bundles} className={`${partStyles.bundles} ${styles.jump}`} />}
      <PageTabs items={sections} className={styles.jump} />
      <div className={styles.sections}>
        {sections.map((section) => (
          <section
            key={section.uri}
            id={section.uri}
            aria-labelledby={`${section.uri}-title`}
            className={styles.section}
          >
            <h2 id={`${section.uri}-title`}>{section.title}</h2>
            {section.body}
          </section>
        ))}
      </div>
      <div className={styles.after}>
        {rows.map((row) => (
          <CardRow key={row.title} {...row} rules={rules} state={place?.state ?? null} estimates={estimates} />
        ))}
        <RecentlyViewed current={{ uri: view.uri, title: view.title, picture: view.picture }} />
      </div>
    </article>
  )
}

/** How it is bought; or why it is not, and what to do instead. */
function Buying({ view, rules, words, choices, successor, notify }: ProductPageProps) {
  const unavailable = unavailableTextOf(view.status)
  const { supportNumber } = rules
  const add = useRef<HTMLButtonElement>(null)
  return (
    <div className={styles.buying}>
      {canBeBought(view) && (
        <>
          <form id={buyFormId} method="post" action="/cart" data-add-to-cart="">
            <input type="hidden" name="sku" value={view.sku} />
            <div className={styles.add}>
              <input
                key={view.sku}
                type="number"
                name="quantity"
                aria-label="Quantity"
                required
                min={1}
                max={99}
                defaultValue={1}
                autoComplete="off"
              />
              <button ref={add} className="button" name="intent" value="add">
                Add to cart
              </button>
            </div>
            <UpsellChoices key={view.sku} groups={choices} />
          </form>
          <div data-express-pay="" />
          <BuyBar title={view.title} price={view.price ?? 0} button={add} />
        </>
      )}
      {rules.hidesPrices && isBuyable(view.status) && <LogInToBuy uri={view.uri}>Add to cart</LogInToBuy>}
      {successor !== null && (
        <p className={styles.unavailable}>
          Replaced by <a href={successor.href}>{successor.title}</a>
        </p>
      )}
      {unavailable !== null && (
        <p className={styles.unavailable}>
          {unavailable.replace(/\.$/, '')}. Call{' '}
          <a href={`tel:${supportNumber.replaceAll(' ', '')}`}>{supportNumber}</a> and we will help you find a similar
          one.
        </p>
      )}
      {notify !== null && <NotifyMeLink key={view.sku} uri={view.uri} sku={view.sku} {...notify} />}
      {view.status === 'backOrder' && <p className={styles.soft}>This item is on back order.</p>}
      {canBeBought(view) && <FreeDelivery text={words.freeDelivery} />}
    </div>
  )
}

function Facts({ facts }: { facts: readonly string[] }) {
  if (facts.length === 0) return null
  return (
    <ul className={styles.facts}>
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  )
}

/** What speaks for buying it here and now, and what helps to decide. */
function Beside({ view, rules, words, history, offers }: ProductPageProps) {
  return (
    <div className={styles.beside}>
      <CleanHtml html={offers} className={partStyles.offers} />
      {history !== null && (
        <p className={styles.soft}>Lowest price in the last 30 days: {formatPrice(history.lowestIn30Days)}</p>
      )}
      {/* Nobody matches a price that the maker has fixed (decision catalogue-05). */}
      {view.price !== null && words.promise !== null && view.priceType !== 'manufacturer' && (
        <p>
          <PricePromiseLink promise={words.promise} />
        </p>
      )}
      <CompareControl of={view} rules={rules} />
      {words.callUs && (
        <a className="button button--quiet" href={`tel:${rules.supportNumber.replaceAll(' ', '')}`}>
          Call us now
        </a>
      )}
    </div>
  )
}

function Variants({ view }: { view: ProductView }) {
  if (view.variants.length === 0) return null
  return (
    <div className={styles.variants}>
      <p id="variants-title">{view.variantAxis}</p>
      <ul aria-labelledby="variants-title">
        {view.variants.map((variant) => (
          <li key={variant.uri}>
            <a
              href={variant.uri}
              aria-current={variant.isThis ? 'true' : undefined}
              data-keep-scroll=""
              data-gone={isBuyable(variant.status) ? undefined : ''}
            >
              {variant.picture !== null && <Picture src={variant.picture} alt="" width={40} height={40} />}
              {variant.label}
              {!isBuyable(variant.status) && <span className="visually-hidden"> (not available)</span>}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

type Section = PageNavigationItem & { readonly body: ReactNode }

/** The page's sections, with their content. */
function sectionsOf(
  { view, rules: { tariffs }, history, stock, questions, reviews }: ProductPageProps & PageExtras,
  state: string | null,
): Section[] {
  const bodies: Readonly<Record<string, () => ReactNode>> = {
    stock: () => stock,
    description: () => <CleanHtml html={view.description} className={styles.prose} />,
    features: () => (
      <ul className={styles.features}>
        {view.features.map((feature) => (
          <li key={feature.title}>
            <h3>{feature.title}</h3>
            <p>{feature.description}</p>
          </li>
        ))}
      </ul>
    ),
    dimensions: () => (
      <>
        {view.dimensions !== null && (
          <Picture
            className={styles.dimensions}
            src={view.dimensions}
            alt={`Width, height and depth of ${view.title}`}
            width={800}
            height={800}
          />
        )}
        {view.size !== undefined && <FitCheck size={view.size} air={view.air} categoryUri={view.categoryUri} />}
      </>
    ),
    energy: () =>
      tariffs !== null && view.kwh !== undefined ? (
        <EnergyPanel kwh={view.kwh} stars={view.stars} label={view.energyLabel} tariffs={tariffs} state={state} />
      ) : null,
    specifications: () => <Specifications view={view} />,
    'price-history': () =>
      history === null ? null : <CleanHtml html={history.chart} className={partStyles.history} />,
    questions: () => <CleanHtml html={questions} />,
    reviews: () => <CleanHtml html={reviews} />,
    downloads: () => (
      <ul>
        {view.documents.map((file) => (
          <li key={file.url}>
            <a href={file.url} data-reload="">
              {file.title}
            </a>{' '}
            <span className={styles.soft}>({file.sizeKb} kB)</span>
          </li>
        ))}
      </ul>
    ),
  }
  return pageNavigationOf({
    ...view,
    hasDimensions: view.dimensions !== null || view.size !== undefined,
    hasPriceHistory: history !== null,
    hasStock: stock !== null,
    hasRunningCosts: view.kwh !== undefined && tariffs !== null,
  })
    .filter((item) => item.display)
    .map((item) => ({ ...item, body: bodies[item.uri]?.() }))
}

function Specifications({ view }: { view: ProductView }) {
  return (
    <div className={styles.tables}>
      {view.specifications.map((group) => (
        <table key={group.title}>
          <caption>{group.title}</caption>
          <tbody>
            {group.rows.map((row) => (
              <tr key={row.name}>
                <th scope="row">{row.name}</th>
                <td>{row.value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  )
}
