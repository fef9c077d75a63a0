import { sql } from 'kysely'
import { seconds, type Clock } from '../../platform/clock.ts'
import { boundedRead } from '../../platform/database/bounded-read.server.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Reading } from '../../platform/metrics/reading.ts'

/** Refunds that a provider has not confirmed: due ones are tried again, stuck ones wait for staff. */
export const refundReading = (
  database: Pick<Database, 'transaction'>,
  clock: Clock,
): Reading<'refunds_open' | 'refunds_open_cents' | 'refunds_open_oldest_seconds'> => ({
  name: 'refunds',
  gauges: {
    refunds_open: { help: 'Refunds that no provider has confirmed: due, or stuck until staff act.', labels: ['state'] },
    refunds_open_cents: { help: 'Their amount in cents, of all currencies.', labels: ['state'] },
    refunds_open_oldest_seconds: { help: 'Age of the oldest of them.', labels: ['state'] },
  },
  maxAgeMs: seconds(10),
  timeoutMs: seconds(2),
  async read() {
    const now = clock.now()
    const { rows } = await boundedRead(database, seconds(2), (tx) =>
      sql<{ state: string; count: number; cents: number; oldest: Date }>`
        select p.state, count(*)::integer as count, sum(p.cents)::bigint as cents, min(r.made_at) as oldest
        from order_refund_part p join order_refund r on r.id = p.refund_id
        where p.state <> 'done' group by p.state`.execute(tx),
    )
    return (['due', 'stuck'] as const).flatMap((state) => {
      const own = rows.find((row) => row.state === state)
      const age = own === undefined ? 0 : (now.getTime() - own.oldest.getTime()) / 1_000
      return [
        { gauge: 'refunds_open' as const, labels: { state }, value: own?.count ?? 0 },
        { gauge: 'refunds_open_cents' as const, labels: { state }, value: Number(own?.cents ?? 0) },
        { gauge: 'refunds_open_oldest_seconds' as const, labels: { state }, value: Math.max(0, age) },
      ]
    })
  },
})
