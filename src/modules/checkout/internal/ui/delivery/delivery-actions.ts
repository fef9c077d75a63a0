import type { Dispatch } from 'react'
import type { Day } from '../../../../../platform/calendar.ts'
import type { FormValues } from '../../../../../ui/forms/form-values.ts'
import type { CheckoutValues } from '../../../ui/checkout-values.ts'
import type { CheckoutEvent } from '../checkout-state.ts'
import type { PlaceToDeliver } from './use-availability.ts'
import type { Delivery } from './use-delivery.ts'

/** The shopper's delivery actions, and their effects on dates and deposit. */
export function deliveryActions({
  delivery,
  form,
  dispatch,
  askForDates,
  resetDepositSoon,
}: {
  delivery: Delivery
  form: FormValues<CheckoutValues>
  dispatch: Dispatch<CheckoutEvent>
  askForDates: () => Promise<void>
  resetDepositSoon: () => void
}) {
  /** A service or an arranged day is another total, of which a deposit was a part (decision payments-15). */
  function tick(change: Parameters<Delivery['tick']>[0]): void {
    delivery.tick(change)
    if (change.services !== undefined || change.unique !== undefined) dispatch({ type: 'deposit_reset' })
  }
  return {
    tick,
    tickUnique(unique: boolean): void {
      tick({ unique })
      // Dates loaded with the tick are not for the shopper to choose.
      if (!unique && delivery.given.rawDates.length === 0) void askForDates()
    },
    select(day: Day): void {
      delivery.select(day)
      resetDepositSoon()
    },
    changePlace(place: PlaceToDeliver | null = form.getValues('delivery')): void {
      dispatch({ type: 'place_changed' })
      if (place === null || place.postcode === '') delivery.forget()
      else void askForDates()
    },
  }
}
