import type { AppCode } from '../../brands/apps.ts'
import type { CookingDemoDetail } from './events.ts'

/** Done with a `DemoMailOrder`. */
export const demoMailJob = 'cooking-demo-mail'

export type DemoMailOrder =
  | { readonly kind: 'booked' | 'cancelled'; readonly bookingId: string }
  | { readonly kind: 'waits' | 'seat_free'; readonly waitId: string }

/** What a mail about a demo says and to whom. */
export type DemoMail = {
  readonly order: DemoMailOrder
  readonly app: AppCode
  readonly to: string
  readonly firstName: string
  readonly guests: number
  readonly demo: CookingDemoDetail
  /** Of a booking, with what opens its page; null for those who wait. */
  readonly booking: { readonly reference: string; readonly token: string } | null
}
