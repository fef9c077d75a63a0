import { useEffect, useRef, type ReactNode } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import { withThousands } from '../../../platform/money.ts'
import { useStore } from '../../../ui/browser/store.ts'
import { useIsSlow } from '../../../ui/browser/use-is-slow.ts'
import { Icon } from '../../../ui/display/icons.tsx'
import { pageCount } from '../../../ui/navigation/page-count.ts'
import { PageLinks } from '../../../ui/navigation/page-links.tsx'
import type { CardRules, Card } from '../../catalogue/product/card.ts'
import { ProductCard } from '../../catalogue/ui/product-card.tsx'
import { useSpace } from '../../catalogue/ui/space.ts'
import { refineId } from '../../content/masthead.ts'
import type { ListedServiceKind } from '../../delivery/services.ts'
import { useEstimates } from '../../delivery/ui/estimates.ts'
import { placeStore } from '../../geo/ui/place.ts'
import { chipsOf } from '../chips.ts'
import { canCarryOn, type InfiniteScrollList } from '../infinite-scroll.ts'
import { FilterSheet } from '../internal/ui/filter-sheet.tsx'
import { ShowMore, SortControl } from '../internal/ui/listing-controls.tsx'
import { ChosenFilters, SearchNotes } from '../internal/ui/listing-notes.tsx'
import { NothingFound } from '../internal/ui/nothing-found.tsx'
import { listingAddress, type ListingChoice } from '../listing-query.ts'
import type { ListingHelp, Replacement } from '../listing-views.ts'
import { offeredSorts } from '../sort-orders.ts'
import { Picture } from '../../../ui/display/picture.tsx'
import styles from './listing-page.module.css'
import { carryOnTo } from './show-more.ts'

export type ListingPageProps = InfiniteScrollList & {
  readonly title: string
  readonly intro: string
  /** Categories below this one, with their pictures. */
  readonly below: readonly { readonly title: string; readonly href: string; readonly picture: string }[]
  readonly pageSize: number
  readonly promoted: readonly string[]
  /** The kind of product a space can be entered for; null where nothing has measures. */
  readonly spaceKind: string | null
  readonly hidesPriceSorts: boolean
  /** The services that anything here can be had with, somewhere. */
  readonly serviceKinds: readonly ListedServiceKind[]
  readonly rules: CardRules
  /** What came after the discontinued product whose model number was searched for. */
  readonly replaced: Replacement | null
  /** A maker that was searched for and is not stocked. */
  readonly unknownBrand: string | null
  /** Shorter searches, when no product holds every word. */
  readonly relaxedTerms: readonly { readonly term: string; readonly href: string; readonly count: number }[]
  /** What helps when nothing was found; null when something was. */
  readonly help: ListingHelp | null
}

/** A list of products with its filters: category, brand, search and all products are this page. Every state has an address. */
export function ListingPage(props: ListingPageProps & { readonly heading?: 'h1' | 'h2' }) {
  const { listing, choice, path, pageSize, heading: Heading = 'h1' } = props
  const navigate = useNavigate()
  const place = useStore(placeStore)
  const space = useSpace(props.spaceKind)
  const estimates = useEstimates(listing.cards.map((card) => card.sku))

  const go = (next: ListingChoice) => void navigate(listingAddress(path, next), { preventScrollReset: true })
  const chips = chipsOf(listing.facets, choice)
  const { firstPage = choice.page } = props
  const first = (firstPage - 1) * pageSize + 1
  const last = Math.min(choice.page * pageSize, listing.total)

  const list = { currentPage: choice.page, totalItems: listing.total, itemsPerPage: pageSize }
  const nextPage = listingAddress(path, { ...choice, page: choice.page + 1 })

  const { cards, more } = useShowMore(listing.cards, nextPage)

  return (
    <div className={`page ${styles.listing}`}>
      <header className={styles.head}>
        <Heading>
          {`${props.title} `}
          <span className={styles.count}>{withThousands(String(listing.total))}</span>
        </Heading>
        {props.intro !== '' && <p className={styles.intro}>{props.intro}</p>}
      </header>
      {props.below.length > 0 && chips.length === 0 && firstPage === 1 && <Below categories={props.below} />}
      <div id={refineId} className={styles.columns}>
        <FilterSheet
          listing={listing}
          choice={choice}
          path={path}
          promoted={props.promoted}
          spaceKind={props.spaceKind}
          space={space}
          postcode={place?.postcode ?? null}
          serviceKinds={props.serviceKinds}
          go={go}
        />
        <Results>
          <h2 className="visually-hidden">Products</h2>
          <div className={styles.bar}>
            <p role="status" className={styles.range}>
              {/* "to", as it is read out; and a dash, outside Latin-1, would double every character of the page in memory. */}
              {listing.total < 2
                ? ['No products', '1 product'][listing.total]
                : `${withThousands(String(first))} to ${withThousands(String(last))} of ${withThousands(String(listing.total))}`}
            </p>
            {(listing.total > 0 || chips.length > 0) && (
              <button type="button" className={`button button--quiet ${styles.refine}`} popoverTarget="filters">
                <Icon name="sliders" size={20} />
                {` Filter${chips.length > 0 ? ` (${chips.length})` : ''}`}
              </button>
            )}
            {listing.total > 1 && (
              <SortControl
                choice={choice}
                path={path}
                sorts={offeredSorts({ hidesPrices: props.hidesPriceSorts, facets: listing.facets, sort: choice.sort })}
                go={go}
              />
            )}
          </div>
          {chips.length > 0 && <ChosenFilters chips={chips} choice={choice} path={path} />}
          <SearchNotes {...props} />
          {props.help !== null ? (
            <NothingFound help={props.help} />
          ) : (
            <div ref={cards} className={styles.grid}>
              {listing.cards.map((card, at) => (
                <ProductCard
                  key={card.sku}
                  card={card}
                  rules={props.rules}
                  state={place?.state ?? null}
                  space={space}
                  delivery={estimates[card.sku] ?? null}
                  eager={at < 2}
                />
              ))}
            </div>
          )}
          {choice.page < pageCount(list) && (
            <ShowMore
              address={nextPage}
              count={Math.min(pageSize, listing.total - last)}
              onMore={canCarryOn(props) ? more : null}
            />
          )}
          <PageLinks list={list} address={(page) => listingAddress(path, { ...choice, page })} />
        </Results>
      </div>
    </div>
  )
}

/** Alone knows that the next list is under way, so that nothing else is rendered for it. */
function Results({ children }: { children: ReactNode }) {
  const isBusy = useIsSlow(useNavigation().state === 'loading')
  return (
    <section className={styles.results} aria-label="Products" aria-busy={isBusy}>
      {children}
    </section>
  )
}

function Below({ categories }: { categories: ListingPageProps['below'] }) {
  return (
    <ul className={styles.below}>
      {categories.map((child) => (
        <li key={child.href}>
          <a href={child.href}>
            <Picture src={child.picture} alt="" width={120} height={120} />
            {child.title}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Shows more of a list in its place; the focus goes on at the first card that is new. */
function useShowMore(listed: readonly Card[], nextPage: string) {
  const navigate = useNavigate()
  const cards = useRef<HTMLDivElement>(null)
  /** How many cards there were when more were asked for. */
  const hadCards = useRef<number | null>(null)
  function more() {
    hadCards.current = listed.length
    carryOnTo(nextPage)
    void navigate(nextPage, { replace: true, preventScrollReset: true })
  }
  useEffect(() => {
    const at = hadCards.current
    if (at === null || listed.length <= at) return
    hadCards.current = null
    // Whoever reads on by keyboard goes on at the first card that is new; the page stays where it is.
    cards.current?.children[at]?.querySelector('a')?.focus({ preventScroll: true })
  }, [listed])
  return { cards, more }
}
