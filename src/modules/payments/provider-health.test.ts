import { expect, test } from 'vitest'
import { clockOf, minutes, seconds } from '../../platform/clock.ts'
import { createProviderHealth } from './provider-health.ts'

/** A provider that is asked once a second when it is due, each question taking its longest, with nobody paying. */
function watched({ answersFrom, failsFrom }: { failsFrom: number; answersFrom: number }) {
  let now = 0
  const clock = clockOf(() => new Date(now))
  const changes: { at: number; isUp: boolean }[] = []
  const health = createProviderHealth(clock, (_provider, isUp) => changes.push({ at: now, isUp }))
  while (now < minutes(10)) {
    now += seconds(1)
    if (!health.isDue('zip')) continue
    const fails = now >= failsFrom && now < answersFrom
    // One that does not answer is given up after two seconds.
    if (fails) now += seconds(2)
    health.heard('zip', !fails)
  }
  return changes
}

test('a failing provider is hidden within 30 seconds without any shopper, and back within 60 of recovery', () => {
  for (let offset = 0; offset < 15; offset++) {
    const failsFrom = minutes(1) + seconds(offset)
    const answersFrom = failsFrom + minutes(3) + seconds(offset % 7)
    const changes = watched({ failsFrom, answersFrom })
    expect(changes.map((one) => one.isUp)).toEqual([false, true])
    expect((changes[0]?.at ?? Infinity) - failsFrom).toBeLessThanOrEqual(seconds(30))
    expect((changes[1]?.at ?? Infinity) - answersFrom).toBeLessThanOrEqual(seconds(60))
  }
})

test('five consecutive failures hide a provider, four do not; three successes bring it back', () => {
  const health = createProviderHealth(clockOf(() => new Date(0)))
  const hear = (...news: boolean[]) => {
    for (const one of news) health.heard('afterpay', one)
    return health.isUp('afterpay')
  }
  expect(hear(false, false, true, false, false, false, false)).toBe(true)
  expect(hear(false)).toBe(false)
  expect(hear(true, true, false, true, true)).toBe(false)
  expect(hear(true)).toBe(true)
  expect(health.isUp('paypal')).toBe(true)
})

test('failing half of twenty calls within half a minute hides a provider, over a longer time it does not', () => {
  let now = 0
  const fails = (everyMs: number) => {
    const health = createProviderHealth(clockOf(() => new Date(now)))
    for (let call = 0; call < 40; call++) {
      now += everyMs
      health.heard('paypal', call % 2 === 0)
    }
    return !health.isUp('paypal')
  }
  expect([fails(seconds(1)), fails(seconds(2))]).toEqual([true, false])
})
