import { spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startS3, type S3Server } from '../sandbox/s3/s3-for-tests.ts'
import { openOwnServer, serverPrograms, type OwnServer } from '../src/testing/postgres-programs.ts'
import { factsOf, openingOf } from './facts.ts'
import { openFaultyProxy, type FaultyProxy } from './faulty-proxy.ts'
import { findAnomalies } from './history.ts'
import { findMisses, type Reported } from './invariants.ts'
import { comeToRest, openMarket } from './market.ts'
import { buy, type Market, type Purchase } from './shoppers.ts'
import { openSite, type ProcessName, type Site } from './site.ts'
import { openWitnesses, type Witnesses } from './witnesses.ts'

/**
 * What breaks below the shop, one after the other, while shoppers buy: the database's server is killed, its disk or a node's is full, clocks
 * jump, the network is bad, a node sleeps, a worker runs twice, the object store is away. The server and its disks are the run's own. After
 * each, nobody may have paid without an order or a refund within five minutes, and no record or answer may contradict another.
 */

/** How soon whoever was charged has an order or the money back (docs/operations.md). */
const moneyWithinMs = 300_000
const strikeMs = 30_000
const shoppersAtOnce = 3
/** Orders before something breaks, and after it was mended. */
const ordersEach = 5
const ordersWithinMs = 120_000
const agreeWithinMs = 15_000

/** A shopper who leaves after approving is charged half an hour later or not at all, so these shoppers all come back. */
const purchases: readonly Purchase[] = [
  'card',
  'card',
  'card with 3-D Secure',
  'card declined',
  'PayPal',
  'Afterpay',
  'Zip',
  'two with one gift card',
  'cancelled after it was placed',
  'two sellers',
]

type Place = {
  readonly site: Site
  readonly server: OwnServer
  readonly store: FaultyProxy
  /** Folders on small disks of their own; null where none could be made. */
  readonly disks: { readonly database: string; readonly nodes: string } | null
  setClock(who: ProcessName, by: string): void
}

type Day = {
  readonly name: string
  /** Why it cannot be done here; null where it can. */
  missing?(place: Place): string | null
  /** Breaks something, and mends it. */
  strike(place: Place): Promise<void>
}

const library = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64']
  .map((folder) => join(folder, 'faketime/libfaketime.so.1'))
  .find(existsSync)

const noDisk = ({ disks }: Place) => (disks === null ? 'a disk of its own cannot be mounted here' : null)
const noClock = () => (library === undefined ? 'libfaketime is not installed' : null)

const jump = (who: readonly ProcessName[], by: string): Day => ({
  name: `the clock of ${who.join(' and ')} jumps by ${by}`,
  missing: noClock,
  async strike({ setClock }) {
    for (const one of who) setClock(one, by)
    await wait(strikeMs)
    for (const one of who) setClock(one, '+0')
    // libfaketime looks once a second.
    await wait(2_000)
  },
})

const days: readonly Day[] = [
  {
    name: 'PostgreSQL is killed (SIGKILL)',
    async strike({ server }) {
      server.killHard()
      await wait(5_000)
      await server.start()
    },
  },
  {
    name: 'PostgreSQL is stopped at once (immediate)',
    async strike({ server }) {
      await server.kill()
      await wait(5_000)
      await server.start()
    },
  },
  {
    name: 'the disk of the database is full',
    missing: noDisk,
    async strike({ server, disks }) {
      await fullDisk(disks?.database ?? '')
      // It may have given up, as it should when it cannot write what it promised to keep.
      if (!(await server.isRunning())) await server.start()
    },
  },
  {
    name: 'the disk of the nodes is full',
    missing: noDisk,
    strike: ({ disks }) => fullDisk(disks?.nodes ?? ''),
  },
  jump(['app-1', 'worker'], '+1h'),
  jump(['app-1', 'worker'], '-1h'),
  {
    name: '200 ms and 5 % loss between the nodes and the database',
    async strike({ site }) {
      const links = (['app-1 to database', 'app-2 to database', 'worker to database'] as const).map(
        (one) => site.links[one],
      )
      for (const link of links) link.fail('lossy')
      await wait(strikeMs)
      for (const link of links) link.mend()
    },
  },
  {
    name: 'a node sleeps for 60 s, then the worker',
    async strike({ site }) {
      for (const who of ['app-1', 'worker'] as const) {
        site.pause(who)
        await wait(60_000)
        site.resume(who)
      }
    },
  },
  {
    name: 'a second worker runs',
    async strike({ site }) {
      await site.start('worker-2')
      await wait(strikeMs)
      await site.kill('worker-2')
    },
  },
  {
    name: 'the object store is away',
    async strike({ store }) {
      store.fail('refused')
      await wait(strikeMs / 2)
      store.mend()
      store.fail('black-hole')
      await wait(strikeMs / 2)
      store.mend()
    },
  },
]

/** Fills a disk to its last block, waits, and makes room again. */
async function fullDisk(folder: string): Promise<void> {
  const file = join(folder, 'filler')
  for (const bytes of [1_000_000, 4_096]) appendUntilFull(file, Buffer.alloc(bytes))
  await wait(strikeMs)
  rmSync(file)
}

function appendUntilFull(file: string, piece: Buffer): void {
  try {
    for (;;) appendFileSync(file, piece)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOSPC') throw error
  }
}

/** A small disk in memory; null where this process may not mount one. */
function mountDisk(folder: string, megabytes: number): string | null {
  mkdirSync(folder, { recursive: true })
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder])
  return status === 0 ? folder : null
}

type Run = { readonly random: () => number; readonly only: string; readonly say: (text: string) => void }

export type DayResult = {
  readonly name: string
  /** Why it was left out. */
  readonly skipped: string | null
  readonly orders: number
  /** From the end of the trouble to the first order after it. */
  readonly recoveredMs: number
  /** The longest that anybody's money was held without an order or a refund. */
  readonly worstMoneyMs: number
  readonly problems: readonly string[]
}

/** Runs the days whose names contain `only`, each on the records of those before. Null where PostgreSQL's server programs are not installed. */
export async function runWorstDays(folder: string, { random, only, say }: Run): Promise<readonly DayResult[] | null> {
  if (serverPrograms === null) return null
  // The server runs as a user of its own.
  chmodSync(folder, 0o755)
  const mounted = [mountDisk(join(folder, 'database'), 900), mountDisk(join(folder, 'nodes'), 60)]
  const [ofDatabase = null, ofNodes = null] = mounted
  const disks = ofDatabase === null || ofNodes === null ? null : { database: ofDatabase, nodes: ofNodes }
  try {
    return await onServer(folder, disks, { random, only, say })
  } finally {
    for (const disk of mounted) if (disk !== null) spawnSync('umount', ['-l', disk])
  }
}

async function onServer(folder: string, disks: Place['disks'], run: Run): Promise<DayResult[]> {
  const s3 = await startS3()
  const store = await openFaultyProxy({ target: s3.port, random: run.random })
  const server = await openOwnServer({
    under: disks?.database ?? folder,
    settings: { max_connections: '60', shared_buffers: '64MB', max_wal_size: '128MB' },
  })
  try {
    const clocks = join(folder, 'clocks')
    mkdirSync(clocks)
    const setClock = (who: ProcessName, by: string) => writeFileSync(join(clocks, who), by)
    const settings = (who: ProcessName) => settingsOf(who, { s3, store, disks, clocks, setClock })
    const address = `postgres://postgres@127.0.0.1:${server.port}/postgres`
    const site = await openSite(join(folder, 'site'), run.random, settings, address)
    try {
      return await runDays({ site, server, store, disks, setClock }, run)
    } finally {
      await site.close()
    }
  } finally {
    await server.remove()
    await store.close()
    await s3.close()
  }
}

function settingsOf(
  who: ProcessName,
  {
    s3,
    store,
    disks,
    clocks,
    setClock,
  }: Pick<Place, 'store' | 'disks' | 'setClock'> & { readonly s3: S3Server; readonly clocks: string },
): Record<string, string> {
  if (who === 'sandbox') return {}
  const files = {
    MEDIA_URL: s3.url().replace(`:${s3.port}/`, `:${store.port}/`),
    ...(disks === null ? {} : { DATA_DIR: disks.nodes }),
  }
  if (library === undefined) return files
  setClock(who, '+0')
  return {
    ...files,
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: join(clocks, who),
    FAKETIME_CACHE_DURATION: '1',
    // What measures durations does not jump when a clock is set.
    DONT_FAKE_MONOTONIC: '1',
  }
}

async function runDays(place: Place, { random, only, say }: Run): Promise<DayResult[]> {
  const { site } = place
  const market = await openMarket(site, random)
  const opening = await openingOf(site)
  const witnesses = await openWitnesses(site, random, market.skus[0] ?? '')
  const reported: Reported[] = []
  const results: DayResult[] = []
  try {
    for (const day of days.filter(({ name }) => name.includes(only))) {
      const skipped = day.missing?.(place) ?? null
      if (skipped === null) say(`${day.name} …`)
      const result =
        skipped === null
          ? await runDay(day, place, { market, witnesses, reported, opening })
          : { name: day.name, skipped, orders: 0, recoveredMs: 0, worstMoneyMs: 0, problems: [] }
      for (const line of linesOf(result)) say(line)
      results.push(result)
    }
  } finally {
    await witnesses.close()
  }
  return results
}

type Records = {
  readonly market: Market
  readonly witnesses: Witnesses
  readonly reported: Reported[]
  readonly opening: Awaited<ReturnType<typeof openingOf>>
}

async function runDay(day: Day, place: Place, records: Records): Promise<DayResult> {
  const { site } = place
  const { witnesses, reported, opening } = records
  const problems: string[] = []
  const shopping = openDoors(records)
  const before = reported.length
  const paid = new Set(witnesses.moneyDelaysMs().keys())
  await shopping.until(ordersEach)
  await day.strike(place)
  const mendedAt = Date.now()
  const recoveredMs = (await shopping.until(1)) ? Date.now() - mendedAt : Infinity
  if (!(await shopping.until(ordersEach))) problems.push('orders did not come in again')
  await shopping.close()

  const money = () => [...witnesses.moneyDelaysMs()].filter(([reference]) => !paid.has(reference)).map(([, ms]) => ms)
  for (const end = Date.now() + moneyWithinMs; money().includes(Infinity) && Date.now() < end;) await wait(1_000)
  const worstMoneyMs = Math.max(0, ...money())
  if (worstMoneyMs > moneyWithinMs)
    problems.push(`somebody paid and has neither order nor refund after ${worstMoneyMs / 1_000} s`)
  if (!(await witnesses.agree(agreeWithinMs))) problems.push('the nodes do not show the same price')
  problems.push(...(await comeToRest(site, 4_000)).map((what) => `left undone: ${what}`))
  const facts = await factsOf(site, opening, reported)
  problems.push(...findMisses(facts).map(({ invariant, what }) => `invariant ${invariant}: ${what}`))
  problems.push(...findAnomalies(witnesses.history))
  const orders = reported.slice(before).reduce((sum, one) => sum + one.orders.length, 0)
  return { name: day.name, skipped: null, orders, recoveredMs, worstMoneyMs, problems }
}

/** Shoppers who buy until they are told to stop. */
function openDoors({ market, witnesses, reported }: Records) {
  const state = { isOpen: true, orders: 0 }
  const shopping = Array.from({ length: shoppersAtOnce }, async () => {
    while (state.isOpen) {
      const purchase = purchases[Math.floor(market.random() * purchases.length)] ?? 'card'
      for (const one of await buy(market, purchase)) {
        reported.push(one)
        state.orders += one.orders.length
        for (const webOrderId of one.orders) witnesses.sawOrder({ webOrderId, cartId: one.cartId })
      }
    }
  })
  return {
    /** Waits for so many orders from now on; false on timeout. */
    async until(count: number): Promise<boolean> {
      const enough = state.orders + count
      for (const end = Date.now() + ordersWithinMs; state.orders < enough; await wait(20))
        if (Date.now() > end) return false
      return true
    },
    async close() {
      state.isOpen = false
      await Promise.all(shopping)
    },
  }
}

const secondsOf = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

function linesOf({ name, skipped, orders, recoveredMs, worstMoneyMs, problems }: DayResult): string[] {
  if (skipped !== null) return [`${name}: left out, ${skipped}`]
  return [
    `  ${orders} orders; the first ${secondsOf(recoveredMs)} after it was mended; money without order or refund for at most ${secondsOf(worstMoneyMs)}; ${problems.length} problems`,
    ...problems.slice(0, 20).map((problem) => `  PROBLEM: ${problem}`),
  ]
}
