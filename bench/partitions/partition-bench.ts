/**
 * `npm run bench:partitions [-- --orders 200000] [-- --months 84] [-- --json FILE]`: orders in one table against orders by month, on the
 * PostgreSQL server of TEST_POSTGRES_URL: planning, execution and locks of each statement, and orders a second, in turns; then how the one becomes the other under orders (decision 0085).
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { env } from 'node:process'
import { parseArgs } from 'node:util'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { DB } from '../../src/platform/database/database-types.ts'
import { openPostgres, type Database } from '../../src/platform/database/database.server.ts'
import { migrate } from '../../src/platform/database/migrate.server.ts'
import { readMigrations } from '../../src/platform/database/migration-files.server.ts'
import {
  insertEvent,
  insertGoods,
  insertOrder,
  insertPayment,
  orderByCart,
} from '../../src/modules/orders/orders-store.server.ts'
import type { OrderSnapshot } from '../../src/modules/orders/orders.ts'
import { randomIds } from '../../src/platform/ids.ts'
import { fill } from './partition-fill.ts'
import { formerStatements, presentStatements, type Sought } from './partition-statements.ts'

const server = env['TEST_POSTGRES_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '200000' },
    months: { type: 'string', default: '84' },
    rounds: { type: 'string', default: '15' },
    json: { type: 'string' },
  },
})
const [orders, months, rounds] = [Number(options.orders), Number(options.months), Number(options.rounds)]
const lastUndivided = 68
const migrationFolder = join(import.meta.dirname, '../../migrations')
const orderSeconds = 4
const orderRounds = 7
const buyers = 8

type Layout = { readonly name: 'whole' | 'divided'; readonly url: string; readonly sought: Sought }

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

async function makeLayout(name: Layout['name']): Promise<Layout> {
  const database = `storefront_bench_${name}_${process.pid}`
  await asAdmin(`create database ${database}`)
  const url = new URL(server)
  url.pathname = `/${database}`
  const handle = await openPostgres(url.href, 2)
  const all = readMigrations(migrationFolder)
  await migrate(handle, name === 'whole' ? all.filter(({ number }) => number <= lastUndivided) : all)
  if (name === 'divided')
    await sql`select add_month_partitions(month_after(now(), n)) from generate_series(0, ${months - 1}::integer) n`.execute(
      handle.db,
    )
  await handle.close()
  return { name, url: url.href, sought: await fill(url.href, { orders, months, isDivided: name === 'divided' }) }
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

type Cost = { planning: number; execution: number; locks: number; partitions: number }

/** A database whose statements are explained as they run, in one transaction that is undone. */
class Explainer {
  readonly #pool: pg.Pool
  readonly #db: Kysely<DB>
  #statements: { sql: string; parameters: readonly unknown[] }[] = []

  constructor(url: string) {
    this.#pool = new pg.Pool({ connectionString: url, max: 1 })
    this.#db = new Kysely<DB>({
      dialect: new PostgresDialect({ pool: this.#pool }),
      log: ({ query }) => void this.#statements.push({ sql: query.sql, parameters: query.parameters }),
    })
  }

  /** Of all statements that a call makes: milliseconds, relations that are locked, and tables that the plan reads. */
  async cost(run: (db: Kysely<DB>) => Promise<unknown>): Promise<Cost> {
    this.#statements = []
    await this.#pool.query('begin')
    await run(this.#db)
    await this.#pool.query('rollback')
    const cost = { planning: 0, execution: 0, locks: 0, partitions: 0 }
    for (const { sql: text, parameters } of this.#statements) {
      await this.#pool.query('begin')
      const { rows } = await this.#pool.query(`explain (analyze, format json) ${text}`, [...parameters])
      const { rows: held } = await this.#pool.query<{ count: number }>(
        `select count(*)::integer as count from pg_locks where pid = pg_backend_pid() and locktype = 'relation' and relation::regclass::text not like 'pg_%'`,
      )
      await this.#pool.query('rollback')
      const [plan] = (rows[0] as { 'QUERY PLAN': Record<string, number>[] })['QUERY PLAN']
      cost.planning += plan?.['Planning Time'] ?? 0
      cost.execution += plan?.['Execution Time'] ?? 0
      cost.locks = Math.max(cost.locks, held[0]?.count ?? 0)
      cost.partitions += new Set(JSON.stringify(plan).match(/"Relation Name":"customer_order_[^"]+"/g) ?? []).size
    }
    return cost
  }

  close = () => this.#pool.end()
}

const figures: Record<string, number> = {}

async function measureStatements(whole: Layout, divided: Layout): Promise<void> {
  const [one, many] = [new Explainer(whole.url), new Explainer(divided.url)]
  const variants = [
    ['one table', one, whole.sought, formerStatements],
    ['by month', many, divided.sought, presentStatements],
    ['by month, version before', many, divided.sought, formerStatements],
  ] as const
  console.log(`\nstatement | layout | planning ms | execution ms | locks | partitions read`)
  for (const name of Object.keys(presentStatements)) {
    const costs = variants.map((): Cost[] => [])
    for (let round = 0; round <= rounds; round++)
      for (const [at, [, explainer, sought, statements]] of variants.entries()) {
        const cost = await explainer.cost(async (db) => statements[name]?.(db, sought))
        // The first round warms.
        if (round > 0) costs[at]?.push(cost)
      }
    for (const [at, [layout]] of variants.entries()) {
      const of = (key: keyof Cost) => median((costs[at] ?? []).map((cost) => cost[key]))
      console.log(
        `${name} | ${layout} | ${of('planning').toFixed(2)} | ${of('execution').toFixed(2)} | ${of('locks')} | ${of('partitions')}`,
      )
      for (const key of ['planning', 'execution', 'locks'] as const) figures[`${name}.${layout}.${key}`] = of(key)
    }
  }
  await Promise.all([one.close(), many.close()])
}

/** One order with the program's own statements: a cart and its attempt; then, if it has no order yet, order, payment, goods and event. */
async function placeOrder(database: Database, now: Date, text: string, isDivided: boolean): Promise<void> {
  const [cartId, attemptId, id] = [randomUUID(), randomIds.sortable(now), randomIds.sortable(now)]
  await sql`insert into cart (id, app, currency, state, created_at, updated_at)
    values (${cartId}, 'aol', 'AUD', 'open', now(), now())`.execute(database.db)
  await database.transaction(async (tx) => {
    await sql`with made as (insert into payment_attempt (id, cart_id, app, method, provider, state, amount_cents, currency, snapshot,
        provider_ref, holds_until, created_at, updated_at)
      values (${attemptId}, ${cartId}, 'aol', 'card', 'card', 'Approved', 5000, 'AUD', ${JSON.stringify({ text })}, ${attemptId}, now(), now(), now()))
      insert into payment_event (attempt_id, at, from_state, to_state, cause) values (${attemptId}, now(), null, 'Approved', 'submit')`.execute(
      tx,
    )
  })
  await database.transaction(async (tx) => {
    await (isDivided
      ? orderByCart(tx, cartId)
      : sql`select * from customer_order where cart_id = ${cartId}`.execute(tx))
    await insertOrder(tx, { id, state: 'paid', now, snapshot: snapshotOf(cartId, text) })
    await insertPayment(tx, { orderId: id, attemptId, cents: 5_000, provider: 'card', providerRef: attemptId, now })
    await insertGoods(tx, id, [{ productId: 1, warehouseCode: '2000', isIncoming: false, quantity: 1 }])
    const status = { stage: 'placed', state: 'paid' } as const
    const event = { orderId: id, at: now, move: 'dispatch', actor: { kind: 'system' }, facts: {} } as const
    await insertEvent(tx, { ...event, from: status, to: status })
  })
}

/** Places orders, so many at a time, while a condition holds, and returns how many milliseconds each took. */
async function placeOrders(
  database: Database,
  { now, isDivided, isOn }: { readonly now: Date; readonly isDivided: boolean; readonly isOn: () => boolean },
): Promise<readonly number[]> {
  const text = randomBytes(960).toString('hex')
  const took: number[] = []
  const buyer = async () => {
    while (isOn()) {
      const startedAt = performance.now()
      await placeOrder(database, now, text, isDivided)
      took.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: buyers }, buyer))
  return took
}

async function ordersPerSecond(database: Database, { now }: Sought, isDivided: boolean): Promise<number> {
  const until = performance.now() + orderSeconds * 1_000
  return (await placeOrders(database, { now, isDivided, isOn: () => performance.now() < until })).length / orderSeconds
}

/** Divides the whole table while the version before takes orders. An order that fails ends the run. */
async function measureMigration({ url }: Layout): Promise<void> {
  const [shop, migrating] = [await openPostgres(url, buyers), await openPostgres(url, 2)]
  let isOver = false
  const startedAt = performance.now()
  const migrated = migrate(migrating, readMigrations(migrationFolder), { report: (text) => console.log(text) }).finally(
    () => {
      isOver = true
    },
  )
  const took = await placeOrders(shop, { now: new Date(), isDivided: false, isOn: () => !isOver })
  await migrated
  const seconds = (performance.now() - startedAt) / 1_000
  const { rows } = await sql<{
    orders: number
    keys: number
  }>`select (select count(*)::integer from customer_order) as orders,
    (select count(*)::integer from order_key) as keys`.execute(shop.db)
  console.log(
    `\nmigrated in ${seconds.toFixed(1)} s under ${took.length} orders, of which the slowest took ${Math.round(Math.max(...took))} ms (median ${Math.round(median(took))}); ${rows[0]?.orders} orders, ${rows[0]?.keys} keys`,
  )
  figures['migration.seconds'] = seconds
  figures['migration.order.max_ms'] = Math.max(...took)
  await Promise.all([shop.close(), migrating.close()])
}

const snapshotOf = (cartId: string, text: string) =>
  ({
    cartId,
    app: 'aol',
    currency: 'AUD',
    method: 'card',
    totals: { subTotal: 5_000, discount: 0, shipping: 0, total: 5_000 },
    contact: { email: 'guest@example.com', phone: '', newsletter: false, poNumber: '' },
    code: null,
    lines: [1, 2].map((n) => ({
      productCode: `P-${n}`,
      productId: n,
      title: text.slice(0, 40),
      quantity: 1,
      unit: 2_500,
    })),
    text,
  }) as unknown as OrderSnapshot

async function measureOrders(whole: Layout, divided: Layout): Promise<void> {
  const [one, many] = [await openPostgres(whole.url, buyers), await openPostgres(divided.url, buyers)]
  const rates: Record<Layout['name'], number[]> = { whole: [], divided: [] }
  for (let round = 0; round <= orderRounds; round++) {
    const [first, second] = [
      await ordersPerSecond(one, whole.sought, false),
      await ordersPerSecond(many, divided.sought, true),
    ]
    if (round === 0) continue
    rates.whole.push(first)
    rates.divided.push(second)
  }
  console.log(
    `\norders/s, ${buyers} at a time: one table ${rates.whole.map(Math.round).join(' ')}, by month ${rates.divided.map(Math.round).join(' ')}`,
  )
  figures['orders.one table.rps'] = median(rates.whole)
  figures['orders.by month.rps'] = median(rates.divided)
  const { rows } = await sql<{ name: string; generic: number; custom: number }>`select left(statement, 60) as name,
    generic_plans::integer as generic, custom_plans::integer as custom from pg_prepared_statements
    where statement like '%customer_order%' or statement like '%order_key%' order by 2 desc, 3 desc limit 6`.execute(
    many.db,
  )
  for (const { name, generic, custom } of rows)
    console.log(`${name.replaceAll('\n', ' ')}: ${custom} custom plans, ${generic} generic`)
  await Promise.all([one.close(), many.close()])
}

const layouts: Layout[] = []
try {
  for (const name of ['whole', 'divided'] as const) layouts.push(await makeLayout(name))
  const [whole, divided] = layouts
  if (whole === undefined || divided === undefined) throw new Error('two layouts are needed')
  console.log(`${orders} orders over ${months} months, medians of ${rounds} rounds`)
  await measureStatements(whole, divided)
  await measureOrders(whole, divided)
  await measureMigration(whole)
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(figures, null, 2)}\n`)
} finally {
  for (const name of ['whole', 'divided'])
    await asAdmin(`drop database if exists storefront_bench_${name}_${process.pid} with (force)`)
}
