import { useState } from 'react'
import { addDays, shortDay, type Day } from '../../../platform/calendar.ts'
import { listingAddress, type ListingChoice } from '../listing-query.ts'
import styles from './filters.module.css'

/** How many days from today a list can be narrowed to. */
const spans = [2, 7, 14] as const

/** Only what can be at the visitor's suburb by a day. Shown once a suburb is chosen, so its days may be those of the browser's clock. */
export function DeliveryFilter({
  postcode,
  choice,
  path,
}: {
  postcode: string | null
  choice: ListingChoice
  path: string
}) {
  const [today] = useState(dayHere)
  if (postcode === null) return null
  return (
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
}

function dayHere(): Day {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}
