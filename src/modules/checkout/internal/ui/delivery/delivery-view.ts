import type { SubmitBody } from '../payment/submit-order.ts'
import { dayOf, tripleOf, type Day } from '../../../../../platform/calendar.ts'
import { centsOf, dollarsOf, type Cents } from '../../../../../platform/money.ts'
import type { FieldError } from '../../../../../platform/result.ts'
import { chargeOf, type DatedPrice } from '../../../../delivery/delivery.ts'
import { windowsOn } from '../../../../delivery/delivery-windows.ts'
import { supplierTitle } from '../../../../delivery/suppliers.ts'
import {
  noAvailability,
  type AvailabilityState,
  type AvailabilityResponse,
  type DateResponse,
} from '../../../availability.ts'
import {
  arrangedDay,
  chargedServices,
  deliveryTexts,
  firstFreeDate,
  needsStorageAcknowledgement,
  proformaDates,
} from '../../../delivery-plan.ts'

/** What the page makes of an answer on dates, of ticks and of choices. Fetched while the first answer is asked for. */

/** The boxes of the delivery. They are kept in no session (decision checkout-23). */
export type DeliveryTicks = {
  readonly contact: boolean
  readonly unique: boolean
  readonly earlier: boolean
  readonly installation: boolean
  readonly storage: boolean
  /** By sku, where the shopper has changed what was ticked to begin with. */
  readonly services: Readonly<Record<string, boolean>>
}

/**
 * An answer taken in: its three cases (decision delivery-07), the previous choice kept while it can still be had (DLV-33 to DLV-35), and
 * for proforma goods the first day that costs nothing (DLV-37).
 */
export function answered(
  answer: AvailabilityResponse,
  known: { readonly isProforma: boolean; readonly previous: DayChoice | null },
): AvailabilityState {
  const today = dayOf(answer.today)
  const state: AvailabilityState = { ...noAvailability, ...answer, today }
  if (answer.availability === null || today === null) return state
  const given = answer.availability.dates.map(datedPrice)
  const rawDates = known.isProforma ? proformaDates(given) : given
  const choosable = rawDates.filter((date) => date.available)
  if (answer.availability.unavailable || (rawDates.length > 0 && choosable.length === 0))
    return { ...state, deliveryUnavailable: true }
  if (rawDates.length === 0) return { ...state, ...arranged(today), requestedDeliveryContact: true }
  const stored = known.isProforma ? firstFreeDate(rawDates) : choosable.find((date) => date.day === known.previous?.day)
  const selectedWindow = known.previous?.window ?? null
  return chosen(
    { ...state, rawDates, selectedWindow, showCalendarWithAvailableDates: true },
    (stored ?? choosable[0])?.day ?? null,
  )
}

/** A day with its part, null for any time, as it was chosen before. */
export type DayChoice = { readonly day: Day; readonly window: string | null }

/** A date is stored and its price looked up (DLV-40). */
export function chosen(state: AvailabilityState, day: Day | null): AvailabilityState {
  const price = state.rawDates.find((date) => date.day === day)?.price ?? null
  return { ...state, selectedDate: day, selectedShippingCost: chargeOf(price) }
}

/** The parts of the selected day to choose from; the selected one is null where it is not among them. */
function windowsOf({ deliveryWindows, selectedDate, selectedWindow, today }: AvailabilityState, isArranged: boolean) {
  const windows = isArranged ? [] : windowsOn(deliveryWindows, selectedDate, today)
  return { windows, window: selectedWindow !== null && windows.includes(selectedWindow) ? selectedWindow : null }
}

/** The placeholder day of a delivery arranged by phone, free of charge (DLV-38, DLV-39). */
function arranged(today: Day): Pick<AvailabilityState, 'selectedDate' | 'selectedShippingCost'> {
  return { selectedDate: arrangedDay(today), selectedShippingCost: 0 }
}
function datedPrice({ date, price, available }: DateResponse): DatedPrice {
  return { day: dayOf(date) ?? '', price: typeof price === 'number' ? centsOf(price) : price, available }
}

/** The price of our own delivery: cents, nothing to deliver, a price as text, or not known yet. */
export type Shipping = Cents | 'none' | { readonly words: string } | null

/** Everything that the page shows and posts of a delivery, beside the goods. */
export type DeliveryView = {
  /** The state with its ticks: while unique requirements are ticked, the placeholder day of an arranged delivery (DLV-38). */
  readonly state: AvailabilityState
  readonly isUnique: boolean
  /** The day is agreed by phone. */
  readonly isArranged: boolean
  /** Our own crew brings something of it. */
  readonly isOurs: boolean
  readonly isToday: boolean
  readonly suppliers: readonly { readonly key: string; readonly day: Day; readonly price: Cents }[]
  /** The parts of the selected day, and the chosen one; null for any time. */
  readonly windows: readonly string[]
  readonly window: string | null
  readonly asksForStorage: boolean
  /** Charges besides goods and our own delivery, for the summary. */
  readonly paid: readonly { readonly title: string; readonly price: Cents }[]
  readonly shipping: Shipping
  readonly errors: readonly FieldError[]
  /** Why a supplier's part cannot come, which stops the order (decision delivery-12). */
  readonly problem: string | null
  readonly hasSupplierDates: boolean
  /** Fields of the posted form (decision checkout-02). */
  readonly fields: Partial<SubmitBody>
}

export function isServiceTicked(
  { deliveryServices }: AvailabilityState,
  ticks: Pick<DeliveryTicks, 'services'>,
  sku: string,
): boolean {
  return ticks.services[sku] ?? deliveryServices.find((one) => one.sku === sku)?.selected ?? false
}

function shippingOf(
  { availability, today, rawDates, selectedDate, selectedShippingCost }: AvailabilityState,
  isArranged: boolean,
): Shipping {
  if (today === null) return null
  if (availability === null) return 'none'
  if (isArranged) return { words: 'To be arranged' }
  if (selectedDate === null) return null
  const price = rawDates.find((date) => date.day === selectedDate)?.price
  return typeof price === 'string' ? { words: price } : selectedShippingCost
}

export function deliveryView(
  given: AvailabilityState,
  ticks: DeliveryTicks,
  cart: {
    readonly chargesStorage: boolean
    readonly lines: readonly { readonly price: Cents; readonly isProforma: boolean }[]
  },
): DeliveryView {
  const { availability, today } = given
  const isUnique = ticks.unique && given.showUniqueDeliveryRequirements
  const isArranged = isUnique || (availability?.unavailable === false && availability.dates.length === 0)
  const state: AvailabilityState = {
    ...given,
    // Ticking hides the calendar; the date chosen in it waits underneath (decision delivery-10).
    ...(isUnique && today !== null ? { ...arranged(today), showCalendarWithAvailableDates: false } : {}),
    requestedDeliveryContact: ticks.contact || isArranged,
  }
  const services = chargedServices(given.deliveryServices, (sku) => isServiceTicked(given, ticks, sku))
  const suppliers = Object.entries(given.supplierAvailability).flatMap(([key, { dates }]) => {
    const first = dates.map(datedPrice).find((date) => date.available)
    return first === undefined ? [] : [{ key, day: first.day, price: chargeOf(first.price) }]
  })
  const asksForStorage =
    !isArranged &&
    needsStorageAcknowledgement({
      isCharged: cart.chargesStorage,
      lines: cart.lines,
      first: given.rawDates.find((date) => date.available)?.day ?? null,
      selected: given.selectedDate,
    })
  const { windows, window } = windowsOf(given, isArranged)
  return {
    state,
    windows,
    window,
    isUnique,
    isArranged,
    // A crew's services are shown where there is no date.
    isOurs: !given.deliveryUnavailable && (given.rawDates.length > 0 || given.deliveryServices.length > 0),
    isToday: state.selectedDate !== null && state.selectedDate === today,
    suppliers,
    asksForStorage,
    paid: [
      ...suppliers.map(({ key, price }) => ({ title: `Delivery by ${supplierTitle(key)}`, price })),
      ...services.flatMap(({ title, price }) => (price > 0 ? [{ title, price: centsOf(price) }] : [])),
    ],
    shipping: shippingOf(state, isArranged),
    errors:
      asksForStorage && !ticks.storage
        ? [{ field: 'stockFeeAcknowledged', message: deliveryTexts.storageMissing }]
        : [],
    problem: given.supplierErrors[0]?.message ?? null,
    hasSupplierDates: today !== null && availability === null && suppliers.length > 0,
    fields: {
      deliveryDate: state.selectedDate === null ? null : tripleOf(state.selectedDate),
      deliveryWindow: window,
      supplierDeliveryDates: suppliers.map(({ key, day, price }) => ({
        supplier: key,
        deliveryDate: tripleOf(day),
        price: dollarsOf(price),
      })),
      deliveryServices: services.length === 0 ? null : services.map((one) => one.sku),
      EarlyNotification: ticks.earlier && given.showNotifyIfAvailableSooner,
      requestedDeliveryContact: state.requestedDeliveryContact,
      requestedInstallationContact: ticks.installation && given.showInstallationContact,
      uniqueDeliveryRequirements: isUnique,
      ...(asksForStorage ? { stockFeeAcknowledged: ticks.storage } : {}),
      winningDeliveryServiceOverride: given.winningDeliveryServiceOverride,
    },
  }
}
