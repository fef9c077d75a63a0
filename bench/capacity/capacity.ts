/**
 * `npm run bench:capacity`: what docs/capacity.md stands on. Costs of requests in processor time, one to three nodes with a share of a core
 * each, orders against PostgreSQL's own limit, the locks that orders queue at, and what a visit asks for. `--json FILE` writes all of it;
 * measured.json is such a file. Needs Linux and a PostgreSQL server.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWhenStale } from '../../scripts/bundle/build.ts'
import { freePorts } from '../../src/testing/shop/free-ports.ts'
import { buyableSkus } from '../calls.ts'
import { median } from '../figures.ts'
import { startLoadClient, type LoadClient } from '../load.ts'
import { openBuyers } from '../order-load.ts'
import { listingPaths } from '../pages.ts'
import { openServerDatabase, openSite, startShop, type BenchShop, type BenchSite } from '../shop.ts'
import { openCoreShare } from './cpu.ts'
import { deliveredSku, openFloor, queueOf, type Queue } from './database-limit.ts'
import { orderCosts, renderedCost, requestCosts } from './units.ts'
import { countVisit } from './visit.ts'

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, json: { type: 'string' } },
})
const effort = options.quick
  ? { seconds: 2, orders: 60, rounds: 2, queued: 60, share: 0.2 }
  : { seconds: 5, orders: 300, rounds: 5, queued: 240, share: 0.2 }
const say = (text: string) => console.error(text)

type Database = NonNullable<Awaited<ReturnType<typeof openServerDatabase>>>

async function measureCosts(site: BenchSite, database: Database, client: LoadClient) {
  const env = { DATABASE_URL: database.url }
  const where = { database: database.name, client, seconds: effort.seconds }
  const bare = await startShop(site, { ...env, PAGE_CACHE_MB: '0' }, ['shop'])
  const rendered = await renderedCost({ ...where, shop: bare })
  await bare.stop()
  const shop = await startShop(site, env, ['shop'])
  const costs = {
    ...rendered,
    ...(await requestCosts({ ...where, shop })),
    ...(await orderCosts({ ...where, shop }, effort.orders)),
  }
  const megabytes = await shop.residentMegabytes()
  const visit = await countVisit(shop.port)
  await shop.stop()
  return { costs, visit, megabytes }
}

/** Rendered lists a second of one, two and three nodes that each have the same share of a core. */
async function measureNodes(site: BenchSite, database: Database, client: LoadClient): Promise<number[] | null> {
  const nodes: BenchShop[] = []
  const shares = [0, 1, 2].map((at) => openCoreShare(`storefront-capacity-${process.pid}-${at}`, effort.share))
  if (shares.includes(null)) return null
  for (const share of shares) {
    const [port = 0, mail = 0] = await freePorts(2)
    const env = { ...site.env, PORT: String(port), MAIL_PORT: String(mail), IDENTITY_PORT: '0', CMS_PORT: '0' }
    const settings = { DATABASE_URL: database.url, PAGE_CACHE_MB: '0' }
    const node = await startShop({ env, port }, settings, ['shop'])
    // After it has started, which would take minutes with so little.
    share?.add(node.pid)
    nodes.push(node)
  }
  const paths = await listingPaths(`http://127.0.0.1:${nodes[0]?.port}`)
  const clients = [client, startLoadClient(), startLoadClient()]
  const perSecond = async (count: number) => {
    const runs = nodes
      .slice(0, count)
      .map(({ port }, at) =>
        clients[at]?.measure({ port, paths, encoding: 'identity', connections: 2, seconds: effort.seconds }),
      )
    return (await Promise.all(runs)).reduce((sum: number, one) => sum + (one ?? 0), 0)
  }
  await perSecond(3)
  const rounds: number[][] = []
  for (let round = 0; round < effort.rounds; round++)
    rounds.push([await perSecond(1), await perSecond(2), await perSecond(3)])
  await Promise.all(nodes.map((node) => node.stop()))
  clients.slice(1).forEach((one) => one.close())
  shares.forEach((share) => share?.close())
  return [0, 1, 2].map((at) => median(rounds.map((round) => round[at] ?? 0)))
}

async function measureOrders(shop: BenchShop, database: Database) {
  const skus = await buyableSkus(`http://127.0.0.1:${shop.port}`)
  const floor = await openFloor(database.url, 16)
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const { buy } = await openBuyers(agent, shop.port, skus)
  const ordersPerSecond = async () => {
    const until = performance.now() + effort.seconds * 1_000
    let count = 0
    const lane = async () => {
      for (; performance.now() < until; count++) await buy()
    }
    const startedAt = performance.now()
    await Promise.all(Array.from({ length: 16 }, lane))
    return count / ((performance.now() - startedAt) / 1_000)
  }
  await ordersPerSecond()
  const pairs: { floor: number; shop: number }[] = []
  for (let round = 0; round < effort.rounds; round++)
    pairs.push({ floor: (await floor?.perSecond(effort.seconds)) ?? Number.NaN, shop: await ordersPerSecond() })
  floor?.close()
  agent.destroy()
  const one = [await deliveredSku(shop.port, skus)]
  const queues: (Queue & { readonly what: string; readonly atOnce: number })[] = []
  for (const [what, some, days] of [
    ['many products and days', skus, 'spread'],
    ['one product, many days', one, 'spread'],
    ['one product and day', one, 'first'],
  ] as const)
    for (const atOnce of [1, 4, 16]) {
      const queue = await queueOf(
        { port: shop.port, url: database.url },
        { skus: some, days, atOnce, orders: effort.queued },
      )
      queues.push({ what, atOnce, ...queue })
      say(`  ${what}, ${atOnce} at once: ${queue.perSecond.toFixed(1)} orders/s, ${queue.waiting.toFixed(2)} waiting`)
    }
  return {
    ordersPerSecond: median(pairs.map((pair) => pair.shop)),
    floorPerSecond: median(pairs.map((pair) => pair.floor)),
    ofFloor: median(pairs.map((pair) => pair.shop / pair.floor)),
    queues,
  }
}

async function main(): Promise<void> {
  await buildWhenStale(say)
  const database = await openServerDatabase()
  if (database === null)
    throw new Error('No PostgreSQL answers (TEST_POSTGRES_URL, or 127.0.0.1:5432 with user postgres).')
  const folder = mkdtempSync(join(tmpdir(), 'storefront-capacity-'))
  const site = await openSite(folder)
  const client = startLoadClient()
  const load = loadavg()[0] ?? 0
  try {
    say('Filling the database …')
    const first = await startShop(site, { DATABASE_URL: database.url })
    await first.stop()
    await database.stockUp()
    say('Costs of requests …')
    const { costs, visit, megabytes } = await measureCosts(site, database, client)
    say('One, two, three nodes …')
    const nodes = await measureNodes(site, database, client)
    say('Orders …')
    const shop = await startShop(site, { DATABASE_URL: database.url })
    const orders = await measureOrders(shop, database)
    await shop.stop()
    const hot = orders.queues.find(({ what, atOnce }) => what === 'one product and day' && atOnce === 16)
    const found = {
      machine: { cores: cpus().length, model: cpus()[0]?.model ?? '', load },
      costs,
      view: visit.later,
      visit,
      megabytes,
      nodesAtShare: { share: effort.share, perSecond: nodes },
      ...orders,
      hotOrdersPerSecond: hot?.perSecond ?? Number.NaN,
    }
    const text = `${JSON.stringify(found, (_, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(3)) : value), 2)}\n`
    if (options.json !== undefined) writeFileSync(options.json, text)
    console.log(text)
  } finally {
    client.close()
    await site.closeSandbox()
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
