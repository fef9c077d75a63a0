import { sql } from 'kysely'
import { seconds } from '../../platform/clock.ts'
import { boundedRead } from '../../platform/database/bounded-read.server.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Metrics } from '../../platform/metrics/metrics.server.ts'
import type { WaitingRoomRate } from './waiting-room-rules.ts'

/** Metrics of the queue itself, which every process reports alike; `rate` is null where there is no waiting room, and nothing is read. */
export function watchWaitingRoom(
  metrics: Pick<Metrics, 'gauge' | 'reading'>,
  database: Pick<Database, 'transaction'>,
  rate: WaitingRoomRate | null,
): void {
  metrics.gauge(
    'waiting_room_per_minute',
    'WAITING_ROOM_PER_MINUTE: shoppers let into the checkout a minute; 0 without a waiting room.',
    () => rate?.perMinute ?? 0,
  )
  metrics.reading<'waiting_room_length'>({
    name: 'waiting_room',
    gauges: {
      waiting_room_length: { help: 'Tickets of the waiting room whose turn is yet to come.', labels: [] },
    },
    maxAgeMs: seconds(5),
    timeoutMs: seconds(1),
    async read() {
      const length = rate === null ? 0 : await lengthOf(database)
      return [{ gauge: 'waiting_room_length', labels: {}, value: length }]
    },
  })
}

async function lengthOf(database: Pick<Database, 'transaction'>): Promise<number> {
  const { rows } = await boundedRead(database, seconds(1), (tx) =>
    sql<{ length: number }>`select greatest(0, issued - floor(serving))::bigint as length from waiting_room`.execute(
      tx,
    ),
  )
  return rows[0]?.length ?? 0
}
