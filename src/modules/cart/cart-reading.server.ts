import { sql } from 'kysely'
import { appCodes } from '../../brands/apps.ts'
import { hours, minutes, seconds, type Clock } from '../../platform/clock.ts'
import { boundedRead } from '../../platform/database/bounded-read.server.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Reading } from '../../platform/metrics/reading.ts'

/** A cart that nobody has changed for longer is no sale to come. */
const recent = hours(24)

/** What lies in the carts of the last day, at the prices that their shoppers saw last. Reads the carts of all brands at once. */
export const cartReading = (
  database: Pick<Database, 'transaction'>,
  clock: Clock,
): Reading<'carts_open' | 'carts_value_cents'> => ({
  name: 'carts',
  gauges: {
    carts_open: {
      help: 'Carts with goods that were changed in the last 24 hours and are not ordered.',
      labels: ['app'],
    },
    carts_value_cents: { help: 'Value of these carts in cents of the currency of their brand.', labels: ['app'] },
  },
  maxAgeMs: minutes(1),
  timeoutMs: seconds(2),
  async read() {
    const since = new Date(clock.now().getTime() - recent)
    const { rows } = await boundedRead(database, seconds(2), (tx) =>
      sql<{ app: string; carts: number; cents: number }>`
        select c.app, count(distinct c.id)::integer as carts, coalesce(sum(l.quantity::bigint * l.seen_cents), 0)::bigint as cents
        from cart c join cart_line l on l.cart_id = c.id
        where c.state <> 'ordered' and c.updated_at > ${since} group by c.app`.execute(tx),
    )
    return appCodes.flatMap((app) => {
      const { carts = 0, cents = 0 } = rows.find((row) => row.app === app) ?? {}
      return [
        { gauge: 'carts_open' as const, labels: { app }, value: carts },
        { gauge: 'carts_value_cents' as const, labels: { app }, value: Number(cents) },
      ]
    })
  },
})
