import { useEffect, useId, useRef } from 'react'
import { deliveryText, rangeText, servicesText, type ListingChoice } from '../../listing-query.ts'
import { type SortId } from '../../search.ts'
import { sortTitles } from '../../sort-orders.ts'
import styles from './listing-controls.module.css'

/** The current filters and sort order as hidden fields of a form that changes something else. */
export function HiddenFilters({ choice }: { choice: ListingChoice }) {
  return (
    <>
      {Object.entries(choice.filters).flatMap(([facet, values]) =>
        values.map((value) => (
          <input key={`${facet}:${value}`} type="hidden" name="filter" value={`${facet}:${value}`} />
        )),
      )}
      {Object.entries(choice.ranges).map(([facet, range]) => (
        <input key={facet} type="hidden" name="filter" value={`${facet}:${rangeText(facet, range)}`} />
      ))}
      {choice.delivery !== null && <input type="hidden" name="filter" value={deliveryText(choice.delivery)} />}
      {choice.services !== null && <input type="hidden" name="filter" value={servicesText(choice.services)} />}
      {choice.sort !== 'relevance' && <input type="hidden" name="sort" value={choice.sort} />}
    </>
  )
}

export function SortControl({
  choice,
  path,
  sorts,
  go,
}: {
  choice: ListingChoice
  path: string
  sorts: readonly SortId[]
  go: (choice: ListingChoice) => void
}) {
  const id = useId()
  const select = useRef<HTMLSelectElement>(null)
  // The order of the list that is shown, also after going back; another element would lose the focus.
  useEffect(() => {
    if (select.current !== null) select.current.value = choice.sort
  }, [choice.sort])
  return (
    <form className={styles.sort} method="get" action={path}>
      <label htmlFor={id}>Sort</label>
      <HiddenFilters choice={{ ...choice, sort: 'relevance' }} />
      <select
        ref={select}
        id={id}
        name="sort"
        defaultValue={choice.sort}
        onChange={(event) => go({ ...choice, page: 1, sort: event.target.value as SortId })}
      >
        {sorts.map((sort) => (
          <option key={sort} value={sort}>
            {sortTitles[sort]}
          </option>
        ))}
      </select>
      <noscript>
        <button className="button button--quiet">Sort</button>
      </noscript>
    </form>
  )
}

/** The way to the next page: a plain link, which script takes over to put that page below this one. */
export function ShowMore({
  address,
  count,
  onMore,
}: {
  address: string
  count: number
  /** Null where the link is to lead to that page by itself. */
  onMore: (() => void) | null
}) {
  return (
    <p className={styles.more}>
      <a
        className="button button--quiet"
        href={address}
        onClick={(event) => {
          if (onMore === null || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
          event.preventDefault()
          onMore()
        }}
      >{`Show ${count} more`}</a>
    </p>
  )
}
