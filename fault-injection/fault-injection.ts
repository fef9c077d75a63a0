import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWhenStale } from '../scripts/bundle/build.ts'
import { boundText } from './bound.ts'
import { findCardData, type Found } from './card-search.ts'
import { factsOf, openingOf, tablesAsText } from './facts.ts'
import { findMisses, type Facts, type Miss } from './invariants.ts'
import { comeToRest, openMarket } from './market.ts'
import { seeded, trialsOf, type NamedKill, type Size, type Trial } from './schedule.ts'
import { hasServer, openSite, type Site } from './site.ts'
import { runTrials, type Tally } from './trials.ts'
import { runTwoVersions, versionSettings } from './two-versions.ts'
import { runWorstDays } from './worst-days.ts'

/**
 * `npm run test:release`: payments under kills, races and network faults. Real processes with faulty proxies between them; after each batch
 * the shop gets two minutes to become idle, and then its records are compared with the providers' ledger and with what shoppers
 * were told. Prints what was done, the violations, and what their absence proves.
 */

const usage = `npm run test:release                 the short form, under eight minutes
npm run test:release -- --smoke      a few kills and faults
npm run test:release -- --versions   only two versions side by side on one database
npm run test:release -- --days NAME  only the worst days whose names contain it, or all: killed databases, full disks, clocks that jump …
npm run test:release -- --release    the counts of a release; takes hours, and goes on where it was interrupted
            --seed NUMBER   another mix of the same trials
            --trials NUMBER no more than so many of them`

const { values: options } = parseArgs({
  options: {
    smoke: { type: 'boolean', default: false },
    versions: { type: 'boolean', default: false },
    days: { type: 'string' },
    release: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    trials: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const size: Size = options.smoke ? 'smoke' : options.release ? 'release' : 'short'
const progressFile = join(import.meta.dirname, '../.cache/faults/release.json')
/** The invariants are checked after this many trials, so that a violation is found near its cause. */
const batchOf = { smoke: Infinity, short: Infinity, release: 60 } as const
const say = (text: string) => console.log(text)

type Progress = {
  seed: string
  batches: number
  /** Trials to repeat because no request reached their point. */
  again: NamedKill[]
  done: Record<string, number>
  orders: number
  charges: number
}
/** How often a kill at a named point is retried if no request reaches it. */
const moreRounds = { smoke: 0, short: 1, release: 5 } as const

type Found1 = {
  readonly misses: readonly Miss[]
  readonly cardData: readonly Found[]
}

async function searchForCardData(site: Site): Promise<Found[]> {
  const found: Found[] = []
  for (const file of site.logs())
    found.push(...findCardData(file.replace(/.*[\\/]/, 'log of '), readFileSync(file, 'latin1')))
  for await (const { table, text } of tablesAsText(site)) found.push(...findCardData(`table ${table}`, text))
  const { connectionString = '' } = site.database.options
  const dump = spawnSync('pg_dump', ['--dbname', connectionString], { encoding: 'latin1', maxBuffer: 2 ** 30 })
  if (dump.status === 0) found.push(...findCardData('dump', dump.stdout))
  else say('  (pg_dump is not here: its output was not searched, the tables were)')
  return found
}

function report(facts: Facts, tally: Tally, startedAt: number): void {
  const charges = facts.movements.filter((one) => one.kind === 'authorise').length
  say(
    `  ${facts.orders.length} orders, ${charges} charges, ${facts.attempts.length} payments, ${tally.purchases} shoppers`,
  )
  for (const [name, count] of Object.entries(tally.done).toSorted()) say(`  ${String(count).padStart(5)} × ${name}`)
  say(`  ${((Date.now() - startedAt) / 1_000).toFixed(0)} s`)
}

async function runBatch(
  trials: readonly Trial[],
  random: () => number,
  tally: Tally,
): Promise<Found1 & { facts: Facts }> {
  const folder = mkdtempSync(join(tmpdir(), 'storefront-faults-'))
  const at = [Date.now()]
  const site = await openSite(folder, random)
  try {
    const market = await openMarket(site, random)
    const opening = await openingOf(site)
    const before = tally.reported.length
    at.push(Date.now())
    await runTrials(site, market, trials, tally)
    at.push(Date.now())
    const rest = await comeToRest(site, size === 'smoke' ? 1_000 : 4_000)
    at.push(Date.now())
    const [up = 0, tried = 0, rested = 0] = at.slice(1).map((one, nth) => Math.round((one - (at[nth] ?? 0)) / 1_000))
    say(`  up in ${up} s, tried for ${tried} s, at rest after ${rested} s`)
    const facts = await factsOf(site, opening, tally.reported.slice(before))
    const left = rest.map((what): Miss => ({ invariant: 4, what: `left undone: ${what}` }))
    const misses = [...findMisses(facts), ...left]
    if (misses.length > 0) saveEvidence(site, misses)
    return { facts, misses, cardData: await searchForCardData(site) }
  } finally {
    await site.close()
  }
}

/** Two versions of the program on one database; returns the number of violations. */
async function runVersions(random: () => number): Promise<number> {
  say('Two versions side by side …')
  const startedAt = Date.now()
  const folder = mkdtempSync(join(tmpdir(), 'storefront-versions-'))
  const site = await openSite(folder, random, versionSettings)
  try {
    const { facts, misses, phases } = await runTwoVersions(site, { folder, random })
    for (const { name, orders, responses, broken } of phases)
      say(`  ${name}: ${orders} orders, ${responses} responses, ${broken} requests without one`)
    const tookSeconds = (Date.now() - startedAt) / 1_000
    say(`  ${facts.orders.length} orders, ${misses.length} misses, ${tookSeconds.toFixed(0)} s`)
    for (const { invariant, what } of misses) say(`  MISS of invariant ${invariant}: ${what}`)
    if (misses.length > 0) saveEvidence(site, misses)
    return misses.length
  } finally {
    await site.close()
  }
}

/** What breaks below the shop; returns the number of problems. */
async function runDays(random: () => number, only: string): Promise<number> {
  say('The worst days …')
  const folder = mkdtempSync(join(tmpdir(), 'storefront-days-'))
  try {
    const results = await runWorstDays(folder, { random, only: only === 'all' ? '' : only, say })
    if (results === null) say("Left out: PostgreSQL's server programs (initdb, pg_ctl) are not installed.")
    const problems = (results ?? []).flatMap((one) => one.problems)
    const done = (results ?? []).filter(({ skipped }) => skipped === null)
    say(
      `  ${done.length} days, ${done.reduce((sum, { orders }) => sum + orders, 0)} orders, ${problems.length} problems`,
    )
    return problems.length
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The logs and the database of a run with a violation, for debugging. */
function saveEvidence(site: Site, misses: readonly Miss[]): void {
  const folder = join(import.meta.dirname, '../.cache/faults', `missed-${Date.now()}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'misses.json'), JSON.stringify(misses, null, 2))
  for (const file of site.logs()) writeFileSync(join(folder, file.replace(/.*[\\/]/, '')), readFileSync(file))
  const { connectionString = '' } = site.database.options
  spawnSync('pg_dump', ['--dbname', connectionString, '--file', join(folder, 'database.sql')])
  say(`  what there is to see of it: ${folder}`)
}

function readProgress(): Progress {
  if (size === 'release' && existsSync(progressFile)) return JSON.parse(readFileSync(progressFile, 'utf8')) as Progress
  return { seed: options.seed, batches: 0, again: [], done: {}, orders: 0, charges: 0 }
}

async function main(): Promise<number> {
  if (options.help) {
    say(usage)
    return 0
  }
  if (!(await hasServer())) {
    say(
      'Skipped: no PostgreSQL server answers. The fault-injection tests need one (TEST_POSTGRES_URL, or 127.0.0.1:5432 with user postgres).',
    )
    return size === 'smoke' ? 0 : 1
  }
  await buildWhenStale(say)
  const startedAt = Date.now()
  const progress = readProgress()
  const random = seeded(Number(progress.seed))
  if (options.versions) return (await runVersions(random)) === 0 ? 0 : 1
  if (options.days !== undefined) return (await runDays(random, options.days)) === 0 ? 0 : 1
  const trials = trialsOf(size, random).slice(0, Number(options.trials ?? Infinity))
  const each = batchOf[size]
  let faults = 0

  async function go(batch: readonly Trial[]): Promise<void> {
    const tally: Tally = { done: {}, unreached: [], reported: [], purchases: 0 }
    const found = await runBatch(batch, random, tally)
    report(found.facts, tally, startedAt)
    for (const { invariant, what } of found.misses) say(`  MISS of invariant ${invariant}: ${what}`)
    for (const { where, what } of found.cardData) say(`  CARD DATA: ${what} in the ${where}`)
    if (tally.unreached.length > 0) say(`  nobody came to ${tally.unreached.map((one) => one.at).join(', ')}`)
    faults += found.misses.length + found.cardData.length
    for (const [name, count] of Object.entries(tally.done)) progress.done[name] = (progress.done[name] ?? 0) + count
    progress.again.push(...tally.unreached)
    progress.orders += found.facts.orders.length
    progress.charges += found.facts.movements.filter((one) => one.kind === 'authorise').length
  }

  function keep(): void {
    if (size !== 'release') return
    mkdirSync(dirname(progressFile), { recursive: true })
    writeFileSync(progressFile, JSON.stringify(progress, null, 2))
  }

  for (let at = progress.batches * (Number.isFinite(each) ? each : 0); at < trials.length && faults === 0; at += each) {
    const batch = trials.slice(at, at + each)
    say(`${batch.length} of ${trials.length} trials, from ${at + 1} …`)
    await go(batch)
    progress.batches++
    if (faults === 0) keep()
  }
  for (let round = 1; round <= moreRounds[size] && progress.again.length > 0 && faults === 0; round++) {
    const batch = progress.again.splice(0, 60)
    say(`${batch.length} trials again, because nobody came by …`)
    await go(batch)
    if (faults === 0) keep()
  }
  if (size !== 'smoke' && faults === 0) faults += await runVersions(random)
  if (size === 'release' && faults === 0) faults += await runDays(random, 'all')
  summary(progress, faults, Date.now() - startedAt)
  if (faults === 0 && size === 'release') rmSync(progressFile, { force: true })
  return faults === 0 ? 0 : 1
}

function summary({ done, again, orders, charges }: Progress, faults: number, tookMs: number): void {
  const of = (start: string) =>
    Object.entries(done).reduce((sum, [name, count]) => (name.startsWith(start) ? sum + count : sum), 0)
  const random = of('killed at random')
  say(`\n${of('killed') - random} kills at named points, ${random} at random, ${of('network')} network faults`)
  say(`${orders} orders, ${charges} charges, ${faults} misses, ${(tookMs / 1_000).toFixed(0)} s`)
  if (again.length > 0) say(`Not done, because nobody came by: ${again.map((one) => one.at).join(', ')}`)
  if (faults > 0) return
  say(`Misses by kill: ${boundText(of('killed'))}`)
  say(`Misses by network fault: ${boundText(of('network'))}`)
}

process.exitCode = await main()
// Connections to killed processes are orphaned.
process.exit()
