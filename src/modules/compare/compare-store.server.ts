import { sql } from 'kysely'
import type { Reader, Writer } from '../../platform/database.server.ts'

/** The SQL of what visitors compare. */

/** Ids of products, oldest first. */
export async function comparedBy(db: Reader, visitorId: string): Promise<readonly number[]> {
  const row = await db
    .selectFrom('compare_list')
    .select('product_ids')
    .where('visitor_id', '=', visitorId)
    .executeTakeFirst()
  return row?.product_ids ?? []
}

/** The same, with the list locked until the transaction ends: two changes of one list take turns. Makes an empty one when there is none. */
export async function lockCompared(tx: Writer, visitorId: string): Promise<readonly number[]> {
  const { rows } = await sql<{ product_ids: number[] }>`
    insert into compare_list (visitor_id, product_ids) values (${visitorId}, '{}')
    on conflict (visitor_id) do update set product_ids = compare_list.product_ids
    returning product_ids`.execute(tx)
  return rows[0]?.product_ids ?? []
}

export async function setCompared(tx: Writer, visitorId: string, productIds: readonly number[]): Promise<void> {
  await tx
    .updateTable('compare_list')
    .set({ product_ids: [...productIds] })
    .where('visitor_id', '=', visitorId)
    .execute()
}
