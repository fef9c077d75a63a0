import '../../../testing/browser.ts'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { addDays, type Day } from '../../../platform/calendar.ts'
import type { DatedPrice } from '../delivery.ts'
import { DeliveryCalendar } from './delivery-calendar.tsx'

afterEach(cleanup)

/** A Tuesday. */
const today = '2026-11-24'
/** Forty days: nothing on the first two, free on weekdays, $40 on Saturdays, a text on Sundays. */
const dates = Array.from({ length: 40 }, (_, at): DatedPrice => {
  const day = addDays(today, at)
  const weekday = (at + 2) % 7
  return { day, price: weekday === 6 ? 40_00 : weekday === 0 ? 'Call us' : 0, available: at > 1 }
})

function show(more: { selected?: Day | null; today?: Day; dates?: readonly DatedPrice[] } = {}) {
  const chosen: Day[] = []
  const props = { dates, today, selected: '2026-11-26', onSelect: (day: Day) => void chosen.push(day), ...more }
  const { rerender } = render(<DeliveryCalendar {...props} />)
  const choose = (selected: Day) => rerender(<DeliveryCalendar {...props} selected={selected} />)
  return { chosen, choose }
}

const cells = () => screen.getAllByRole('cell')
const cell = (day: Day): HTMLElement =>
  cells().find((one) => one.dataset['day'] === day) ?? expect.fail(`no cell of ${day}`)
/** What is shown of a day: its number and its label. */
const shown = (day: Day) => [...cell(day).querySelectorAll('span:not(.visually-hidden)')].map((one) => one.textContent)
const month = () => screen.getByRole('grid').getAttribute('aria-labelledby') ?? ''
const title = () => document.getElementById(month())?.textContent

describe('the month grid', () => {
  test('starts on Monday and ends on Sunday [DLV-02]', () => {
    show()
    expect(screen.getAllByRole('columnheader').map((one) => one.textContent)).toEqual([
      'Mon',
      'Tue',
      'Wed',
      'Thu',
      'Fri',
      'Sat',
      'Sun',
    ])
    expect(cells()[0]?.dataset['day']).toBe('2026-10-26')
    expect(cell('2026-11-01').parentElement?.lastElementChild).toBe(cell('2026-11-01'))
  })

  test('has 42 days in 6 rows [DLV-03]', () => {
    show()
    expect(cells()).toHaveLength(42)
    const [, ...weeks] = screen.getAllByRole('row')
    expect(weeks.map((week) => within(week).getAllByRole('cell').length)).toEqual([7, 7, 7, 7, 7, 7])
  })

  test('is paged by buttons, from this month to the month of the last date [DLV-04] [DLV-05]', () => {
    show()
    const [back, next] = [
      screen.getByRole<HTMLButtonElement>('button', { name: 'Previous month' }),
      screen.getByRole<HTMLButtonElement>('button', { name: 'Next month' }),
    ]
    expect([title(), back.disabled, next.disabled]).toEqual(['November 2026', true, false])
    fireEvent.click(next)
    expect([title(), back.disabled]).toEqual(['December 2026', false])
    fireEvent.click(next)
    expect([title(), next.disabled]).toEqual(['January 2027', true])
    fireEvent.click(back)
    fireEvent.click(back)
    expect([title(), back.disabled]).toEqual(['November 2026', true])
  })
})

describe('a calendar day', () => {
  test('shows its number, and a label when available or today [DLV-06]', () => {
    show()
    expect(shown('2026-11-23')).toEqual(['23'])
    expect(shown('2026-11-24')).toEqual(['24', 'TODAY'])
    expect(shown('2026-11-25')).toEqual(['25'])
    expect(shown('2026-11-26')).toEqual(['26', 'FREE'])
    expect(shown('2026-11-28')).toEqual(['28', '$40'])
    expect(shown('2026-11-29')).toEqual(['29', 'Call us'])
  })

  test('distinguishes today, available, free, other month and selected [DLV-13]', () => {
    show()
    const states = (day: Day) => {
      const { today: isToday, available, free, outside } = cell(day).dataset
      const is = { isToday, available, free, outside }
      const found = Object.entries(is).flatMap(([name, value]) => (value === undefined ? [] : [name]))
      return cell(day).getAttribute('aria-selected') === 'true' ? [...found, 'selected'] : found
    }
    expect(['2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28', '2026-12-05'].map(states)).toEqual([
      ['isToday'],
      [],
      ['available', 'free', 'selected'],
      ['available', 'free'],
      ['available'],
      ['available', 'outside'],
    ])
  })

  test('is selected by a click when available and not yet selected [DLV-14] [DLV-15]', () => {
    const { chosen } = show()
    for (const day of ['2026-11-24', '2026-11-25', '2026-11-26', '2026-11-23']) fireEvent.click(cell(day))
    expect(chosen).toEqual([])
    expect(cell('2026-11-25').getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(cell('2026-11-28'))
    expect(chosen).toEqual(['2026-11-28'])
  })

  test('of the next month is selected and its month shown [DLV-16] [DLV-36]', () => {
    const { chosen, choose } = show()
    fireEvent.click(cell('2026-12-03'))
    expect(chosen).toEqual(['2026-12-03'])
    choose('2026-12-03')
    expect(title()).toBe('December 2026')
    choose('2026-11-30')
    expect(title()).toBe('November 2026')
  })
})
