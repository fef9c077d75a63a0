import { sql } from 'kysely'
import type { TestShop } from '../shop.server.ts'

/** Ample delivery slots in Sydney, from the day of the test clock to the last one. */
export async function openDays({ database }: TestShop, { last }: { last: string }): Promise<void> {
  await sql`insert into delivery_day (warehouse_code, tier_code, delivers_on, capacity)
    select '2000', 'metro-au', day::date, 100000 from generate_series('2026-11-24'::date, ${last}::date, '1 day') as day`.execute(
    database.db,
  )
}
