import type { Purchase, SubmitError } from '../analytics.ts'

/** What parts of a page say has happened, for whatever measures it; the cart is added by whoever listens. */
export type Told =
  | { readonly name: 'add_shipping_info'; readonly shippingDate: string }
  | { readonly name: 'add_payment_info'; readonly method: string }
  | Pick<SubmitError, 'name' | 'message' | 'refusalReason' | 'errorCode' | 'total'>
  | { readonly name: 'purchase'; readonly currency: string; readonly purchase: Purchase }

type Heard = { push(event: Told): unknown }

/** Where events wait until somebody listens: an array to begin with, so that telling costs a page next to nothing. */
export const hearing: { events: Heard & Iterable<Told> } = { events: [] as Told[] }

export function tell(event: Told): void {
  hearing.events.push(event)
}
