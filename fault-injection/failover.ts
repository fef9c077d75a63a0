import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildWhenStale } from '../scripts/bundle/build.ts'
import { memberNames, missingPrograms, openCluster, type Cluster, type MemberName } from './database-cluster.ts'
import { outageMs, worstPriceAgeMs } from './history.ts'
import { seeded } from './schedule.ts'
import { openSite, type Site } from './site.ts'
import { openRecords, strikeUnderOrders, type Outcome, type Records } from './under-orders.ts'

/**
 * `npm run test:failover`: the shop on a database with three members, from the files of deploy/patroni. Under orders the primary's machine is
 * lost, a standby's, the primary's PostgreSQL alone; a standby replays ten seconds late, and then has to take over. Nothing may be lost or doubled,
 * both nodes must show changed prices, and orders must be confirmed again within 15 seconds. Exits with 1 where one of this is not so.
 */

const { values: options } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, only: { type: 'string', default: '' } },
})
const say = (text: string) => console.log(text)
const ordersAgainWithinMs = 15_000
const lagMs = 10_000
/** How long prices and orders are watched while a standby is late. */
const watchLagMs = 30_000
/** Both nodes hear of a price at once, or read it in the log within a second or two: far from what a late standby would show. */
const priceAgeMs = 5_000

type Place = { readonly cluster: Cluster; readonly site: Site; readonly records: Records }

/** What happened: when it broke, or null where nothing did, and what is to be reported and objected to. */
type Strike = {
  readonly brokeAt: number | null
  readonly notes: readonly string[]
  readonly problems: readonly string[]
}

type Trial = {
  readonly name: string
  strike(place: Place): Promise<Strike>
  /** Brings back what was broken, after the records were compared. */
  mend?(place: Place): Promise<readonly string[]>
}

const secondsOf = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
const databaseOf = (site: Site) => new URL(site.databaseUrl).pathname.slice(1)

async function primaryOf(cluster: Cluster): Promise<MemberName> {
  const name = await cluster.primaryMember()
  if (name === null) throw new Error('no member is primary')
  return name
}

async function standbyOf(cluster: Cluster, isSynchronous: boolean): Promise<MemberName> {
  const standbys = await cluster.standbys()
  const found = standbys.find((one) => one.isSynchronous === isSynchronous)
  if (found === undefined) throw new Error(`no standby is ${isSynchronous ? 'synchronous' : 'asynchronous'}`)
  return found.name
}

async function losePrimary({ cluster }: Place, lose: (name: MemberName) => Promise<void> | void): Promise<Strike> {
  const old = await primaryOf(cluster)
  const brokeAt = Date.now()
  await lose(old)
  const name = await cluster.otherPrimary(old)
  return {
    brokeAt,
    notes: [`${old} was lost, ${name} is primary after ${secondsOf(Date.now() - brokeAt)}`],
    problems: [],
  }
}

/** Starts what is not running, and waits until both standbys follow. */
async function bringBack({ cluster }: Place): Promise<readonly string[]> {
  const running = new Set<string>([await primaryOf(cluster), ...(await cluster.standbys()).map(({ name }) => name)])
  const lost = memberNames.filter((name) => !running.has(name))
  const began = Date.now()
  for (const name of lost) {
    await cluster.kill(name)
    cluster.start(name)
  }
  await cluster.until((standbys) => standbys.length === 2 && standbys.some(({ isSynchronous }) => isSynchronous))
  if (lost.length === 0) return ['the old primary is back as a standby by now']
  return [`${lost.join(' and ')} back as a standby after ${secondsOf(Date.now() - began)}`]
}

/** A standby that is no candidate for anything but reports shows old prices and misses orders; the shop does not read there. */
async function lateStandby({ cluster, site, records }: Place): Promise<Strike> {
  const late = await standbyOf(cluster, false)
  await cluster.delay(late, `${lagMs / 1_000}s`)
  // Until what is older than the delay has been replayed.
  await wait(lagMs)
  const since = Date.now()
  let [minLagMs, maxMissing, looks] = [Infinity, 0, 0]
  for (const end = since + watchLagMs; Date.now() < end; await wait(1_000)) {
    const query = `select extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000 as lag,
      (select count(*)::int from customer_order) as orders`
    // A standby that replays ends queries that are in its way; the next second brings another.
    const [there] = await cluster
      .ask<{ lag: string; orders: number }>(late, databaseOf(site), query)
      .catch((error: { code?: string }) => {
        if (error.code === '40001') return []
        throw error
      })
    if (there === undefined) continue
    looks++
    const { rows } = await site.database.query<{ orders: number }>('select count(*)::int as orders from customer_order')
    minLagMs = Math.min(minLagMs, Number(there.lag))
    maxMissing = Math.max(maxMissing, (rows[0]?.orders ?? 0) - there.orders)
  }
  const ageMs = worstPriceAgeMs(records.witnesses.history, since)
  const pauseMs = outageMs(records.witnesses.history, since)
  return {
    brokeAt: null,
    notes: [
      `${late} was late by at least ${secondsOf(minLagMs)} and missed up to ${maxMissing} orders`,
      `the nodes showed no price that had been replaced for more than ${secondsOf(ageMs)}`,
    ],
    problems: [
      ...(looks === 0 || minLagMs < lagMs * 0.9 ? ['the standby was not late'] : []),
      ...(ageMs > priceAgeMs ? ['a node showed a price as old as one of the late standby'] : []),
      ...(pauseMs === Infinity ? ['no order was confirmed meanwhile'] : []),
    ],
  }
}

const trials: readonly Trial[] = [
  {
    name: "the primary's machine is lost",
    strike: (place) => losePrimary(place, (name) => place.cluster.kill(name)),
    mend: bringBack,
  },
  {
    name: "the primary's PostgreSQL is killed, Patroni lives",
    strike: (place) => losePrimary(place, (name) => place.cluster.killPostgres(name)),
    mend: bringBack,
  },
  {
    name: "the synchronous standby's machine is lost",
    async strike({ cluster }) {
      const name = await standbyOf(cluster, true)
      const brokeAt = Date.now()
      await cluster.kill(name)
      return { brokeAt, notes: [`${name} was lost`], problems: [] }
    },
    mend: bringBack,
  },
  { name: 'a standby replays 10 s late', strike: lateStandby },
  {
    name: 'the standby that is in time is lost, then the primary: the late one takes over',
    async strike(place) {
      const late = await standbyOf(place.cluster, false)
      await place.cluster.kill(await standbyOf(place.cluster, true))
      await place.cluster.until((standbys) => standbys.some((one) => one.name === late && one.isSynchronous))
      return losePrimary(place, (name) => place.cluster.kill(name))
    },
    mend: bringBack,
  },
]

async function runTrial(trial: Trial, place: Place): Promise<number> {
  say(`${trial.name} …`)
  const { site, records } = place
  const struck: Strike[] = []
  const outcome: Outcome = await strikeUnderOrders(site, records, async () => {
    struck.push(await trial.strike(place))
  })
  const [{ brokeAt, notes, problems } = { brokeAt: null, notes: [], problems: [] }] = struck
  const again = brokeAt === null ? 0 : outageMs(records.witnesses.history, brokeAt)
  const all = [
    ...problems,
    ...outcome.problems,
    ...(again > ordersAgainWithinMs ? [`orders came in again after ${secondsOf(again)}`] : []),
  ]
  for (const note of notes) say(`  ${note}`)
  if (brokeAt !== null) say(`  the first order after it was confirmed after ${secondsOf(again)}`)
  say(
    `  ${outcome.orders} orders; money without order or refund for at most ${secondsOf(outcome.worstMoneyMs)}; ${all.length} problems`,
  )
  for (const problem of all.slice(0, 20)) say(`  PROBLEM: ${problem}`)
  for (const note of (await trial.mend?.(place)) ?? []) say(`  ${note}`)
  return all.length
}

async function rehearse(cluster: Cluster, folder: string): Promise<number> {
  const random = seeded(Number(options.seed))
  const listen = (database: string) => {
    const address = new URL(cluster.primary)
    address.pathname = `/${database}`
    address.searchParams.set('target_session_attrs', 'read-write')
    return { DATABASE_LISTEN_URL: address.href }
  }
  const settings = (_who: string, database: string) => listen(database)
  const site = await openSite(join(folder, 'site'), random, settings, cluster.primary, cluster.pooler)
  try {
    const records = await openRecords(site, random)
    try {
      let problems = 0
      for (const trial of trials.filter(({ name }) => name.includes(options.only)))
        problems += await runTrial(trial, { cluster, site, records })
      return problems
    } finally {
      await records.witnesses.close()
    }
  } catch (error) {
    console.error(error)
    return 1
  } finally {
    // Without a primary its database cannot be dropped; it goes with the cluster.
    await site.close().catch(() => {})
  }
}

if (missingPrograms.length > 0) throw new Error(`Not installed here: ${missingPrograms.join(', ')}`)
await buildWhenStale(say)
/** Where the output of the cluster's programs stays when something is wrong. */
const logs = join(import.meta.dirname, '../.cache/faults/failover')
const folder = mkdtempSync(join(tmpdir(), 'storefront-failover-'))
const cluster = await openCluster()
try {
  const problems = await rehearse(cluster, folder)
  process.exitCode = problems === 0 ? 0 : 1
  if (problems > 0) cluster.saveLogs(logs)
  say(problems === 0 ? 'No order was lost or doubled.' : `${problems} problems.`)
} catch (error) {
  cluster.saveLogs(logs)
  throw error
} finally {
  await cluster.close()
  rmSync(folder, { recursive: true, force: true })
}
// Node can wait forever for the handles of connections whose other end was killed.
process.exit()
