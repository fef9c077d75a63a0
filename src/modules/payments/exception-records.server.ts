import { sql } from 'kysely'
import { appCodes } from '../../brands/apps.ts'
import type { Reader } from '../../platform/database/database.server.ts'
import { isOne, recordSet } from '../../platform/database/record-source.server.ts'

/** Payments that need staff: with an unknown outcome, orphaned, or with a failed refund. */

const exceptionKinds = ['unknown', 'unverified', 'late', 'stuck'] as const

export const exceptionRecords = recordSet({
  from: sql`(
    select 'unknown-' || a.id as key, 'unknown' as kind, a.id as attempt_id, a.app, a.provider, a.provider_ref, a.amount_cents as cents,
      a.currency, a.updated_at as at, 'Asked ' || a.checks || ' times; the provider does not say how it ended.' as what
    from payment_attempt a where a.state = 'Unknown' or (a.state = 'Pending' and a.holds_until < now())
    union all
    select 'unverified-' || a.id, 'unverified', a.id, a.app, a.provider, a.provider_ref, a.amount_cents, a.currency, u.opened_at, u.reason
    from unverified_payment u join payment_attempt a on a.id = u.attempt_id where u.resolved_at is null
    union all
    select 'late-' || m.attempt_id, 'late', a.id, a.app, a.provider, m.provider_ref, m.amount_cents, a.currency, m.opened_at, m.reason
    from late_money m join payment_attempt a on a.id = m.attempt_id where m.returned_at is null
    union all
    select 'stuck-' || r.refund_id || '-' || r.sequence, 'stuck', a.id, a.app, a.provider, a.provider_ref, r.cents, a.currency, a.updated_at,
      'The provider refuses to give it back after ' || r.tries || ' tries.'
    from order_refund_part r join payment_attempt a on a.id = r.attempt_id where r.state = 'stuck') x`,
  locked: null,
  key: sql`x.key`,
  byKey: (key) => sql<boolean>`x.key = ${key}`,
  columns: {
    at: { sql: sql`x.at`, sorts: 'timestamptz' },
    kind: { sql: sql`x.kind`, sorts: 'text' },
    app: { sql: sql`x.app`, sorts: 'text' },
    provider: { sql: sql`x.provider`, sorts: 'text' },
    cents: { sql: sql`x.cents`, sorts: 'numeric' },
    currency: { sql: sql`x.currency` },
    what: { sql: sql`x.what` },
    attemptId: { sql: sql`x.attempt_id` },
    providerRef: { sql: sql`x.provider_ref` },
  },
  search: [sql`x.attempt_id`, sql`coalesce(x.provider_ref, '')`],
  filters: { kind: isOne(sql`x.kind`, exceptionKinds), app: isOne(sql`x.app`, appCodes) },
})

/** How payments ended, by provider, since a moment. */
export async function paymentOutcomes(
  db: Reader,
  since: Date,
): Promise<
  readonly { readonly provider: string; readonly approved: number; readonly failed: number; readonly open: number }[]
> {
  const { rows } = await sql<{ provider: string; approved: number; failed: number; open: number }>`
    select provider, (count(*) filter (where state = 'Approved'))::integer as approved,
      (count(*) filter (where state in ('Declined', 'Expired')))::integer as failed,
      (count(*) filter (where state in ('Pending', 'Unknown')))::integer as open
    from payment_attempt where created_at >= ${since} group by provider order by provider`.execute(db)
  return rows
}
