/**
 * `npm run bench:partitions [-- --orders 200000] [-- --months 84] [-- --json FILE]`: orders in one table against orders by month, on the
 * PostgreSQL server of TEST_POSTGRES_URL: planning, execution and locks of each statement, and orders a second, in turns (decision 0085).
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { env } from 'node:process'
import { parseArgs } from 'node:util'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { DB } from '../src/platform/database/database-types.ts'
import { openPostgres, type Database } from '../src/platform/database/database.server.ts'
import { migrate } from '../src/platform/database/migrate.server.ts'
import { readMigrations } from '../src/platform/database/migration-files.server.ts'
import {
  insertEvent,
  insertGoods,
  insertOrder,
  insertPayment,
  orderByCart,
} from '../src/modules/orders/orders-store.server.ts'
import type { OrderSnapshot } from '../src/modules/orders/orders.ts'
import { randomIds } from '../src/platform/ids.ts'
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
const orderSeconds = 4
const orderRounds = 5
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
  const all = readMigrations(join(import.meta.dirname, '../migrations'))
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

/** Whole orders with the program's own statements: look whether the cart has one, attempt, order, payment, event. */
async function placeOrders(database: Database, { now: from }: Sought, isDivided: boolean): Promise<number> {
  const until = performance.now() + orderSeconds * 1_000
  const text = randomBytes(960).toString('hex')
  let count = 0
  const buyer = async () => {
    while (performance.now() < until) {
      const [cartId, attemptId, id] = [randomUUID(), randomIds.sortable(from), randomIds.sortable(from)]
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
        await insertOrder(tx, { id, state: 'paid', now: from, snapshot: snapshotOf(cartId, text) })
        await insertPayment(tx, {
          orderId: id,
          attemptId,
          cents: 5_000,
          provider: 'card',
          providerRef: attemptId,
          now: from,
        })
        await insertGoods(tx, id, [{ productId: 1, warehouseCode: '2000', isIncoming: false, quantity: 1 }])
        const status = { stage: 'placed', state: 'paid' } as const
        await insertEvent(tx, {
          orderId: id,
          at: from,
          move: 'dispatch',
          actor: { kind: 'system' },
          from: status,
          to: status,
          facts: {},
        })
      })
      count++
    }
  }
  await Promise.all(Array.from({ length: buyers }, buyer))
  return count / orderSeconds
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
    const [first, second] = [await placeOrders(one, whole.sought, false), await placeOrders(many, divided.sought, true)]
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
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(figures, null, 2)}\n`)
} finally {
  for (const name of ['whole', 'divided'])
    await asAdmin(`drop database if exists storefront_bench_${name}_${process.pid} with (force)`)
}
