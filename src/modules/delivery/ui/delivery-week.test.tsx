import '../../../testing/browser.ts'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { addDays, type Day } from '../../../platform/calendar.ts'
import { nextDates, type DatedPrice } from '../delivery.ts'
import { DeliveryWeek } from './delivery-week.tsx'

afterEach(cleanup)

/** A Tuesday. */
const today = '2026-11-24'
/** Nothing today and on Sundays, $40 on Saturdays. */
const dates = Array.from({ length: 20 }, (_, at): DatedPrice => {
  const weekday = (at + 2) % 7
  return { day: addDays(today, at), price: weekday === 6 ? 40_00 : 0, available: at > 0 && weekday !== 0 }
})
const daysOf = (from: readonly DatedPrice[]) => from.map(({ day }) => Number(day.slice(8)))

function show(selected: Day | null, given = dates) {
  const chosen: Day[] = []
  render(
    <>
      <h3 id="dates">Delivery date</h3>
      <DeliveryWeek
        dates={given}
        today={today}
        selected={selected}
        onSelect={(day) => void chosen.push(day)}
        labelledBy="dates"
      />
    </>,
  )
  return chosen
}
const names = () => screen.getAllByRole('radio').map((one) => (one as HTMLInputElement).labels?.[0]?.textContent)

test('the first seven dates that can be had are next; a later choice takes the last place', () => {
  expect(daysOf(nextDates(dates, null))).toEqual([25, 26, 27, 28, 30, 1, 2])
  expect(daysOf(nextDates(dates, '2026-11-30'))).toEqual([25, 26, 27, 28, 30, 1, 2])
  expect(daysOf(nextDates(dates, '2026-12-10'))).toEqual([25, 26, 27, 28, 30, 1, 10])
  expect(daysOf(nextDates(dates, '2026-11-29'))).toEqual([25, 26, 27, 28, 30, 1, 2])
  expect(daysOf(nextDates(dates.slice(0, 3), null))).toEqual([25, 26])
})

test('each says its day and its price, and is chosen by its radio button', () => {
  const chosen = show('2026-11-25')
  expect(screen.getByRole('radiogroup', { name: 'Delivery date' })).not.toBeNull()
  expect(names()).toEqual([
    'Wed 25 Nov FREE',
    'Thu 26 Nov FREE',
    'Fri 27 Nov FREE',
    'Sat 28 Nov $40',
    'Mon 30 Nov FREE',
    'Tue 1 Dec FREE',
    'Wed 2 Dec FREE',
  ])
  expect(screen.getByRole('radio', { checked: true }).parentElement?.dataset['day']).toBe('2026-11-25')
  fireEvent.click(screen.getByRole('radio', { name: 'Sat 28 Nov $40' }))
  expect(chosen).toEqual(['2026-11-28'])
})

test('today is called by its name', () => {
  show(null, [{ day: today, price: 79_00, available: true }, ...dates.slice(1)])
  expect(names()[0]).toBe('Today 24 Nov $79')
})

test('the month opens behind More dates, which is not there without any', () => {
  show('2026-11-25', dates.slice(0, 6))
  expect(screen.queryByText('More dates')).toBeNull()
  cleanup()
  const chosen = show('2026-11-25')
  expect(screen.queryByRole('grid')).toBeNull()
  fireEvent.click(screen.getByText('More dates'))
  expect(screen.getByRole('grid')).not.toBeNull()
  fireEvent.click(document.querySelector('td[data-day="2026-12-05"]') ?? expect.fail('no day'))
  expect(chosen).toEqual(['2026-12-05'])
})
