import { clockTextIn, dayIn, longDay } from '../../../platform/calendar.ts'
import { formatPrice } from '../../pricing/pricing.ts'
import { centsOf } from '../../../platform/money.ts'
import { twelveHour } from '../../../ui/display/twelve-hour.ts'
import type { CookingDemo, CookingDemoDetail } from '../events.ts'

/** Time, place and price as text. */

type Times = Pick<CookingDemo, 'startDateTime' | 'endDateTime' | 'timeZone'>

const timeOf = (zone: string, at: string): string => twelveHour(clockTextIn(zone, new Date(at)).slice(11))

/** 'Saturday, 28 November 2026', by the store's clocks. */
export const dayText = ({ startDateTime, timeZone }: Times): string => longDay(dayIn(timeZone, new Date(startDateTime)))

/** '10:30 AM – 12:00 PM'. */
export const timesText = ({ startDateTime, endDateTime, timeZone }: Times): string =>
  `${timeOf(timeZone, startDateTime)} – ${timeOf(timeZone, endDateTime)}`

/** 'Saturday, 28 November 2026, 10:30 AM – 12:00 PM'. */
export const whenText = (demo: Times): string => `${dayText(demo)}, ${timesText(demo)}`

/** '41 Foundry Lane, Waterloo NSW 2017'; without a state in New Zealand. */
export const placeText = ({ address }: Pick<CookingDemoDetail, 'address'>): string =>
  `${address.street}, ${[address.suburb, address.state, address.postcode].filter((part) => part !== null && part !== '').join(' ')}`

/** 'Free', or the price of a seat, which is paid in the store. */
export const priceText = (price: number): string => (price === 0 ? 'Free' : `${formatPrice(centsOf(price))} a seat`)
