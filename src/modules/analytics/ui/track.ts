import type { Purchase, SubmitError } from '../analytics.ts'

/** What parts of a page say has happened, for whatever measures it; the cart is added by whoever listens. */
export type TrackedEvent =
  | { readonly name: 'add_shipping_info'; readonly shippingDate: string }
  | { readonly name: 'add_payment_info'; readonly method: string }
  | Pick<SubmitError, 'name' | 'message' | 'refusalReason' | 'errorCode' | 'total'>
  | { readonly name: 'purchase'; readonly currency: string; readonly purchase: Purchase }

type Heard = { push(event: TrackedEvent): unknown }

/** Where events wait until somebody listens: an array to begin with, so that telling costs a page next to nothing. */
export const hearing: { events: Heard & Iterable<TrackedEvent> } = { events: [] as TrackedEvent[] }

export function notify(event: TrackedEvent): void {
  hearing.events.push(event)
}
