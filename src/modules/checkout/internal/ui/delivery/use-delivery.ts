import { useEffect, useRef, useState } from 'react'
import { centsOf } from '../../../../../platform/money.ts'
import type { CartResponse } from '../../../../cart/cart.ts'
import type { DeliveryTicks, DeliveryView } from './delivery-view.ts'
import { useAvailability } from './use-availability.ts'

/** Settings of the shop that affect the display of a delivery. */
export type DeliverySettings = {
  readonly chargesStorage: boolean
  /** Dates are loaded before an address is entered (decision delivery-14). */
  readonly asksOnLoad: boolean
  /** What cannot be delivered is reported above the page too (decision delivery-08). */
  readonly unavailableIsBanner: boolean
}

const noTicks: DeliveryTicks = {
  contact: false,
  unique: false,
  earlier: false,
  installation: false,
  storage: false,
  services: {},
}

export type Delivery = ReturnType<typeof useDelivery>

/** Dates, boxes and services of the checkout, their prices, and their form values. */
export function useDelivery(cart: CartResponse, settings: DeliverySettings) {
  const lines = cart.products.map(({ brand, price, isProforma }) => ({
    brand,
    price: centsOf(price),
    isProforma,
  }))
  const { rules, ...dates } = useAvailability({ isProforma: lines.some((line) => line.isProforma) })
  const [ticks, setTicks] = useState(noTicks)
  // A box that has just been ticked counts for a request in the same event.
  const newest = useRef(ticks)

  function tick(change: Partial<DeliveryTicks>): void {
    newest.current = { ...newest.current, ...change }
    setTicks(newest.current)
  }

  const view: DeliveryView | null =
    rules?.deliveryView(dates.given, ticks, { lines, chargesStorage: settings.chargesStorage }) ?? null
  const asksForStorage = view?.asksForStorage ?? false
  // An acknowledgement applies to the date it was given for: the box is unticked for another one (decision delivery-20).
  useEffect(() => {
    if (!asksForStorage && newest.current.storage) tick({ storage: false })
  }, [asksForStorage])

  return {
    ...dates,
    ticks,
    tick,
    view,
    proformaBrands: [...new Set(lines.flatMap((line) => (line.isProforma ? [line.brand] : [])))],
    /** The form fields for loading dates. */
    question: () => ({
      ...view?.fields,
      uniqueDeliveryRequirements: newest.current.unique,
      winningDeliveryServiceOverride: dates.given.winningDeliveryServiceOverride,
    }),
  }
}
