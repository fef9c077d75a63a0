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

/** With the override in force our own crew brings what its supplier would (decision delivery-11). */
export function carrierOf(
  line: { readonly isProforma: boolean; readonly supplierDirect: string | null },
  terms: { readonly suppliers: ReadonlySet<string>; readonly override: boolean },
): Carrier {
  if (!terms.override && line.supplierDirect !== null && terms.suppliers.has(line.supplierDirect)) return 'supplier'
  return line.isProforma ? 'maker' : 'own'
}

/** Whether a brand is one of a list parted by commas, whatever the case and the spaces around (CART-10, decision cart-13). */
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
  /** What a product's `supplierDirect` names: 'fisher-paykel'. */
  readonly key: string
  /** ISO numbers, Monday 1 to Sunday 7. */
  readonly weekdays: readonly number[]
  /** Said to a shopper whose place it does not go to. */
  readonly unservedMessage: string
  readonly regions: readonly SupplierRegion[]
}

/** What a supplier can do for a load: its dates with the first of them, or why it cannot bring it. */
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
 * The dates of a supplier for a load, 120 days from today on. A date can be had from the first delivery weekday that leaves the lead days
 * after everything lies ready, on the supplier's weekdays, on no public holiday of the destination; each costs what the region costs.
 * A supplier keeps no list that an order could miss today and tells us of no full day, so there is neither cut-off nor capacity.
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

/** What a shopper reads of a supplier's part (decision delivery-21). */
export const supplierMessage = (key: string, first: Day): string =>
  `Delivered by ${supplierTitle(key)}. Estimated delivery from ${longDay(first)}.`

/** What stands on a card for a date where the maker agrees on it with the buyer. */
export const arrangedText = 'Delivery date by arrangement with the manufacturer'

/** What is said of goods that their makers deliver (decision delivery-21); null when there are none. */
export function proformaMessage(brands: readonly string[]): string | null {
  if (brands.length === 0) return null
  const names = [brands.slice(0, -1).join(', '), brands.at(-1)].filter((part) => part !== '').join(' and ')
  return `Items from ${names} are delivered by the manufacturer. Delivery will be arranged with you after your order is placed.`
}

/** A product's supply as lists know it, with the supplier it names before it: 'halden-row:2000 3000'. */
export function supplyWithSupplier(supplier: string | null, supply: string): string {
  return supplier === null ? supply : `${supplier}:${supply}`
}

/** The supplier of such a supply, null for none, and what is left without it. */
export function partedSupply(text: string): { readonly supplier: string | null; readonly supply: string } {
  const at = text.indexOf(':')
  return at === -1 ? { supplier: null, supply: text } : { supplier: text.slice(0, at), supply: text.slice(at + 1) }
}

/** The same as our own calendar says it, for places that show either: nothing to choose is no date. */
export function calendarOfSupplier(answer: SupplierAnswer): Calendar | null {
  if (answer.kind === 'refusal') return null
  const { dates, first } = answer
  return { dates, first, firstFree: null, orderWithin: null }
}
