import { useState } from 'react'
import { addDays, shortDay, type Day } from '../../../../platform/calendar.ts'
import { serviceKindTitles, type ListedServiceKind } from '../../../delivery/services.ts'
import { listingAddress, withService, type ListingChoice } from '../../listing-query.ts'
import styles from './filters.module.css'

/** How many days from today a list can be narrowed to. */
const spans = [2, 7, 14] as const

/** Only what can be at the visitor's suburb by a day, or with a service there. Shown once a suburb is chosen, so its days may be those of the browser's clock. */
export function DeliveryFilter({
  postcode,
  kinds,
  choice,
  path,
}: {
  postcode: string | null
  /** The services to offer. */
  kinds: readonly ListedServiceKind[]
  choice: ListingChoice
  path: string
}) {
  const [today] = useState(dayHere)
  if (postcode === null) return null
  const chosen = choice.services?.postcode === postcode ? choice.services.kinds : []
  const byDay = (
    <details className={styles.facet} open>
      <summary>{`Delivered to ${postcode}`}</summary>
      <ul>
        {spans.map((span) => {
          const by = addDays(today, span)
          const isChosen = choice.delivery?.postcode === postcode && choice.delivery.by === by
          return (
            <li key={span}>
              <a
                href={listingAddress(path, { ...choice, page: 1, delivery: isChosen ? null : { postcode, by } })}
                rel="nofollow"
                aria-current={isChosen ? 'true' : undefined}
              >
                {`By ${shortDay(by)}`}
              </a>
            </li>
          )
        })}
      </ul>
    </details>
  )
  if (kinds.length === 0) return byDay
  return (
    <>
      {byDay}
      <details className={styles.facet} open>
        <summary>{`Available at ${postcode}`}</summary>
        <ul>
          {kinds.map((kind) => (
            <li key={kind}>
              <a
                href={listingAddress(path, withService(choice, postcode, kind))}
                rel="nofollow"
                aria-current={chosen.includes(kind) ? 'true' : undefined}
              >
                {serviceKindTitles[kind]}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}

function dayHere(): Day {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}
