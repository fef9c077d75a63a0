import { sql } from 'kysely'
import type { AppCode } from '../../../brands/apps.ts'
import type { Reader, Writer } from '../../../platform/database/database.server.ts'

/** The SQL of compare lists. */

/** The owner of a list: a visitor, or an account in an app. */
export type ListOwner = { readonly visitorId: string } | { readonly accountId: string; readonly app: AppCode }

const visitorList = { table: sql.table('compare_list'), key: sql`visitor_id` }
const accountList = { table: sql.table('account_compare_list'), key: sql`account_id, app` }

const listOf = (owner: ListOwner) =>
  'visitorId' in owner
    ? { ...visitorList, values: sql`${owner.visitorId}` }
    : { ...accountList, values: sql`${owner.accountId}, ${owner.app}` }

type Row = { readonly product_ids: number[] }

/** Ids of products, oldest first. */
export async function comparedBy(db: Reader, owner: ListOwner): Promise<readonly number[]> {
  const { table, key, values } = listOf(owner)
  const { rows } = await sql<Row>`select product_ids from ${table} where (${key}) = (${values})`.execute(db)
  return rows[0]?.product_ids ?? []
}

/**
 * The same, with the list locked until the transaction ends: concurrent changes are serialised. Creates an empty one when there is none.
 */
export async function lockCompared(tx: Writer, owner: ListOwner): Promise<readonly number[]> {
  const { table, key, values } = listOf(owner)
  const { rows } = await sql<Row>`
    insert into ${table} as list (${key}, product_ids) values (${values}, '{}')
    on conflict (${key}) do update set product_ids = list.product_ids
    returning product_ids`.execute(tx)
  return rows[0]?.product_ids ?? []
}

export async function setCompared(tx: Writer, owner: ListOwner, productIds: readonly number[]): Promise<void> {
  const { table, key, values } = listOf(owner)
  await sql`update ${table} set product_ids = ${[...productIds]} where (${key}) = (${values})`.execute(tx)
}
