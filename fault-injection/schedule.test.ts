import { expect, test } from 'vitest'
import { failpoints } from '../src/platform/failpoint.ts'
import { seeded, trialsOf, type Trial } from './schedule.ts'

const count = (trials: readonly Trial[], kind: Trial['kind']) => trials.filter((one) => one.kind === kind).length
const killed = (trials: readonly Trial[], name: string) =>
  trials.filter((one) => one.kind === 'random kill' && one.who.some((who) => who.startsWith(name))).length

test('the short run kills at least 40 times at named points and 20 at random, with 60 faults and 20 bursts of 50', () => {
  const trials = trialsOf('short', seeded(1))
  expect(count(trials, 'named kill')).toBeGreaterThanOrEqual(40)
  expect(count(trials, 'random kill')).toBeGreaterThanOrEqual(20)
  expect(count(trials, 'network fault')).toBeGreaterThanOrEqual(60)
  expect(trials.filter((one) => one.kind === 'storm').map((one) => one.copies)).toEqual(Array(20).fill(50))
})

test('the release run kills 15 times at each named point and 450 at random, with 900 faults and 200 bursts', () => {
  const trials = trialsOf('release', seeded(1))
  for (const at of failpoints)
    expect(trials.filter((one) => one.kind === 'named kill' && one.at === at).length).toBe(15)
  expect([killed(trials, 'app'), killed(trials, 'worker'), killed(trials, 'sandbox')]).toEqual([200, 200, 50])
  expect([count(trials, 'database sessions ended'), count(trials, 'pause')]).toEqual([70, 50])
  expect(count(trials, 'network fault')).toBeGreaterThanOrEqual(900)
  expect(count(trials, 'storm')).toBe(200)
})

test('the same seed gives the same schedule, another seed a different one', () => {
  expect(trialsOf('short', seeded(7))).toEqual(trialsOf('short', seeded(7)))
  expect(trialsOf('short', seeded(7))).not.toEqual(trialsOf('short', seeded(8)))
})
