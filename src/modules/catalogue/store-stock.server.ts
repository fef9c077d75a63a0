import { sql } from 'kysely'
import type { Reader, Writer } from '../../platform/database/database.server.ts'

/**
 * The units that stores have for orders that are picked up, apart from the stock of the warehouses (stock.server.ts). Rows are always locked
 * in the order of products, so that two transactions cannot wait for each other.
 */

export type StoreGoods = { readonly productId: number; readonly quantity: number }

/** Units free to sell by store, of these products. */
export async function storeStockOf(
  db: Reader,
  productIds: readonly number[],
): Promise<(storeId: number, productId: number) => number> {
  const rows = await db
    .selectFrom('store_stock')
    .select(['store_id', 'product_id', 'quantity'])
    .where('product_id', 'in', [...productIds])
    .execute()
  const units = new Map(rows.map((row) => [`${row.store_id} ${row.product_id}`, row.quantity]))
  return (storeId, productId) => units.get(`${storeId} ${productId}`) ?? 0
}

/** The same of one product, by store. */
export async function unitsInStores(db: Reader, productId: number): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('store_stock')
    .select(['store_id', 'quantity'])
    .where('product_id', '=', productId)
    .execute()
  return new Map(rows.map((row) => [row.store_id, row.quantity]))
}

/** Takes goods from a store; false when it lacks one, and the caller's transaction must be rolled back. */
export async function takeStoreStock(tx: Writer, storeId: number, goods: readonly StoreGoods[]): Promise<boolean> {
  for (const { productId, quantity } of inOrder(goods)) {
    const { numUpdatedRows } = await tx
      .updateTable('store_stock')
      .set((eb) => ({ quantity: eb('quantity', '-', quantity) }))
      .where('product_id', '=', productId)
      .where('store_id', '=', storeId)
      .where('quantity', '>=', quantity)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return false
  }
  return true
}

/** Records goods as reserved for a payment in progress. */
export async function holdStoreGoods(
  tx: Writer,
  attemptId: string,
  storeId: number,
  goods: readonly StoreGoods[],
): Promise<void> {
  const rows = goods.map(({ productId, quantity }) => ({
    attempt_id: attemptId,
    product_id: productId,
    store_id: storeId,
    quantity,
  }))
  await tx.insertInto('store_stock_hold').values(rows).execute()
}

/** Records goods as those of an order. */
export async function insertStoreGoods(
  tx: Writer,
  orderId: string,
  storeId: number,
  goods: readonly StoreGoods[],
): Promise<void> {
  const rows = goods.map(({ productId, quantity }) => ({
    order_id: orderId,
    product_id: productId,
    store_id: storeId,
    quantity,
  }))
  await tx.insertInto('order_store_goods').values(rows).execute()
}

/** Turns what an attempt holds into the goods of its order. */
export async function takeHeldStoreGoods(tx: Writer, orderId: string, attemptId: string): Promise<void> {
  await sql`with held as (delete from store_stock_hold where attempt_id = ${attemptId} returning *)
    insert into order_store_goods (order_id, product_id, store_id, quantity)
    select ${orderId}, product_id, store_id, quantity from held`.execute(tx)
}

/** Puts what an attempt holds back into its store; returns the products. */
export async function releaseStoreGoods(tx: Writer, attemptId: string): Promise<number[]> {
  const rows = await tx.deleteFrom('store_stock_hold').where('attempt_id', '=', attemptId).returningAll().execute()
  const held = rows.map((row) => ({ productId: row.product_id, storeId: row.store_id, quantity: row.quantity }))
  for (const { storeId, ...goods } of inOrder(held)) await putBack(tx, storeId, goods)
  return held.map(({ productId }) => productId)
}

/** Puts cancelled goods of an order back into the store that they came from; returns their products. */
export async function returnStoreGoods(tx: Writer, orderId: string, goods: readonly StoreGoods[]): Promise<number[]> {
  const returned = []
  for (const { productId, quantity } of inOrder(goods)) {
    const { rows } = await sql<{ storeId: number; quantity: number }>`
      with before as (
        select store_id, least(quantity, ${quantity}::integer) as part from order_store_goods
        where order_id = ${orderId} and product_id = ${productId} for update)
      update order_store_goods g set quantity = g.quantity - before.part from before
      where g.order_id = ${orderId} and g.product_id = ${productId}
      returning before.store_id as "storeId", before.part as quantity`.execute(tx)
    for (const row of rows) {
      await putBack(tx, row.storeId, { productId, quantity: row.quantity })
      returned.push(productId)
    }
  }
  return returned
}

const inOrder = <Goods extends StoreGoods>(goods: readonly Goods[]): Goods[] =>
  goods.toSorted((a, b) => a.productId - b.productId)

async function putBack(tx: Writer, storeId: number, { productId, quantity }: StoreGoods): Promise<void> {
  await tx
    .updateTable('store_stock')
    .set((eb) => ({ quantity: eb('quantity', '+', quantity) }))
    .where('product_id', '=', productId)
    .where('store_id', '=', storeId)
    .execute()
}
