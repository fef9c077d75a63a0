import { useEffect, useId, useRef, useState } from 'react'
import { addDays, longDay, monthTitle, weekdayOf, type Day } from '../../../platform/calendar.ts'
import { Icon } from '../../../ui/display/icons.tsx'
import { chargeOf, dayLabel, type DatedPrice } from '../delivery.ts'
import styles from './delivery-calendar.module.css'

const weekdayTitles = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const cells = 42

/**
 * A month of dates with their prices, to choose one from: a grid that arrow keys walk (DLV-02 to DLV-16). Only dates that can be had
 * can be chosen.
 */
export function DeliveryCalendar({
  dates,
  today,
  selected,
  onSelect,
}: {
  dates: readonly DatedPrice[]
  today: Day
  selected: Day | null
  onSelect: (day: Day) => void
}) {
  const [month, setMonth] = useState(monthOf(selected ?? today))
  const [focused, setFocused] = useState<Day | null>(null)
  const grid = useRef<HTMLTableElement>(null)
  const moved = useRef(false)
  const titleId = useId()

  useEffect(() => {
    if (selected !== null) setMonth(monthOf(selected))
  }, [selected])

  useEffect(() => {
    if (!moved.current || focused === null) return
    moved.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus()
  }, [focused, month])

  const byDay = new Map(dates.map((date) => [date.day, date]))
  const first = addDays(month, 1 - weekdayOf(month))
  const days = Array.from({ length: cells }, (_, at) => addDays(first, at))
  const lastListed = dates.at(-1)?.day ?? today
  const inMonth = (day: Day) => day.slice(0, 7) === month.slice(0, 7)
  // One cell of the grid can be tabbed to: where the focus was, else the chosen date, else the first that can be had.
  const tabStop = [
    focused,
    selected,
    days.find((day) => inMonth(day) && byDay.get(day)?.available),
    days.find(inMonth),
  ].find((day) => day != null && days.includes(day))

  function walk(to: Day): void {
    const day = to < today ? today : to > lastListed ? lastListed : to
    moved.current = true
    setFocused(day)
    setMonth(monthOf(day))
  }

  function choose(day: Day): void {
    setFocused(day)
    if (byDay.get(day)?.available && day !== selected) onSelect(day)
  }

  return (
    <div className={styles.calendar}>
      <MonthHead month={month} today={today} lastListed={lastListed} titleId={titleId} onMonth={setMonth} />
      <table
        ref={grid}
        role="grid"
        aria-labelledby={titleId}
        onKeyDown={(event) => {
          const from = focused ?? tabStop ?? today
          const to = stepFrom(from, event.key)
          if (to !== undefined) {
            event.preventDefault()
            walk(to)
          } else if (event.key === 'Enter' || event.key === ' ') {
            event.preventDefault()
            choose(from)
          }
        }}
      >
        <WeekdayTitles />
        <tbody>
          {Array.from({ length: cells / 7 }, (_, week) => (
            <tr key={week}>
              {days.slice(week * 7, week * 7 + 7).map((day) => (
                <DayCell
                  key={day}
                  day={day}
                  date={byDay.get(day)}
                  isToday={day === today}
                  isInMonth={inMonth(day)}
                  isSelected={day === selected}
                  isTabStop={day === tabStop}
                  onChoose={() => choose(day)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The month that is shown, with the ways to those beside it. */
function MonthHead({
  month,
  today,
  lastListed,
  titleId,
  onMonth,
}: {
  month: Day
  today: Day
  lastListed: Day
  titleId: string
  onMonth: (month: Day) => void
}) {
  return (
    <div className={styles.head}>
      <button
        type="button"
        aria-label="Previous month"
        disabled={month <= monthOf(today)}
        onClick={() => onMonth(monthBefore(month))}
      >
        <span className={styles.back}>
          <Icon name="chevron" size={20} />
        </span>
      </button>
      <p id={titleId} aria-live="polite">
        {monthTitle(month)}
      </p>
      <button
        type="button"
        aria-label="Next month"
        disabled={monthAfter(month) > lastListed}
        onClick={() => onMonth(monthAfter(month))}
      >
        <Icon name="chevron" size={20} />
      </button>
    </div>
  )
}

function WeekdayTitles() {
  return (
    <thead>
      <tr>
        {weekdayTitles.map((title) => (
          <th key={title} scope="col">
            {title}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** The day that a key moves to; undefined for other keys. */
function stepFrom(from: Day, key: string): Day | undefined {
  const steps: Record<string, Day> = {
    ArrowLeft: addDays(from, -1),
    ArrowRight: addDays(from, 1),
    ArrowUp: addDays(from, -7),
    ArrowDown: addDays(from, 7),
    Home: addDays(from, 1 - weekdayOf(from)),
    End: addDays(from, 7 - weekdayOf(from)),
    PageUp: addDays(from, -28),
    PageDown: addDays(from, 28),
  }
  return steps[key]
}

function DayCell({
  day,
  date,
  isToday,
  isInMonth,
  isSelected,
  isTabStop,
  onChoose,
}: {
  day: Day
  date: DatedPrice | undefined
  isToday: boolean
  isInMonth: boolean
  isSelected: boolean
  isTabStop: boolean
  onChoose: () => void
}) {
  const isAvailable = date?.available ?? false
  const label = dayLabel({ price: date?.price ?? null, available: isAvailable }, isToday)
  const isFree = isAvailable && date !== undefined && typeof date.price === 'number' && chargeOf(date.price) === 0
  // The accessible name is the whole date, of which a part is visible: '(Saturday,) 21 (November 2026,) FREE'.
  const [weekday = '', rest = ''] = longDay(day).split(/(?<=,) /)
  return (
    <td
      tabIndex={isTabStop ? 0 : -1}
      aria-selected={isSelected}
      aria-disabled={!isAvailable}
      data-day={day}
      className={styles.day}
      data-outside={isInMonth ? undefined : ''}
      data-available={isAvailable || undefined}
      data-free={isFree || undefined}
      data-today={isToday || undefined}
      onClick={onChoose}
    >
      <span className="visually-hidden">{weekday} </span>
      <span className={styles.number}>{Number(day.slice(8))}</span>
      <span className="visually-hidden"> {rest.replace(/^\d+ /, '')}, </span>
      {label === null ? (
        !isAvailable && <span className="visually-hidden">not available</span>
      ) : (
        <span className={styles.label}>{label}</span>
      )}
    </td>
  )
}

const monthOf = (day: Day): Day => `${day.slice(0, 7)}-01`
const monthBefore = (month: Day): Day => monthOf(addDays(month, -1))
const monthAfter = (month: Day): Day => monthOf(addDays(month, 31))
