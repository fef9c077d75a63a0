import { sql } from 'kysely'
import { seconds } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Log } from '../../platform/log.server.ts'
import { stateLastsMs, turnLastsMs, type QueueState, type WaitingRoomRate } from './waiting-room-rules.ts'

/**
 * The queue of all processes: one row, which each of them advances every second and whenever it gives tickets. The database decides, in its
 * own time, so neither the clock nor the end of a process matters.
 */

export type Queue = {
  /** The last state that was read, however old. */
  readonly state: QueueState
  /** The database's time, in milliseconds; measured on since it was last read, so it needs no database. */
  now(): number
  /** A state of the last seconds; asks for it when there is none. Throws when the database does not answer. */
  current(): Promise<QueueState>
  /** The same, from the database now. */
  refresh(): Promise<QueueState>
  /** Gives so many tickets: the number of the first. */
  take(count: number): Promise<number>
  /** Whether the last state is recent enough to decide by. */
  isFresh(): boolean
  close(): void
}

/**
 * Advances the queue, and gives `count` tickets. `serving` grows by the rate, at most to the last ticket and the burst, and never falls. A clock
 * that is set back costs the time since the last statement.
 */
const advanced = ({ perMinute, burst }: WaitingRoomRate, count: number) => sql<Row>`
  update waiting_room set
    serving = case when ${isForgotten} then greatest(serving, issued) else
      greatest(serving, least(issued + ${burst}::bigint, serving + ${perMinute / 60}::double precision
        * least(${maxStepSeconds}::double precision, greatest(0, extract(epoch from clock_timestamp() - advanced_at)::double precision)))) end,
    issued = issued + ${count}::bigint,
    advanced_at = clock_timestamp(),
    lost = case when ${isForgotten} then issued when ${isMarkDue} then least(marked, issued) else lost end,
    marked = case when ${isMarkDue} then least(floor(serving)::bigint, issued) else marked end,
    marked_at = case when ${isMarkDue} or clock_timestamp() < marked_at then clock_timestamp() else marked_at end
  returning issued, serving, lost, (extract(epoch from clock_timestamp()) * 1000)::double precision as "now"`

/** Whoever had a ticket when the queue was last used has gone: shoppers of this sale do not wait behind those of the last. */
const isForgotten = sql`clock_timestamp() - advanced_at > interval '6 hours'`

const isMarkDue = sql`clock_timestamp() - marked_at >= ${turnLastsMs / 1_000} * interval '1 second'`

/**
 * No more time than this counts between two statements. After a pause of the database the checkout is not flooded; and while event loop or
 * connections are so busy that a process comes late, fewer are let in.
 */
const maxStepSeconds = 2

type Row = QueueState & { readonly now: number }

const everyMs = seconds(1)

/** Opens the queue with its first state. Throws when the database does not answer. */
export async function openQueue({
  database,
  log,
  rate,
}: {
  readonly database: Pick<Database, 'db'>
  readonly log: Pick<Log, 'error'>
  readonly rate: WaitingRoomRate
}): Promise<Queue> {
  let state: QueueState = { issued: 0, serving: 0, lost: 0 }
  let readAt = -Infinity
  let databaseNow = 0
  let reading: Promise<QueueState> | null = null
  let hasFailed = false

  async function advance(count: number): Promise<QueueState> {
    const { rows } = await advanced(rate, count).execute(database.db)
    const [row] = rows
    if (row === undefined) throw new Error('waiting_room: its row is missing; insert into waiting_room default values')
    // Answers may overtake each other; an earlier time that comes later is of another server.
    if (row.now >= databaseNow || !isFresh()) {
      state = row
      databaseNow = row.now
      readAt = performance.now()
    }
    return row
  }

  const isFresh = () => !hasFailed && performance.now() - readAt < stateLastsMs

  async function read(): Promise<QueueState> {
    try {
      const state = await advance(0)
      hasFailed = false
      return state
    } catch (error) {
      if (!hasFailed) log.error({ err: error }, 'the waiting room could not be advanced')
      hasFailed = true
      throw error
    }
  }

  const refresh = (): Promise<QueueState> => (reading ??= read().finally(() => (reading = null)))

  await refresh()
  const timer = setInterval(() => void refresh().catch(() => {}), everyMs).unref()

  return {
    get state() {
      return state
    },
    now: () => databaseNow + (performance.now() - readAt),
    current: async () => (isFresh() ? state : refresh()),
    refresh,
    async take(count) {
      const { issued } = await advance(count)
      return issued - count + 1
    },
    isFresh,
    close: () => clearInterval(timer),
  }
}
