import { withThousands } from '../../../../platform/money.ts'
import { Icon } from '../../../../ui/display/icons.tsx'
import type { chipsOf } from '../../chips.ts'
import { listingAddress, withoutFilters, type ListingChoice } from '../../listing-query.ts'
import type { ListingView, Replacement } from '../../listing-views.ts'
import styles from '../../ui/listing-page.module.css'

/** The filters that are on, each with a way to take it away. */
export function ChosenFilters({
  chips,
  choice,
  path,
}: {
  readonly chips: ReturnType<typeof chipsOf>
  readonly choice: ListingChoice
  readonly path: string
}) {
  return (
    <ul className={styles.chips} aria-label="Selected filters">
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
  )
}

/** How a list differs from what was searched for. */
export function SearchNotes({
  replaced,
  listing,
  relaxedTerms,
  unknownBrand,
}: {
  /** A maker that was searched for and is not stocked. */
  readonly unknownBrand: string | null
  readonly replaced: Replacement | null
  readonly listing: Pick<ListingView, 'correctedTerm' | 'relaxed' | 'total'>
  readonly relaxedTerms: readonly { readonly term: string; readonly href: string; readonly count: number }[]
}) {
  return (
    <>
      {unknownBrand !== null && (
        <p className={styles.corrected}>
          {listing.total > 0
            ? `We do not stock ${unknownBrand}. Here is what we have from other brands.`
            : `We do not stock ${unknownBrand}.`}
        </p>
      )}
      {replaced !== null && (
        <p className={styles.corrected}>
          {`${replaced.of} has been discontinued. `}
          <a href={replaced.href}>{`Replaced by ${replaced.title}`}</a>
        </p>
      )}
      {listing.correctedTerm !== null && (
        <p className={styles.corrected}>
          Showing results for <b>{listing.correctedTerm}</b>
        </p>
      )}
      {listing.relaxed && (
        <p className={styles.corrected}>No products match every word. Here are some that match part of your search.</p>
      )}
      {relaxedTerms.length > 0 && (
        <ul className={styles.relaxed} aria-label="Try these searches">
          {relaxedTerms.map((one) => (
            <li key={one.href}>
              <a href={one.href}>
                {`${one.term} `}
                <small>{withThousands(String(one.count))}</small>
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
