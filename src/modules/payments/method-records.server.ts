import { sql } from 'kysely'
import { appCodes, countryOfApp, isAppCode, type AppCode } from '../../brands/apps.ts'
import type { Writer } from '../../platform/database/database.server.ts'
import { isOne, recordSet, type RecordSet } from '../../platform/database/record-source.server.ts'
import type { RecordValues } from '../../platform/database/records.ts'
import { configuredMethods, type ConfiguredMethod } from './payments.server.ts'

/**
 * The terms of each app's payment methods, for the back office: the default terms, or its own. Triggers notify every process of each
 * change.
 */

/** Its key is 'aol.afterpay'. */
export const methodTermRecords: RecordSet = recordSet({
  from: sql`(select k.app, k.name, o.app is not null as is_own, coalesce(o.is_enabled, m.is_enabled) as is_enabled,
      coalesce(o.minimum_cents, m.minimum_cents) as minimum_cents, coalesce(o.maximum_cents, m.maximum_cents) as maximum_cents,
      case when o.app is null then m.repayment_months else o.repayment_months end as repayment_months,
      case when o.app is null then m.offer_expiry else o.offer_expiry end as offer_expiry, coalesce(o.position, m.position) as position
    from json_to_recordset(${JSON.stringify(everyOffer())}::json) as k (app text, name text) join payment_method m on m.name = k.name
      left join payment_method_of_app o on o.app = k.app and o.name = k.name) x`,
  // The row of terms that are the common ones is not there.
  locked: null,
  lockFirst: async (tx, key) => {
    await sql`select pg_advisory_xact_lock(727277, hashtext(${key}))`.execute(tx)
  },
  key: sql`(x.app || '.' || x.name)`,
  byKey(key) {
    const offer = methodKey(key)
    return offer === null ? null : sql<boolean>`x.app = ${offer.app} and x.name = ${offer.method}`
  },
  columns: {
    app: { sql: sql`x.app`, sorts: 'text' },
    method: { sql: sql`x.name`, sorts: 'text' },
    isEnabled: { sql: sql`x.is_enabled`, sorts: 'boolean' },
    minimum: { sql: sql`x.minimum_cents`, sorts: 'numeric' },
    maximum: { sql: sql`x.maximum_cents`, sorts: 'numeric' },
    position: { sql: sql`x.position`, sorts: 'numeric' },
    isOwn: { sql: sql`x.is_own` },
    repaymentMonths: { sql: sql`x.repayment_months` },
    offerExpiry: { sql: sql`x.offer_expiry` },
  },
  filters: {
    app: isOne(sql`x.app`, appCodes),
    method: isOne(sql`x.name`, configuredMethods),
    which: (word) => (word === 'own' ? sql<boolean>`x.is_own` : null),
  },
})

/** Every method of every app; of Zip the one of its country. */
function everyOffer(): readonly { readonly app: AppCode; readonly name: ConfiguredMethod }[] {
  return appCodes.flatMap((app) =>
    configuredMethods
      .filter((name) => name !== (countryOfApp[app] === 'AU' ? 'zipnz' : 'zipmoney'))
      .map((name) => ({ app, name })),
  )
}

export function methodKey(key: string): { readonly app: AppCode; readonly method: ConfiguredMethod } | null {
  const [app = '', name = ''] = key.split('.')
  const method = configuredMethods.find((one) => one === name)
  return isAppCode(app) && method !== undefined ? { app, method } : null
}

/** Gives an app its own terms: all of them, as they are after the change. */
export async function writeMethodTerms(tx: Writer, key: string, values: RecordValues): Promise<void> {
  const offer = methodKey(key)
  if (offer === null) throw new Error(`there is no method of paying ${key}`)
  const { isEnabled, minimum, maximum, position, repaymentMonths = null, offerExpiry = null } = values
  const terms = {
    is_enabled: isEnabled === true,
    minimum_cents: Number(minimum),
    maximum_cents: Number(maximum),
    position: Number(position ?? 0),
    repayment_months: repaymentMonths as number | null,
    offer_expiry: offerExpiry as string | null,
  }
  await tx
    .insertInto('payment_method_of_app')
    .values({ app: offer.app, name: offer.method, ...terms })
    .onConflict((on) => on.columns(['app', 'name']).doUpdateSet(terms))
    .execute()
}

/** Resets to the default terms. */
export async function removeMethodTerms(tx: Writer, key: string): Promise<void> {
  const offer = methodKey(key)
  if (offer !== null)
    await tx.deleteFrom('payment_method_of_app').where('app', '=', offer.app).where('name', '=', offer.method).execute()
}
