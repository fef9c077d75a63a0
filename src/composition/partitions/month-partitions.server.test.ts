import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minutes } from '../../platform/clock.ts'
import {
  addMonthsAhead,
  monthPartitions,
  monthsAhead,
  partitionState,
} from '../../platform/database/partitions/month-partitions.server.ts'
import { firstSortableId } from '../../platform/ids.ts'
import { orderIdsFrom, orderIdsUntil } from '../../modules/orders/order-keys.server.ts'
import {
  attachGuestOrders,
  eventsOf,
  orderByCart,
  orderById,
  orderByNumber,
  ordersOfAccount,
  updateOrder,
} from '../../modules/orders/orders-store.server.ts'
import { databaseEngines, type TestDatabase } from '../../testing/database.ts'
import {
  divided,
  idAt,
  insertCart,
  insertGoodsForOrders,
  insertWholeOrder,
  partsOf,
} from './orders-of-months-for-tests.ts'

/** Orders by month, in months that no template has (decision 0085). */

const now = new Date('2090-01-15T00:00:00Z')
const uniqueViolation = { code: '23505' }

describe.each(await databaseEngines())('orders by month on $name', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.open()
    await insertGoodsForOrders(database)
    await addMonthsAhead(database, now)
  })
  afterAll(() => database.close())
  const hashOf = (address: string) => createHash('sha256').update(address).digest()

  const all = <Part extends string>(part: Part): Part[] => divided.map(() => part)

  test('the program and the database make the same ids of a moment', async () => {
    for (const at of ['2026-10-01T00:00:00.000Z', '2090-01-31T23:59:59.999Z']) {
      const { rows } = await sql<{ id: string; at: Date }>`
        select first_id_at(${at}) as id, time_of_id(${firstSortableId(new Date(at))}) as at`.execute(database.db)
      expect(rows).toEqual([{ id: firstSortableId(new Date(at)), at: new Date(at) }])
    }
  })

  test('an order and all that belongs to it lie in its month, which begins and ends in UTC', async () => {
    const last = await insertWholeOrder(database.db, { at: '2090-01-31T23:59:59.999Z' })
    const first = await insertWholeOrder(database.db, { at: '2090-02-01T00:00:00.000Z' })
    expect(await partsOf(database.db, last.id)).toEqual(all('2090-01'))
    expect(await partsOf(database.db, first.id)).toEqual(all('2090-02'))
  })

  test('an order with a past id goes to what was before, one of a month that was not made to the rest', async () => {
    const past = await insertWholeOrder(database.db, { at: '2001-05-05T00:00:00Z' })
    expect(await partsOf(database.db, past.id)).toEqual(all('before'))
    const far = await insertWholeOrder(database.db, { at: '2095-06-01T00:00:00Z' })
    expect(await partsOf(database.db, far.id)).toEqual(all('rest'))
    expect((await partitionState(database.db, now)).inRest).toEqual(new Map(divided.map(([table]) => [table, 1])))
    // Its month is made: the rows move with their keys and references.
    await addMonthsAhead(database, new Date('2095-05-20T00:00:00Z'))
    expect(await partsOf(database.db, far.id)).toEqual(all('2095-06'))
    expect((await orderByCart(database.db, far.cartId))?.id).toBe(far.id)
    expect((await partitionState(database.db, now)).inRest).toEqual(new Map(divided.map(([table]) => [table, 0])))
    await expect(
      insertWholeOrder(database.db, { at: '2090-01-02T00:00:00Z', cartId: far.cartId }),
    ).rejects.toMatchObject(uniqueViolation)
  })

  test('the months ahead are made once, whoever makes them', async () => {
    expect((await partitionState(database.db, now)).monthsReady).toBeGreaterThanOrEqual(monthsAhead)
    const names = async () => (await monthPartitions(database.db)).map(({ name }) => name)
    const before = await names()
    expect(await addMonthsAhead(database, now)).toBe(0)
    expect(await names()).toEqual(before)
    const later = new Date('2092-11-30T23:00:00Z')
    const others = await Promise.all(Array.from({ length: 3 }, async () => (await database.openAgain?.()) ?? database))
    const counts = await Promise.all(others.map((one) => addMonthsAhead(one, later)))
    for (const one of others) if (one !== database) await one.close()
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe((monthsAhead + 1) * divided.length)
    expect((await names()).filter((name) => /^customer_order_209[23]/.test(name))).toEqual([
      'customer_order_2092_11',
      'customer_order_2092_12',
      'customer_order_2093_01',
      'customer_order_2093_02',
    ])
  })

  test('a cart has one order, however many are placed at the edge of two months', async () => {
    const cartId = await insertCart(database.db)
    const edge = Date.parse('2090-02-28T23:59:59.990Z')
    const others = await Promise.all(Array.from({ length: 4 }, async () => (await database.openAgain?.()) ?? database))
    const placed = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        others[n % others.length]!.transaction((tx) =>
          sql`insert into customer_order (id, web_order_id, cart_id, app, state, currency, total_cents, email, snapshot, placed_at)
            values (${idAt(new Date(edge + n).toISOString())}, ${`W${80_000_000 + n}`}, ${cartId}, 'aol', 'paid', 'AUD', 5000, 'a@example.com', '{}', now())`.execute(
            tx,
          ),
        ),
      ),
    )
    for (const one of others) if (one !== database) await one.close()
    expect(placed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of placed) if (one.status === 'rejected') expect(one.reason).toMatchObject(uniqueViolation)
    const { rows } = await sql`select from customer_order where cart_id = ${cartId}`.execute(database.db)
    expect(rows).toHaveLength(1)
  })

  test('a number of an order is given once over all months', async () => {
    const { number } = await insertWholeOrder(database.db, { at: '2090-01-10T00:00:00Z' })
    const [cartId, id] = [await insertCart(database.db), idAt('2090-03-10T00:00:00Z')]
    await expect(
      sql`insert into customer_order (id, web_order_id, cart_id, app, state, currency, total_cents, email, snapshot, placed_at)
        values (${id}, ${number}, ${cartId}, 'aol', 'paid', 'AUD', 5000, 'a@example.com', '{}', now())`.execute(
        database.db,
      ),
    ).rejects.toMatchObject({ ...uniqueViolation, constraint: 'order_key_web_order_id_key' })
  })

  test('the key of an order follows it, and goes with it', async () => {
    const { id, cartId } = await insertWholeOrder(database.db, { at: '2090-01-11T00:00:00Z' })
    const keyOf = async () =>
      (await database.db.selectFrom('order_key').selectAll().where('order_id', '=', id).execute())[0]
    expect(await keyOf()).toMatchObject({ cart_id: cartId, address_hash: hashOf('ana@example.com'), account_id: null })
    await sql`update customer_order set email = 'Bo@Example.com' where id = ${id}`.execute(database.db)
    expect(await keyOf()).toMatchObject({ address_hash: hashOf('bo@example.com') })
    await expect(sql`delete from customer_order where id = ${id}`.execute(database.db)).rejects.toMatchObject({
      code: '23503',
    })
    await database.transaction(async (tx) => {
      await sql`delete from customer_order where id = ${id}`.execute(tx)
      for (const table of ['order_line_choice', 'order_line', 'order_goods', 'order_event', 'order_payment'])
        await sql`delete from ${sql.table(table)} where order_id = ${id}`.execute(tx)
    })
    expect(await keyOf()).toBeUndefined()
  })

  describe('partitions that a statement reads', () => {
    /** Leaves of the plan, with the statement's values in it. */
    async function partitionsOf(statement: RawBuilder<unknown>): Promise<readonly string[]> {
      const { rows } = await sql<{ 'QUERY PLAN': unknown }>`explain (format json) ${statement}`.execute(database.db)
      const names = JSON.stringify(rows).match(
        /(customer_order|order_line|order_event|payment_event)_(before|rest|\d{4}_\d{2})/g,
      )
      return [...new Set(names ?? [])].toSorted()
    }

    test('an id leads to one', async () => {
      const id = idAt('2090-02-10T00:00:00Z')
      expect(await partitionsOf(sql`select * from customer_order where id = ${id} for update`)).toEqual([
        'customer_order_2090_02',
      ])
      expect(await partitionsOf(sql`update customer_order set version = 2 where id = ${id} and version = 1`)).toEqual([
        'customer_order_2090_02',
      ])
      expect(await partitionsOf(sql`select * from order_event where order_id = ${id} order by id`)).toEqual([
        'order_event_2090_02',
      ])
    })

    test('days lead to their months, with a day of slack', async () => {
      const [from, until] = [new Date('2090-02-10T00:00:00Z'), new Date('2090-02-20T00:00:00Z')]
      const range = sql`id >= ${orderIdsFrom(from)} and id < ${orderIdsUntil(until)}`
      expect(await partitionsOf(sql`select * from customer_order where ${range}`)).toEqual(['customer_order_2090_02'])
      const early = new Date('2090-02-01T12:00:00Z')
      expect(
        await partitionsOf(
          sql`select * from customer_order where id >= ${orderIdsFrom(early)} and id < ${orderIdsUntil(until)}`,
        ),
      ).toEqual(['customer_order_2090_01', 'customer_order_2090_02'])
    })

    test('a cart, a number or an account lead to the months of their orders alone', async () => {
      const { id, cartId, number } = await insertWholeOrder(database.db, { at: '2090-03-12T00:00:00Z' })
      const accountId = crypto.randomUUID()
      await sql`insert into account (id, email, first_name, last_name, role, created_at)
        values (${accountId}, 'eve@example.com', 'Eve', 'E', 'customer', now())`.execute(database.db)
      await sql`update customer_order set email = 'Eve@example.com' where id = ${id}`.execute(database.db)
      await database.transaction((tx) => attachGuestOrders(tx, { id: accountId, email: 'eve@example.com' }))
      const locked = async (read: (db: typeof database.db) => Promise<unknown>) => {
        const { rows } = await database.transaction(async (tx) => {
          await read(tx)
          return sql<{ name: string }>`select distinct relation::regclass::text as name from pg_locks
            where pid = pg_backend_pid() and locktype = 'relation'
              and relation::regclass::text ~ '^partitions.(customer_order|order_line|order_event)_(before|rest|[0-9]{4}_[0-9]{2})$' order by 1`.execute(
            tx,
          )
        })
        return rows.map(({ name }) => name)
      }
      const march = ['partitions.customer_order_2090_03']
      // More often than a plan is made for values: a plan for any value would lock every month.
      for (let time = 0; time < 8; time++) {
        expect(await locked((db) => orderById(db, id))).toEqual(march)
        expect(await locked((db) => orderByCart(db, cartId))).toEqual(march)
        expect(await locked((db) => orderByNumber(db, number, 'aol'))).toEqual(march)
        expect(await locked((db) => eventsOf(db, id))).toEqual(['partitions.order_event_2090_03'])
        const which = { accountId, app: 'aol', isInvoiced: false } as const
        expect(await locked((db) => ordersOfAccount(db, which, { offset: 0, limit: 10 }))).toEqual(march)
      }
      const order = await orderById(database.db, id)
      expect(order?.webOrderId).toBe(number)
      const changed = { stage: 'cancelled', state: 'paid', balance: 0 } as const
      expect(
        await database.transaction(async (tx) => {
          await updateOrder(tx, { id, version: 1 }, changed)
          return (await orderById(tx, id))?.stage
        }),
      ).toBe('cancelled')
    })
  })

  test('months ready are counted from the present one', async () => {
    expect((await partitionState(database.db, new Date(now.getTime() + minutes(1)))).monthsReady).toBeGreaterThan(0)
    expect((await partitionState(database.db, new Date('2099-01-01T00:00:00Z'))).monthsReady).toBe(0)
  })
})
