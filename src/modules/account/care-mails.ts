import type { AppCode } from '../../brands/apps.ts'
import type { Day } from '../../platform/calendar.ts'

/** Work for later: the mail that a filter is due. */
export const careMailJob = 'care-mail'

export type CareMailOrder = {
  readonly app: AppCode
  readonly accountId: string
  readonly orderId: string
  readonly sku: string
  readonly dueOn: Day
}
