import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildWhenStale } from '../scripts/bundle/build.ts'
import { boundText } from './bound.ts'
import { findCardData, type Found } from './card-search.ts'
import { factsOf, letTimePass, openingOf, tablesAsText, unfinished } from './facts.ts'
import { findMisses, type Facts, type Miss } from './invariants.ts'
import { seeded, trialsOf, type NamedKill, type Size, type Trial } from './schedule.ts'
import type { Market } from './shoppers.ts'
import { hasServer, openSite, type Site } from './site.ts'
import { runTrials, type Tally } from './trials.ts'

/**
 * `npm run test:release`: payments under kills, races and network faults. Real processes with faulty proxies between them; after each batch
 * the shop gets two minutes to become idle, and then its records are compared with the providers' ledger and with what shoppers
 * were told. Prints what was done, the violations, and what their absence proves.
 */

const usage = `npm run test:release                 the short form, under eight minutes
npm run test:release -- --smoke      a few kills and faults
npm run test:release -- --release    the counts of a release; takes hours, and goes on where it was interrupted
            --seed NUMBER   another mix of the same trials
            --trials NUMBER no more than so many of them`

const { values: options } = parseArgs({
  options: {
    smoke: { type: 'boolean', default: false },
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
const restMs = 120_000
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

async function openMarket(site: Site, random: () => number): Promise<Market> {
  const { rows } = await site.database.query<{ sku: string; id: number }>(
    `select p.sku, p.id from product p join stock s on s.product_id = p.id join offer o on o.product_id = p.id and o.app = 'aol'
        join brand b on b.id = p.brand_id
      where p.is_live and p.supplier_direct is null and b.title <> 'Miele' and s.warehouse_code = '2000' and s.quantity > 3
        and o.price_cents between 10000 and 90000 order by p.id limit 40`,
  )
  const [scarce, ...others] = rows
  const [agency] = (
    await site.database.query<{ sku: string; id: number }>(
      `select p.sku, p.id from product p join stock s on s.product_id = p.id join offer o on o.product_id = p.id and o.app = 'aol'
          join brand b on b.id = p.brand_id
        where p.is_live and b.title = 'Miele' and s.warehouse_code = '2000' and s.quantity > 0 order by p.id limit 1`,
    )
  ).rows
  if (scarce === undefined || agency === undefined || others.length < 5)
    throw new Error('the demo catalogue has too little to sell')
  // A run must not sell out, except for one product with little stock.
  const plenty = [agency, ...others].map((one) => one.id)
  await site.database.query(`update stock set quantity = 100000 where product_id = any($1)`, [plenty])
  const few = `update stock set quantity = case when warehouse_code = '2000' then 5 else 0 end, incoming_quantity = 0 where product_id = $1`
  await site.database.query(few, [scarce.id])
  await site.database.query('update delivery_tier set orders_a_day = 100000')
  await site.database.query(`select pg_notify('catalogue_changed', $1)`, [
    JSON.stringify({ products: [agency, ...rows].map((one) => one.id) }),
  ])
  // Makes the processes reload terms and stock.
  await site.database.query(`select pg_notify('delivery_parts_changed', '')`)
  const giftCards = await makeGiftCards(site, 5_000)
  return {
    shops: site.shops,
    skus: others.map((one) => one.sku),
    scarceSku: scarce.sku,
    agencySku: agency.sku,
    random,
    giftCard: () => giftCards.pop() ?? '',
  }
}

async function makeGiftCards({ database }: Site, count: number): Promise<string[]> {
  const { rows } = await database.query<{ code: string }>(
    `insert into gift_card (code, currency, balance_cents, expires_on)
      select 'RIG-' || n, 'AUD', 5000, '2099-01-01' from generate_series(1, $1) n returning code`,
    [count],
  )
  return rows.map((one) => one.code)
}

/** Waits until no work is pending; returns what is still pending on timeout. */
async function comeToRest(site: Site): Promise<readonly string[]> {
  const startedAt = Date.now()
  for (;;) {
    const open = await unfinished(site)

    if (open.length === 0 || Date.now() - startedAt > restMs) return open
    // A shopper who left after approving is settled before the half hour ends.
    await letTimePass(site, { holdsToo: Date.now() - startedAt > (size === 'smoke' ? 1_000 : 4_000) })
    await wait(500)
  }
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
    const rest = await comeToRest(site)
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
  buildWhenStale(say)
  const startedAt = Date.now()
  const progress = readProgress()
  const random = seeded(Number(progress.seed))
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
