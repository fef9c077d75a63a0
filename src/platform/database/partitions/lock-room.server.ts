import { sql } from 'kysely'
import type { Database } from '../database.server.ts'

/** As many lists over every month at once as an office may open, and orders go on. */
const listsAtOnce = 10

/**
 * Warns where the server has too few locks for the months that there are: a statement that reads all of a divided table locks each partition
 * and each of its indexes, and a server without a lock to give refuses orders too (decision 0085). The room is that of all sessions together
 * (PostgreSQL manual, "Lock Management": max_locks_per_transaction).
 */
export async function warnOfLockRoom(
  { engine, db }: Pick<Database, 'engine' | 'db'>,
  warn: (text: string) => void,
  atOnce = listsAtOnce,
): Promise<void> {
  // The embedded database runs one statement at a time.
  if (engine === 'pglite') return
  const { rows } = await sql<{ table: string; locks: number; room: number; each: number }>`
    select i.inhparent::regclass::text as "table", room.locks as room, room.each,
      (1 + count(distinct i.inhrelid) + count(x.indexrelid))::integer as locks
    from pg_inherits i
    join pg_class parent on parent.oid = i.inhparent and parent.relkind = 'p'
    join pg_namespace schema on schema.oid = parent.relnamespace and schema.nspname = current_schema()
    left join pg_index x on x.indrelid = i.inhrelid
    cross join (
      select current_setting('max_locks_per_transaction')::integer as each,
        current_setting('max_locks_per_transaction')::integer
          * (current_setting('max_connections')::integer + current_setting('max_prepared_transactions')::integer) as locks
    ) room
    group by 1, 2, 3
    order by locks desc
    limit 1`.execute(db)
  const [largest] = rows
  if (largest === undefined || largest.locks * atOnce <= largest.room) return
  const { table, locks, room, each } = largest
  const enough = Math.ceil((each * locks * atOnce) / room)
  warn(
    `DATABASE_URL: a list of every ${table} takes ${locks} locks and the server has ${room}, so ${atOnce} at once can leave none for an order. Set max_locks_per_transaction there to ${enough} or more, and restart it.`,
  )
}
