import type { Country } from '../../brands/apps.ts'
import { dayIn, weekdayOf } from '../../platform/calendar.ts'
import { twelveHour } from '../../ui/display/twelve-hour.ts'

/** The hours of one weekday; both times are null on a day the store stays closed. Times are 24-hour 'HH:MM' (STOR-06). */
export type OpenTime = {
  readonly day: string
  readonly isOpen: boolean
  readonly openTime: string | null
  readonly closeTime: string | null
}

/** A showroom as the calls carry it (decision stores-01). */
export type Store = {
  readonly storeId: number
  readonly name: string
  /** The last part of its page's address. */
  readonly storeUri: string
  readonly address: string
  readonly suburb: string
  readonly state: string | null
  readonly postcode: string
  readonly country: Country
  readonly phone: string
  readonly email: string | null
  readonly isAppointmentOnly: boolean
  /** Whether orders can be picked up there; never where one needs an appointment (decision 0069). */
  readonly offersPickup: boolean
  /** Seven, Monday first. */
  readonly openTimes: readonly OpenTime[]
  readonly thumbImg: { readonly src: string } | null
  readonly virtualTourId: string | null
  readonly latitude: number
  readonly longitude: number
  readonly description: string
  readonly timeZone: string
}

/** Somebody who sells in a store. */
export type SalesPerson = { readonly code: string; readonly name: string; readonly storeId: number }

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Hours as they are kept, Monday first: when it opens and closes, or null. */
export type StoredHours = readonly (readonly [open: string, close: string] | null)[]

export function openTimesOf(hours: StoredHours): OpenTime[] {
  return weekdays.map((day, at) => {
    const [openTime = null, closeTime = null] = hours[at] ?? []
    return { day, isOpen: openTime !== null, openTime, closeTime }
  })
}

/** What of a store tells whether it is open today. */
type Hours = Pick<Store, 'isAppointmentOnly' | 'openTimes' | 'timeZone'>

/** The weekday where the store is: Monday 0 to Sunday 6. */
export const weekdayAt = (store: Pick<Store, 'timeZone'>, now: Date): number =>
  weekdayOf(dayIn(store.timeZone, now)) - 1

/** When the store closes today, 'HH:MM'; null when nobody can just walk in. Holds for the whole day (decision stores-03). */
export function closesToday({ isAppointmentOnly, openTimes, timeZone }: Hours, now: Date): string | null {
  const today = openTimes[weekdayAt({ timeZone }, now)]
  return isAppointmentOnly || today?.isOpen !== true ? null : today.closeTime
}

/** 'By appointment only', 'Open today until 5:30 PM' or 'Closed today' (STOR-08 to STOR-10). */
export function openingStatus(store: Hours, now: Date): string {
  if (store.isAppointmentOnly) return 'By appointment only'
  const closes = closesToday(store, now)
  return closes === null ? 'Closed today' : `Open today until ${twelveHour(closes)}`
}

/** '9:00 AM – 5:30 PM', or 'Closed'. */
export function hoursText({ openTime, closeTime }: OpenTime): string {
  return openTime === null || closeTime === null ? 'Closed' : `${twelveHour(openTime)} – ${twelveHour(closeTime)}`
}

/** A search of the maps for the store, empty parts skipped (STORE-01, decision stores-05). */
export function directionsUrl(
  companyName: string,
  { address, name, state, postcode }: Pick<Store, 'address' | 'name' | 'state' | 'postcode'>,
): string {
  const parts = [companyName, address, name, state ?? '', postcode].filter((part) => part.trim() !== '')
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(parts.join(' '))}`
}

/** 'Newtown NSW 2042'; in New Zealand 'Newmarket 1023', without a state (decision brands-07). */
export const suburbLine = ({ suburb, state, postcode }: Pick<Store, 'suburb' | 'state' | 'postcode'>): string =>
  [suburb, state, postcode].filter((part) => part !== null && part !== '').join(' ')

/** Where a store's own page and its tour are. */
export const storePath = (storeUri: string): string => `/stores/${storeUri}`
export const tourPath = (storeUri: string): string => `/virtual-tour/${storeUri}`

export type StoreFilter = { readonly id: string; readonly title: string; readonly selected: boolean }

const stateTitles: Readonly<Record<string, string>> = {
  NSW: 'New South Wales',
  VIC: 'Victoria',
  QLD: 'Queensland',
  WA: 'Western Australia',
  SA: 'South Australia',
  TAS: 'Tasmania',
  ACT: 'Australian Capital Territory',
  NT: 'Northern Territory',
}
const states = Object.keys(stateTitles)

/** 'New South Wales' for 'NSW'. */
export const stateTitle = (state: string): string => stateTitles[state] ?? state

/** Which stores pass a filter that is no state. */
const otherFilters: readonly {
  readonly id: string
  readonly title: string
  readonly holds: (store: Store, now: Date) => boolean
  /** Whether a store is a reason to offer it, whatever day it is. */
  readonly fits: (store: Store) => boolean
}[] = [
  {
    id: 'open-today',
    title: 'Open today',
    holds: (store, now) => closesToday(store, now) !== null,
    fits: (store) => !store.isAppointmentOnly && store.openTimes.some((time) => time.isOpen),
  },
  {
    id: 'appointment',
    title: 'By appointment',
    holds: (store) => store.isAppointmentOnly,
    fits: (store) => store.isAppointmentOnly,
  },
  {
    id: 'virtual-tour',
    title: 'Virtual tour',
    holds: (store) => store.virtualTourId !== null,
    fits: (store) => store.virtualTourId !== null,
  },
]

/** The ids of a comma list; what is no filter is left out (decision stores-02). */
export function readFilters(text: string): string[] {
  const known = new Set([...states, ...otherFilters.map((filter) => filter.id)])
  return [...new Set(text.split(',').map((part) => part.trim()))].filter((id) => known.has(id))
}

/** The stores for which all of the filters hold (decision stores-02). */
export function filterStores(stores: readonly Store[], filters: readonly string[], now: Date): Store[] {
  return stores.filter((store) =>
    filters.every((id) => {
      const other = otherFilters.find((filter) => filter.id === id)
      return other === undefined ? store.state === id : other.holds(store, now)
    }),
  )
}

/** The filters that tell some of these stores from others: their states, then what else one of them fits. */
export function filtersOf(stores: readonly Store[], selected: readonly string[]): StoreFilter[] {
  const isSelected = (id: string) => selected.includes(id)
  return [
    ...states
      .filter((id) => stores.some((store) => store.state === id))
      .map((id) => ({ id, title: stateTitle(id), selected: isSelected(id) })),
    ...otherFilters
      .filter(({ fits }) => stores.some(fits))
      .map(({ id, title }) => ({ id, title, selected: isSelected(id) })),
  ]
}

/** Where a filter's link leads: it is added or taken away. A store is in one state, so a second state takes the first one's place. */
export function filterAddress(id: string, selected: readonly string[]): string {
  const stored = selected.filter((one) => one !== id && !(states.includes(id) && states.includes(one)))
  const next = selected.includes(id) ? stored : [...stored, id]
  return next.length === 0 ? '/stores' : `/stores?filters=${next.join(',')}`
}

/** Stores under their states, in the order of the filters; one group without a title where there are no states. */
export function storesByState(stores: readonly Store[]): { readonly title: string | null; readonly stores: Store[] }[] {
  const groups = [...states, null].map((state) => ({
    title: state === null ? null : stateTitle(state),
    stores: stores.filter((store) => store.state === state),
  }))
  return groups.filter((group) => group.stores.length > 0)
}
