/**
 * `npm run bench`: how fast the shop is, against floors that are started and measured in the same run (README.md says what each figure
 * means). `--quick` takes under four minutes on two cores; `--json FILE` writes the figures as one flat object.
 */
import { cpSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWhenStale } from '../scripts/bundle/build.ts'
import { measureFiltering } from './browser.ts'
import { buyableSkus, measureCalls } from './calls.ts'
import { measureCartLoad } from './cart-load.ts'
import { catalogueAddresses, measureCatalogueCalls } from './catalogue-calls.ts'
import { median, tableOf, type Figures } from './figures.ts'
import { bundleTrees } from './floor.ts'
import { measureAdmin } from './admin-load.ts'
import { measureOrderLoad } from './order-load.ts'
import { measureIndex } from './index-bench.ts'
import { startLoadClient, type LoadClient } from './load.ts'
import { measureOverload } from './overload.ts'
import { measurePictures, pictureEnv, writeOriginals } from './pictures.ts'
import { measureCached, measureRendered, measureWeight } from './pages.ts'
import { measureWaitingRoom } from './waiting-room.ts'
import { openServerDatabase, openSite, startShop, timed, type BenchShop } from './shop.ts'

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, json: { type: 'string' }, only: { type: 'string' } },
})
const effort = options.quick
  ? {
      turns: { rounds: 7, seconds: 1, warmUp: 4 },
      calls: { rounds: 3, seconds: 0.5 },
      shoppers: 60,
      warmStarts: 3,
      carts: { seconds: 4, questions: 200 },
      orders: { seconds: 4, steadyOrders: 60 },
      sale: { rounds: 3, seconds: 21 },
      admin: { rounds: 8 },
      pictures: { originals: 120, rounds: 3, seconds: 3 },
    }
  : {
      turns: { rounds: 11, seconds: 3, warmUp: 8 },
      calls: { rounds: 7, seconds: 2 },
      shoppers: 150,
      warmStarts: 7,
      carts: { seconds: 10, questions: 1_000 },
      orders: { seconds: 10, steadyOrders: 300 },
      sale: { rounds: 5, seconds: 45 },
      admin: { rounds: 25 },
      pictures: { originals: 120, rounds: 7, seconds: 4 },
    }

const figures: Figures = {}
const say = (text: string) => console.error(text)

function add(found: Figures): void {
  Object.assign(figures, found)
  for (const [name, value] of Object.entries(found)) say(`  ${name} ${Number(value.toPrecision(4))}`)
}

/** The calls of the catalogue, by a shop that keeps its answers and one that makes each of them. */
async function measureLists(shop: BenchShop, client: LoadClient, size: string, isStored: boolean): Promise<void> {
  const requested = await catalogueAddresses(shop.port)
  add(await measureCatalogueCalls({ port: shop.port, client, size, isStored }, requested, effort.calls))
}

async function measureCarts(shop: BenchShop, engine: '' | '.postgres'): Promise<void> {
  say('Many carts at once …')
  const skus = await buyableSkus(`http://127.0.0.1:${shop.port}`)
  add(await measureCartLoad(shop.port, skus, effort.carts, engine))
  say('Many orders at once …')
  add(await measureOrderLoad(shop.port, skus, effort.orders, engine))
}

/** The same carts on PostgreSQL, where a server answers. */
async function measureOnServer(folder: string): Promise<void> {
  const database = await openServerDatabase()
  if (database === null) return say('No PostgreSQL answers; its figures are left out.')
  const site = await openSite(join(folder, 'server'))
  try {
    const settings = { DATABASE_URL: database.url }
    const first = await startShop(site, settings)
    await first.stop()
    await database.stockUp()
    const shop = await startShop(site, settings)
    await measureCarts(shop, '.postgres')
    await shop.stop()
  } finally {
    await site.closeSandbox()
    await database.drop()
  }
}

/** The checkout on a sale day, on PostgreSQL. */
async function measureSale(folder: string): Promise<void> {
  say('Five times as many shoppers as the checkout can serve …')
  const database = await openServerDatabase()
  if (database === null) return say('No PostgreSQL answers; its figures are left out.')
  const site = await openSite(join(folder, 'sale'))
  try {
    const settings = { DATABASE_URL: database.url }
    const first = await startShop(site, settings)
    await first.stop()
    await database.stockUp()
    const { emptyQueue } = database
    add(await measureWaitingRoom(site, { settings, emptyQueue }, effort.sale, say))
  } finally {
    await site.closeSandbox()
    await database.drop()
  }
}

async function measureShop(folder: string, client: LoadClient): Promise<void> {
  const dataDir = join(folder, 'shop')
  const site = await openSite(dataDir)
  try {
    say('Starting on an empty folder …')
    const cold = await startShop(site)
    add({ 'start.cold.seconds': cold.startSeconds, 'memory.demo.rss_mb': await cold.residentMegabytes() })
    say('Kept pages …')
    add(await measureWeight(cold.port))
    add(await measureCached({ port: cold.port, client, turns: effort.turns }))
    say('Lists, products, searches by call …')
    await measureLists(cold, client, '1k', true)
    say('Carts, dates, orders …')
    add(await measureCalls(cold.port, effort.shoppers))
    await measureCarts(cold, '')
    await cold.stop()

    say('Starting again …')
    const starts: number[] = []
    for (let time = 1; time < effort.warmStarts; time++) {
      const again = await startShop(site)
      starts.push(again.startSeconds)
      await again.stop()
    }
    const warm = await startShop(site, { PAGE_CACHE_MB: '0' })
    add({ 'start.warm.seconds': median([...starts, warm.startSeconds]) })
    say('Pages rendered for every request …')
    const bundle = await bundleTrees()
    for (const page of ['product', 'listing'] as const) {
      add(await measureRendered({ port: warm.port, client, bundle, turns: effort.turns }, page))
    }
    say('Three times as much as can be rendered …')
    add(await measureOverload({ port: warm.port, client }, effort.calls.seconds * 4))
    say('Calls answered anew for every request …')
    await measureLists(warm, client, '1k', false)
    await warm.stop()
  } finally {
    await site.closeSandbox()
  }
}

async function measureOverloadAlone(folder: string, client: LoadClient): Promise<void> {
  const site = await openSite(join(folder, 'overload'))
  try {
    const shop = await startShop(site, { PAGE_CACHE_MB: '0' })
    add(await measureOverload({ port: shop.port, client }, effort.calls.seconds * 4))
    await shop.stop()
  } finally {
    await site.closeSandbox()
  }
}

async function measurePicturesAlone(folder: string, client: LoadClient): Promise<void> {
  say('Pictures that nobody has asked for yet …')
  const dataDir = join(folder, 'pictures')
  const originals = await writeOriginals(dataDir, effort.pictures.originals)
  const site = await openSite(dataDir)
  try {
    const shop = await startShop(site, pictureEnv)
    add(await measurePictures({ shop, client, originals }, effort.pictures))
    await shop.stop()
  } finally {
    await site.closeSandbox()
  }
}

/** A feed of so many products through the importer's own command, and the shop that then sells them. */
async function measureLarge(folder: string, client: LoadClient, count: number): Promise<void> {
  const size = `${count / 1_000}k`
  const feed = join(folder, `${size}.jsonl`)
  say(`Writing ${count} products …`)
  spawnSync(process.execPath, ['data/demo/write.ts', '--count', String(count)], {
    stdio: ['ignore', openSync(feed, 'w'), 'inherit'],
  })
  const dataDir = join(folder, size)
  cpSync(join(folder, 'shop'), dataDir, { recursive: true })
  const site = await openSite(dataDir)
  try {
    say('Importing them …')
    add({ [`import.${size}.seconds`]: await timed(['scripts/import.ts', feed], site.env) })
    const shop = await startShop(site)
    add({
      [`start.warm.${size}.seconds`]: shop.startSeconds,
      [`memory.${size}.rss_mb`]: await shop.residentMegabytes(),
    })
    await measureLists(shop, client, size, true)
    say('Filters and sorts in a browser …')
    add(await measureFiltering(shop.port, size, options.quick ? 12 : 40))
    await shop.stop()
    const keepless = await startShop(site, { PAGE_CACHE_MB: '0' })
    await measureLists(keepless, client, size, false)
    await keepless.stop()
  } finally {
    await site.closeSandbox()
  }
}

const startedAt = performance.now()
await buildWhenStale(say)
const folder = mkdtempSync(join(tmpdir(), 'storefront-bench-'))
const client = startLoadClient()
try {
  say(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)} before the bench`)
  if (options.only === undefined) await measureShop(folder, client)
  if (options.only === 'overload') await measureOverloadAlone(folder, client)
  if (options.only === undefined || options.only === 'pictures') await measurePicturesAlone(folder, client)
  if (options.only === undefined || options.only === 'orders') await measureOnServer(folder)
  if (options.only === undefined || options.only === 'sale') await measureSale(folder)
  if (options.only === undefined) {
    say('The index at 1,000, 10,000 and 100,000 products …')
    add(await measureIndex([1_000, 10_000, 100_000]))
    for (const count of options.quick ? [100_000] : [20_000, 100_000]) await measureLarge(folder, client, count)
  }
  if (options.only === undefined || options.only === 'office') {
    say('The back office with 100,000 products and 200,000 orders …')
    const admin = await measureAdmin(folder, effort.admin)
    if (admin === null) say('No PostgreSQL answers; its figures are left out.')
    else add(admin)
  }
} finally {
  client.close()
  rmSync(folder, { recursive: true, force: true })
}
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(figures, null, 2)}\n`)
console.log(`\n${tableOf(figures)}\n\n${((performance.now() - startedAt) / 1_000).toFixed(0)} s`)
