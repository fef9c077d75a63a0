import { countryOfApp, isAppCode, timeZoneOf } from '../../brands/apps.ts'
import { clockTextIn } from '../../platform/calendar.ts'
import { maxCounted } from '../../platform/database/records.ts'

/** Formats amounts and times for the back office. */

export const moneyText = (cents: number): string =>
  `${cents < 0 ? '−' : ''}$${(Math.abs(cents) / 100).toLocaleString('en-AU', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

/** '24/11/2026 14:05' on the clock of a place. */
export function timeText(instant: string, timeZone: string): string {
  const [day = '', time = ''] = clockTextIn(timeZone, new Date(instant)).split('T')
  return `${day.split('-').toReversed().join('/')} ${time}`
}

/** 'Sydney time'. */
export const zoneText = (timeZone: string): string =>
  `${timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone} time`

/** The time zone of an app's country; Australia's where there is no such app. */
export const zoneOfApp = (app: unknown): string =>
  timeZoneOf[isAppCode(String(app)) ? countryOfApp[String(app) as keyof typeof countryOfApp] : 'AU']

export const countText = (count: number): string =>
  count > maxCounted ? `more than ${maxCounted.toLocaleString('en-AU')}` : count.toLocaleString('en-AU')
