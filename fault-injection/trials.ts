import { setTimeout as wait } from 'node:timers/promises'
import type { Failpoint } from '../src/platform/failpoint.ts'
import type { Reported } from './invariants.ts'
import { needs, type NamedKill, type Trial } from './schedule.ts'
import { buy, somePurchase, storm, type Market, type Purchase } from './shoppers.ts'
import type { ProcessName, Site } from './site.ts'

/** Applies a schedule's faults to the shop while shoppers buy, and repairs it. */

export type Tally = {
  /** How often each trial was done, by its name in the report. */
  readonly done: Record<string, number>
  /** Kills at named points that no request reached. */
  readonly unreached: NamedKill[]
  readonly reported: Reported[]
  purchases: number
}

const trialsAtOnce = 3
const shoppersAtOnce = 3
const reachedWithinMs = 45_000

/** Purchases that reach a named point. */
function leadingTo(at: Failpoint): readonly Purchase[] {
  if (at.endsWith('give-back')) return ['two with one gift card', 'two with one gift card']
  if (at.endsWith('capture')) return ['two sellers', 'two sellers']
  if (at.endsWith('refund')) return ['cancelled after it was placed', 'cancelled after it was placed']
  if (at.endsWith('cancel')) return ['PayPal, given up in the shop', 'PayPal, given up in the shop']
  if (at.endsWith('finalise')) return ['Afterpay', 'card with 3-D Secure', 'Zip']
  return ['card', 'PayPal', 'two sellers']
}

export function nameOf(trial: Trial): string {
  switch (trial.kind) {
    case 'named kill':
      return `killed ${trial.at}`
    case 'random kill':
      return `killed at random: ${trial.who.map((one) => one.replace(/-\d$/, '')).join(', ')}`
    case 'database sessions ended':
      return trial.with.length === 0 ? 'database sessions ended' : 'database sessions ended and both apps killed'
    case 'pause':
      return 'paused'
    case 'network fault':
      return `network: ${trial.fault}`
    case 'storm':
      return `${trial.copies} submits of a cart at once`
  }
}

/** What trials work on, and how a shopper buys. */
type Trials = {
  readonly site: Site
  readonly market: Market
  readonly tally: Tally
  readonly shop: (purchase: Purchase) => Promise<void>
}

async function startAgain(site: Site, who: readonly ProcessName[]): Promise<void> {
  await Promise.all(who.map((one) => (site.isRunning(one) ? undefined : site.start(one))))
}

/** Starts a process that dies at a named point, and sends shoppers until it has. */
async function killAtPoint(trial: NamedKill, { site, tally, shop }: Trials): Promise<void> {
  await site.kill(trial.who)
  if (trial.at === 'after-notice' && trial.who !== 'worker') site.links['providers to shop'].aim(site.portOf(trial.who))
  await site.start(trial.who, { crashAt: trial.at })
  // Until a request reaches the point.
  const until = Date.now() + reachedWithinMs
  let isDead = false
  while (!isDead && Date.now() < until) {
    for (const purchase of leadingTo(trial.at)) void shop(purchase)
    isDead = await site.died(trial.who, 2_500)
  }
  if (!isDead) tally.unreached.push(trial)
  await site.kill(trial.who)
  await startAgain(site, [trial.who])
}

async function runTrial(trial: Trial, trials: Trials): Promise<void> {
  const { site, market, tally, shop } = trials
  switch (trial.kind) {
    case 'named kill':
      return killAtPoint(trial, trials)
    case 'random kill':
      await wait(market.random() * 1_200)
      await Promise.all(trial.who.map((one) => site.kill(one)))
      await startAgain(site, trial.who)
      return
    case 'database sessions ended':
      await wait(market.random() * 1_000)
      await Promise.all([
        site.database.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        ),
        ...trial.with.map((one) => site.kill(one)),
      ]).catch(() => {})
      await startAgain(site, trial.with)
      return
    case 'pause':
      site.pause(trial.who)
      await wait(trial.forMs)
      site.resume(trial.who)
      return
    case 'network fault':
      await wait(market.random() * 400)
      site.links[trial.link].fail(trial.fault)
      void shop(somePurchase(market.random))
      await wait(300 + market.random() * 1_700)
      site.links[trial.link].mend()
      return
    case 'storm': {
      const reported = await storm(market, trial.copies)
      tally.purchases++
      if (reported !== null) tally.reported.push(reported)
    }
  }
}

/** Runs trials, some at a time, while shoppers buy. Ends with every process up and every link repaired. */
export async function runTrials(site: Site, market: Market, trials: readonly Trial[], tally: Tally): Promise<void> {
  const { random } = market
  const waiting = [...trials]
  const busy = new Set<string>()
  const state = { isOver: false }
  // The next trial does not wait for a shopper whose shop is down.
  const shopping = new Set<Promise<void>>()

  function shop(purchase: Purchase): Promise<void> {
    const visit = buy(market, purchase).then((reported) => {
      tally.purchases++
      tally.reported.push(...reported)
    })
    shopping.add(visit)
    return visit.finally(() => shopping.delete(visit))
  }

  async function keepShopping(): Promise<void> {
    while (!state.isOver) await shop(somePurchase(random))
  }

  async function takeTurns(): Promise<void> {
    for (;;) {
      const at = waiting.findIndex((trial) => !needs(trial).some((one) => busy.has(one)))
      const trial = waiting[at]
      if (trial === undefined) {
        if (waiting.length === 0) return
        await wait(50)
        continue
      }
      waiting.splice(at, 1)
      for (const one of needs(trial)) busy.add(one)
      await runTrial(trial, { site, market, tally, shop })
      for (const one of needs(trial)) busy.delete(one)
      if (tally.unreached.some((one) => one === trial)) continue
      tally.done[nameOf(trial)] = (tally.done[nameOf(trial)] ?? 0) + 1
    }
  }

  const shoppers = Array.from({ length: shoppersAtOnce }, keepShopping)
  await Promise.all(Array.from({ length: trialsAtOnce }, takeTurns))
  state.isOver = true
  await Promise.all([...shoppers, ...shopping])
  await startAgain(site, ['sandbox', 'app-1', 'app-2', 'worker'])
}
