import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openPostgres, type Database } from '../../platform/database/database.server.ts'
import { migrate } from '../../platform/database/migrate.server.ts'
import { readMigrations } from '../../platform/database/migration-files.server.ts'
import { addMonthsAhead } from '../../platform/database/partitions/month-partitions.server.ts'
import { invalidIndexes } from '../../platform/database/schema-state.server.ts'
import { emptyServerDatabase, isServerHere, openUnmigrated } from '../../testing/database.ts'
import { checkConsistency } from '../backup/consistency.server.ts'
import { readBackupFacts } from '../backup/backup-facts.server.ts'
import {
  divided,
  insertCart,
  insertGoodsForOrders,
  insertWholeOrder,
  partsOf,
  idAt,
} from './orders-of-months-for-tests.ts'

/** A shop with orders is divided by month while the version before serves, which goes on afterwards (decision 0085). */

const migrations = readMigrations(join(import.meta.dirname, '../../../migrations'))
const lastUndivided = 68

type Opened = { readonly database: Database; readonly other: Database; close(): Promise<void> }

const engines: readonly (readonly [string, () => Promise<Opened>])[] = [
  [
    'PGlite',
    async () => {
      const database = await openUnmigrated()
      return { database, other: database, close: () => database.close() }
    },
  ],
  ...((await isServerHere())
    ? [
        [
          'PostgreSQL',
          async (): Promise<Opened> => {
            const { url, drop } = await emptyServerDatabase()
            const [database, other] = [await openPostgres(url, 2), await openPostgres(url, 4)]
            const close = async () => {
              await Promise.all([database.close(), other.close()])
              await drop()
            }
            return { database, other, close }
          },
        ] as const,
      ]
    : []),
]

const before = migrations.filter(({ number }) => number <= lastUndivided)

async function withOrders({ database }: Opened): Promise<readonly { id: string; cartId: string; number: string }[]> {
  await migrate(database, before)
  await insertGoodsForOrders(database)
  const orders = []
  for (const at of ['2019-01-31T23:59:59.999Z', '2024-02-29T00:00:00Z', new Date().toISOString()])
    orders.push(await insertWholeOrder(database.db, { at }))
  return orders
}

/** What the version before asks and writes, in its own statements. */
async function serveAsBefore({ db }: Pick<Database, 'db'>, { cartId, number }: { cartId: string; number: string }) {
  const { rows: byCart } = await sql<{ id: string }>`select id from customer_order where cart_id = ${cartId}`.execute(
    db,
  )
  const { rows: byNumber } = await sql<{ id: string }>`select id from customer_order
    where web_order_id = ${number} and app = 'aol'`.execute(db)
  expect(byNumber).toEqual(byCart)
  const id = byCart[0]?.id ?? ''
  await sql`update customer_order set version = version + 1 where id = ${id}`.execute(db)
  await sql`select id from order_event where order_id = ${id} order by order_event.id`.execute(db)
  return insertWholeOrder(db, { at: new Date().toISOString() })
}

describe.each(engines)('orders of a filled shop on %s', (_name, open) => {
  test(
    'are all there after the migrations, in what was before, and the version before goes on',
    { timeout: 60_000 },
    async () => {
      const opened = await open()
      const { database } = opened
      try {
        const orders = await withOrders(opened)
        const facts = await readBackupFacts(database.db, new Date(0))
        await migrate(database, migrations)
        const after = await readBackupFacts(database.db, new Date(0))
        for (const [table, count] of Object.entries(facts.rows))
          if (table !== 'schema_migration') expect([table, after.rows[table]]).toEqual([table, count])
        expect(after.cents).toEqual(facts.cents)
        expect(after.rows['order_key']).toBe(orders.length)
        for (const { id } of orders) expect(await partsOf(database.db, id)).toEqual(divided.map(() => 'before'))
        expect(await invalidIndexes(database.db)).toEqual([])
        const broken = async () => (await checkConsistency(database.db)).filter(({ count }) => count > 0)
        expect(await broken()).toEqual([])
        // Every reference is validated, on every partition.
        const { rows: unvalidated } = await sql`select conname from pg_constraint where not convalidated`.execute(
          database.db,
        )
        expect(unvalidated).toEqual([])

        const placed = await serveAsBefore(database, orders[1]!)
        expect((await sql`select from order_key where order_id = ${placed.id}`.execute(database.db)).rows).toHaveLength(
          1,
        )
        // Its cart has an order in what was before; a second one would lie in another month.
        await expect(
          insertWholeOrder(database.db, { at: '2090-01-01T00:00:00Z', cartId: orders[0]!.cartId }),
        ).rejects.toMatchObject({ code: '23505' })
        // Numbers of events go on where they were.
        const { rows: numbers } = await sql<{
          ids: number[]
        }>`select array_agg(id order by id)::integer[] as ids from order_event`.execute(database.db)
        expect(numbers[0]?.ids).toEqual([1, 2, 3, 4])
        expect(await addMonthsAhead(database, new Date())).toBe(0)
        // The payment of the order that was refused.
        expect((await broken()).map(({ name, count }) => [name, count])).toEqual([
          ['every approved payment has an order, or its money is returned', 1],
        ])
      } finally {
        await opened.close()
      }
    },
  )

  test('are placed between any two of the migrations', { timeout: 120_000 }, async () => {
    const opened = await open()
    const { database, other } = opened
    try {
      const [, known] = await withOrders(opened)
      const steps = migrations.filter(({ number }) => number > lastUndivided)
      for (const step of steps) {
        await migrate(
          database,
          migrations.filter(({ number }) => number <= step.number),
        )
        await serveAsBefore(other, known!)
      }
      const { rows } = await sql<{ orders: number; keys: number; lines: number }>`select
        (select count(*)::integer from customer_order) as orders, (select count(*)::integer from order_key) as keys,
        (select count(*)::integer from order_line) as lines`.execute(database.db)
      const count = 3 + steps.length
      expect(rows).toEqual([{ orders: count, keys: count, lines: count }])
      expect((await checkConsistency(database.db)).filter(({ count: wrong }) => wrong > 0)).toEqual([])
    } finally {
      await opened.close()
    }
  })

  test('that begin with no time are refused by name', { timeout: 60_000 }, async () => {
    const opened = await open()
    const { database } = opened
    try {
      await migrate(database, before)
      const cartId = await insertCart(database.db)
      await sql`insert into customer_order (id, web_order_id, cart_id, app, state, currency, total_cents, email, snapshot, placed_at)
        values (${'Z'.repeat(26)}, 'W1', ${cartId}, 'aol', 'paid', 'AUD', 5000, 'a@example.com', '{}', now())`.execute(
        database.db,
      )
      await expect(migrate(database, migrations)).rejects.toThrow(
        /customer_order\.id has a value that does not begin with a time: ZZZ/,
      )
      expect(idAt('2026-01-01T00:00:00Z')).toHaveLength(26)
    } finally {
      await opened.close()
    }
  })
})
