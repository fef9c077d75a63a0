import { sql } from 'kysely'
import { openPostgres } from '../database/database.server.ts'
import { systemClock } from '../clock.ts'
import { createBackfillWork, type Backfill } from './backfill.server.ts'

/** A backfill over the table `chair` of a test, which records every change in `chair_change`. */
export const shades: Backfill = {
  name: 'shades',
  async batch(tx, after) {
    const { rows } = await sql<{ id: number }>`with changed as (
        update chair set shade = colour where id in (
          select id from chair where id > ${Number(after ?? 0)} order by id limit 10
        ) returning id
      ) insert into chair_change (id) select id from changed returning id`.execute(tx)
    return rows.length === 0 ? null : { last: String(Math.max(...rows.map(({ id }) => id))), count: rows.length }
  },
}

/** As a process of its own: works until its third batch has changed its rows, and dies before they are committed. */
if (import.meta.main) {
  const database = await openPostgres(process.argv[2] ?? '', 2)
  let batches = 0
  const batch: Backfill['batch'] = async (tx, after) => {
    const done = await shades.batch(tx, after)
    if (++batches === 3) process.kill(process.pid, 'SIGKILL')
    return done
  }
  await createBackfillWork({ database, clock: systemClock }, [{ ...shades, batch }], 60_000)()
}
