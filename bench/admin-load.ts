import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { percentile, type Figures } from './figures.ts'
import { openServerDatabase, openSite, startShop, type BenchSite } from './shop.ts'

/**
 * The back office over HTTP on PostgreSQL, with 100,000 products and 200,000 orders that are made up inside the database: how long its lists
 * and the dashboard take, and how soon a second process has a price that was changed in the first.
 */

const products = 100_000
const orders = 200_000

const pages = {
  products: [
    '/office/products',
    '/office/products?sort=-updatedAt',
    '/office/products?brand=bench',
    '/office/products?status=live&sort=title&after=',
  ],
  words: [
    '/office/products?q=lamp',
    '/office/products?q=lamp+77',
    '/office/products?q=BENCH-4242',
    '/office/prices?q=lamp+123',
  ],
  orders: [
    '/office/orders',
    '/office/orders?stage=delivered',
    '/office/orders?state=deposit-paid&app=aol',
    '/office/orders?which=refunded',
    '/office/orders?which=owed',
    '/office/orders?q=buyer77',
    '/office/orders?q=W00001234',
  ],
  dashboard: ['/office?days=7', '/office?days=30', '/office?days=90&app=aol'],
} as const

/** Null where no PostgreSQL answers. */
export async function measureAdmin(folder: string, { rounds }: { readonly rounds: number }): Promise<Figures | null> {
  const database = await openServerDatabase()
  if (database === null) return null
  const env = { DATABASE_URL: database.url }
  const site = await openSite(join(folder, 'office'))
  try {
    const first = await startShop(site, env)
    await first.stop()
    const bearer = await fill(database.url)
    const shop = await startShop(site, env)
    const figures: Figures = {}
    for (const [name, paths] of Object.entries(pages)) {
      const times: number[] = []
      for (let round = -1; round < rounds; round++)
        for (const path of paths) {
          const took = await timeOf(site, path, bearer)
          // The first of each may plan its statements.
          if (round >= 0) times.push(took)
        }
      figures[`office.${name}.p50_ms`] = percentile(times, 0.5)
      figures[`office.${name}.p95_ms`] = percentile(times, 0.95)
    }
    Object.assign(figures, await measureSecond(folder, site, env, bearer, Math.min(rounds, 10)))
    await shop.stop()
    return figures
  } finally {
    await site.closeSandbox()
    await database.drop()
  }
}

async function ask(
  site: Pick<BenchSite, 'env'>,
  path: string,
  bearer: string,
  form?: URLSearchParams,
): Promise<{ status: number; text: string }> {
  const answer = await fetch(`http://127.0.0.1:${site.env['CMS_PORT']}${path}`, {
    redirect: 'manual',
    headers: { authorization: `Bearer ${bearer}`, 'sec-fetch-site': 'same-origin' },
    ...(form === undefined ? {} : { method: 'POST', body: form }),
  })
  return { status: answer.status, text: await answer.text() }
}

async function timeOf(site: BenchSite, path: string, bearer: string): Promise<number> {
  const startedAt = performance.now()
  const { status, text } = await ask(site, path, bearer)
  const took = performance.now() - startedAt
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 300)}`)
  return took
}

/** Milliseconds from a saved price until another process says it in its call. */
async function measureSecond(
  folder: string,
  first: BenchSite,
  env: Record<string, string>,
  bearer: string,
  rounds: number,
): Promise<Figures> {
  const site = await openSite(join(folder, 'office-second'))
  try {
    const second = await startShop(site, env)
    const list = await ask(first, '/office/prices?q=BENCH-77&app=aol', bearer)
    const here = /<th scope="row"><a href="([^"]*)"/.exec(list.text)?.[1] ?? ''
    const [times, saves]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      const version = /name="version" value="([^"]*)"/.exec((await ask(first, here, bearer)).text)?.[1] ?? ''
      const cents = 100_00 + round * 111
      const startedAt = performance.now()
      const saved = await ask(
        first,
        here,
        bearer,
        new URLSearchParams({ intent: 'save', version, price: (cents / 100).toFixed(2) }),
      )
      saves.push(performance.now() - startedAt)
      if (saved.status !== 303) throw new Error(`a price was not saved: ${saved.status}`)
      for (;;) {
        const answer = await fetch(`http://127.0.0.1:${second.port}/api/v2/product/slug/bench-77`)
        if ((await answer.text()).includes(`"price":${cents / 100},`)) break
        if (performance.now() - startedAt > 30_000) throw new Error('the second process never heard of a price')
      }
      times.push(performance.now() - startedAt)
    }
    await second.stop()
    return {
      'office.save.p50_ms': percentile(saves, 0.5),
      'office.second_process.p50_ms': percentile(times, 0.5),
      'office.second_process.max_ms': Math.max(...times),
    }
  } finally {
    await site.closeSandbox()
  }
}

/** Makes up what there is, and a sign-in of an administrator; answers its secret. */
async function fill(url: string): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  const secret = randomBytes(24).toString('hex')
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  const [account, session] = [randomUUID(), randomUUID()]
  try {
    await client.query(`insert into brand (uri, title) values ('bench', 'Bench')`)
    await client.query(`insert into product (sku, uri, title, brand_id, category_id, updated_at)
      select 'BENCH-' || n, 'bench-' || n, (array['Reading lamp', 'Front load washer', 'French door fridge', 'Oak table'])[n % 4 + 1] || ' ' || n,
        (select id from brand where uri = 'bench'), (select id from category order by id offset n % 20 limit 1), now() - n * interval '1 minute'
      from generate_series(1, ${products}) n`)
    await client.query(`insert into offer (product_id, app, price_cents)
      select id, app, 10000 + id % 90000 from product, unnest(array['aol', 'wa']) app where sku like 'BENCH-%'`)
    await client.query(`insert into stock (product_id, warehouse_code, quantity)
      select id, '2000', id % 50 from product where sku like 'BENCH-%'`)
    await client.query(
      `create temp table made as select n, gen_random_uuid() as cart, now() - n * interval '4 minutes' as at,
        left(first_id_at(now() - n * interval '4 minutes'), 10) || lpad((${orders} - n)::text, 16, '0') as id from generate_series(1, ${orders}) n`,
    )
    await client.query(`insert into cart (id, app, currency, state, created_at, updated_at)
      select cart, 'aol', 'AUD', 'ordered', now(), now() from made`)
    await client.query(`insert into customer_order
        (id, web_order_id, cart_id, app, state, currency, total_cents, email, snapshot, placed_at, balance_cents, stage, credited_cents)
      select id, 'W' || lpad(n::text, 8, '0'), cart, 'aol', case when n % 40 = 0 then 'deposit-paid' else 'paid' end, 'AUD',
        5000 + n % 200000, 'buyer' || n || '@example.com',
        jsonb_build_object('delivery', jsonb_build_object('deliversOn', '2026-11-30', 'address', jsonb_build_object('firstName', 'Ana', 'lastName', 'Buyer'))),
        at, case when n % 40 = 0 then 1000 else 0 end, (array['placed', 'on-its-way', 'delivered', 'delivered'])[n % 4 + 1],
        case when n % 50 = 1 then 500 else 0 end from made`)
    await client.query(`insert into order_line (order_id, product_code, product_id, title, quantity, unit_cents)
      select made.id, p.sku, p.id, p.title, 1, 5000 from made join product p on p.sku = 'BENCH-' || (n % ${products} + 1)`)
    await client.query(`insert into payment_attempt
        (id, cart_id, app, method, provider, state, amount_cents, currency, snapshot, holds_until, created_at, updated_at)
      select lpad(n::text, 26, '0'), cart, 'aol', 'card', 'card', case when n % 9 = 0 then 'Declined' else 'Approved' end, 5000, 'AUD', '{}',
        now(), now() - n * interval '4 minutes', now() from made`)
    await client.query(`insert into search_event (app, happened_on, event, query, sku, count)
      select 'aol', current_date - n % 90, e, 'term ' || n % 3000, '', 3 from generate_series(1, 60000) n, unnest(array['opened', 'visit']) e
      on conflict do nothing`)
    await client.query(`insert into account (id, email, password_hash, first_name, last_name, role, is_demo, created_at, winning_user_id, winning_cms_url)
      values ('${account}', 'bench@staff.example', '', 'Bench', 'Admin', 'administrator', false, now(), 'W-BENCH', 'http://localhost')`)
    await client.query(`insert into identity_session (id, account_id, client_id, secret_hash, rotated_at, binding, created_at, last_used_at, expires_at, authenticated_at, is_two_factor)
      values ('${session}', '${account}', 'storefront-aol', 'bench', now(), 'bench', now(), now(), now() + interval '1 day', now(), true)`)
    await client.query(`insert into staff_session (secret_hash, account_id, session_id, app, parent_origin, created_at, expires_at)
      values ('${hash(secret)}', '${account}', '${session}', 'aol', 'http://localhost', now(), now() + interval '1 day')`)
    await client.query('vacuum analyze')
    return secret
  } finally {
    await client.end()
  }
}
