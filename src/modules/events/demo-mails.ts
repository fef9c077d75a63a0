import type { AppCode } from '../../brands/apps.ts'
import type { CookingDemoDetail } from './events.ts'

/** Done with a `DemoMailOrder`. */
export const demoMailJob = 'cooking-demo-mail'

export type DemoMailOrder =
  | { readonly kind: 'booked' | 'cancelled'; readonly bookingId: string }
  | { readonly kind: 'waits' | 'seat_free'; readonly waitId: string }

/** The subject and recipient of a mail about a demo. */
export type DemoMail = {
  readonly order: DemoMailOrder
  readonly app: AppCode
  readonly to: string
  readonly firstName: string
  readonly guests: number
  readonly demo: CookingDemoDetail
  /** For a booking, with the token of its page; null for wait-list entries. */
  readonly booking: { readonly reference: string; readonly token: string } | null
}
