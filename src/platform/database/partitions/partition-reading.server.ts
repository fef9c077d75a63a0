import { minutes, seconds, type Clock } from '../../clock.ts'
import type { Reading } from '../../metrics/reading.ts'
import { boundedRead } from '../bounded-read.server.ts'
import type { Database } from '../database.server.ts'
import { partitionState } from './month-partitions.server.ts'

/** Whether partitions are there before their months, and rows that found none. */
export const partitionReading = (
  database: Pick<Database, 'transaction'>,
  clock: Clock,
): Reading<'database_partition_months_ready' | 'database_partition_rest_rows'> => ({
  name: 'partitions',
  gauges: {
    database_partition_months_ready: {
      help: 'Months after the present one that every divided table has a partition for.',
      labels: [],
    },
    database_partition_rest_rows: {
      help: 'Rows of a divided table that belong to no month that was made; at most 10000 are counted.',
      labels: ['table'],
    },
  },
  maxAgeMs: minutes(1),
  timeoutMs: seconds(2),
  async read() {
    const { inRest, monthsReady } = await boundedRead(database, seconds(2), (tx) => partitionState(tx, clock.now()))
    return [
      { gauge: 'database_partition_months_ready', labels: {}, value: monthsReady },
      ...Array.from(inRest, ([table, value]) => ({
        gauge: 'database_partition_rest_rows' as const,
        labels: { table },
        value,
      })),
    ]
  },
})
