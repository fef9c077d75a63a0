import { sql } from 'kysely'
import type { Reader } from '../../../platform/database/database.server.ts'
import type { Cents } from '../../../platform/money.ts'
import type { Day } from '../../../platform/calendar.ts'

export type MethodRecord = {
  readonly isEnabled: boolean
  readonly minimum: Cents
  readonly maximum: Cents
  readonly repaymentMonths: number | null
  readonly offerExpiry: Day | null
  readonly position: number
}

/** The terms of every payment method, by name; app-specific ones by 'aol.afterpay' as well. */
export async function methodRecords(db: Reader): Promise<ReadonlyMap<string, MethodRecord>> {
  const { rows } = await sql<MethodRecord & { key: string }>`
    select name as key, is_enabled as "isEnabled", minimum_cents as minimum, maximum_cents as maximum,
      repayment_months as "repaymentMonths", offer_expiry as "offerExpiry", position from payment_method
    union all
    select app || '.' || name, is_enabled, minimum_cents, maximum_cents, repayment_months, offer_expiry, position
    from payment_method_of_app order by key`.execute(db)
  return new Map(rows.map(({ key, ...record }) => [key, record]))
}
