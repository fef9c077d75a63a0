import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readMigrations } from '../src/platform/database/migration-files.server.ts'
import { factsOf, openingOf } from './facts.ts'
import { findMisses, type Facts, type Miss, type Reported } from './invariants.ts'
import { comeToRest, openMarket } from './market.ts'
import { buy, somePurchase, type Market } from './shoppers.ts'
import type { Site } from './site.ts'

/**
 * Two versions of the program on one database while shoppers buy: a rolling upgrade, the way back, and the contract step that ends it
 * (decision 0077). The newer versions are this build with more migrations. A process that stops is taken out of the balancer first.
 */

/** Settings of the processes: they serve for so long while the balancer, a proxy here, leads elsewhere. */
export const versionSettings = { DRAIN_SECONDS: '2' } as const

const shoppersAtOnce = 3
/** Orders to be placed while versions are mixed, before the next change. */
const ordersEach = 8
const ordersWithinMs = 180_000
const project = join(import.meta.dirname, '..')
type AppName = 'app-1' | 'app-2'

export type VersionsResult = {
  readonly facts: Facts
  readonly misses: readonly Miss[]
  readonly phases: readonly Phase[]
}

/** A change of versions and the time until enough orders came in after it. */
type Phase = {
  readonly name: string
  readonly orders: number
  readonly responses: number
  /** Requests whose connection ended without a response. The shopper sends them again with the same key. */
  readonly broken: number
}

type Versions = { readonly next: string; readonly contracted: string }

/** The next version expands the schema, under orders; the one after it contracts it. */
function makeVersions(folder: string): Versions {
  const newest = readMigrations(join(project, 'migrations')).length
  const four = (number: number) => String(number).padStart(4, '0')
  const expand = {
    [`${four(newest + 1)}-version-expand.sql`]: `alter table customer_order add column version_note text not null default 'none';
alter table order_payment add column version_note text not null default 'none';
create table version_note (note text primary key);\n`,
    [`${four(newest + 2)}-version-index.sql`]: `-- transaction: none
create index concurrently order_payment_version_note on order_payment (version_note);\n`,
  }
  const contract = {
    [`${four(newest + 3)}-version-contract.sql`]: `-- contracts: ${four(newest + 1)}
-- compatible-with: ${four(newest + 2)}
drop table version_note;\n`,
  }
  return {
    next: makeVersion(join(folder, 'next'), expand),
    contracted: makeVersion(join(folder, 'contracted'), { ...expand, ...contract }),
  }
}

function makeVersion(folder: string, migrations: Readonly<Record<string, string>>): string {
  mkdirSync(folder)
  for (const copied of ['build', 'migrations', 'package.json'])
    cpSync(join(project, copied), join(folder, copied), { recursive: true })
  for (const linked of ['node_modules', 'data', 'public']) symlinkSync(join(project, linked), join(folder, linked))
  for (const [file, text] of Object.entries(migrations)) writeFileSync(join(folder, 'migrations', file), text)
  return folder
}

/** Shoppers who buy until they are sent home. */
function openDoors(market: Market): { readonly reported: Reported[]; close(): Promise<void> } {
  const reported: Reported[] = []
  const state = { isOpen: true }
  const shopping = Array.from({ length: shoppersAtOnce }, async () => {
    while (state.isOpen) reported.push(...(await buy(market, somePurchase(market.random))))
  })
  return {
    reported,
    async close() {
      state.isOpen = false
      await Promise.all(shopping)
    },
  }
}

/** Replaces a process by one of another version. An application is taken out of the balancer, which sends its shoppers to the other one. */
async function replace(site: Site, who: AppName | 'worker', version?: string): Promise<void> {
  const how = version === undefined ? {} : { version }
  const stopInOrder = async () => {
    const code = await site.stop(who)
    if (code !== 0) throw new Error(`${who} stopped with ${code}`)
  }
  if (who === 'worker') {
    await stopInOrder()
    return site.start(who, how)
  }
  const other = who === 'app-1' ? 'app-2' : 'app-1'
  const links = [site.links[`shopper to ${who}`], ...(who === 'app-1' ? [site.links['providers to shop']] : [])]
  for (const link of links) link.aim(site.portOf(other))
  await stopInOrder()
  await site.start(who, how)
  for (const link of links) link.aim(site.portOf(who))
}

async function countOf(site: Site, query: string): Promise<number> {
  const { rows } = await site.database.query<{ count: number }>(query)
  return rows[0]?.count ?? 0
}

const ordersOf = (site: Site) => countOf(site, 'select count(*)::integer as count from customer_order')

async function untilMoreOrders(site: Site, count: number): Promise<void> {
  const target = (await ordersOf(site)) + count
  for (const until = Date.now() + ordersWithinMs; (await ordersOf(site)) < target; await wait(200))
    if (Date.now() > until) throw new Error(`fewer than ${count} orders came in within ${ordersWithinMs} ms`)
}

/** Upgrade, way back and contract step. Returns what went wrong. */
async function changeVersions(
  site: Site,
  { next, contracted }: Versions,
  phase: (name: string, change: () => Promise<void>) => Promise<void>,
): Promise<readonly Miss[]> {
  const misses: Miss[] = []
  await phase('both old', async () => {})
  await phase('one new, which migrates under orders', () => replace(site, 'app-2', next))
  await phase('the worker new', () => replace(site, 'worker', next))
  await phase('both new', () => replace(site, 'app-1', next))
  await phase('one back', () => replace(site, 'app-2'))
  await phase('all back', async () => {
    await replace(site, 'worker')
    await replace(site, 'app-1')
  })
  await phase('both new again', async () => {
    await replace(site, 'app-1', next)
    await replace(site, 'worker', next)
    await replace(site, 'app-2', next)
  })
  await phase('one contracts', () => replace(site, 'app-1', contracted))
  await phase('the old one is refused', async () => {
    const refused = await replace(site, 'app-2').then(
      () => 'it started',
      (error: unknown) => (error as Error).message,
    )
    if (!/works with programs that know \d+ or newer; this program knows \d+\. Start a newer program/.test(refused))
      misses.push({ invariant: 13, what: `the old version was not refused after the contract step: ${refused}` })
    await site.start('app-2', { version: next })
    site.links['shopper to app-2'].aim(site.portOf('app-2'))
  })
  return misses
}

/** Runs it all on a site that is up, and compares the records afterwards. `folder` gets the versions. */
export async function runTwoVersions(
  site: Site,
  { folder, random }: { readonly folder: string; readonly random: () => number },
): Promise<VersionsResult> {
  const statuses: (number | null)[] = []
  const observe = (status: number | null) => void statuses.push(status)
  const versions = makeVersions(folder)
  const market = { ...(await openMarket(site, random)), observe }
  const opening = await openingOf(site)
  const phases: Phase[] = []
  const doors = openDoors(market)
  const wrong = await changeVersions(site, versions, async (name, change) => {
    const before = await ordersOf(site)
    const from = statuses.length
    await change()
    await untilMoreOrders(site, ordersEach)
    const during = statuses.slice(from)
    const broken = during.filter((status) => status === null).length
    phases.push({ name, orders: (await ordersOf(site)) - before, responses: during.length - broken, broken })
  }).finally(() => doors.close())
  const rest = await comeToRest(site, 4_000)
  const facts = await factsOf(site, opening, doors.reported)
  const invalid = await countOf(site, 'select count(*)::integer as count from pg_index where not indisvalid')
  const failed = statuses.filter((status) => status !== null && status >= 500)
  return {
    facts,
    misses: [
      ...findMisses(facts),
      ...wrong,
      ...rest.map((what): Miss => ({ invariant: 4, what: `left undone: ${what}` })),
      ...failed.map((status): Miss => ({ invariant: 13, what: `a response with status ${status}` })),
      ...(invalid > 0 ? [{ invariant: 13, what: `${invalid} indexes are not valid` }] : []),
      ...errorsIn(site),
    ],
    phases,
  }
}

/** Two shoppers pay with one gift card on purpose: the second payment is refunded, and the log says so. */
const expectedError = '"reason":"gift card spent elsewhere"'

/** Other errors that the shop logged. */
function errorsIn(site: Site): readonly Miss[] {
  const shopLogs = site.logs().filter((file) => !file.includes('sandbox'))
  const errors = shopLogs.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((text) => text.includes('"level":"error"') && !text.includes(expectedError)),
  )
  return errors.map((text): Miss => ({ invariant: 13, what: `logged: ${text.slice(0, 500)}` }))
}
