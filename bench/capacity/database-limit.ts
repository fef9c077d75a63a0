import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openShopper } from '../cart-load.ts'
import { openBuyers, submit, type Filled } from '../order-load.ts'

/** Orders a second against what PostgreSQL itself does of the same writes, and where orders wait for each other. */

// What an order writes at the least, in as many transactions: the attempt before the provider is called, then order, line, stock, day,
// attempt, event and the job of its mail. The snapshot of an order has about 6 kB.
const schema = `
create table floor_order (id bigserial primary key, cart bigint unique, snapshot jsonb);
create table floor_line (order_id bigint, product int, cents int, primary key (order_id, product));
create table floor_stock (product int primary key, quantity int);
create table floor_day (day int primary key, taken int);
create table floor_attempt (id bigint primary key, state text, cents int);
create table floor_event (id bigserial primary key, order_id bigint, facts jsonb);
create table floor_job (id bigint primary key, data jsonb);
insert into floor_stock select n, 1000000 from generate_series(1, 1000) n;
insert into floor_day select n, 0 from generate_series(1, 60) n;
`
const floorOrder = `
\\set product random(1, 1000)
\\set day random(1, 60)
\\set attempt random(1, 1000000000000000)
\\set cart random(1, 1000000000000000)
\\set job random(1, 1000000000000000)
insert into floor_attempt values (:attempt, 'started', 129900);
begin;
update floor_stock set quantity = quantity - 1 where product = :product and quantity > 0;
update floor_day set taken = taken + 1 where day = :day;
insert into floor_order (cart, snapshot) values (:cart, jsonb_build_object('lines', repeat('a fridge with a door ', 280))) returning id as number \\gset
insert into floor_line values (:number, :product, 129900);
update floor_attempt set state = 'approved' where id = :attempt;
insert into floor_event (order_id, facts) values (:number, '{"placed":true}');
insert into floor_job values (:job, '{"mail":"confirmation"}');
commit;
`

export type Floor = { perSecond(seconds: number): Promise<number>; close(): void }

/** Null where pgbench is not installed. */
export async function openFloor(url: string, clients: number): Promise<Floor | null> {
  const program = pgbench()
  if (program === null) return null
  const client = new pg.Client(url)
  await client.connect()
  await client.query(schema).finally(() => client.end())
  const folder = mkdtempSync(join(tmpdir(), 'storefront-floor-'))
  const script = join(folder, 'order.sql')
  writeFileSync(script, floorOrder)
  return {
    async perSecond(seconds) {
      const args = ['-n', '-f', script, '-c', String(clients), '-j', '1', '-T', String(seconds), url]
      const found = /tps = ([\d.]+)/.exec(await outputOf(program, args))?.[1]
      if (found === undefined) throw new Error('pgbench printed no figure.')
      return Number(found)
    },
    close: () => rmSync(folder, { recursive: true }),
  }
}

function pgbench(): string | null {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : []
  const found = versions.map((version) => `/usr/lib/postgresql/${version}/bin/pgbench`).filter(existsSync)
  return found.at(-1) ?? null
}

function outputOf(program: string, args: readonly string[]): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (text += bytes.toString()))
    child.once('error', fail)
    child.once('exit', (code) => (code === 0 ? done(text) : fail(new Error(`pgbench ended with ${code}: ${text}`))))
  })
}

export type Queue = {
  readonly perSecond: number
  /** Sessions that waited for a lock, in the mean of all looks. */
  readonly waiting: number
  /** What they waited with, by the first words of the statement, most first. */
  readonly statements: Readonly<Record<string, number>>
}

/** The first product that is in stock and that the shop itself delivers. */
export async function deliveredSku(port: number, skus: readonly string[]): Promise<string> {
  const agent = new Agent({ keepAlive: true })
  const deliveryAddress = { suburb: 'Sydney', state: 'NSW', postcode: '2000' }
  try {
    for (const sku of skus) {
      const shopper = openShopper(agent, port, () => sku)
      const isIn = await shopper.add().then(
        () => true,
        () => false,
      )
      if (!isIn) continue
      const { cartId } = (await shopper.call('GET', '/api/cart/')) as { cartId: string }
      const found = (await shopper.call('POST', '/api/checkout/avail', { cartId, deliveryAddress })) as {
        readonly availability: { readonly dates: readonly { readonly available: boolean }[] } | null
      }
      if (found.availability?.dates.some((one) => one.available)) return sku
    }
  } finally {
    agent.destroy()
  }
  throw new Error('The shop delivers none of its products.')
}

/** Orders of so many shoppers at once, whose carts are ready; `skus` of one product and `first` day make them meet at one row. */
export async function queueOf(
  { port, url }: { port: number; url: string },
  { skus, days, atOnce, orders }: { skus: readonly string[]; days: 'first' | 'spread'; atOnce: number; orders: number },
): Promise<Queue> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const { filled } = await openBuyers(agent, port, skus, days)
  const ready: Filled[] = []
  const fill = async () => {
    while (ready.length < orders) ready.push(await filled())
  }
  await Promise.all(Array.from({ length: 8 }, fill))
  const looks = await watchLocks(url)
  const startedAt = performance.now()
  const left = ready.slice(0, orders).values()
  let sold = 0
  const lane = async () => {
    for (const [buyer, order] of left) if (await submit(buyer, order)) sold++
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  const seconds = (performance.now() - startedAt) / 1_000
  agent.destroy()
  return { perSecond: sold / seconds, ...(await looks.end()) }
}

async function watchLocks(url: string): Promise<{ end(): Promise<Omit<Queue, 'perSecond'>> }> {
  const client = new pg.Client(url)
  await client.connect()
  const statements: Record<string, number> = {}
  let looks = 0
  let waiting = 0
  const over = new AbortController()
  const query = `select left(regexp_replace(query, '\\s+', ' ', 'g'), 60) as statement from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  const watching = (async () => {
    while (!over.signal.aborted) {
      const { rows } = await client.query<{ statement: string }>(query)
      looks++
      waiting += rows.length
      for (const { statement } of rows) statements[statement] = (statements[statement] ?? 0) + 1
    }
  })()
  return {
    async end() {
      over.abort()
      await watching
      await client.end()
      const sorted = Object.entries(statements).toSorted(([, a], [, b]) => b - a)
      return { waiting: waiting / looks, statements: Object.fromEntries(sorted.slice(0, 4)) }
    },
  }
}
