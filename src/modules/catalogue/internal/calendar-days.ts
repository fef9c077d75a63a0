import { timeZoneOf, type Country } from '../../../brands/apps.ts'
import { dayIn, type Day } from '../../../platform/calendar.ts'
import type { Clock } from '../../../platform/clock.ts'

/** The calendar day in a country. No day begins within a minute, and every page asks which it is. */
export function calendarDays(clock: Clock): (country: Country) => Day {
  const days = new Map<Country, { readonly minute: number; readonly day: Day }>()
  return (country) => {
    const now = clock.now()
    const minute = Math.floor(now.getTime() / 60_000)
    const known = days.get(country)
    if (known?.minute === minute) return known.day
    const day = dayIn(timeZoneOf[country], now)
    days.set(country, { minute, day })
    return day
  }
}
