import type { Purchase, SubmitError } from '../analytics.ts'

/** Tracks an event of a component; the analytics code adds the cart. */
export type TrackedEvent =
  | { readonly name: 'add_shipping_info'; readonly shippingDate: string }
  | { readonly name: 'add_payment_info'; readonly method: string }
  | Pick<SubmitError, 'name' | 'message' | 'refusalReason' | 'errorCode' | 'total'>
  | { readonly name: 'purchase'; readonly currency: string; readonly purchase: Purchase }

type Heard = { push(event: TrackedEvent): unknown }

/** Events wait here until the analytics code has loaded: an array at first, so that tracking costs a page next to nothing. */
export const hearing: { events: Heard & Iterable<TrackedEvent> } = { events: [] as TrackedEvent[] }

export function notify(event: TrackedEvent): void {
  hearing.events.push(event)
}
