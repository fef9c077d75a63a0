import { useEffect, useRef } from 'react'
import { Icon } from '../../../../ui/display/icons.tsx'
import { blockChat } from '../../../../ui/overlays/chat-blockers.ts'
import type { useSpace } from '../../../catalogue/ui/space.ts'
import type { ListedServiceKind } from '../../../delivery/services.ts'
import type { ListingChoice } from '../../listing-query.ts'
import type { ListingView } from '../../listing-views.ts'
import styles from '../../ui/listing-page.module.css'
import { DeliveryFilter } from './delivery-filter.tsx'
import { Filters } from './filters.tsx'
import { SpaceFilter } from './space-filter.tsx'
import { countText } from '../../../../platform/text/count-text.ts'

/** One set of filters: beside the list where there is room, else a sheet that the browser opens, without script too. */
export function FilterSheet({
  listing,
  choice,
  path,
  promoted,
  spaceKind,
  space,
  postcode,
  serviceKinds,
  go,
}: {
  readonly listing: Pick<ListingView, 'facets' | 'total'>
  readonly choice: ListingChoice
  readonly path: string
  readonly promoted: readonly string[]
  /** The kind of product a space can be entered for; null where nothing has measures. */
  readonly spaceKind: string | null
  readonly space: ReturnType<typeof useSpace>
  readonly postcode: string | null
  readonly serviceKinds: readonly ListedServiceKind[]
  readonly go: (next: ListingChoice) => void
}) {
  const unblockChat = useRef<(() => void) | null>(null)
  const sheet = useRef<HTMLElement>(null)
  // Another list starts with its filters closed; what is chosen in them leaves them open for the next choice.
  useEffect(
    () => () => {
      if (sheet.current?.matches(':popover-open')) sheet.current.hidePopover()
      unblockChat.current?.()
    },
    [path],
  )

  return (
    <aside
      ref={sheet}
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
        {spaceKind !== null && <SpaceFilter kind={spaceKind} space={space} choice={choice} path={path} go={go} />}
        <Filters
          facets={listing.facets}
          isFolded={listing.total < 2}
          choice={choice}
          path={path}
          promoted={promoted}
          second={<DeliveryFilter postcode={postcode} kinds={serviceKinds} choice={choice} path={path} />}
          go={go}
        />
      </div>
      <div className={styles.sheetFoot}>
        <button
          type="button"
          className="button button--wide"
          popoverTarget="filters"
          popoverTargetAction="hide"
        >{`Show ${countText(listing.total, 'product')}`}</button>
      </div>
    </aside>
  )
}
