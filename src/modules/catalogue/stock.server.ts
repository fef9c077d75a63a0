import { sql } from 'kysely'
import type { Country } from '../../brands/apps.ts'
import type { Reader, Writer } from '../../platform/database/database.server.ts'
import { isInCountry } from './catalogue.ts'

/**
 * Taking goods out of stock and putting them back. Rows are always locked in the order of product and warehouse, so that two transactions
 * cannot wait for each other.
 */

export type StockHold = {
  readonly productId: number
  readonly warehouseCode: string
  readonly quantity: number
  /** Taken from incoming stock rather than from the shelf. */
  readonly isIncoming: boolean
}

/**
 * Takes `quantity` of a product, from the preferred warehouse first, then from others of the country, then from incoming stock; for cash
 * and carry (`isOnlyPreferred`) only from the preferred warehouse's shelf. Null, and nothing taken, when there is not enough; the caller's
 * transaction must then be rolled back or go on without it.
 */
export async function takeStock(
  tx: Writer,
  requested: {
    readonly productId: number
    readonly quantity: number
    readonly country: Country
    readonly preferred: string
    readonly isOnlyPreferred?: boolean
  },
): Promise<StockHold[] | null> {
  const { rows } = await sql<{ code: string; quantity: number; incoming: number }>`
    select warehouse_code as code, quantity, case when incoming_on is null then 0 else incoming_quantity end as incoming
    from stock where product_id = ${requested.productId} order by warehouse_code for update`.execute(tx)
  const inCountry = rows
    .filter((row) => isInCountry(row.code, requested.country))
    .filter((row) => requested.isOnlyPreferred !== true || row.code === requested.preferred)
    .toSorted(
      (a, b) =>
        Number(b.code === requested.preferred) - Number(a.code === requested.preferred) || b.quantity - a.quantity,
    )

  const holds: StockHold[] = []
  let missing = requested.quantity
  for (const isIncoming of requested.isOnlyPreferred === true ? [false] : [false, true]) {
    for (const row of inCountry) {
      const quantity = Math.min(missing, isIncoming ? row.incoming : row.quantity)
      if (quantity <= 0) continue
      holds.push({ productId: requested.productId, warehouseCode: row.code, quantity, isIncoming })
      missing -= quantity
    }
  }
  if (missing > 0) return null
  for (const hold of holds) await changeStock(tx, hold, -hold.quantity)
  return holds
}

export async function returnStock(tx: Writer, holds: readonly StockHold[]): Promise<void> {
  for (const hold of inOrderOfRows(holds)) await changeStock(tx, hold, hold.quantity)
}

/** Returns the stock of a cancelled order: incoming stock that has arrived since goes to the shelf. */
export async function returnGoods(tx: Writer, holds: readonly StockHold[], now: Date): Promise<void> {
  const today = now.toISOString().slice(0, 10)
  for (const hold of inOrderOfRows(holds)) {
    const row = await tx
      .selectFrom('stock')
      .select('incoming_on')
      .where('product_id', '=', hold.productId)
      .where('warehouse_code', '=', hold.warehouseCode)
      .executeTakeFirst()
    const isStillComing = row?.incoming_on != null && row.incoming_on >= today
    await changeStock(tx, { ...hold, isIncoming: hold.isIncoming && isStillComing }, hold.quantity)
  }
}

const inOrderOfRows = (holds: readonly StockHold[]): StockHold[] =>
  holds.toSorted((a, b) => a.productId - b.productId || a.warehouseCode.localeCompare(b.warehouseCode))

async function changeStock(tx: Writer, hold: StockHold, by: number): Promise<void> {
  const column = hold.isIncoming ? 'incoming_quantity' : 'quantity'
  await tx
    .updateTable('stock')
    .set((eb) => ({ [column]: eb(column, '+', by) }))
    .where('product_id', '=', hold.productId)
    .where('warehouse_code', '=', hold.warehouseCode)
    .execute()
}

export async function writeHolds(tx: Writer, attemptId: string, holds: readonly StockHold[]): Promise<void> {
  await tx
    .insertInto('stock_hold')
    .values(
      holds.map((hold) => ({
        attempt_id: attemptId,
        product_id: hold.productId,
        warehouse_code: hold.warehouseCode,
        quantity: hold.quantity,
        is_incoming: hold.isIncoming,
      })),
    )
    .execute()
}

/** Deletes the reservations of an attempt; the goods themselves stay out of stock until `returnStock`. */
export async function takeHolds(tx: Writer, attemptId: string): Promise<StockHold[]> {
  const rows = await tx.deleteFrom('stock_hold').where('attempt_id', '=', attemptId).returningAll().execute()
  return rows.map((row) => ({
    productId: row.product_id,
    warehouseCode: row.warehouse_code,
    quantity: row.quantity,
    isIncoming: row.is_incoming,
  }))
}

/** How many units of a product are reserved in each warehouse for payments in progress. */
export async function heldUnits(db: Reader, productId: number): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ code: string; held: number }>`
    select warehouse_code as code, sum(quantity)::integer as held from stock_hold
    where product_id = ${productId} and not is_incoming group by warehouse_code`.execute(db)
  return new Map(rows.map((row) => [row.code, row.held]))
}
