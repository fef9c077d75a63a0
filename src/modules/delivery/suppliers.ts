import type { Country } from '../../brands/apps.ts'
import { daysFrom, longDay, weekdayOf, type Day } from '../../platform/calendar.ts'
import type { Cents } from '../../platform/money.ts'
import {
  afterDeliveryDays,
  calendarDays,
  rangeFor,
  readyDayInCountry,
  type Calendar,
  type DatedPrice,
  type RequestedItem,
} from './delivery.ts'

/** When and for how much suppliers bring their own goods (decision delivery-12), with time and stock passed in. */

/** Our own crew, the maker by arrangement (proforma), or a supplier on days of its own. */
export type Carrier = 'own' | 'maker' | 'supplier'

/** With the override our own crew delivers a supplier's goods (decision delivery-11). */
export function carrierOf(
  line: { readonly isProforma: boolean; readonly supplierDirect: string | null },
  terms: { readonly suppliers: ReadonlySet<string>; readonly override: boolean },
): Carrier {
  if (!terms.override && line.supplierDirect !== null && terms.suppliers.has(line.supplierDirect)) return 'supplier'
  return line.isProforma ? 'maker' : 'own'
}

/** Whether a brand is in a comma-separated list, ignoring case and surrounding spaces (CART-10, decision cart-13). */
export function isProformaBrand(list: string, brand: string): boolean {
  const plain = (text: string) => text.trim().toLowerCase()
  return plain(brand) !== '' && list.split(',').some((one) => plain(one) === plain(brand))
}

export type SupplierRegion = {
  readonly country: Country
  /** Postcodes, both ends included. */
  readonly from: string
  readonly to: string
  /** Delivery weekdays of the supplier after the goods lie ready; at least one. */
  readonly leadDays: number
  /** For one delivery, however much is in it. */
  readonly price: Cents
}

export type Supplier = {
  /** The key in a product's `supplierDirect`: 'fisher-paykel'. */
  readonly key: string
  /** ISO numbers, Monday 1 to Sunday 7. */
  readonly weekdays: readonly number[]
  /** The message for a shopper whose place it does not serve. */
  readonly unservedMessage: string
  readonly regions: readonly SupplierRegion[]
}

/** A supplier's response for a load: its dates with the first of them, or why it cannot deliver. */
export type SupplierAnswer =
  | { readonly kind: 'dates'; readonly dates: readonly DatedPrice[]; readonly first: DatedPrice }
  | { readonly kind: 'refusal'; readonly message: string }

/** 'fisher-paykel' is 'Fisher Paykel' to a shopper (DSVC-07). */
export function supplierTitle(key: string): string {
  return key
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

export const noneLeftMessage = (key: string): string =>
  `${supplierTitle(key)} cannot deliver these items at the moment. Please remove its items from your cart.`

/**
 * The dates of a supplier for a load, 120 days from today. A date is available from the first delivery weekday that leaves the lead days
 * after everything is ready, on the supplier's weekdays, on no public holiday of the destination; each has the region's price. Suppliers
 * have no loading list for today and report no full days, so there is neither cut-off nor capacity.
 */
export function supplierDates(
  supplier: Supplier,
  load: {
    readonly country: Country
    readonly postcode: string
    readonly items: readonly RequestedItem[]
    readonly today: Day
    readonly holidays: ReadonlySet<Day>
  },
): SupplierAnswer {
  const { country, today } = load
  const region = rangeFor(
    load.postcode,
    supplier.regions.filter((one) => one.country === country),
  )
  if (region === null) return { kind: 'refusal', message: supplier.unservedMessage }
  const readyDays = load.items.map((item) => readyDayInCountry(item, country, today, today))
  const ready = readyDays.reduce<Day | null>(
    (latest, day) => (latest === null || day === null ? null : day > latest ? day : latest),
    today,
  )
  const earliest = ready === null ? null : afterDeliveryDays(ready, region.leadDays, supplier)
  const dates = daysFrom(today, calendarDays).map((day) => ({
    day,
    price: region.price,
    available:
      earliest !== null && day >= earliest && supplier.weekdays.includes(weekdayOf(day)) && !load.holidays.has(day),
  }))
  const first = dates.find((date) => date.available)
  return first === undefined
    ? { kind: 'refusal', message: noneLeftMessage(supplier.key) }
    : { kind: 'dates', dates, first }
}

/** The message about a supplier's part (decision delivery-21). */
export const supplierMessage = (key: string, first: Day): string =>
  `Delivered by ${supplierTitle(key)}. Estimated delivery from ${longDay(first)}.`

/** The text on a card for a date that the manufacturer arranges with the buyer. */
export const arrangedText = 'Delivery date by arrangement with the manufacturer'

/** The message about goods delivered by their manufacturers (decision delivery-21); null when there are none. */
export function proformaMessage(brands: readonly string[]): string | null {
  if (brands.length === 0) return null
  const names = [brands.slice(0, -1).join(', '), brands.at(-1)].filter((part) => part !== '').join(' and ')
  return `Items from ${names} are delivered by the manufacturer. Delivery will be arranged with you after your order is placed.`
}

/** A product's supply for lists, with its supplier before it: 'halden-row:2000 3000'. */
export function supplyWithSupplier(supplier: string | null, supply: string): string {
  return supplier === null ? supply : `${supplier}:${supply}`
}

/** The supplier in such a supply, null for none, and the rest. */
export function partedSupply(text: string): { readonly supplier: string | null; readonly supply: string } {
  const at = text.indexOf(':')
  return at === -1 ? { supplier: null, supply: text } : { supplier: text.slice(0, at), supply: text.slice(at + 1) }
}

/** The same in the form of our own calendar, for places that show either: a day that cannot be chosen is not a date. */
export function calendarOfSupplier(answer: SupplierAnswer): Calendar | null {
  if (answer.kind === 'refusal') return null
  const { dates, first } = answer
  return { dates, first, firstFree: null, orderWithin: null }
}
