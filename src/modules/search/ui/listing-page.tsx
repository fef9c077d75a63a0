import { useEffect, useRef, type ReactNode } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import { blockChat } from '../../../ui/overlays/chat-blockers.ts'
import { Icon } from '../../../ui/display/icons.tsx'
import { PageLinks } from '../../../ui/navigation/page-links.tsx'
import { pageCount } from '../../../ui/navigation/page-count.ts'
import { useStore } from '../../../ui/browser/store.ts'
import { withThousands } from '../../../platform/money.ts'
import { useIsSlow } from '../../../ui/browser/use-is-slow.ts'

import { refineId } from '../../content/masthead.ts'
import type { CardRules } from '../../catalogue/card.ts'
import { ProductCard } from '../../catalogue/ui/product-card.tsx'
import type { ListedServiceKind } from '../../delivery/services.ts'
import { useEstimates } from '../../delivery/ui/estimates.ts'
import { useSpace } from '../../catalogue/ui/space.ts'
import { placeStore } from '../../geo/ui/place.ts'
import { chipsOf } from '../chips.ts'
import { canCarryOn, type InfiniteScrollList } from '../infinite-scroll.ts'
import { listingAddress, withoutFilters, type ListingChoice } from '../listing-query.ts'
import { offeredSorts } from '../search.ts'
import type { Replacement } from '../listings.server.ts'
import type { SearchSettings } from '../search.ts'
import { Filters } from '../internal/ui/filters.tsx'
import { DeliveryFilter } from '../internal/ui/delivery-filter.tsx'
import { SpaceFilter } from '../internal/ui/space-filter.tsx'
import { ShowMore, SortControl } from '../internal/ui/listing-controls.tsx'
import { carryOnTo } from './show-more.ts'
import { SearchField } from './search-field.tsx'
import styles from './listing-page.module.css'

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
  /** Shorter searches, when no product holds every word. */
  readonly relaxedTerms: readonly { readonly term: string; readonly href: string; readonly count: number }[]
  /** What helps when nothing was found; null when something was. */
  readonly help: ListingHelp | null
}

export type ListingHelp = {
  /** Why, in words. */
  readonly text: string
  /** The lists that are left when one filter goes, with how much is in them; none of them is empty. */
  readonly without: readonly { readonly label: string; readonly href: string; readonly count: number }[]
  readonly categories: readonly { readonly title: string; readonly href: string }[]
  readonly supportNumber: string
  readonly supportText: string
  readonly search: SearchSettings
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

  const unblockChat = useRef<(() => void) | null>(null)
  const filters = useRef<HTMLElement>(null)
  // Another list starts with its filters closed; what is chosen in them leaves them open for the next choice.
  useEffect(
    () => () => {
      if (filters.current?.matches(':popover-open')) filters.current.hidePopover()
      unblockChat.current?.()
    },
    [path],
  )

  const cards = useRef<HTMLDivElement>(null)
  /** How many cards there were when more were asked for. */
  const hadCards = useRef<number | null>(null)
  function more() {
    hadCards.current = listing.cards.length
    carryOnTo(nextPage)
    void navigate(nextPage, { replace: true, preventScrollReset: true })
  }
  useEffect(() => {
    const at = hadCards.current
    if (at === null || listing.cards.length <= at) return
    hadCards.current = null
    // Whoever reads on by keyboard goes on at the first card that is new; the page stays where it is.
    cards.current?.children[at]?.querySelector('a')?.focus({ preventScroll: true })
  }, [listing.cards])

  return (
    <div className={`page ${styles.listing}`}>
      <header className={styles.head}>
        <Heading>
          {`${props.title} `}
          <span className={styles.count}>{withThousands(String(listing.total))}</span>
        </Heading>
        {props.intro !== '' && <p className={styles.intro}>{props.intro}</p>}
      </header>
      {props.below.length > 0 && chips.length === 0 && firstPage === 1 && (
        <ul className={styles.below}>
          {props.below.map((child) => (
            <li key={child.href}>
              <a href={child.href}>
                <img src={child.picture} alt="" width="120" height="120" loading="lazy" />
                {child.title}
              </a>
            </li>
          ))}
        </ul>
      )}
      <div id={refineId} className={styles.columns}>
        {/* One set of filters: beside the list where there is room, else a sheet that the browser opens, without script too. */}
        <aside
          ref={filters}
          id="filters"
          popover="auto"
          className={styles.side}
          aria-label="Filters"
          data-keep-scroll=""
          onToggle={(event) => {
            unblockChat.current?.()
            unblockChat.current = event.newState === 'open' ? blockChat('filter-panel') : null
          }}
        >
          <div className={styles.sheetHead}>
            <h2>Filters</h2>
            <button type="button" aria-label="Close filters" popoverTarget="filters" popoverTargetAction="hide">
              <Icon name="close" />
            </button>
          </div>
          <div className={styles.sheetBody}>
            {props.spaceKind !== null && (
              <SpaceFilter kind={props.spaceKind} space={space} choice={choice} path={path} go={go} />
            )}
            <DeliveryFilter postcode={place?.postcode ?? null} kinds={props.serviceKinds} choice={choice} path={path} />
            <Filters
              facets={listing.facets}
              isFolded={listing.total < 2}
              choice={choice}
              path={path}
              promoted={props.promoted}
              go={go}
            />
          </div>
          <div className={styles.sheetFoot}>
            <button
              type="button"
              className="button button--wide"
              popoverTarget="filters"
              popoverTargetAction="hide"
            >{`Show ${withThousands(String(listing.total))} products`}</button>
          </div>
        </aside>
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
          {chips.length > 0 && (
            <ul className={styles.chips} aria-label="Chosen filters">
              {chips.map((chip) => (
                <li key={chip.label}>
                  <a href={listingAddress(path, chip.without)} data-keep-scroll="">
                    <span className="visually-hidden">Remove filter </span>
                    {chip.label} <Icon name="close" size={14} />
                  </a>
                </li>
              ))}
              <li>
                <a className={styles.clear} href={listingAddress(path, withoutFilters(choice))}>
                  Clear all
                </a>
              </li>
            </ul>
          )}
          {props.replaced !== null && (
            <p className={styles.corrected}>
              {`${props.replaced.of} has been discontinued. `}
              <a href={props.replaced.href}>{`Replaced by ${props.replaced.title}`}</a>
            </p>
          )}
          {listing.correctedTerm !== null && (
            <p className={styles.corrected}>
              Showing results for <b>{listing.correctedTerm}</b>
            </p>
          )}
          {listing.relaxed && <p className={styles.corrected}>Nothing matches every word. These match some of them.</p>}
          {props.relaxedTerms.length > 0 && (
            <ul className={styles.relaxed} aria-label="Shorter searches">
              {props.relaxedTerms.map((one) => (
                <li key={one.href}>
                  <a href={one.href}>
                    {`${one.term} `}
                    <small>{withThousands(String(one.count))}</small>
                  </a>
                </li>
              ))}
            </ul>
          )}
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

/** The way on from an empty list: search again, categories people like, and somebody to ask. */
function NothingFound({ help }: { help: ListingHelp }) {
  return (
    <div className={styles.empty}>
      <p>{help.text}</p>
      {help.without.length > 0 && (
        <ul className={styles.without} aria-label="Take a filter away">
          {help.without.map((one) => (
            <li key={one.href}>
              <a className="button button--quiet" href={one.href} data-keep-scroll="">
                {`Without ${one.label} `}
                <small>{withThousands(String(one.count))}</small>
              </a>
            </li>
          ))}
        </ul>
      )}
      <SearchField settings={help.search} mode="page" label="Search again" />
      <h2>Popular categories</h2>
      <ul className={styles.popular}>
        {help.categories.map((one) => (
          <li key={one.href}>
            <a href={one.href}>{one.title}</a>
          </li>
        ))}
      </ul>
      <p>
        {`${help.supportText}: `}
        <a href={`tel:${help.supportNumber.replaceAll(' ', '')}`}>{help.supportNumber}</a>
      </p>
    </div>
  )
}
