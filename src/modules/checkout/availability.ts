import { tripleOf, type DateTriple, type Day } from '../../platform/calendar.ts'
import { dollarsOf, type Cents } from '../../platform/money.ts'
import type { DatedPrice } from '../delivery/delivery.ts'
import type { DeliveryPlan } from './delivery-plan.ts'

/** The response of POST /api/checkout/avail, and the page's state derived from it (decision delivery-07, DLV-25). */

/** In dollars; a text is shown as it is. */
export type DateResponse = {
  readonly date: DateTriple
  readonly price: number | string | null
  readonly available: boolean
}

export type ServiceResponse = {
  readonly sku: string
  readonly title: string
  /** Sanitised HTML. */
  readonly blurb: string
  readonly price: number
  readonly selected: boolean
  readonly hidden: boolean
}

export type AvailabilityResponse = {
  readonly cartId: string
  readonly today: DateTriple
  readonly availability: { readonly unavailable: boolean; readonly dates: readonly DateResponse[] } | null
  /** The parts of a day that can be chosen, except for today. */
  readonly deliveryWindows: readonly string[]
  readonly supplierAvailability: Readonly<Record<string, { readonly dates: readonly DateResponse[] }>>
  readonly supplierErrors: readonly { readonly supplier: string; readonly message: string }[]
  readonly deliveryServices: readonly ServiceResponse[]
  readonly winningDeliveryServiceOverride: boolean
  readonly showNotifyIfAvailableSooner: boolean
  readonly showInstallationContact: boolean
  readonly showUniqueDeliveryRequirements: boolean
}

export function toAvailabilityResponse(plan: DeliveryPlan, cartId: string): AvailabilityResponse {
  const { own } = plan
  return {
    cartId,
    today: tripleOf(plan.today),
    availability:
      own.kind === 'none'
        ? null
        : own.kind === 'arranged'
          ? { unavailable: false, dates: [] }
          : { unavailable: !own.dates.some((date) => date.available), dates: own.dates.map(toDateResponse) },
    deliveryWindows: plan.windows,
    supplierAvailability: Object.fromEntries(
      plan.suppliers.map(({ supplier, dates }) => [supplier, { dates: dates.map(toDateResponse) }]),
    ),
    supplierErrors: plan.supplierErrors,
    deliveryServices: plan.services.map(({ sku, title, blurb, price, selected, hidden }) => ({
      sku,
      title,
      blurb,
      price: dollarsOf(price),
      selected,
      hidden,
    })),
    winningDeliveryServiceOverride: plan.override,
    showNotifyIfAvailableSooner: plan.offersEarlierDate,
    showInstallationContact: plan.offersInstallationContact,
    showUniqueDeliveryRequirements: plan.offersUniqueRequirements,
  }
}

function toDateResponse({ day, price, available }: DatedPrice): DateResponse {
  return { date: tripleOf(day), price: typeof price === 'number' ? dollarsOf(price) : price, available }
}

/** The page's state: every field of a response and what follows from it (DLV-25). */
export type AvailabilityState = Omit<AvailabilityResponse, 'today'> & {
  readonly today: Day | null
  readonly deliveryUnavailable: boolean
  /** The dates as the calendar shows them. */
  readonly rawDates: readonly DatedPrice[]
  readonly calendarIsLoading: boolean
  readonly showCalendarWithAvailableDates: boolean
  readonly requestedDeliveryContact: boolean
  readonly selectedDate: Day | null
  /** The part of the day; null for any time. */
  readonly selectedWindow: string | null
  readonly selectedShippingCost: Cents
}

export const noAvailability: AvailabilityState = {
  cartId: '',
  today: null,
  availability: null,
  deliveryWindows: [],
  supplierAvailability: {},
  supplierErrors: [],
  deliveryServices: [],
  winningDeliveryServiceOverride: false,
  showNotifyIfAvailableSooner: false,
  showInstallationContact: false,
  showUniqueDeliveryRequirements: false,
  deliveryUnavailable: false,
  rawDates: [],
  calendarIsLoading: false,
  showCalendarWithAvailableDates: false,
  requestedDeliveryContact: false,
  selectedDate: null,
  selectedWindow: null,
  selectedShippingCost: 0,
}

/** The state while dates are loading (DLV-26). */
export const asking: AvailabilityState = { ...noAvailability, calendarIsLoading: true }
