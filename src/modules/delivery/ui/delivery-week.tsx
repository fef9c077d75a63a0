import { useId, useState } from 'react'
import { shortDay, type Day } from '../../../platform/calendar.ts'
import { chargeOf, dayLabel, nextDates, type DatedPrice } from '../delivery.ts'
import { DeliveryCalendar } from './delivery-calendar.tsx'
import styles from './delivery-week.module.css'

type WeekProps = {
  dates: readonly DatedPrice[]
  today: Day
  selected: Day | null
  onSelect: (day: Day) => void
  /** The id of the heading that names the choice. */
  labelledBy: string
}

/** The next dates that can be had with their prices, and the whole calendar behind 'More dates' (decision 0066). */
export function DeliveryWeek({ dates, today, selected, onSelect, labelledBy }: WeekProps) {
  const [isOpen, setOpen] = useState(false)
  const name = useId()
  const next = nextDates(dates, selected)
  const hasMore = dates.some((date) => date.available && !next.includes(date))
  return (
    <div className={styles.week}>
      <div className={styles.days} role="radiogroup" aria-labelledby={labelledBy}>
        {next.map((date) => (
          <DayChoice
            key={date.day}
            date={date}
            isToday={date.day === today}
            name={name}
            isSelected={date.day === selected}
            onSelect={onSelect}
          />
        ))}
      </div>
      {hasMore && (
        <details className={styles.more} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>More dates</summary>
          {isOpen && <DeliveryCalendar dates={dates} today={today} selected={selected} onSelect={onSelect} />}
        </details>
      )}
    </div>
  )
}

function DayChoice({
  date: { day, price },
  isToday,
  name,
  isSelected,
  onSelect,
}: {
  date: DatedPrice
  isToday: boolean
  name: string
  isSelected: boolean
  onSelect: (day: Day) => void
}) {
  const [weekday, ...date] = shortDay(day).split(' ')
  return (
    <label
      className={styles.day}
      data-day={day}
      data-free={(typeof price === 'number' && chargeOf(price) === 0) || undefined}
    >
      <input type="radio" name={name} checked={isSelected} onChange={() => onSelect(day)} />
      <span className={styles.weekday}>{isToday ? 'Today' : weekday} </span>
      <span className={styles.date}>{date.join(' ')} </span>
      <b>{dayLabel({ price, available: true }, false)}</b>
    </label>
  )
}
