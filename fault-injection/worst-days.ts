import { spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startS3, type S3Server } from '../sandbox/s3/s3-for-tests.ts'
import { openOwnServer, serverPrograms, type OwnServer } from '../src/testing/postgres-programs.ts'
import { openFaultyProxy, type FaultyProxy } from './faulty-proxy.ts'
import { openSite, type ProcessName, type Site } from './site.ts'
import { openRecords, strikeUnderOrders, type Outcome } from './under-orders.ts'

/**
 * What breaks below the shop, one after the other, while shoppers buy: the database's server is killed, its disk or a node's is full, clocks
 * jump, the network is bad, a node sleeps, a worker runs twice, the object store is away. The server and its disks are the run's own. After
 * each, nobody may have paid without an order or a refund within five minutes, and no record or answer may contradict another.
 */

const strikeMs = 30_000

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

export type DayResult = Outcome & {
  readonly name: string
  /** Why it was left out. */
  readonly skipped: string | null
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
  const records = await openRecords(site, random)
  const results: DayResult[] = []
  try {
    for (const day of days.filter(({ name }) => name.includes(only))) {
      const skipped = day.missing?.(place) ?? null
      if (skipped === null) say(`${day.name} …`)
      const result =
        skipped === null
          ? { name: day.name, skipped, ...(await strikeUnderOrders(site, records, () => day.strike(place))) }
          : { name: day.name, skipped, orders: 0, recoveredMs: 0, worstMoneyMs: 0, problems: [] }
      for (const line of linesOf(result)) say(line)
      results.push(result)
    }
  } finally {
    await records.witnesses.close()
  }
  return results
}

const secondsOf = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

function linesOf({ name, skipped, orders, recoveredMs, worstMoneyMs, problems }: DayResult): string[] {
  if (skipped !== null) return [`${name}: left out, ${skipped}`]
  return [
    `  ${orders} orders; the first ${secondsOf(recoveredMs)} after it was mended; money without order or refund for at most ${secondsOf(worstMoneyMs)}; ${problems.length} problems`,
    ...problems.slice(0, 20).map((problem) => `  PROBLEM: ${problem}`),
  ]
}
