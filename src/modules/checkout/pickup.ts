import { dayIn, tripleOf, type DateTriple, type Day } from '../../platform/calendar.ts'
import { err, ok, type Result } from '../../platform/result.ts'
import { distanceKm } from '../geo/geo.ts'
import type { OrderPickup } from '../orders/order-pickup.ts'
import {
  holdsAll,
  hoursToday,
  pickupReadyAt,
  pickupTimeText,
  stockOfLines,
  storeStockText,
  weekText,
  type StoreStock,
} from '../stores/pickup.ts'
import { suburbLine, type Store } from '../stores/stores.ts'

/** Pickup in store instead of a delivery: the same rules list the stores and check a submit (decision 0069). */

/** A store that offers pickup, for a cart. */
export type PickupOption = {
  readonly store: Store
  /** Null while no place is known. */
  readonly km: number | null
  readonly stock: StoreStock
  /** When an order is ready; null where the store does not open soon. */
  readonly readyAt: Date | null
  readonly hours: string
}

export type PickupCart = {
  readonly lines: readonly {
    readonly productId: number
    readonly quantity: number
    readonly install: unknown
  }[]
}

/** The stores of a brand that offer pickup: the nearest first, or by name where no place is known. */
export function pickupOptions(input: {
  readonly stores: readonly Store[]
  readonly cart: PickupCart
  readonly unitsAt: (storeId: number, productId: number) => number
  readonly place: { readonly lat: number; readonly lng: number } | null
  readonly holidaysAt: (store: Store) => ReadonlySet<Day>
  readonly now: Date
}): PickupOption[] {
  const { cart, unitsAt, place, holidaysAt, now } = input
  return input.stores
    .filter((store) => store.offersPickup)
    .map((store) => ({
      store,
      km: place === null ? null : distanceKm(place, { lat: store.latitude, lng: store.longitude }),
      stock: stockOfLines(cart.lines, (productId) => unitsAt(store.storeId, productId)),
      readyAt: pickupReadyAt(store, { holidays: holidaysAt(store), now }),
      hours: hoursToday(store, holidaysAt(store), now),
    }))
    .toSorted((a, b) => (a.km ?? 0) - (b.km ?? 0) || a.store.name.localeCompare(b.store.name))
}

/** Whether all of a cart can be picked up there. */
export const isPossible = ({ stock, readyAt }: PickupOption): boolean => readyAt !== null && holdsAll(stock)

/** The shopper's choice, with the day that they were shown. */
export type PickupInput = { readonly storeId: number | null; readonly readyOn: Day | null }

/** An agreed pickup, as the order has it. */
export type AgreedPickup = { readonly store: Store; readonly pickup: OrderPickup }

const elsewhere = 'Nothing was charged. Please choose another store, or have your order delivered.'

export const pickupTexts = {
  install:
    'Installation can’t be combined with pickup, because it is part of our delivery. Please remove it from your cart, or have your order delivered.',
  gone: 'This store no longer offers pickup. Please choose another store, or have your order delivered.',
} as const

/** Whether something in a cart is installed at the shopper's home, which comes with a delivery only. */
export const hasInstall = ({ lines }: PickupCart): boolean => lines.some(({ install }) => install !== null)

/** The pickup of a cart at the chosen store; a text for the shopper where it is not possible any more. */
export function agreeOnPickup(
  options: readonly PickupOption[],
  cart: PickupCart,
  { storeId, readyOn }: PickupInput,
  now: Date,
): Result<AgreedPickup, string> {
  if (hasInstall(cart)) return err(pickupTexts.install)
  const option = options.find(({ store }) => store.storeId === storeId)
  if (option === undefined || option.readyAt === null) return err(pickupTexts.gone)
  const { store, readyAt, stock } = option
  if (!holdsAll(stock)) return err(notHeldText(store.name, stock))
  if (dayIn(store.timeZone, readyAt) !== readyOn)
    return err(
      `${store.name} can now have your order ready ${pickupTimeText(readyAt, store, now)}. Please check, and place your order again.`,
    )
  const { name, storeUri, phone, timeZone, openTimes } = store
  const hours = weekText(openTimes)
  return ok({
    store,
    pickup: { storeId: store.storeId, name, storeUri, phone, timeZone, hours, readyAt: readyAt.toISOString() },
  })
}

/** Why a store cannot hand over a cart, and what to do. */
const notHeldText = (name: string, { held, of }: StoreStock): string =>
  held === 0 ? soldInStoreText(name) : `${name} has only ${held} of your ${of} items in stock. ${elsewhere}`

/** The same where the last units have just been sold. */
export const soldInStoreText = (name: string): string =>
  `${name} no longer has everything in your order in stock. ${elsewhere}`

/** The response of GET /api/checkout/pickup: a store, in words. */
export type PickupStoreResponse = {
  readonly storeId: number
  readonly name: string
  readonly address: string
  readonly distance: string | null
  readonly hours: string
  readonly stock: string
  readonly isAvailable: boolean
  /** Whether a shopper can be expected to drive there. */
  readonly isNear: boolean
  readonly readyOn: DateTriple | null
}

const nearKm = 50

export function toPickupStoreResponse(option: PickupOption, now: Date): PickupStoreResponse {
  const { store, km, stock, readyAt, hours } = option
  const isAvailable = isPossible(option)
  const ready = readyAt === null || !isAvailable ? '' : `, ready ${pickupTimeText(readyAt, store, now)}`
  return {
    storeId: store.storeId,
    name: store.name,
    address: `${store.address}, ${suburbLine(store)}`,
    distance: km === null ? null : `${km < 10 ? km.toFixed(1) : Math.round(km)} km`,
    hours,
    stock: `${storeStockText(stock)}${ready}`,
    isAvailable,
    isNear: km !== null && km <= nearKm,
    readyOn: isAvailable && readyAt !== null ? tripleOf(dayIn(store.timeZone, readyAt)) : null,
  }
}
